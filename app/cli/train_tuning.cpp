#include "app/cli/train_tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/model_argument.h"
#include "app/cli/output.h"
#include "core/kernels/threads.h"
#include "core/models/asked.h"
#include "core/tensor/error.h"
#include "core/text/fact_questions.h"
#include "core/text/number_of.h"
#include "core/train/assistant_recording.h"

namespace glassformer {

namespace {

constexpr int kTimesAnswered = 6, kTimesPreferred = 2;  // examples of each fact

struct Examples {
  std::vector<QuestionAnswer> learned, held_out;
};

Examples examples_of(const TuningRun& run) {
  using Group = FactQuestion::Group;
  const std::uint64_t seed = run.plan.settings.seed;
  if (run.text.empty()) {
    const FactQuestions facts;
    if (run.preferences) {
      return {facts.preferences(Group::asked, kTimesPreferred, seed),
              facts.preferences(Group::read, 1, seed + 1)};
    }
    return {facts.answers(Group::asked, kTimesAnswered, seed),
            facts.answers(Group::read, 1, seed + 1)};
  }
  Examples made;
  made.learned = read_question_answers(run.text, run.preferences);
  const std::size_t held = made.learned.size() / 10;
  if (held == 0) {
    throw UserError(
        fmt::format("{}: {} are too few to learn from and to score; give 10 at the very least",
                    run.text, number_of(made.learned.size(), "line")));
  }
  made.held_out.assign(made.learned.end() - static_cast<std::ptrdiff_t>(held), made.learned.end());
  made.learned.resize(made.learned.size() - held);
  return made;
}

// The mean of −log p of the tokens of all answers.
double answer_loss(const Checkpoint& model, const std::vector<QuestionAnswer>& examples) {
  std::vector<AskedIds> ids;
  std::vector<const AskedIds*> all;
  double tokens = 0, sum = 0;
  for (const QuestionAnswer& one : examples) {
    ids.push_back(asked_ids(model, one.question, one.answer));
    tokens += static_cast<double>(ids.back().answer.size());
  }
  for (const AskedIds& one : ids) all.push_back(&one);
  for (const double log : log_probabilities(model, all)) sum -= log;
  return sum / tokens;
}

// What the model cannot read of the examples it learns only as unknown.
void tell_unknown(const Checkpoint& model, const std::vector<QuestionAnswer>& examples) {
  const Tokenizer& tokenizer = model.target();
  const int unknown = tokenizer.special().unknown;
  if (unknown < 0) return;
  std::size_t all = 0;
  std::int64_t strange = 0;
  std::set<std::string> words;
  for (const QuestionAnswer& one : examples) {
    for (const std::string* text : {&one.question, &one.answer, &one.worse}) {
      const std::vector<int> ids = tokenizer.encode(*text);
      const std::vector<std::string> pieces = tokenizer.split(*text);
      all += ids.size();
      strange += std::ranges::count(ids, unknown);
      for (std::size_t i = 0; i < std::min(ids.size(), pieces.size()); ++i) {
        if (ids[i] == unknown) words.insert(pieces[i]);
      }
    }
  }
  if (strange == 0) return;
  constexpr std::size_t most = 5;
  const std::vector<std::string> named(
      words.begin(),
      std::next(words.begin(), static_cast<std::ptrdiff_t>(std::min(most, words.size()))));
  std::fprintf(stderr,
               "the model does not know %lld of their %zu tokens (%.1f %%) and reads each as %s: "
               "%s%s\n",
               static_cast<long long>(strange), all,
               100 * static_cast<double>(strange) / static_cast<double>(all),
               tokenizer.pieces()[static_cast<std::size_t>(unknown)].c_str(),
               fmt::format("{}", fmt::join(named, ", ")).c_str(),
               words.size() > most ? fmt::format(" and {} more", words.size() - most).c_str() : "");
}

void tell_begin(const TuningRun& run, const CheckpointTraining& training,
                const Examples& examples) {
  std::fprintf(stderr, "%s from %s, %zu held out; %.3f M parameters, %s\n",
               number_of(examples.learned.size(), run.preferences ? "pair" : "answer").c_str(),
               run.from.c_str(), examples.held_out.size(),
               static_cast<double>(training.checkpoint().params.cells()) / 1e6,
               number_of(threads_in_use(), "thread").c_str());
  tell_unknown(training.checkpoint(), examples.learned);
}

int end(const LoopOptions& options, const TrainLoop& loop, const HeldOutScore& best) {
  print(fmt::format("{}: {}, {}, after {}\n", options.out, best.text, loop.best_step(),
                    time_text(loop.seconds())));
  return 0;
}

int tune_on_answers(TuningRun& run, LoopOptions& options, const Examples& examples) {
  AnswerTuning training(std::move(static_cast<TuningPlan&>(run.plan)));
  tell_begin(run, training, examples);
  const bool of_facts = run.text.empty();
  const FactQuestions facts;
  TrainLoop loop(options, training, [&](const Checkpoint& model) {
    const double loss = answer_loss(model, examples.held_out);
    std::string text = fmt::format("{:.4f} nats a token of answers held out", loss);
    if (!of_facts) return HeldOutScore{{-loss}, text};
    const FactScores scores = fact_scores(model, facts);
    const auto share = [&](FactQuestion::Group group) {
      return 100 * scores.right[static_cast<std::size_t>(group)];
    };
    return HeldOutScore{
        {scores.right[static_cast<std::size_t>(FactQuestion::Group::read)], -loss},
        fmt::format("{:.1f} % right of the facts asked, {:.1f} % of those read and never asked, "
                    "{:.1f} % of those never read",
                    share(FactQuestion::Group::asked), share(FactQuestion::Group::read),
                    share(FactQuestion::Group::unread))};
  });
  return loop.run() ? end(options, loop, training.scores().best) : 0;
}

int tune_on_preferences(TuningRun& run, LoopOptions& options, const Examples& examples) {
  PreferenceTraining training(std::move(run.plan));
  tell_begin(run, training, examples);
  TrainLoop loop(options, training, [&](const Checkpoint& model) {
    const PreferenceMargins margins = training.margins(model, examples.held_out);
    double ordered = 0, sum = 0;
    for (std::size_t i = 0; i < examples.held_out.size(); ++i) {
      const double margin = margins.margin(i);
      ordered += margin > 0 ? 1 : margin == 0 ? 0.5 : 0;
      sum += margin;
    }
    const auto count = static_cast<double>(examples.held_out.size());
    return HeldOutScore{{ordered / count, sum / count},
                        fmt::format("{:.1f} % of the pairs held out in order, {:.2f} nats apart",
                                    100 * ordered / count, sum / count)};
  });
  return loop.run() ? end(options, loop, training.scores().best) : 0;
}

}  // namespace

int train_tuning(TuningRun run, LoopOptions& options) {
  options.reads = {run.text, run.from};
  const TrainingLock lock = begin_loop(options, run.plan.settings);
  const Examples examples = examples_of(run);
  run.plan.from = *open_model(run.from);
  run.plan.learned = examples.learned;
  return run.preferences ? tune_on_preferences(run, options, examples)
                         : tune_on_answers(run, options, examples);
}

}  // namespace glassformer
