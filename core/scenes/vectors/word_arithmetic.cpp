#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/embed/eval/lecture_analogies.h"
#include "core/embed/search/expression.h"
#include "core/embed/vectors/subwords.h"
#include "core/nn/axes.h"
#include "core/scenes/chosen.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/part.h"
#include "core/scenes/records/word_arithmetic.h"
#include "core/tensor/error.h"
#include "core/text/number_format.h"
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
  Part unit, answers_unit, cosines, factors, target;
  int k = 0, m = 0;
  Part unit_of(std::size_t word) const { return slice_rows(unit, static_cast<int>(word), 1); }
  Part k_times(Part row) const { return ones(row.tape(), {k, 1}) * row; }
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
void take_edits(Part words, Part factors, std::vector<WordTerm>& terms) {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto row = words.value().row(static_cast<int>(i));
    const double length = std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0));
    for (std::size_t k = 0; k < row.size(); ++k) {
      terms[i].direction[k] = static_cast<float>(length > 0 ? row[k] / length : 0.0);
    }
    terms[i].factor = static_cast<float>(factors.value()(0, static_cast<int>(i)));
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
Part record_top(Part scores, std::size_t count) {
  const Mat& score = scores.value();
  std::vector<int> order(static_cast<std::size_t>(score.rows()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return score(a, 0) > score(b, 0); });
  order.resize(std::min(order.size(), count));
  const Axis answers = scores.rows();
  Axis best{"answer", {}, -1};
  for (const int r : order) best.labels.push_back(answers.labels[static_cast<std::size_t>(r)]);
  return gather(scores, order).as("top", scores.symbol(), {.rows = best});
}

WordArithmeticRecord::Way record_add(const Recorded& r, std::size_t count) {
  const Tape::Scope scope(r.unit.tape(), "add");
  const Part each = r.k_times(r.factors);
  const Part parts = multiply(r.cosines, each).as("terms", "c_i \\cos(x, w_i)");
  const Part sum =
      sum_cols(parts).as("sum", "\\sum_i c_i \\cos(x, w_i)", {.cols = numbered("sum")});
  const Part length =
      lengths(r.target).as("length", "\\|t\\|", {.role = Role::plain, .cols = numbered("length")});
  const Part per_length = reciprocal(length);
  const Part score =
      multiply(sum, r.k_times(per_length)).as("score", "\\cos(x, t)", {.cols = numbered("score")});
  return {parts, sum, length, score, record_top(score, count)};
}

// Π over the terms: c, or 1 / (c + ε) for what is taken away, as often as its factor says.
WordArithmeticRecord::Way record_multiply(const Recorded& r, const std::vector<WordTerm>& question,
                                          std::size_t count) {
  Tape& tape = r.unit.tape();
  const Tape::Scope scope(tape, "multiply");
  const Part shifted = (0.5 * (r.cosines + ones(tape, r.cosines.shape())))
                           .as("shifted", "\\frac{\\cos(x, w_i) + 1}{2}");
  const Part epsilon = constant(tape, Mat(r.k, 1, never_zero));
  const auto powers = [&](bool divides) {
    Part all;
    for (int i = 0; i < r.m; ++i) {
      const float factor = question[static_cast<std::size_t>(i)].factor;
      if ((factor < 0) != divides) continue;
      Part base = slice_cols(shifted, i, 1);
      if (divides) base = base + epsilon;
      for (int power = 0; power < static_cast<int>(std::abs(factor)); ++power) {
        all = all ? multiply(all, base) : base;
      }
    }
    return all ? all : ones(tape, {r.k, 1});
  };
  const auto column = [&](Part x, const char* name, const char* symbol) {
    return x.as(name, symbol,
                {.role = Role::score, .rows = shifted.rows(), .cols = numbered(name)});
  };
  const Part product = column(powers(false), "product", "\\prod_{c_i > 0} s_i^{c_i}");
  const Part divisor = column(powers(true), "divisor", "\\prod_{c_i < 0} (s_i + \\epsilon)^{-c_i}");
  const Part score = column(product / divisor, "score", "\\prod_i s_i^{c_i}");
  return {shifted, product, divisor, score, record_top(score, count)};
}

// (x − c) · (b − a) is a sum over the question's words too: x · b, −x · a, and what c has along the
// step, the same for every x.
WordArithmeticRecord::Way record_direction_terms(const Recorded& r, const Parallelogram& at,
                                                 Part step) {
  const auto cosine = [&](std::size_t i) { return slice_cols(r.cosines, static_cast<int>(i), 1); };
  std::vector<Part> parts(3);
  parts[at.b] = cosine(at.b);
  parts[at.a] = -1 * cosine(at.a);
  const Part along = -1 * (r.unit_of(at.c) * transposed(step));
  parts[at.c] = r.k_times(along);
  const Part each = concat_cols(parts).as(
      "terms", "(\\hat{x} - \\hat{c}) \\cdot (\\hat{b} - \\hat{a})",
      {.role = Role::score, .rows = r.cosines.rows(), .cols = r.cosines.cols()});
  const Part sum = sum_cols(each).as("sum", each.symbol(), {.cols = numbered("sum")});
  const Part far = distance(r.answers_unit, r.unit_of(at.c));
  const Part from = r.unit_of(at.a);
  const Part wide = distance(r.unit_of(at.b), from);
  const Part lengths = (far * wide)
                           .as("lengths", "\\|\\hat{x} - \\hat{c}\\| \\|\\hat{b} - \\hat{a}\\|",
                               {.cols = numbered("lengths")});
  return {each, sum, lengths, {}, {}};
}

WordArithmeticRecord::Way record_direction(const Recorded& r, const Parallelogram& at,
                                           std::size_t count) {
  const Tape::Scope scope(r.unit.tape(), "direction");
  const Part a = r.unit_of(at.a);
  const Part step =
      (r.unit_of(at.b) - a)
          .as("step", "\\hat{b} - \\hat{a}", {.role = Role::value, .rows = numbered("step")});
  const Part from = add_row(r.answers_unit, -1 * r.unit_of(at.c)).as("from", "\\hat{x} - \\hat{c}");
  WordArithmeticRecord::Way way = record_direction_terms(r, at, step);
  // c itself is at no distance, and has no direction: a row of zeros, so 0.
  const Part unit_step = unit_rows(step);
  const Part score = (unit_rows(from) * transposed(unit_step))
                         .as("score", "\\cos(\\hat{x} - \\hat{c}, \\hat{b} - \\hat{a})",
                             {.cols = numbered("score")});
  way.score = score;
  way.top = record_top(score, count);
  return way;
}

// The plane through a, b and c, with a at its origin; b − a + c closes the parallelogram in it. The
// answers are seen from straight above.
WordArithmeticRecord::Plane record_plane(const Recorded& r, const Parallelogram& at,
                                         const Axis& words) {
  const Tape::Scope scope(r.unit.tape(), "plane");
  const auto less_a = [&](std::size_t word) {
    const Part a = r.unit_of(at.a);
    return r.unit_of(word) - a;
  };
  const Part first = unit_rows(less_a(at.b));
  const Part other = less_a(at.c);
  const Part along = other * transposed(first) * first;
  const Axis flat{"axis", {"along the step", "across it"}, -1};
  const Part axes = concat_rows({first, unit_rows(other - along)})
                        .as("axes", "e", {.role = Role::value_weight, .rows = flat});
  const auto seen = [&](Part points) {
    return add_row(points, -1 * r.unit_of(at.a)) * transposed(axes);
  };
  const auto word = [&](std::size_t i) { return words.labels[i]; };
  const Axis corners{"point", {word(at.a), word(at.b), word(at.c), "target"}, -1};
  const Part points =
      seen(concat_rows({r.unit_of(at.a), r.unit_of(at.b), r.unit_of(at.c), r.target}))
          .as("points", "p", {.role = Role::output, .rows = corners});
  return {points, seen(r.answers_unit).as("answers", "p_{x}", Role::key)};
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
  const Part words =
      put(tape, row_matrix(rows), {"words", "W", Role::input, question.words, width});
  Recorded r;
  r.m = static_cast<int>(question.terms.size());
  r.factors = put(tape, std::move(factors),
                  {"factors", "c", Role::query_weight, numbered("sum"), question.words,
                   all_cells("How often the expression adds this word; below 0: takes it "
                             "away.")});
  r.unit = unit_rows(words).as("unit", "\\hat{W}");
  r.target =
      (r.factors * r.unit).as("target", "t", {.role = Role::query, .rows = numbered("target")});
  take_edits(words, r.factors, question.terms);

  std::vector<AnalogyMethod> methods{AnalogyMethod::add};
  const bool powers = has_powers(question.terms);
  if (powers) methods.push_back(AnalogyMethod::multiply);
  Parallelogram at{};
  const bool parallelogram = is_parallelogram(question.terms, at);
  if (parallelogram) methods.push_back(AnalogyMethod::direction);
  const std::vector<int> ids =
      candidates(*vectors, question.terms, methods, count, number(inputs, "exclude") != 0);
  std::vector<std::vector<float>> found;
  Axis answers{"answer", {}, -1};
  for (const int id : ids) {
    const auto row = vectors->vectors[static_cast<std::size_t>(id)];
    found.emplace_back(row.begin(), row.end());
    answers.labels.push_back(readable(vectors->words[static_cast<std::size_t>(id)]));
  }
  r.k = static_cast<int>(ids.size());
  check_memory(inputs, 6.0 * (r.k + r.m) * static_cast<double>(vectors->dim()),
               fmt::format("{} answers", r.k));
  const Part x = put(tape, row_matrix(found), {"answers", "X", Role::key, answers, width});
  r.answers_unit = unit_rows(x).as("answers_unit", "\\hat{X}");
  r.cosines = (r.answers_unit * transposed(r.unit)).as("cosines", "\\cos(x, w_i)");

  WordArithmeticRecord record;
  record.words = words;
  record.factors = r.factors;
  record.cosines = r.cosines;
  record.respelled = notes.respelled;
  const std::size_t most = count + question.terms.size();
  record.add = record_add(r, most);
  run.output = record.add.top;
  if (powers) {
    record.multiply = record_multiply(r, question.terms, most);
  } else {
    run.notes.push_back(fmt::format("3CosMul only takes whole factors up to {}", max_power));
  }
  if (parallelogram) {
    record.direction = record_direction(r, at, most);
    record.plane = record_plane(r, at, question.words);
  } else {
    run.notes.emplace_back("the pair direction needs three words, as in b − a + c");
  }
  run.notes.push_back(fmt::format("{} words: {}",
                                  format_count(static_cast<double>(vectors->words.size())),
                                  readable(vectors->origin)));
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
                             "Words with + and -, numbers before * and after /, brackets, phrases "
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
