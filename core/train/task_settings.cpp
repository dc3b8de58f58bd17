#include "core/train/task_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/tensor/rng.h"

namespace glassformer {

double rate_of(const TaskSettings& settings, int d_model, std::int64_t step) {
  double rate = settings.rate;
  if (settings.schedule == TaskSettings::Schedule::warmup) {
    rate *= warmup_rate(step, d_model, settings.warmup);
  }
  if (settings.decay > 0 && settings.steps > 0) {
    const double left = static_cast<double>(settings.steps - step + 1) / settings.decay;
    rate *= std::clamp(left, 0.0, 1.0);
  }
  return rate;
}

// The words are those of files from before.
std::string described(const TaskSettings& settings, const AdamSettings& adam) {
  const bool warms_up = settings.schedule == TaskSettings::Schedule::warmup;
  return fmt::format("batch {}; {}; rate {}; cool-down {} of {}; seed {}; clip {}", settings.batch,
                     warms_up ? fmt::format("warmup {}", settings.warmup) : "constant",
                     settings.rate, settings.decay, settings.decay > 0 ? settings.steps : 0,
                     settings.seed, adam.clip);
}

std::uint64_t seed_of(const TaskSettings& settings, std::string_view use, std::int64_t when) {
  const std::uint64_t of_use = Rng(settings.seed ^ Rng(hash(use)).next()).next();
  return Rng(of_use + static_cast<std::uint64_t>(when)).next();
}

}  // namespace glassformer
