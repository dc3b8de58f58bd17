#include "app/jobs/training.h"

#include <fmt/format.h>

#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "core/models/network.h"
#include "core/train/label_smoothing.h"
#include "core/train/pair_data.h"
#include "core/train/task_settings.h"

namespace glassformer {

namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::string_view kMadeHere = "trained in the window on ";
constexpr std::string_view kNotes = " : ";

// d_model 64, 2 + 2 layers, 4 heads.
std::unique_ptr<Training> make_training(const PairData& data, std::string origin) {
  TrainingPlan plan;
  TransformerConfig config;
  config.d_model = 64;
  config.heads = 4;
  config.encoder_layers = config.decoder_layers = 2;
  config.d_ff = 256;
  config.dropout = 0;
  config.max_len = 0;
  plan.config = config;
  plan.settings.batch = 128;
  plan.settings.seed = kSeed;
  plan.data = data.name;
  plan.origin = std::move(origin);
  return std::make_unique<Training>(std::move(plan), data.train, data.held_out);
}

// The same sentences each time: those of the last direction wait for the next start.
std::shared_ptr<const PairData> world_of(const std::string& direction) {
  static std::mutex mutex;
  static std::string kept_direction;
  static std::shared_ptr<const PairData> kept;
  {
    const std::scoped_lock lock(mutex);
    if (kept && kept_direction == direction) return kept;
  }
  auto made = std::make_shared<const PairData>(world_data(direction, kTrainingSentences, kSeed));
  const std::scoped_lock lock(mutex);
  kept_direction = direction;
  return kept = std::move(made);
}

std::unique_ptr<Training> training_on(const std::string& what) {
  std::string origin = fmt::format("{}{}", kMadeHere, what);
  if (is_world(what)) return make_training(*world_of(what), std::move(origin));
  const PairData data = file_data(what);
  origin += fmt::format("{}{} pairs of sentences, {} of them held out", kNotes,
                        data.train.size() + data.held_out.size(), data.held_out.size());
  for (const std::string& note : data.notes) origin += "; " + note;
  return make_training(data, std::move(origin));
}

}  // namespace

bool is_world(const std::string& what) {
  return find_world_direction(what) != nullptr;
}

TrainingJob::Body window_training(std::shared_ptr<Backend> backend, std::string what) {
  return training_body(
      [what = std::move(what)] { return training_on(what); },
      TrainingPace{
          .snapshot_every = 20, .score_every = 20, .scored = 50, .backend = std::move(backend)});
}

double training_rate(const Checkpoint& model, std::int64_t step) {
  return rate_of(TaskSettings{}, next_token_network(model).d_model(), step);
}

int training_warmup() {
  return TaskSettings{}.warmup;
}

double smallest_loss(const Checkpoint& model, int words) {
  return smallest_loss(next_token_network(model).label_smoothing(), words);
}

std::unique_ptr<Training> first_training() {
  return training_on(std::string(world_directions().front().name));
}

bool is_made_here(const Checkpoint& checkpoint) {
  return checkpoint.origin.starts_with(kMadeHere);
}

std::string trained_on(const Checkpoint& checkpoint) {
  if (!is_made_here(checkpoint)) return {};
  const std::string& by = checkpoint.origin;
  return by.substr(kMadeHere.size(), by.rfind(kNotes) - kMadeHere.size());
}

std::string notes_of(const Checkpoint& checkpoint) {
  const std::size_t at = checkpoint.origin.rfind(kNotes);
  return is_made_here(checkpoint) && at != std::string::npos
             ? checkpoint.origin.substr(at + kNotes.size())
             : std::string{};
}

}  // namespace glassformer
