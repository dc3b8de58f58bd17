#include "core/decode/sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/decode/decode_parts.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

void check(const Decoder& decoder, const std::vector<int>& prompt, const SampleOptions& options) {
  if (decoder.has_source()) {
    throw UserError(
        "this model translates; a text is continued by a language model, such as glassformer train "
        "language makes");
  }
  if (prompt.empty()) throw UserError("the prompt is empty: give at least one character");
  if (!(options.temperature >= 0 && options.temperature <= 100)) {
    throw UserError(
        fmt::format("a temperature of {} cannot be; choose 0 to 100", options.temperature));
  }
  const std::size_t all = prompt.size() + static_cast<std::size_t>(std::max(options.length, 0));
  if (all > static_cast<std::size_t>(decoder.max_len())) {
    throw UserError(
        fmt::format("the prompt has {} pieces and {} are to follow, but the model takes {}; ask "
                    "for a shorter text",
                    prompt.size(), options.length, decoder.max_len()));
  }
}

// The piece at which the sum of the probabilities, each to the power 1 / temperature and as shares
// of their sum, passes `place` in 0 … 1.
int drawn(const std::vector<double>& logs, double temperature, double place) {
  const auto largest = std::ranges::max_element(logs);
  if (temperature == 0) return static_cast<int>(largest - logs.begin());
  std::vector<double> weights(logs.size());
  double sum = 0;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    weights[i] = std::exp((logs[i] - *largest) / temperature);
    sum += weights[i];
  }
  int last = static_cast<int>(largest - logs.begin());
  double passed = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0) continue;
    last = static_cast<int>(i);
    passed += weights[i];
    if (passed > place * sum) break;
  }
  return last;
}

}  // namespace

Sample sample(Decoder& decoder, const std::vector<int>& prompt, const SampleOptions& options) {
  check(decoder, prompt, options);
  const SpecialIds& special = decoder.special();
  decoder.start(std::vector<std::vector<int>>(1));
  const Mat* logits = nullptr;
  for (const int piece : prompt) logits = &decoder.step(std::vector{piece});
  Rng rng(options.seed);
  Sample made;
  for (int i = 0; i < options.length; ++i) {
    std::vector<double> logs = decoding::log_probabilities(logits->row(0), special);
    for (const int mark : {special.unknown, special.mask}) {
      if (mark < 0 || mark == special.end) continue;
      logs[static_cast<std::size_t>(mark)] = -std::numeric_limits<double>::infinity();
    }
    const int piece = drawn(logs, options.temperature, rng.uniform());
    made.log_probability += logs[static_cast<std::size_t>(piece)];
    made.ended = piece == special.end;
    if (made.ended) break;
    made.pieces.push_back(piece);
    if (i + 1 < options.length) logits = &decoder.step(std::vector{piece});
  }
  return made;
}

}  // namespace glassformer
