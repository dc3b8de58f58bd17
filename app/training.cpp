#include "app/training.h"

#include <fmt/format.h>

#include "core/text/world.h"

namespace glassformer {

namespace {

constexpr std::uint64_t kSeed = 1;

// d_model 64, 2 + 2 layers, 4 heads.
std::unique_ptr<TranslationTraining> make_training() {
  TranslationPlan plan;
  plan.config.d_model = 64;
  plan.config.heads = 4;
  plan.config.encoder_layers = plan.config.decoder_layers = 2;
  plan.config.d_ff = 256;
  plan.config.dropout = 0;
  plan.config.longest = 0;
  plan.settings.batch = 128;
  plan.settings.seed = kSeed;
  plan.data = fmt::format("world en-fr {}", kTrainingSentences);
  plan.made_by = "trained in the window";
  Split parts = split(world_pairs(world_pair("en-fr"), kTrainingSentences, kSeed));
  return std::make_unique<TranslationTraining>(std::move(plan), parts.train,
                                               std::move(parts.held_out));
}

}  // namespace

std::unique_ptr<TrainingJob> world_training(std::shared_ptr<Backend> backend) {
  return std::make_unique<TrainingJob>(
      make_training,
      TrainingPace{
          .snapshot_every = 20, .score_every = 20, .scored = 50, .backend = std::move(backend)});
}

}  // namespace glassformer
