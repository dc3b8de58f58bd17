#include "app/kept/kept_model.h"

#include "app/jobs/jobs.h"
#include "app/jobs/pretraining_job.h"
#include "app/jobs/set_aside.h"
#include "app/jobs/training.h"
#include "app/jobs/vector_training.h"
#include "core/embed/files/write_vectors.h"
#include "core/formats/safetensors.h"
#include "core/tensor/error.h"
#include "core/train/pretraining_recording.h"

namespace glassformer {

namespace {

// Under the first name until somebody was told of it.
constexpr const char* kNews = "trained.new.safetensors";
constexpr const char* kTold = "trained.safetensors";
constexpr const char* kVectorsNews = "trained-vectors.new.safetensors";
constexpr const char* kVectorsTold = "trained-vectors.safetensors";
constexpr const char* kPretrainingNews = "pre-trained.new.safetensors";
constexpr const char* kPretrainingTold = "pre-trained.safetensors";

// Whether there is news, which from now on is told.
bool take_news(const std::filesystem::path& news, const std::filesystem::path& told) {
  std::error_code none;
  if (!std::filesystem::exists(news, none)) return false;
  std::filesystem::rename(news, told, none);
  return true;
}

// False: there is none to keep things in.
bool make_folder(const std::filesystem::path& folder) {
  if (folder.empty()) return false;
  std::error_code none;
  std::filesystem::create_directories(folder, none);
  return true;
}

}  // namespace

void keep_trained_model(const Jobs& jobs, const std::filesystem::path& folder) {
  const auto& training = jobs.training();
  const CheckpointPtr model = has_learned(training) ? training->latest()->model : nullptr;
  if (model && make_folder(folder)) write_safetensors(folder / kNews, tensor_refs(*model));
}

KeptModel kept_model(const std::filesystem::path& folder) {
  KeptModel kept;
  if (folder.empty()) return kept;
  std::error_code none;
  kept.is_news = take_news(folder / kNews, folder / kTold);
  if (!std::filesystem::exists(folder / kTold, none)) return kept;
  try {
    auto read = std::make_shared<Checkpoint>(load_checkpoint(folder / kTold));
    if (!is_made_here(*read)) return kept;
    kept.name = training_name(trained_on(*read)) + ", kept";
    kept.model = std::move(read);
  } catch (const UserError&) {
    // It is a convenience: one that cannot be read is left out.
  }
  return kept;
}

void keep_trained_vectors(const Jobs& jobs, const std::filesystem::path& folder) {
  const auto& training = jobs.vector_training();
  const WordVectorsPtr vectors = has_learned(training) ? training->latest()->vectors : nullptr;
  if (!vectors || !make_folder(folder)) return;
  write_vectors(folder / kVectorsNews, *vectors, VectorFormat::safetensors);
}

KeptVectors kept_vectors(const std::filesystem::path& folder) {
  KeptVectors kept;
  if (folder.empty()) return kept;
  std::error_code none;
  kept.is_news = take_news(folder / kVectorsNews, folder / kVectorsTold);
  if (std::filesystem::exists(folder / kVectorsTold, none)) kept.file = folder / kVectorsTold;
  return kept;
}

void keep_pretraining(const Jobs& jobs, const std::filesystem::path& folder) {
  const auto& training = jobs.pretraining();
  const PretrainingPtr course = has_learned(training) ? training->latest()->course : nullptr;
  if (course && make_folder(folder)) write_pretraining(folder / kPretrainingNews, *course);
}

KeptPretraining kept_pretraining(const std::filesystem::path& folder) {
  KeptPretraining kept;
  if (folder.empty()) return kept;
  std::error_code none;
  kept.is_news = take_news(folder / kPretrainingNews, folder / kPretrainingTold);
  if (std::filesystem::exists(folder / kPretrainingTold, none)) {
    kept.file = folder / kPretrainingTold;
  }
  return kept;
}

}  // namespace glassformer
