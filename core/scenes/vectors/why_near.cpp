#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/embed/corpus/wordnet.h"
#include "core/embed/files/default_vectors.h"
#include "core/nn/axes.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/records/why_near.h"
#include "core/scenes/scene.h"
#include "core/scenes/vectors/map_parts.h"
#include "core/scenes/vectors/map_words.h"
#include "core/scenes/vectors/why_columns.h"
#include "core/scenes/vectors/why_rows.h"
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
    rows_ = name_why_rows(tape(), ground_, columns_, ids_, word_);
    record_.analogy ? name_analogy() : name_near();
    name_vectors();
    find_lines();
    run_.output = record_.cosine;
    run_.records.add(std::move(record_));
    return std::move(run_);
  }

 private:
  Tape& tape() { return run_.tape; }

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
          "why-near: type two words, such as king queen, or the four of an analogy, such as man "
          "king woman queen");
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
    word_ = {"word", names_of(ground_, ids_), -1};
    run_.tokens[0] = word_.labels;
    run_.notes.push_back(fmt::format(
        "counted in {}, {} words",
        wordnet ? "WordNet's definitions, examples and relations" : "the small world's sentences",
        format_count(static_cast<double>(ground_.text->counted.all))));
  }

  std::string name_of(int id) const {
    return std::string(ground_.text->counted.words[static_cast<std::size_t>(id)]);
  }

  void choose_columns() {
    columns_ = why_columns(ground_, ids_, static_cast<std::size_t>(number(inputs_, "contexts")));
    record_.against = columns_.against;
    record_.others = static_cast<int>(columns_.ids.size() - columns_.shown);
    check_memory(inputs_, 12.0 * static_cast<double>(columns_.ids.size() * ids_.size()),
                 fmt::format("{} contexts", columns_.ids.size()));
  }

  static Part row_of(Part rows, int i) { return slice_rows(rows, i, 1); }

  void name_near() {
    const Axis pair{"", {axis_label(word_, 0) + " · " + axis_label(word_, 1)}, -1};
    const auto shares = [&](const WhyPart& part) {
      const Part v = row_of(part.unit, 1);
      return multiply(row_of(part.unit, 0), v);
    };
    const Part share = shares(rows_.shown).as("share", "s", {Role::score, pair});
    name_cosine(share, rows_.rest.unit ? sum_cols(shares(rows_.rest)) : Part(), "\\cos(u, v)");
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
    const auto terms = [&](const WhyPart& part) {
      return concat_rows({row_of(part.unit, 1), -1 * row_of(part.unit, 0), row_of(part.unit, 2)})
          .as("terms", "T", {Role::plain, term});
    };
    const Part of_shown = terms(rows_.shown);
    Part of_rest;
    if (rows_.rest.unit) {
      const Tape::Scope scope(tape(), "rest");
      of_rest = terms(rows_.rest);
    }
    const Part all = of_rest ? concat_cols({of_shown, of_rest}) : of_shown;
    const Part length =
        lengths(sum_rows(all)).as("target.length", "\\|b - a + c\\|", {.rows = sum_of});
    if (!(length.value()(0, 0) > 0)) {
      throw UserError("why-near: with these counts the three words cancel out");
    }
    const auto parts = [&](const WhyPart& part, Part rows) {
      const Part d = row_of(part.unit, 3);
      const Part answer = ones(tape(), {3, 1}) * d;
      const Part across = ones(tape(), {1, part.columns()});
      const Part per_length = reciprocal(length);
      const Part divided = ones(tape(), {3, 1}) * per_length * across;
      return multiply(multiply(rows, answer), divided).as("parts", "S", Role::score);
    };
    const Part of_terms = parts(rows_.shown, of_shown);
    const Part share = sum_rows(of_terms).as("share", "s", {.rows = sum_of});
    record_.parts = of_terms;
    Part rest;
    if (of_rest) {
      const Tape::Scope scope(tape(), "rest");
      rest = sum(parts(rows_.rest, of_rest));
    }
    name_cosine(share, rest, "\\cos(b - a + c, d)");
    name_answers(sum_of);
  }

  // The sum of the shares of the contexts that are shown and of the rest.
  void name_cosine(Part share, Part rest, const char* symbol) {
    Part total = sum_cols(share);
    if (rest) {
      const Tape::Scope scope(tape(), "rest");
      record_.rest = rest.as("share", "\\sum_{rest}", {Role::score, share.rows()});
      total = total + rest;
    }
    record_.share = share;
    record_.cosine = total.as("cosine", symbol);
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
    record_.answers = put(
        tape(), std::move(scores),
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
    const Part rows = put(tape(), rows_of(*vectors, ids),
                          {"rows", "W", Role::key, word_, numbered("dim"), of_vectors(*vectors)});
    const Part unit = unit_rows(rows).as("unit", "\\frac{w}{\\|w\\|}");
    const Axis row = tape().node(record_.cosine).label.rows;
    Part from = row_of(unit, 0), to = row_of(unit, 1);
    if (record_.analogy) {
      const Part c = row_of(unit, 2);
      from = unit_rows((to - from + c).as("target", "b - a + c", {Role::query, row}));
      to = row_of(unit, 3);
    }
    record_.vectors = (from * transposed(to)).as("cosine", "\\cos", {.rows = row});
  }

  void find_lines() {
    record_.counts = rows_.shown.counts;
    record_.ppmi = rows_.shown.ppmi;
    const ContextLines lines = context_lines(ground_, ids_, rows_.shown.ids);
    const std::vector<std::string>& words = run_.tokens[0];
    for (const std::string& line : lines.both) record_.both.push_back(pieces_of(line, words));
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      auto& of_word = record_.beside.emplace_back();
      for (std::size_t j = 0; j < rows_.shown.ids.size(); ++j) {
        std::vector<std::string> lit = words;
        lit.push_back(name_of(rows_.shown.ids[j]));
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
  WhyRows rows_;
};

Run run_why_near(const Inputs& inputs) {
  return Why(inputs).run();
}

const RegisterScene registered{
    {.name = "why-near",
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
     .run = run_why_near}};

}  // namespace

}  // namespace glassformer
