#include "core/train/block_trials.h"

#include <cmath>
#include <limits>
#include <mutex>

#include "core/formats/recording_file.h"
#include "core/kernels/parallel.h"
#include "core/tensor/error.h"
#include "core/text/world.h"
#include "core/train/language_training.h"

namespace glassformer {

namespace {

constexpr std::string_view kKind = "blocks trained in turn";
constexpr std::uint64_t kTextSeed = 1;

std::string lines(const std::vector<SentencePair>& pairs) {
  std::string text;
  for (const SentencePair& pair : pairs) text += pair.source + "\n";
  return text;
}

LanguageData world_text(int sentences) {
  const Split parts = split(world_pairs(WorldPair::english_french, sentences, kTextSeed));
  return {lines(parts.train), lines(parts.held_out), "the small world"};
}

// The learning rate that equation 3 comes to when it is highest.
double highest_rate(const TaskSettings& settings, int d_model) {
  return rate_of(settings, d_model, settings.warmup);
}

LanguagePlan plan_of(const BlockTrialPlan& plan, BlockStage stage, bool warms_up,
                     std::uint64_t seed) {
  LanguagePlan made;
  made.gpt = block_config(stage, plan.size);
  made.tokens = LearnedTokenizer::Kind::word;
  made.vocabulary = plan.size.vocab_size;
  made.length = plan.length;
  made.settings.batch = plan.batch;
  made.settings.warmup = plan.warmup;
  made.settings.rate = plan.rate;
  made.settings.steps = plan.steps;
  made.settings.seed = seed;
  if (!warms_up) {
    made.settings.rate = highest_rate(made.settings, plan.size.d_model);
    made.settings.schedule = TaskSettings::Schedule::constant;
  }
  made.settings.decay = plan.decay;
  return made;
}

// The held-out loss at each moment. A training that breaks stays broken.
std::vector<double> losses_of(const BlockTrialPlan& plan, const LanguagePlan& one,
                              const LanguageData& text, const std::vector<int>& steps,
                              int& parameters, const std::function<void(double)>& tell) {
  std::vector<double> losses;
  try {
    LanguageTraining training(one, text);
    parameters = static_cast<int>(training.checkpoint().params.cells());
    for (const int step : steps) {
      while (training.steps() < step) training.step();
      losses.push_back(training.score(plan.scored).nats);
      tell(1.0 / static_cast<double>(steps.size()));
    }
  } catch (const UserError&) {
    losses.resize(steps.size(), std::numeric_limits<double>::infinity());
  }
  return losses;
}

}  // namespace

BlockTrials try_blocks(const BlockTrialPlan& plan, const std::function<void(double)>& tell) {
  BlockTrials made;
  made.batch_tokens = plan.length * plan.batch;
  for (int i = 0; i <= plan.moments; ++i) made.steps.push_back(plan.steps * i / plan.moments);
  for (int s = 1; s <= plan.seeds; ++s) made.seeds.push_back(s);
  const LanguageData text = world_text(plan.sentences);
  std::vector<BlockStage> stages;
  const auto enter = [&](BlockStage stage, bool warms_up) {
    stages.push_back(stage);
    made.trials.push_back({std::string(name(stage)), 0, warms_up,
                           Mat(static_cast<int>(made.steps.size()), plan.seeds)});
  };
  for (int i = 0; i < block_stages; ++i) enter(static_cast<BlockStage>(i), true);
  enter(BlockStage::paper, false);
  enter(BlockStage::norm_before, false);

  // Each training by itself is too small for many cores: they go on side by side.
  const int count = static_cast<int>(stages.size()) * plan.seeds;
  std::vector<int> parameters(static_cast<std::size_t>(count));
  std::mutex telling;
  double done = 0;
  const auto heard = [&](double share) {
    const std::lock_guard guard(telling);
    tell((done += share) / count);
  };
  parallel_for(count, worth_threads, [&](int i) {
    const auto entry = static_cast<std::size_t>(i / plan.seeds);
    const int s = i % plan.seeds;
    BlockTrials::Trial& trial = made.trials[entry];
    const LanguagePlan one =
        plan_of(plan, stages[entry], trial.warms_up,
                static_cast<std::uint64_t>(made.seeds[static_cast<std::size_t>(s)]));
    const std::vector<double> losses =
        losses_of(plan, one, text, made.steps, parameters[static_cast<std::size_t>(i)], heard);
    for (std::size_t m = 0; m < losses.size(); ++m) {
      trial.losses(static_cast<int>(m), s) = static_cast<Real>(losses[m]);
    }
  });
  for (std::size_t i = 0; i < made.trials.size(); ++i) {
    made.trials[i].parameters = parameters[i * static_cast<std::size_t>(plan.seeds)];
  }
  return made;
}

void write_trials(const std::filesystem::path& file, const std::string& command,
                  const BlockTrials& trials) {
  TensorFile content = begin_recording(kKind, command);
  std::vector<std::string> names;
  std::vector<int> parameters, warms_up;
  for (const BlockTrials::Trial& trial : trials.trials) {
    add_matrix(content, "losses." + std::to_string(names.size()), trial.losses);
    names.push_back(trial.name);
    parameters.push_back(trial.parameters);
    warms_up.push_back(trial.warms_up ? 1 : 0);
  }
  content.metadata["names"] = joined_lines(names);
  content.metadata["parameters"] = joined_lines(parameters);
  content.metadata["warms_up"] = joined_lines(warms_up);
  content.metadata["steps"] = joined_lines(trials.steps);
  content.metadata["seeds"] = joined_lines(trials.seeds);
  content.metadata["batch_tokens"] = joined_lines(std::vector<int>{trials.batch_tokens});
  write_safetensors(file, content);
}

BlockTrials read_trials(const std::filesystem::path& file, const std::string& command) {
  const RecordingFile from(file, kKind, command);
  BlockTrials made;
  made.file = file.string();
  made.steps = from.numbers("steps");
  made.seeds = from.numbers("seeds");
  const std::vector<int> tokens = from.numbers("batch_tokens");
  const std::vector<std::string> names = from.lines("names");
  const std::vector<int> parameters = from.numbers("parameters"),
                         warms_up = from.numbers("warms_up");
  if (made.steps.empty() || made.seeds.empty() || tokens.size() != 1) {
    from.fail("does not say which steps and seeds it has");
  }
  if (names.size() < block_stages || parameters.size() != names.size() ||
      warms_up.size() != names.size()) {
    from.fail("does not say the same of all of its networks");
  }
  made.batch_tokens = tokens[0];
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Mat& losses =
        from.matrix("losses." + std::to_string(i), static_cast<int>(made.seeds.size()));
    if (losses.rows() != static_cast<int>(made.steps.size())) {
      from.fail("has losses of another number of moments than it names");
    }
    made.trials.push_back({names[i], parameters[i], warms_up[i] != 0, losses});
  }
  return made;
}

}  // namespace glassformer
