#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/embed/corpus/wordnet.h"
#include "core/embed/files/default_vectors.h"
#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/records/why_near.h"
#include "core/scenes/scene.h"
#include "core/scenes/vectors/map_parts.h"
#include "core/scenes/vectors/map_words.h"
#include "core/scenes/vectors/why_columns.h"
#include "core/tensor/error.h"
#include "core/text/number_format.h"
#include "core/text/word_list.h"

// Why two words are near, and what carries an analogy a : b :: c : d, from the very text: the
// contexts that the words share, each with its part of the cosine of their rows of PPMI (Levy,
// Goldberg and Dagan 2015, §3.2). Nodes, over the contexts that are shown, and over all others in
// the scope `rest`: counts N [words, contexts]; context.other, how often the context stands beside
// all other words, context.total, context.weight = N_j^0.75; expected, lift, pmi, ppmi; unit, the
// rows divided by their lengths. row.total, all.weight = Σ N_j^0.75 and length are over all of
// them. Of two words share = u v and cosine, its sum; of an analogy terms (b, −a, c), target.length
// = |b − a + c|, parts [3, contexts], share, their sum, and cosine. vectors.*: the same of the
// vectors that were trained on the text; answers.score: the best answers by the contexts.
namespace glassformer {

namespace {

class Why {
 public:
  explicit Why(const Inputs& inputs) : inputs_(inputs) { run_.tape = Tape(counted_from_zero()); }

  Run run() {
    read();
    choose_columns();
    name_counts();
    name_ppmi();
    record_.analogy ? name_analogy() : name_near();
    name_vectors();
    find_lines();
    run_.output = record_.cosine;
    run_.records.add(std::move(record_));
    return std::move(run_);
  }

 private:
  Tape& tape() { return run_.tape; }
  static Axis one() { return numbered(""); }

  // Nothing is counted less than no times.
  Edits counted_from_zero() const {
    Edits edits = inputs_.edits;
    if (const auto found = edits.find("counts"); found != edits.end()) {
      for (CellEdit& edit : found->second) edit.value = std::max(edit.value, 0.0);
    }
    return edits;
  }

  void read() {
    const bool wordnet = choice(inputs_, "text") == why_near_options::wordnet;
    std::error_code ignored;
    record_.wordnet_is_there = std::filesystem::exists(usual_wordnet_folder(), ignored);
    ground_ = why_ground(wordnet, static_cast<int>(number(inputs_, "window")));
    const std::vector<std::string> typed = listed_words(text(inputs_, "words"));
    if (typed.size() != 2 && typed.size() != 4) {
      throw UserError(
          "why-near: two words are needed, as king queen, or the four of an analogy, as man king "
          "woman queen");
    }
    for (const std::string& word : typed) {
      const int id = find_word(*ground_.text, word);
      if (std::find(ids_.begin(), ids_.end(), id) != ids_.end()) {
        throw UserError(
            fmt::format("why-near: “{}” stands there twice; name words that differ", name_of(id)));
      }
      ids_.push_back(id);
    }
    record_.analogy = ids_.size() == 4;
    word_ = {"word", names_of(ids_), -1};
    run_.tokens[0] = word_.labels;
    run_.notes.push_back(fmt::format(
        "the text is {}: {} words",
        wordnet ? "WordNet's definitions, examples and relations" : "the small world's sentences",
        format_count(static_cast<double>(ground_.text->counted.all))));
  }

  std::string name_of(int id) const {
    return std::string(ground_.text->counted.words[static_cast<std::size_t>(id)]);
  }
  std::vector<std::string> names_of(const std::vector<int>& ids) const {
    std::vector<std::string> names;
    for (const int id : ids) names.push_back(name_of(id));
    return names;
  }

  void choose_columns() {
    columns_ = why_columns(ground_, ids_, static_cast<std::size_t>(number(inputs_, "contexts")));
    record_.against = columns_.against;
    record_.others = static_cast<int>(columns_.ids.size() - columns_.shown);
    check_memory(inputs_, 12.0 * static_cast<double>(columns_.ids.size() * ids_.size()),
                 fmt::format("{} contexts", columns_.ids.size()));
  }

  // What is computed alike for the shown contexts and for the others.
  struct Part {
    std::vector<int> ids;
    Axis context;
    Var counts, other, total, weight, ppmi, unit;
  };

  void name_counts() {
    const auto cut = columns_.ids.begin() + static_cast<std::ptrdiff_t>(columns_.shown);
    shown_.ids.assign(columns_.ids.begin(), cut);
    rest_.ids.assign(cut, columns_.ids.end());
    name_part_counts(shown_);
    {
      const Tape::Scope scope(tape(), "rest");
      name_part_counts(rest_);
    }
    Var rows = sum_cols(tape(), shown_.counts);
    Var weights = sum(tape(), shown_.weight);
    if (rest_.counts) {
      rows = add(tape(), rows, sum_cols(tape(), rest_.counts));
      weights = add(tape(), weights, sum(tape(), rest_.weight));
    }
    row_total_ = tape().name(rows, {"row.total", "N_{i}", Role::plain, word_, one()});
    double far = ground_.counts->contexts();
    for (const int id : columns_.ids) {
      far -= std::pow(ground_.counts->of_context(id), ContextCounts::power);
    }
    Mat others(1, 1);
    others(0, 0) = static_cast<Real>(std::max(0.0, far));
    const Var other = tape().name(
        tape().input(std::move(others)),
        {"all.other", "Z'", Role::plain, one(), one(),
         all_cells("Counted: the same sum over the words that stand near none of these.")});
    all_weight_ = tape().name(add(tape(), weights, other),
                              {"all.weight", "\\sum_{j} N_{j}^{3/4}", Role::plain, one(), one()});
  }

  void name_part_counts(Part& part) {
    if (part.ids.empty()) return;
    part.context = {"context", names_of(part.ids), -1};
    const int n = static_cast<int>(ids_.size()), k = static_cast<int>(part.ids.size());
    std::map<int, int> column;
    for (int j = 0; j < k; ++j) column[part.ids[static_cast<std::size_t>(j)]] = j;
    Mat counts(n, k), other(1, k);
    for (int j = 0; j < k; ++j) {
      other(0, j) =
          static_cast<Real>(ground_.counts->of_context(part.ids[static_cast<std::size_t>(j)]));
    }
    for (int i = 0; i < n; ++i) {
      for (const SparseCell& cell : ground_.counts->counts_of(ids_[static_cast<std::size_t>(i)])) {
        const auto found = column.find(cell.column);
        if (found == column.end()) continue;
        counts(i, found->second) = static_cast<Real>(cell.value);
        other(0, found->second) -= static_cast<Real>(cell.value);
      }
    }
    part.counts =
        tape().name(tape().input(std::move(counts)),
                    {"counts", "N", Role::plain, word_, part.context,
                     all_cells(fmt::format("Counted in the text: how often the context stands at "
                                           "most {} words from the word.",
                                           ground_.counts->window()))});
    part.other = tape().name(
        tape().input(std::move(other)),
        {"context.other", "N'_{j}", Role::plain, one(), part.context,
         all_cells("Counted in the text: how often the context stands near all other words.")});
    part.total = tape().name(add(tape(), sum_rows(tape(), part.counts), part.other),
                             {"context.total", "N_{j}", Role::plain, one(), part.context});
    for (int j = 0; j < k; ++j) {
      if (!(tape().value(part.total)(0, j) > 0)) {
        throw UserError(
            fmt::format("why-near: with these counts “{}” stands near no word at all; leave it one",
                        axis_label(part.context, j)));
      }
    }
    part.weight =
        tape().name(exp(tape(), scale(tape(), log(tape(), part.total), ContextCounts::power)),
                    {"context.weight", "N_{j}^{3/4}", Role::plain, one(), part.context});
  }

  // max(0, ln(N_ij Z / (N_i N_j^¾))), and its rows of length 1.
  void name_ppmi() {
    const Var per_weight = reciprocal(tape(), all_weight_);
    const auto weigh = [&](Part& part) {
      if (!part.counts) return;
      const Var chance = matmul(tape(), per_weight, part.weight);
      const Var expected =
          tape().name(matmul(tape(), row_total_, chance),
                      {"expected", "\\frac{N_{i} N_{j}^{3/4}}{\\sum_{k} N_{k}^{3/4}}", Role::plain,
                       word_, part.context});
      const Var lift = tape().name(multiply(tape(), part.counts, reciprocal(tape(), expected)),
                                   {"lift", "L", Role::plain, word_, part.context});
      const Var pmi =
          tape().name(log(tape(), lift), {"pmi", "\\ln L", Role::plain, word_, part.context});
      part.ppmi = tape().name(relu(tape(), pmi), {"ppmi", "P", Role::plain, word_, part.context});
    };
    weigh(shown_);
    {
      const Tape::Scope scope(tape(), "rest");
      weigh(rest_);
    }
    const Var all = rest_.ppmi ? concat_cols(tape(), {shown_.ppmi, rest_.ppmi}) : shown_.ppmi;
    const Var length =
        tape().name(length_of(all), {"length", "\\|p\\|", Role::plain, word_, one()});
    for (int i = 0; i < tape().shape(length).rows; ++i) {
      if (!(tape().value(length)(i, 0) > 0)) {
        throw UserError(fmt::format(
            "why-near: with these counts “{}” stands beside no word more often than by chance",
            axis_label(word_, i)));
      }
    }
    const Var per_length = reciprocal(tape(), length);
    const auto unify = [&](Part& part) {
      if (!part.ppmi) return;
      const Var spread = matmul(tape(), per_length, ones(1, columns_of(part)));
      part.unit = tape().name(multiply(tape(), part.ppmi, spread),
                              {"unit", "U", Role::plain, word_, part.context});
    };
    unify(shown_);
    const Tape::Scope scope(tape(), "rest");
    unify(rest_);
  }

  Var length_of(Var rows) {
    return distance(tape(), rows, tape().input(Mat(1, tape().shape(rows).cols)));
  }
  static int columns_of(const Part& part) { return static_cast<int>(part.ids.size()); }
  Var ones(int rows, int cols) {
    Mat made(rows, cols);
    for (Real& cell : made.cells()) cell = 1;
    return tape().input(std::move(made));
  }
  Var row_of(Var rows, int i) { return slice_rows(tape(), rows, i, 1); }

  void name_near() {
    const Axis pair{"", {axis_label(word_, 0) + " · " + axis_label(word_, 1)}, -1};
    const auto shares = [&](const Part& part) {
      return multiply(tape(), row_of(part.unit, 0), row_of(part.unit, 1));
    };
    record_.share = tape().name(shares(shown_), {"share", "s", Role::score, pair, shown_.context});
    name_cosine(rest_.unit ? sum_cols(tape(), shares(rest_)) : Var(), pair, "\\cos(u, v)");
  }

  // b − a + c, of which each has a row.
  void name_analogy() {
    const Axis term{
        "word",
        {"+ " + axis_label(word_, 1), "− " + axis_label(word_, 0), "+ " + axis_label(word_, 2)},
        -1};
    const Axis sum_of{"",
                      {fmt::format("{} − {} + {}", axis_label(word_, 1), axis_label(word_, 0),
                                   axis_label(word_, 2))},
                      -1};
    const auto terms = [&](const Part& part) {
      return tape().name(
          concat_rows(tape(), {row_of(part.unit, 1), scale(tape(), row_of(part.unit, 0), -1),
                               row_of(part.unit, 2)}),
          {"terms", "T", Role::plain, term, part.context});
    };
    const Var of_shown = terms(shown_);
    Var of_rest;
    if (rest_.unit) {
      const Tape::Scope scope(tape(), "rest");
      of_rest = terms(rest_);
    }
    const Var all = of_rest ? concat_cols(tape(), {of_shown, of_rest}) : of_shown;
    const Var length =
        tape().name(length_of(sum_rows(tape(), all)),
                    {"target.length", "\\|b - a + c\\|", Role::plain, sum_of, one()});
    if (!(tape().value(length)(0, 0) > 0)) {
      throw UserError("why-near: with these counts the three words cancel out");
    }
    const auto parts = [&](const Part& part, Var rows) {
      const Var answer = matmul(tape(), ones(3, 1), row_of(part.unit, 3));
      const Var per_length = matmul(tape(), matmul(tape(), ones(3, 1), reciprocal(tape(), length)),
                                    ones(1, columns_of(part)));
      return tape().name(multiply(tape(), multiply(tape(), rows, answer), per_length),
                         {"parts", "S", Role::score, term, part.context});
    };
    record_.parts = parts(shown_, of_shown);
    record_.share = tape().name(sum_rows(tape(), record_.parts),
                                {"share", "s", Role::score, sum_of, shown_.context});
    Var rest;
    if (of_rest) {
      const Tape::Scope scope(tape(), "rest");
      rest = sum(tape(), parts(rest_, of_rest));
    }
    name_cosine(rest, sum_of, "\\cos(b - a + c, d)");
    name_answers(sum_of);
  }

  void name_cosine(Var rest, const Axis& row, const char* symbol) {
    Var total = sum_cols(tape(), record_.share);
    if (rest) {
      const Tape::Scope scope(tape(), "rest");
      record_.rest = tape().name(rest, {"share", "\\sum_{rest}", Role::score, row, one()});
    }
    if (rest) total = add(tape(), total, record_.rest);
    record_.cosine = tape().name(total, {"cosine", symbol, Role::score, row, one()});
  }

  void name_answers(const Axis& row) {
    Mat scores(1, static_cast<int>(columns_.answers.size()));
    Axis answer{"answer", {}, -1};
    for (int i = 0; i < scores.cols(); ++i) {
      const Scored& one = columns_.answers[static_cast<std::size_t>(i)];
      scores(0, i) = static_cast<Real>(one.score);
      answer.labels.push_back(name_of(one.id));
    }
    const Tape::Scope scope(tape(), "answers");
    record_.answers = tape().name(
        tape().input(std::move(scores)),
        {"score", "\\cos(b - a + c, w)", Role::score, row, answer,
         all_cells("Worked out outside the tape, as the cosine above, for every word of the text; "
                   "counts set by hand do not change it.")});
  }

  // The same of the vectors that were trained on this text.
  void name_vectors() {
    const bool wordnet = choice(inputs_, "text") == why_near_options::wordnet;
    const WordVectorsPtr vectors = wordnet ? real_vectors() : default_vectors();
    std::vector<int> ids;
    for (int i = 0; i < static_cast<int>(ids_.size()); ++i) {
      ids.push_back(vectors->words.find(axis_label(word_, i)));
      if (ids.back() < 0) return;
    }
    const Tape::Scope scope(tape(), "vectors");
    const Axis dims = numbered("dim");
    const Var rows = tape().name(tape().input(rows_of(*vectors, ids)),
                                 {"rows", "W", Role::key, word_, dims, of_vectors(*vectors)});
    const Var unit = tape().name(unit_rows(tape(), rows),
                                 {"unit", "\\frac{w}{\\|w\\|}", Role::key, word_, dims});
    const Axis row = tape().node(record_.cosine).label.rows;
    Var from = row_of(unit, 0), to = row_of(unit, 1);
    if (record_.analogy) {
      const Var target = tape().name(add(tape(), subtract(tape(), to, from), row_of(unit, 2)),
                                     {"target", "b - a + c", Role::query, row, dims});
      from = unit_rows(tape(), target);
      to = row_of(unit, 3);
    }
    record_.vectors =
        tape().name(matmul_nt(tape(), from, to), {"cosine", "\\cos", Role::score, row, one()});
  }

  void find_lines() {
    record_.counts = shown_.counts;
    record_.ppmi = shown_.ppmi;
    const ContextLines lines = context_lines(ground_, ids_, shown_.ids);
    const std::vector<std::string>& words = run_.tokens[0];
    for (const std::string& line : lines.both) record_.both.push_back(pieces_of(line, words));
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      auto& of_word = record_.beside.emplace_back();
      for (std::size_t j = 0; j < shown_.ids.size(); ++j) {
        std::vector<std::string> lit = words;
        lit.push_back(name_of(shown_.ids[j]));
        of_word.push_back(pieces_of(lines.beside[i][j], lit));
      }
    }
  }

  const Inputs& inputs_;
  Run run_;
  WhyNearRecord record_;
  WhyGround ground_;
  std::vector<int> ids_;
  WhyColumns columns_;
  Axis word_;
  Part shown_, rest_;
  Var row_total_, all_weight_;
};

Run run_why_near(const Inputs& inputs) {
  return Why(inputs).run();
}

const Scene scene{
    .name = "why-near",
    .what =
        "Why two words are near, or what carries an analogy: the contexts in the text, each with "
        "its share of the cosine, and the sentences that hold them.",
    .subject = Subject::word_vectors,
    .options =
        {shown_in_view(text_option(std::string(why_near_options::words.name),
                                   "Two words, or the four of an analogy: man king woman queen.",
                                   std::string(why_near_options::words.initial))),
         shown_in_view(choice_option(
             std::string(why_near_options::text.name), "\\text{text}",
             "The sentences of the small world, or WordNet's definitions and examples, where "
             "Debian's wordnet-base is installed.",
             std::string(why_near_options::world),
             {std::string(why_near_options::world), std::string(why_near_options::wordnet)})),
         integer_option("window", "\\text{window}", "How many words away a context may stand.", 5,
                        1, 10),
         integer_option("contexts", "\\text{contexts}", "How many contexts are shown.", 8, 4, 20)},
    .run = run_why_near};
const RegisterScene registered{scene};

}  // namespace

}  // namespace glassformer
