#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/embed/eval/evaluate.h"
#include "core/embed/eval/question_file.h"
#include "core/embed/search/analogy.h"
#include "core/embed/vectors/folded_words.h"
#include "core/nn/axes.h"
#include "core/project/finite_rows.h"
#include "core/scenes/chosen.h"
#include "core/scenes/options.h"
#include "core/scenes/records/evaluation.h"
#include "core/scenes/scene.h"
#include "core/scenes/vectors/map_parts.h"
#include "core/scenes/vectors/word_similarity.h"
#include "core/text/corpus.h"
#include "core/text/word_list.h"

// How good word vectors are, by questions whose answers are known. accuracy.*: right, answered and
// share [sections, sets], and of all sections. question.*: one question, a : b = c : ?, worked out:
// target = b − a + c, and its cosine with the best answers. misses.its and misses.wanted: the
// questions of one section that were missed, by the cosines of the answer and of the right word.
// similarity.*: see word_similarity.h.
namespace glassformer {

namespace {

// Whether a question of these words has an answer: each is known, and its vector has numbers
// throughout.
bool can_answer(const WordVectors& vectors, const FoldedWords& known,
                std::span<const std::string> words) {
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    const int id = known.find(word);
    return id >= 0 && is_finite(vectors.vectors[static_cast<std::size_t>(id)]);
  });
}

struct Sets {
  std::vector<WordVectorsPtr> vectors;
  Axis axis{"set", {}, -1};
};

Sets sets_of(const Inputs& inputs, Run& run) {
  Sets sets;
  sets.vectors.push_back(chosen_vectors(inputs));
  if (auto compared = inputs.resources.get(slots::compared)) {
    sets.vectors.push_back(std::move(compared));
  }
  for (std::size_t i = 0; i < sets.vectors.size(); ++i) {
    sets.axis.labels.push_back(i == 0 ? "vectors" : "compared with");
    run.notes.push_back(sets.vectors[i]->origin);
  }
  return sets;
}

// The questions of the facts, evenly subsampled to so many of each section.
std::vector<QuestionSection> questions_of_facts(std::size_t max) {
  static const std::vector<QuestionSection> all = [] {
    const std::string text = Corpus().questions();
    return read_questions(*bytes_in_memory(text), "the facts");
  }();
  std::vector<QuestionSection> some;
  for (const QuestionSection& section : all) {
    QuestionSection& made = some.emplace_back();
    made.name = section.name;
    const std::size_t count = section.questions.size(), taken = std::min(max, count);
    for (std::size_t i = 0; i < taken; ++i) {
      made.questions.push_back(section.questions[i * count / taken]);
    }
  }
  return some;
}

std::string asked(const AnalogyQuestion& q) {
  return fmt::format("{} : {} = {} : ?", q[0], q[1], q[2]);
}

// Says which file is asked, and how much of it the vectors know.
void tell(const QuestionFile& file, const WordVectors& vectors, const AnalogyScore& score,
          Run& run) {
  const auto silent = std::count_if(score.sections.begin(), score.sections.end(),
                                    [](const SectionScore& s) { return s.answered == 0; });
  run.notes.push_back(
      fmt::format("the questions of {}: {} of {} are asked, those whose four words are among the "
                  "first {} of the vectors",
                  file.name, score.answered, score.questions,
                  std::min(EvaluationOptions{}.restrict, vectors.words.size())));
  if (silent > 0) {
    run.notes.push_back(fmt::format("{} of its {} sections have no such question and are left out",
                                    silent, score.sections.size()));
  }
}

std::string joined(const AnalogyQuestion& q) {
  return fmt::format("{} {} {} {}", q[0], q[1], q[2], q[3]);
}

// Sections that every set can answer a question of.
std::vector<std::size_t> answerable(const std::vector<AnalogyScore>& scores) {
  std::vector<std::size_t> kept;
  for (std::size_t s = 0; s < scores[0].sections.size(); ++s) {
    const bool all = std::all_of(scores.begin(), scores.end(), [&](const AnalogyScore& score) {
      return score.sections[s].answered > 0;
    });
    if (all) kept.push_back(s);
  }
  return kept;
}

EvaluationRecord::Accuracy record_accuracy(Tape& tape, const Sets& sets,
                                           const std::vector<AnalogyScore>& scores,
                                           const std::vector<std::size_t>& kept) {
  const Tape::Scope scope(tape, "accuracy");
  Axis sections{"section", {}, -1};
  Mat right(static_cast<int>(kept.size()), static_cast<int>(scores.size())),
      answered(right.shape());
  for (int r = 0; r < right.rows(); ++r) {
    const std::size_t s = kept[static_cast<std::size_t>(r)];
    sections.labels.push_back(scores[0].sections[s].name);
    for (int c = 0; c < right.cols(); ++c) {
      const SectionScore& score = scores[static_cast<std::size_t>(c)].sections[s];
      right(r, c) = static_cast<Real>(score.right);
      answered(r, c) = static_cast<Real>(score.answered);
    }
  }
  const Axis all{"", {"all sections"}, -1};
  const auto share = [](Part of, Part by, const char* name) {
    return (of / by).as(name, "\\frac{\\mathrm{right}}{\\mathrm{answered}}", Role::score);
  };
  const Part r = put(tape, std::move(right),
                     {"right", "\\mathrm{right}", Role::plain, sections, sets.axis,
                      all_cells("Counted: questions whose best answer was the right one.")});
  const Part a = put(tape, std::move(answered),
                     {"answered", "\\mathrm{answered}", Role::plain, sections, sets.axis,
                      all_cells("Counted: questions all of whose words are known.")});
  const Part by_section = share(r, a, "share");
  const Part all_right = sum_rows(r).as("all.right", "\\mathrm{right}", {.rows = all});
  const Part all_answered = sum_rows(a).as("all.answered", "\\mathrm{answered}", {.rows = all});
  return {r, a, by_section, all_answered, share(all_right, all_answered, "all.share")};
}

// What was missed: how near the target b − a + c its answer is, and how near the right word.
EvaluationRecord::Misses record_misses(Tape& tape, const WordVectors& vectors,
                                       const FoldedWords& known, const SectionScore& section) {
  EvaluationRecord::Misses misses;
  if (section.missed.empty()) return misses;
  const Tape::Scope scope(tape, "misses");
  Axis rows{"question", {}, -1};
  std::array<std::vector<int>, 5> ids;  // a, b, c, the right word, its answer
  for (const MissedQuestion& missed : section.missed) {
    const AnalogyQuestion& q = missed.question;
    if (!can_answer(vectors, known, q) || missed.answer.empty()) continue;
    misses.questions.push_back(missed);
    rows.labels.push_back(
        fmt::format("{} : {} = {} : {}, answered: {}", q[0], q[1], q[2], q[3], missed.answer));
    for (std::size_t i = 0; i < q.size(); ++i) ids[i].push_back(known.find(q[i]));
    ids[4].push_back(known.find(missed.answer));
  }
  if (rows.labels.empty()) return misses;
  const Axis dims = numbered("dim");
  const auto units = [&](std::size_t which) { return units_of(tape, vectors, ids[which]); };
  const Part c = units(2), a = units(0), b = units(1);
  const Part target =
      unit_rows(b - a + c).as("target", "\\frac{t}{\\| t \\|}", {Role::query, rows, dims});
  const auto name_cosines = [&](std::size_t which, const char* words, const char* name) {
    const Part unit = units(which).as(words, "X", {Role::value, rows, dims});
    const Part products =
        multiply(target, unit).as(fmt::format("{}.products", name), "t \\circ x", Role::plain);
    return sum_cols(products).as(name, "\\cos(t, x)", Role::score);
  };
  misses.its = name_cosines(4, "answers", "its");
  misses.wanted = name_cosines(3, "words", "wanted");
  return misses;
}

// "a b c d", each known; else the first of the section that was missed, or asked. Nothing if the
// vectors know the words of none.
std::optional<AnalogyQuestion> chosen_question(const Inputs& inputs, const WordVectors& vectors,
                                               const FoldedWords& known,
                                               const SectionScore& section,
                                               const QuestionSection& source, Run& run) {
  const std::vector<std::string> typed = listed_words(text(inputs, "question"));
  if (typed.size() == 4 && can_answer(vectors, known, typed))
    return AnalogyQuestion{typed[0], typed[1], typed[2], typed[3]};
  if (!typed.empty()) {
    run.notes.emplace_back(
        "the question needs four words that the vectors have; another one is shown");
  }
  for (const MissedQuestion& missed : section.missed) {
    if (can_answer(vectors, known, missed.question)) return missed.question;
  }
  for (const AnalogyQuestion& q : source.questions) {
    if (can_answer(vectors, known, q)) return q;
  }
  return std::nullopt;
}

EvaluationRecord::Question record_question(Tape& tape, const WordVectors& vectors,
                                           const FoldedWords& known, const AnalogyQuestion& q) {
  const Tape::Scope scope(tape, EvaluationRecord::Question::scope);
  std::array<int, 4> asked_for{};
  std::transform(q.begin(), q.end(), asked_for.begin(),
                 [&](const std::string& word) { return known.find(word); });
  const auto [a, b, c, wanted] = asked_for;
  const Axis dims = numbered("dim");
  const Axis words{"word", {q[0], q[1], q[2]}, -1}, one{"", {asked(q)}, -1};
  const Part unit = units_of(tape, vectors, {a, b, c}).as("words", "V", {Role::key, words, dims});
  const Part signs = put(tape, Mat{{-1, 1, 1}}, {"signs", "s", Role::plain, one, words});
  const Part target = (signs * unit).as("target", "b - a + c", Role::query);
  const Part direction = unit_rows(target).as("direction", "\\frac{t}{\\| t \\|}");
  AnalogyOptions options;
  options.count = 8;
  const auto term = [&](int id, float factor) {
    return term_of(vectors, std::string(vectors.words[static_cast<std::size_t>(id)]), factor);
  };
  std::vector<int> ids;
  for (const Answer& answer :
       answers(vectors, {term(b, 1), term(a, -1), term(c, 1)}, AnalogyMethod::add, options)) {
    ids.push_back(answer.id);
  }
  if (std::find(ids.begin(), ids.end(), wanted) == ids.end()) ids.push_back(wanted);
  std::vector<std::string> names = names_of(vectors, ids);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == wanted) names[i] += " ✓";
  }
  const Axis candidates{"answer", std::move(names), -1};
  const Part answers =
      units_of(tape, vectors, ids).as("answers", "X", {Role::value, candidates, dims});
  return {unit, target, (direction * transposed(answers)).as("cosine", "\\cos(b - a + c, x)")};
}

// The section that was asked for, or the one with the smallest share.
std::size_t shown_section(const Inputs& inputs, const AnalogyScore& score,
                          const std::vector<std::size_t>& kept) {
  const std::string wanted = text(inputs, "section");
  std::size_t worst = kept[0];
  for (const std::size_t s : kept) {
    if (score.sections[s].name == wanted) return s;
    if (score.sections[s].accuracy() < score.sections[worst].accuracy()) worst = s;
  }
  return worst;
}

Run run_evaluate(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  const Sets sets = sets_of(inputs, run);
  const WordVectors& vectors = *sets.vectors[0];
  std::vector<QuestionSection> own;
  const QuestionFilePtr file = inputs.resources.get(slots::questions);
  if (!file) {
    own = questions_of_facts(static_cast<std::size_t>(number(inputs, "most")));
  }
  const std::vector<QuestionSection>& source = file ? file->sections : own;
  EvaluationOptions options;
  options.method =
      choice(inputs, "method") == "3CosMul" ? AnalogyMethod::multiply : AnalogyMethod::add;
  options.misses = 100;
  std::vector<AnalogyScore> scores;
  for (const WordVectorsPtr& set : sets.vectors) {
    scores.push_back(evaluate_analogies(*set, source, options));
  }
  if (file) tell(*file, vectors, scores[0], run);
  const std::vector<std::size_t> kept = answerable(scores);
  const FoldedWords known(vectors.words, vectors.words.size());
  EvaluationRecord record;
  SectionScore section;
  const QuestionSection no_section;
  const QuestionSection* questions = &no_section;
  if (kept.empty()) {
    run.notes.push_back(
        fmt::format("for none of the questions do the vectors have all four words{}",
                    file ? "" : "; the questions are English"));
  } else {
    record.accuracy = record_accuracy(run.tape, sets, scores, kept);
    const std::size_t shown = shown_section(inputs, scores[0], kept);
    section = scores[0].sections[shown];
    questions = &source[shown];
    run.tokens[0] = {section.name};
    record.misses = record_misses(run.tape, vectors, known, section);
  }
  if (const auto question = chosen_question(inputs, vectors, known, section, *questions, run)) {
    run.tokens[1] = {joined(*question)};
    record.question = record_question(run.tape, vectors, known, *question);
  }
  record.similarity = record_similarity(inputs, vectors, known, run);
  run.output = record.accuracy.all_share;
  run.records.add(std::move(record));
  return run;
}

// A file is asked as a whole.
OptionSpec max_option() {
  OptionSpec spec = integer_option("most", "\\mathrm{of\\ each}",
                                   "At most this many questions of each section, picked evenly.",
                                   400.0, 1, 10'000);
  spec.shown = [](const Inputs& inputs, const Run&) {
    return inputs.resources.get(slots::questions) == nullptr;
  };
  return spec;
}

const RegisterScene registered{
    {.name = "evaluate-vectors",
     .what =
         "Word vectors held against questions whose answers are known: analogies by section with "
         "what was missed, one question worked out, and pairs of words by Spearman's rank "
         "correlation.",
     .subject = Subject::word_vectors,
     .options =
         {choice_option(
              "method", "\\mathrm{answer}",
              "How a question is answered: the largest sum of cosines, or the largest product.",
              "3CosAdd", {"3CosAdd", "3CosMul"}),
          max_option(),
          text_option("section", "Whose misses are listed; empty: the section with the most."),
          text_option("question",
                      "Four words a b c d, asked as a : b = c : ?; empty: the first miss."),
          text_option("pairs",
                      "Pairs of words with how alike they are, as \"tea coffee 9; tea chair 1\"; "
                      "empty: pairs of one kind (1) and of two (0), drawn from the seed."),
          shown_in_view(
              integer_option("seed", "\\mathrm{seed}", "Draws the pairs of words.", 1.0, 0, 1e9))},
     .slots = {{.name = slots::questions.name,
                .result = "accuracy.share",
                .dependent = {"section", "question"}},
               {.name = slots::rated_pairs.name,
                .result = "similarity.cosine",
                .dependent = {"pairs"}},
               {.name = slots::vectors.name},
               {.name = slots::compared.name}},
     .run = run_evaluate}};

}  // namespace

}  // namespace glassformer
