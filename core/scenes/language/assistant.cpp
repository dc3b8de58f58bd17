#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/recording_file.h"
#include "core/nn/axes.h"
#include "core/scenes/chosen.h"
#include "core/scenes/language/language_model.h"
#include "core/scenes/language/tuned_sides.h"
#include "core/scenes/options.h"
#include "core/scenes/records/assistant.h"
#include "core/scenes/sheet.h"
#include "core/scenes/unknown_words.h"
#include "core/tensor/error.h"
#include "core/text/fact_questions.h"
#include "core/text/words.h"
#include "core/train/assistant_recording.h"

// From next word to assistant: a decoder alone that has read facts, the same tuned on questions and
// answers (Ouyang et al. 2022), and the same again after direct preference optimisation (Rafailov
// et al. 2023). Nodes of each side, before and after: z, p [1, pieces] of one place; losses, mask,
// counted [1, tokens − 1], loss. Of two answers: better.*, worse.* [1, tokens], sums, gains,
// margin, chosen, preference. Counted: facts, right, learned, moved, progress, apart, kept.
namespace glassformer {

namespace {

using Group = FactQuestion::Group;

constexpr int kExamples = 2;  // of each group
constexpr std::size_t kMostCounted =
    2'000'000;  // numbers of an own model whose answers are counted

const FactQuestions& facts() {
  static const FactQuestions all;
  return all;
}

const AssistantRecording& recorded() {
  static const AssistantRecording recording = read_assistant(recording_file("assistant"));
  return recording;
}

// Small letters, and no sign at the end.
std::vector<std::string> as_asked(const std::string& text) {
  std::string small = text;
  std::ranges::transform(small, small.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::vector<std::string> words = split_words(small);
  if (!words.empty() && words.back() == "?") words.pop_back();
  return words;
}

int fact_of(const std::string& question) {
  static const std::map<std::vector<std::string>, int> by_words = [] {
    std::map<std::vector<std::string>, int> found;
    int next = 0;
    for (const FactQuestion& one : facts().all()) found.emplace(as_asked(one.question), next++);
    return found;
  }();
  const auto found = by_words.find(as_asked(question));
  return found == by_words.end() ? -1 : found->second;
}

Mat column(const std::vector<double>& values) {
  Mat made(static_cast<int>(values.size()), 1);
  for (int i = 0; i < made.rows(); ++i) {
    made(i, 0) = static_cast<Real>(values[static_cast<std::size_t>(i)]);
  }
  return made;
}

class Assistant {
 public:
  explicit Assistant(const Inputs& inputs) : inputs_(inputs), sheet_(inputs, run_) {
    run_.tape = Tape(inputs.edits);
  }

  Run run() {
    const bool prefers = choice(inputs_, "change") == "preferences";
    const CheckpointPtr after = chosen_model(inputs_);
    language_model_of(*after);
    record_.own = inputs_.resources.get(slots::model) != nullptr ||
                  !std::ranges::count(assistant_files, text(inputs_, "weights"));
    const std::array<CheckpointPtr, 2> ours{load_shipped(assistant_files[0]),
                                            load_shipped(assistant_files[1])};
    const CheckpointPtr before = ours[prefers ? 1 : 0];

    Asked asked;
    asked.question = inputs_.text[0];
    if (split_words(asked.question).empty()) throw UserError("type a question at the top");
    note_unknown_words(run_, *before, asked.question);
    record_.fact = fact_of(asked.question);
    record_.known = record_.fact >= 0;
    if (record_.known) {
      asked.fact = &facts().all()[static_cast<std::size_t>(record_.fact)];
      asked.answer = asked.fact->answer();
    }
    const std::array<std::string, 3> names{"has only read", "is tuned on answers",
                                           "is tuned on preferences"};
    record_.sides = {
        written_side(*before, names[prefers ? 1 : 0], asked),
        written_side(*after, record_.own ? "your model" : names[prefers ? 2 : 1], asked)};
    if (asked.answer.empty()) asked.answer = record_.sides[1].text;
    if (asked.answer.empty()) asked.answer = ".";
    const int words = count_words(asked.answer);
    asked.at = record_.at = std::min(static_cast<int>(number(inputs_, "at")), words - 1);
    record_.answer = asked.answer;
    name_side(sheet_, record_.sides[0], *before, "before", asked);
    name_side(sheet_, record_.sides[1], *after, "after", asked);
    name_answered();

    const AssistantRecording& recording = recorded();
    record_.beta = recording.betas[recording.main_beta];
    record_.answers[0].text = asked.answer;
    record_.answers[1].text = said_politely(asked.answer);
    name_preference(sheet_, record_, *ours[1], prefers ? *after : *load_shipped(assistant_files[2]),
                    asked.question);
    name_facts(record_.own ? after.get() : nullptr);
    name_curves();
    run_.tokens[0] = record_.sides[0].question;
    run_.output = record_.sides[1].p;
    run_.loss = record_.sides[0].loss;
    run_.records.add(std::move(record_));
    return std::move(run_);
  }

 private:
  // 1: the question is one that has an answer in the facts; and of both sides whether what was
  // written is that answer.
  void name_answered() {
    using Verdict = AssistantRecord::Side::Verdict;
    const auto as_number = [](Verdict verdict) {
      return verdict == Verdict::right ? 1.0 : verdict == Verdict::wrong ? 0.0 : -1.0;
    };
    const Axis models{"model", {"before", "after"}, -1};
    sheet_.put(Mat{{record_.known ? 1.0 : 0.0}},
               {"known", "k", Role::plain, axes::none, axes::none,
                all_cells("1: the question is asked of a fact of the tables. 0: it is not.")});
    record_.answered = sheet_.put(
        Mat{{as_number(record_.sides[0].verdict)}, {as_number(record_.sides[1].verdict)}},
        {"answered", "a", Role::plain, models, axes::none,
         all_cells("1: the fact is stated. 0: something else is. "
                   "−1: nothing is, or what would be right is in no table.")});
    sheet_.put(Mat{{is_polite(record_.sides[0].text) ? 1.0 : 0.0},
                   {is_polite(record_.sides[1].text) ? 1.0 : 0.0}},
               {"polite", "u", Role::plain, models, axes::none,
                all_cells("1: what was written has politeness around the answer.")});
  }

  void name_facts(const Checkpoint* own) {
    const AssistantRecording& recording = recorded();
    Axis groups{"facts", {}, -1};
    std::vector<double> counts;
    for (int g = 0; g < AssistantRecording::groups; ++g) {
      groups.labels.push_back(std::string(name(static_cast<Group>(g))));
      counts.push_back(recording.facts[static_cast<std::size_t>(g)]);
      add_examples(static_cast<Group>(g));
    }
    record_.facts = sheet_.put(column(counts), {"facts", "n", Role::plain, groups, axes::none,
                                                all_cells("How many facts are in this group.")});
    FactScores counted;
    const bool counts_own =
        own != nullptr && own->params.cells() <= kMostCounted && own->target().splits_into_words();
    if (counts_own) counted = fact_scores(*own, facts());
    if (own != nullptr && !counts_own) {
      run_.notes.push_back(
          "the answers to all facts are counted of the shipped models; yours is too large for it, "
          "or its pieces are no words");
    }
    Mat right(AssistantRecording::groups, 4);
    for (int g = 0; g < right.rows(); ++g) {
      right(g, 0) = recording.right(g, 0);
      right(g, 1) = recording.right(g, 1);
      right(g, 2) = counts_own ? static_cast<Real>(counted.right[static_cast<std::size_t>(g)])
                               : recording.right(g, 2);
      right(g, 3) = static_cast<Real>(recording.chance[static_cast<std::size_t>(g)]);
    }
    record_.right = sheet_.put(
        std::move(right),
        {"right",
         "r",
         Role::probability,
         groups,
         {"", {"asked before", "sentence begun", "asked after", "usual answer"}, -1},
         all_cells("The share of these facts that is stated rightly in what the model writes.")});
  }

  void add_examples(Group group) {
    int added = 0;
    for (const char* const relation : {"capital", "young", "dish", "symbol"}) {
      for (const FactQuestion& one : facts().all()) {
        if (added == kExamples) return;
        if (one.group != group || one.relation != relation) continue;
        record_.examples.push_back({group, one.question, one.answer(), one.answer()});
        ++added;
        break;
      }
    }
  }

  void name_curves() {
    const AssistantRecording& recording = recorded();
    const auto labelled = [](const std::string& name, const auto& numbers) {
      Axis axis{name, {}, -1};
      for (const auto& one : numbers) axis.labels.push_back(fmt::format("{:g}", double(one)));
      return axis;
    };
    const Axis steps = labelled("step", recording.preference_steps),
               betas = labelled("β", recording.betas),
               tuned = labelled("step", recording.tuning_steps);
    Axis groups{"facts", {}, -1};
    for (int g = 0; g < AssistantRecording::groups; ++g) {
      groups.labels.push_back(std::string(name(static_cast<Group>(g))));
    }
    record_.steps = recording.preference_steps;
    record_.tuned_steps = recording.tuning_steps;
    record_.learned = sheet_.put(recording.answered,
                                 {"learned", "r", Role::probability, tuned, groups,
                                  all_cells("Recorded: the share of these facts that was right.")});
    const int moments = recording.margins.rows(), count = recording.margins.cols(),
              last = moments - 1, main = static_cast<int>(recording.main_beta);
    record_.moved = sheet_.put(
        recording.moved,
        {"moved",
         "\\log \\frac{\\pi(y)}{\\pi_{ref}(y)}",
         Role::score,
         steps,
         {"answer", {"better", "worse"}, -1},
         all_cells("Recorded: how much more probable than in the reference these answers were, "
                   "in nats, on average over the pairs that nothing was learned from.")});
    Mat progress(moments, 3), apart(moments, count), kept(count, 2);
    for (int m = 0; m < moments; ++m) {
      progress(m, 0) = recording.ordered(m, main);
      progress(m, 1) = recording.bare(m, main);
      progress(m, 2) = recording.still_right(m, main);
      for (int b = 0; b < count; ++b) {
        apart(m, b) = recording.margins(m, b) /
                      static_cast<Real>(recording.betas[static_cast<std::size_t>(b)]);
      }
    }
    for (int b = 0; b < count; ++b) {
      kept(b, 0) = recording.bare(last, b);
      kept(b, 1) = recording.still_right(last, b);
    }
    record_.progress = sheet_.put(
        std::move(progress),
        {"progress",
         "s",
         Role::probability,
         steps,
         {"", {"in order", "plain", "facts right"}, -1},
         all_cells("Recorded: the share of pairs whose margin is above 0, of all answers that are "
                   "without politeness, and of the facts read that are still stated rightly.")});
    record_.apart =
        sheet_.put(std::move(apart),
                   {"apart", "m / \\beta", Role::plain, steps, betas,
                    all_cells("Recorded: the mean over the pairs of the margin divided by β.")});
    record_.kept =
        sheet_.put(std::move(kept), {"kept",
                                     "k",
                                     Role::probability,
                                     betas,
                                     {"", {"plain", "facts right"}, -1},
                                     all_cells("Recorded at the last step: the share of all "
                                               "answers that are without politeness, and of "
                                               "the facts read that are still stated rightly.")});
  }

  const Inputs& inputs_;
  Run run_;
  Sheet sheet_;
  AssistantRecord record_;
};

Run run_assistant(const Inputs& inputs) {
  return Assistant(inputs).run();
}

OptionSpec model_option() {
  OptionSpec spec = language_weights_option();
  spec.help = "The model after the change, by the name of its file.";
  spec.initial = std::string(assistant_files[1]);
  return spec;
}

const RegisterScene registered{
    {.name = "assistant",
     .what = "What a language model writes after a question, before and after it is tuned on "
             "answers, and on preferences between two of them; what counts in the loss.",
     .subject = Subject::transformer,
     .options = {choice_option("change", "\\text{change}",
                               "What lies between the two models: tuning on questions and answers, "
                               "or on pairs of a better and a worse answer.",
                               "answers", {"answers", "preferences"}),
                 model_option(),
                 integer_option(std::string(assistant_options::at.name), "\\text{place}",
                                "How many words of the answer stand there when the next is "
                                "predicted.",
                                assistant_options::at.initial, 0, 64)},
     .sentences = 1,
     .slots = {language_model_slot()},
     .run = run_assistant}};

}  // namespace

}  // namespace glassformer
