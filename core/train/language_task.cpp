#include "core/train/language_task.h"

#include <algorithm>

#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

LanguageTask::LanguageTask(Checkpoint& checkpoint, std::vector<int> text, int length,
                           TaskSettings settings)
    : PackedTask(next_token_network(checkpoint), checkpoint.params),
      d_model_(next_token_network(checkpoint).d_model()),
      settings_(settings),
      text_(std::move(text)) {
  if (text_.size() < 2) throw UserError("the text is too short to train with: two tokens at least");
  length_ =
      static_cast<int>(std::min(text_.size() - 1, static_cast<std::size_t>(std::max(length, 1))));
}

int LanguageTask::begin_step(std::int64_t step) {
  Rng rng(seed_of(settings_, "places", step));
  const int places = static_cast<int>(text_.size()) - length_;
  batch_.clear();
  for (int i = 0; i < settings_.batch; ++i) {
    const auto begin = text_.begin() + rng.below(places);
    batch_.push_back({{}, {begin, begin + length_}, {begin + 1, begin + 1 + length_}});
  }
  std::vector<const PackedExample*> examples;
  for (const PackedExample& example : batch_) examples.push_back(&example);
  return cut(examples, seed_of(settings_, "dropout", step));
}

void LanguageTask::check_step_memory(double beside) {
  check_batch_memory({{0, length_}}, settings_.batch,
                     "take a shorter --length, or a narrower model",
                     beside + sizeof(int) * static_cast<double>(text_.size()));
}

double LanguageTask::rate(std::int64_t step) const {
  return rate_of(settings_, d_model_, step);
}

}  // namespace glassformer
