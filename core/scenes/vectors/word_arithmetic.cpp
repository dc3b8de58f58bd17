#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/embed/eval/lecture_analogies.h"
#include "core/embed/search/expression.h"
#include "core/embed/vectors/subwords.h"
#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/scenes/chosen.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/records/word_arithmetic.h"
#include "core/tensor/error.h"
#include "core/text/readable.h"

// Arithmetic with words: paris − france + italy. The answers are looked for among all words; what
// makes their scores is recorded for the best of them, so that each number explains itself.
// Nodes: words [m, d] as the vectors have them, factors [1, m], unit [m, d], target = factors unit,
// length |target|, answers [k, d], answers_unit, cosines [k, m]; then for each way to answer (Levy
// and Goldberg 2014) a scope with its score [k, 1] and the best of them, top [n, 1]: add (terms,
// sum), multiply (shifted, product, divisor), direction (step, from, terms, sum, lengths).
// Questions of the form b − a + c have plane.axes [2, d], plane.points [4, 2], where the
// parallelogram lies flat, and plane.answers [k, 2].
namespace glassformer {

namespace {

constexpr double never_zero = 0.001;  // the ε of 3CosMul
constexpr int max_power = 4;

struct Question {
  std::vector<WordTerm> terms;
  Axis words;
};

struct Recorded {
  Var unit, answers_unit, cosines, factors, target;
  Axis answers;
  int k = 0, m = 0;
};

Mat row_matrix(const std::vector<std::vector<float>>& rows) {
  Mat m(static_cast<int>(rows.size()), static_cast<int>(rows.front().size()));
  for (int r = 0; r < m.rows(); ++r) {
    std::copy(rows[static_cast<std::size_t>(r)].begin(), rows[static_cast<std::size_t>(r)].end(),
              m.row(r).begin());
  }
  return m;
}

// As the file has it; of a word that is made from n-grams, their mean.
std::vector<float> vector_of(const WordVectors& vectors, const WordTerm& term) {
  if (term.id >= 0) {
    const auto row = vectors.vectors[static_cast<std::size_t>(term.id)];
    return {row.begin(), row.end()};
  }
  std::vector<float> made(vectors.dim());
  vectors.subwords->compose(term.word, made);
  return made;
}

// What was changed by hand counts: the answers are looked for with the rows and factors of the
// tape.
void take_edits(const Tape& tape, Var words, Var factors, std::vector<WordTerm>& terms) {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto row = tape.value(words).row(static_cast<int>(i));
    const double length = std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0));
    for (std::size_t k = 0; k < row.size(); ++k) {
      terms[i].direction[k] = static_cast<float>(length > 0 ? row[k] / length : 0.0);
    }
    terms[i].factor = static_cast<float>(tape.value(factors)(0, static_cast<int>(i)));
  }
}

bool has_powers(const std::vector<WordTerm>& terms) {
  return std::all_of(terms.begin(), terms.end(), [](const WordTerm& t) {
    const float size = std::abs(t.factor);
    return size == std::floor(size) && size >= 1 && size <= max_power;
  });
}

// The best of each way to answer, the words of the question among them, whether they count or not:
// those that do not stand last, so that the first row is an answer.
std::vector<int> candidates(const WordVectors& vectors, const std::vector<WordTerm>& terms,
                            const std::vector<AnalogyMethod>& methods, std::size_t count,
                            bool exclude) {
  AnalogyOptions options;
  options.count = count + terms.size();
  options.exclude = false;
  std::vector<int> ids;
  const auto add = [&](int id) {
    if (id >= 0 && std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
  };
  for (const AnalogyMethod method : methods) {
    for (const Answer& answer : answers(vectors, terms, method, options)) add(answer.id);
  }
  for (const WordTerm& term : terms) add(term.id);
  if (!exclude) return ids;
  std::stable_partition(ids.begin(), ids.end(), [&](int id) {
    return std::none_of(terms.begin(), terms.end(), [&](const auto& t) { return t.id == id; });
  });
  return ids;
}

// The rows with the highest scores, in their order, as a node of their own.
Var record_top(Tape& tape, Var scores, const Axis& answers, std::size_t count, const char* symbol) {
  const Mat& score = tape.value(scores);
  std::vector<int> order(static_cast<std::size_t>(score.rows()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return score(a, 0) > score(b, 0); });
  order.resize(std::min(order.size(), count));
  Axis best{"answer", {}, -1};
  for (const int r : order) best.labels.push_back(answers.labels[static_cast<std::size_t>(r)]);
  return tape.name(gather(tape, scores, order),
                   {"top", symbol, Role::score, best, numbered("score")});
}

Var ones(Tape& tape, int rows, int cols) {
  return tape.input(Mat(rows, cols, 1));
}

WordArithmeticRecord::Way record_add(Tape& tape, const Recorded& r, const Axis& terms,
                                     std::size_t count) {
  const Tape::Scope scope(tape, "add");
  const Var each = matmul(tape, ones(tape, r.k, 1), r.factors);
  const Var parts = tape.name(multiply(tape, r.cosines, each),
                              {"terms", "c_i \\cos(x, w_i)", Role::score, r.answers, terms});
  const Var sum = tape.name(sum_cols(tape, parts), {"sum", "\\sum_i c_i \\cos(x, w_i)", Role::score,
                                                    r.answers, numbered("sum")});
  const Var nothing = tape.input(Mat(1, tape.shape(r.target).cols));
  const Var length =
      tape.name(distance(tape, r.target, nothing),
                {"length", "\\|t\\|", Role::plain, numbered("target"), numbered("length")});
  const Var shares = matmul(tape, ones(tape, r.k, 1), reciprocal(tape, length));
  const Var score = tape.name(multiply(tape, sum, shares),
                              {"score", "\\cos(x, t)", Role::score, r.answers, numbered("score")});
  return {parts, sum, length, score, record_top(tape, score, r.answers, count, "\\cos(x, t)")};
}

// Π over the terms: c, or 1 / (c + ε) for what is taken away, as often as its factor says.
WordArithmeticRecord::Way record_multiply(Tape& tape, const Recorded& r,
                                          const std::vector<WordTerm>& question, const Axis& terms,
                                          std::size_t count) {
  const Tape::Scope scope(tape, "multiply");
  const Var shifted =
      tape.name(scale(tape, add(tape, r.cosines, ones(tape, r.k, r.m)), 0.5),
                {"shifted", "\\frac{\\cos(x, w_i) + 1}{2}", Role::score, r.answers, terms});
  const Var epsilon = tape.input(Mat(r.k, 1, never_zero));
  const auto powers = [&](bool divides) {
    Var all;
    for (int i = 0; i < r.m; ++i) {
      const float factor = question[static_cast<std::size_t>(i)].factor;
      if ((factor < 0) != divides) continue;
      Var base = slice_cols(tape, shifted, i, 1);
      if (divides) base = add(tape, base, epsilon);
      for (int power = 0; power < static_cast<int>(std::abs(factor)); ++power) {
        all = all ? multiply(tape, all, base) : base;
      }
    }
    return all ? all : ones(tape, r.k, 1);
  };
  const Var product = tape.name(powers(false), {"product", "\\prod_{c_i > 0} s_i^{c_i}",
                                                Role::score, r.answers, numbered("product")});
  const Var divisor =
      tape.name(powers(true), {"divisor", "\\prod_{c_i < 0} (s_i + \\epsilon)^{-c_i}", Role::score,
                               r.answers, numbered("divisor")});
  const Var score =
      tape.name(multiply(tape, product, reciprocal(tape, divisor)),
                {"score", "\\prod_i s_i^{c_i}", Role::score, r.answers, numbered("score")});
  return {shifted, product, divisor, score,
          record_top(tape, score, r.answers, count, "\\prod_i s_i^{c_i}")};
}

// (x − c) · (b − a) is a sum over the question's words too: x · b, −x · a, and what c has along the
// step, the same for every x.
WordArithmeticRecord::Way record_direction_terms(Tape& tape, const Recorded& r,
                                                 const Parallelogram& at, Var step,
                                                 const Axis& terms) {
  const auto unit = [&](std::size_t i) { return slice_rows(tape, r.unit, static_cast<int>(i), 1); };
  const auto cosine = [&](std::size_t i) {
    return slice_cols(tape, r.cosines, static_cast<int>(i), 1);
  };
  std::array<Var, 3> parts;
  parts[at.b] = cosine(at.b);
  parts[at.a] = scale(tape, cosine(at.a), -1);
  parts[at.c] =
      matmul(tape, ones(tape, r.k, 1), scale(tape, matmul_nt(tape, unit(at.c), step), -1));
  const Var each = tape.name(concat_cols(tape, {parts[0], parts[1], parts[2]}),
                             {"terms", "(\\hat{x} - \\hat{c}) \\cdot (\\hat{b} - \\hat{a})",
                              Role::score, r.answers, terms});
  const Var sum =
      tape.name(sum_cols(tape, each), {"sum", "(\\hat{x} - \\hat{c}) \\cdot (\\hat{b} - \\hat{a})",
                                       Role::score, r.answers, numbered("sum")});
  const Var far = distance(tape, r.answers_unit, unit(at.c));
  const Var lengths = tape.name(matmul(tape, far, distance(tape, unit(at.b), unit(at.a))),
                                {"lengths", "\\|\\hat{x} - \\hat{c}\\| \\|\\hat{b} - \\hat{a}\\|",
                                 Role::plain, r.answers, numbered("lengths")});
  return {each, sum, lengths, {}, {}};
}

WordArithmeticRecord::Way record_direction(Tape& tape, const Recorded& r, const Parallelogram& at,
                                           const Question& question, const Axis& width,
                                           std::size_t count) {
  const Tape::Scope scope(tape, "direction");
  const auto unit = [&](std::size_t i) { return slice_rows(tape, r.unit, static_cast<int>(i), 1); };
  const Var step = tape.name(subtract(tape, unit(at.b), unit(at.a)),
                             {"step", "\\hat{b} - \\hat{a}", Role::value, numbered("step"), width});
  const Var from = tape.name(add_row(tape, r.answers_unit, scale(tape, unit(at.c), -1)),
                             {"from", "\\hat{x} - \\hat{c}", Role::key, r.answers, width});
  WordArithmeticRecord::Way way = record_direction_terms(tape, r, at, step, question.words);
  // c itself is at no distance, and has no direction: a row of zeros, so 0.
  way.score = tape.name(matmul_nt(tape, unit_rows(tape, from), unit_rows(tape, step)),
                        {"score", "\\cos(\\hat{x} - \\hat{c}, \\hat{b} - \\hat{a})", Role::score,
                         r.answers, numbered("score")});
  way.top = record_top(tape, way.score, r.answers, count,
                       "\\cos(\\hat{x} - \\hat{c}, \\hat{b} - \\hat{a})");
  return way;
}

// The plane through a, b and c, with a at its origin; b − a + c closes the parallelogram in it. The
// answers are seen from straight above.
WordArithmeticRecord::Plane record_plane(Tape& tape, const Recorded& r, const Parallelogram& at,
                                         const Question& question, const Axis& width) {
  const Tape::Scope scope(tape, "plane");
  const auto unit = [&](std::size_t i) { return slice_rows(tape, r.unit, static_cast<int>(i), 1); };
  const Var first = unit_rows(tape, subtract(tape, unit(at.b), unit(at.a)));
  const Var other = subtract(tape, unit(at.c), unit(at.a));
  const Var along = matmul(tape, matmul_nt(tape, other, first), first);
  const Axis flat{"axis", {"along the step", "across it"}, -1};
  const Var axes =
      tape.name(concat_rows(tape, {first, unit_rows(tape, subtract(tape, other, along))}),
                {"axes", "e", Role::value_weight, flat, width});
  const auto seen = [&](Var points) {
    return matmul_nt(tape, add_row(tape, points, scale(tape, unit(at.a), -1)), axes);
  };
  const auto word = [&](std::size_t i) { return question.words.labels[i]; };
  const Axis corners{"point", {word(at.a), word(at.b), word(at.c), "target"}, -1};
  const Var points =
      tape.name(seen(concat_rows(tape, {unit(at.a), unit(at.b), unit(at.c), r.target})),
                {"points", "p", Role::output, corners, flat});
  return {points,
          tape.name(seen(r.answers_unit), {"answers", "p_{x}", Role::key, r.answers, flat})};
}

Run run_word_arithmetic(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  Tape& tape = run.tape;
  const WordVectorsPtr vectors = chosen_vectors(inputs);
  const auto count = static_cast<std::size_t>(number(inputs, "answers"));
  const std::string typed = text(inputs, "expression");
  ExpressionNotes notes;
  Question question{terms_of(*vectors, typed.empty() ? first_expression(*vectors) : typed, &notes),
                    Axis{"word", {}, 0}};
  run.notes = notes.all();
  std::vector<std::vector<float>> rows;
  Mat factors(1, static_cast<int>(question.terms.size()));
  for (std::size_t i = 0; i < question.terms.size(); ++i) {
    const WordTerm& term = question.terms[i];
    rows.push_back(vector_of(*vectors, term));
    factors(0, static_cast<int>(i)) = term.factor;
    question.words.labels.push_back(readable(term.word));
    if (term.id < 0) {
      run.notes.push_back(
          readable(term.word) +
          " is not in the list; its vector is composed from its parts, the mean of its n-grams");
    }
  }
  run.tokens[0] = question.words.labels;
  const Axis width = numbered("d");
  const Var words =
      tape.name(tape.input(row_matrix(rows)), {"words", "W", Role::input, question.words, width});
  Recorded r;
  r.m = static_cast<int>(question.terms.size());
  r.factors = tape.name(tape.input(std::move(factors)),
                        {"factors", "c", Role::query_weight, numbered("sum"), question.words,
                         all_cells("How often the expression adds this word; below 0: takes it "
                                   "away.")});
  r.unit =
      tape.name(unit_rows(tape, words), {"unit", "\\hat{W}", Role::input, question.words, width});
  r.target = tape.name(matmul(tape, r.factors, r.unit),
                       {"target", "t", Role::query, numbered("target"), width});
  take_edits(tape, words, r.factors, question.terms);

  std::vector<AnalogyMethod> methods{AnalogyMethod::add};
  const bool powers = has_powers(question.terms);
  if (powers) methods.push_back(AnalogyMethod::multiply);
  Parallelogram at{};
  const bool parallelogram = is_parallelogram(question.terms, at);
  if (parallelogram) methods.push_back(AnalogyMethod::direction);
  const std::vector<int> ids =
      candidates(*vectors, question.terms, methods, count, number(inputs, "exclude") != 0);
  std::vector<std::vector<float>> found;
  r.answers = {"answer", {}, -1};
  for (const int id : ids) {
    const auto row = vectors->vectors[static_cast<std::size_t>(id)];
    found.emplace_back(row.begin(), row.end());
    r.answers.labels.push_back(readable(vectors->words[static_cast<std::size_t>(id)]));
  }
  r.k = static_cast<int>(ids.size());
  check_memory(inputs, 6.0 * (r.k + r.m) * static_cast<double>(vectors->dim()),
               fmt::format("{} answers", r.k));
  const Var x =
      tape.name(tape.input(row_matrix(found)), {"answers", "X", Role::key, r.answers, width});
  r.answers_unit =
      tape.name(unit_rows(tape, x), {"answers_unit", "\\hat{X}", Role::key, r.answers, width});
  r.cosines = tape.name(matmul_nt(tape, r.answers_unit, r.unit),
                        {"cosines", "\\cos(x, w_i)", Role::score, r.answers, question.words});

  WordArithmeticRecord record;
  record.words = words;
  record.factors = r.factors;
  record.cosines = r.cosines;
  record.respelled = notes.respelled;
  record.add = record_add(tape, r, question.words, count + question.terms.size());
  run.output = record.add.top;
  if (powers) {
    record.multiply =
        record_multiply(tape, r, question.terms, question.words, count + question.terms.size());
  } else {
    run.notes.push_back(fmt::format("3CosMul only takes whole factors up to {}", max_power));
  }
  if (parallelogram) {
    record.direction =
        record_direction(tape, r, at, question, width, count + question.terms.size());
    record.plane = record_plane(tape, r, at, question, width);
  } else {
    run.notes.emplace_back("the pair direction needs three words, as in b − a + c");
  }
  run.notes.push_back(
      fmt::format("{} words: {}", vectors->words.size(), readable(vectors->origin)));
  run.records.add(std::move(record));
  return run;
}

// Whether what is typed can be worked out with the chosen vectors.
bool fits(const Inputs& inputs) {
  const std::string typed = text(inputs, "expression");
  try {
    if (!typed.empty()) static_cast<void>(terms_of(*chosen_vectors(inputs), typed));
    return true;
  } catch (const UserError&) {
    return false;
  }
}

const RegisterScene registered{
    {.name = "word-arithmetic",
     .what = "A sum and difference of word vectors, the words nearest to it, and what makes their "
             "scores.",
     .subject = Subject::word_vectors,
     .options = {words_option(),
                 text_option("expression",
                             "Words with + and -, numbers before * and behind /, brackets, phrases "
                             "in double quotes. Empty: an analogy of the lectures."),
                 toggle_option(
                     "exclude", "\\text{leave out the question's words}",
                     "The words of the question are no answers. The nearest to king - man "
                     "+ woman is often king.",
                     true),
                 integer_option("answers", "\\text{answers}", "How many answers are shown.", 8.0, 1,
                                30)},
     .slots = {{.name = slots::vectors.name,
                .stand_in = "word_set",
                .dependent = {"expression"},
                .fits = fits}},
     .run = run_word_arithmetic}};

}  // namespace

}  // namespace glassformer
