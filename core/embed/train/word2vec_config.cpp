#include "core/embed/train/word2vec_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/tensor/error.h"
#include "core/text/number_of.h"

namespace glassformer {

int default_buckets(std::size_t words, int dim) {
  constexpr double line = 64;  // bytes: a row begins on one
  const double number = sizeof(float) * dim;
  const double row = std::ceil(number / line) * line;
  const auto count = static_cast<double>(words);
  const double allowed = 1.3 * 2 * count * number + (64 << 20);
  // Measured with 9,500 to 320,000 words, rounded up: the program and its text, for each word its
  // letters and its count, and for a listed one the numbers of its n-grams.
  const auto listed = static_cast<double>(std::min(words, max_listed_words));
  const double besides = 26e6 + 110 * count + 190 * listed;
  const double buckets = (allowed - besides) / row - 2 * count;
  return static_cast<int>(std::clamp(std::floor(buckets / 1000) * 1000, 10'000.0, 200'000.0));
}

double best_alpha(const Word2VecConfig& config) {
  if (config.input == InputRows::cbow) return 0.05;
  const bool slow_nodes = config.objective == Objective::hierarchical_softmax && !config.published;
  return slow_nodes ? 0.035 : 0.025;
}

void check(const Word2VecConfig& c) {
  check_range("dim", c.dim, 1, 10'000);
  check_range("window", c.window, 1, 1000);
  if (c.objective == Objective::negative_sampling) check_range("negative", c.negative, 1, 1000);
  check_range("noise power", c.noise_power, -10, 10);
  check_range("sample", c.sample, 0, 1);
  check_range("epochs", c.epochs, 1, 1'000'000);
  check_range("alpha", c.alpha, 0, 100);
  check_range("alpha at the end", c.alpha_end, 0, 100);
  check_range("threads", c.threads, 0, 1024);
  if (!c.subwords.on) return;
  check_range("the shortest n-gram", c.subwords.min_n, 1, 100);
  check_range("the longest n-gram", c.subwords.max_n, c.subwords.min_n, 100);
  check_range("buckets", c.subwords.buckets, 0, 100'000'000);
}

std::uint64_t piece_of(const Word2VecConfig& c) {
  return c.objective == Objective::full_softmax ? 500 : 10'000;
}

std::string described(const Word2VecConfig& c) {
  std::string text = c.input == InputRows::skip_gram ? "skip-gram" : "CBOW";
  if (c.subwords.on) {
    text +=
        fmt::format(" with subwords of {} to {} characters", c.subwords.min_n, c.subwords.max_n);
    if (c.subwords.buckets > 0) text += fmt::format(" in {} buckets", c.subwords.buckets);
  }
  switch (c.objective) {
    case Objective::negative_sampling:
      text += ", " + number_of(c.negative, "negative");
      break;
    case Objective::hierarchical_softmax:
      text += ", hierarchical softmax";
      break;
    case Objective::full_softmax:
      text += ", full softmax";
      break;
  }
  if (c.published) text += ", as published";
  return text + fmt::format(", {}, window {}, {}, seed {}", number_of(c.dim, "dimension"), c.window,
                            number_of(c.epochs, "epoch"), c.seed);
}

}  // namespace glassformer
