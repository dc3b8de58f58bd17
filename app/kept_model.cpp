#include "app/kept_model.h"

#include "app/jobs/jobs.h"
#include "app/jobs/set_aside.h"
#include "app/jobs/training.h"
#include "core/formats/safetensors.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

// Under the first name until somebody was told of it.
constexpr const char* kNews = "trained.new.safetensors";
constexpr const char* kTold = "trained.safetensors";

}  // namespace

void keep_trained_model(const Jobs& jobs, const std::filesystem::path& folder) {
  if (folder.empty() || !has_learned(jobs.training())) return;
  const CheckpointPtr model = jobs.training()->latest()->model;
  if (!model) return;
  std::error_code none;
  std::filesystem::create_directories(folder, none);
  write_safetensors(folder / kNews, to_tensors(*model));
}

KeptModel kept_model(const std::filesystem::path& folder) {
  KeptModel kept;
  if (folder.empty()) return kept;
  std::error_code none;
  kept.is_news = std::filesystem::exists(folder / kNews, none);
  if (kept.is_news) std::filesystem::rename(folder / kNews, folder / kTold, none);
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

}  // namespace glassformer
