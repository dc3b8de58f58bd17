#include "app/jobs/training.h"

#include <fmt/format.h>

#include <string_view>

#include "core/train/translation_data.h"

namespace glassformer {

namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::string_view kMadeHere = "trained in the window on ";
constexpr std::string_view kNotes = " : ";

// d_model 64, 2 + 2 layers, 4 heads.
std::unique_ptr<TranslationTraining> make_training(TranslationData data, std::string made_by) {
  TranslationPlan plan;
  plan.config.d_model = 64;
  plan.config.heads = 4;
  plan.config.encoder_layers = plan.config.decoder_layers = 2;
  plan.config.d_ff = 256;
  plan.config.dropout = 0;
  plan.config.longest = 0;
  plan.settings.batch = 128;
  plan.settings.seed = kSeed;
  plan.data = std::move(data.name);
  plan.made_by = std::move(made_by);
  return std::make_unique<TranslationTraining>(std::move(plan), data.train,
                                               std::move(data.held_out));
}

std::unique_ptr<TranslationTraining> training_on(const std::string& what) {
  TranslationData data =
      is_world(what) ? world_data(what, kTrainingSentences, kSeed) : file_data(what);
  std::string made_by = fmt::format("{}{}", kMadeHere, what);
  if (!is_world(what)) {
    made_by += fmt::format("{}{} pairs of sentences, {} of them held out", kNotes,
                           data.train.size() + data.held_out.size(), data.held_out.size());
    for (const std::string& note : data.notes) made_by += "; " + note;
  }
  return make_training(std::move(data), std::move(made_by));
}

}  // namespace

bool is_world(const std::string& what) {
  return what == "en-fr" || what == "fr-en" || what == "en-de" || what == "de-en";
}

std::unique_ptr<TrainingJob> window_training(std::shared_ptr<Backend> backend,
                                             const std::string& what) {
  return std::make_unique<TrainingJob>(
      [what] { return training_on(what); },
      TrainingPace{
          .snapshot_every = 20, .score_every = 20, .scored = 50, .backend = std::move(backend)});
}

bool is_made_here(const Translator& translator) {
  return translator.made_by.starts_with(kMadeHere);
}

std::string trained_on(const Translator& translator) {
  if (!is_made_here(translator)) return {};
  const std::string& by = translator.made_by;
  return by.substr(kMadeHere.size(), by.rfind(kNotes) - kMadeHere.size());
}

std::string notes_of(const Translator& translator) {
  const std::size_t at = translator.made_by.rfind(kNotes);
  return is_made_here(translator) && at != std::string::npos
             ? translator.made_by.substr(at + kNotes.size())
             : std::string{};
}

}  // namespace glassformer
