#include "core/decode/sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/decode/decode_parts.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

void check_between(const char* what, double value, double min, double max) {
  if (value >= min && value <= max) return;
  throw UserError(fmt::format("{} of {} cannot be; choose {} to {}", what, value, min, max));
}

// The logarithms of the probabilities, without what stands for no text.
std::vector<double> of_text(std::span<const Real> logits, const SpecialIds& special) {
  std::vector<double> logs = decoding::log_probabilities(logits, special);
  for (const int mark : {special.unknown, special.mask}) {
    if (mark < 0 || mark == special.end) continue;
    logs[static_cast<std::size_t>(mark)] = -std::numeric_limits<double>::infinity();
  }
  return logs;
}

std::vector<Real> penalised(std::span<const Real> logits, std::span<const int> text,
                            double penalty) {
  std::vector<Real> made(logits.begin(), logits.end());
  for (const int piece : text) {
    const auto at = static_cast<std::size_t>(piece);
    if (at >= made.size()) continue;
    made[at] = static_cast<Real>(logits[at] > 0 ? logits[at] / penalty : logits[at] * penalty);
  }
  return made;
}

// Pieces by their probability, the most probable first; of equal ones the smaller piece.
std::vector<std::size_t> by_probability(const std::vector<double>& weights) {
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
  return order;
}

// Zeroes what top-k, top-p and min-p leave out.
void cut(std::vector<double>& weights, const SampleOptions& options) {
  if (options.top_k == 0 && options.top_p >= 1 && options.min_p <= 0) return;
  const std::vector<std::size_t> order = by_probability(weights);
  std::size_t kept = order.size();
  if (options.top_k > 0) kept = std::min(kept, static_cast<std::size_t>(options.top_k));
  double all = 0;
  for (std::size_t i = 0; i < kept; ++i) all += weights[order[i]];
  if (options.top_p < 1) {
    double passed = 0;
    std::size_t count = 0;
    while (count < kept && passed < options.top_p * all) passed += weights[order[count++]];
    kept = std::max<std::size_t>(count, 1);
  }
  const double least = options.min_p * weights[order.front()];
  while (kept > 1 && weights[order[kept - 1]] < least) --kept;
  for (std::size_t i = kept; i < order.size(); ++i) weights[order[i]] = 0;
}

// The piece at which the sum of the probabilities passes `place` in 0 … 1.
int drawn(const std::vector<double>& shares, double place) {
  int last = 0;
  double passed = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i] == 0) continue;
    last = static_cast<int>(i);
    passed += shares[i];
    if (passed > place) break;
  }
  return last;
}

// Feeds pieces, and the last half of the text anew where the decoder takes no more.
class Reader {
 public:
  Reader(Decoder& decoder, const std::vector<int>& prompt) : decoder_(decoder) { begin(prompt); }
  const Mat& logits() const { return *logits_; }
  const std::vector<int>& text() const { return text_; }
  void read(int piece) {
    text_.push_back(piece);
    if (read_ < decoder_.max_len()) return step(piece);
    const auto half = static_cast<std::ptrdiff_t>(std::max(1, decoder_.max_len() / 2));
    begin({text_.end() - half, text_.end()});
  }

 private:
  void begin(const std::vector<int>& pieces) {
    if (text_.empty()) text_ = pieces;
    decoder_.start(std::vector<std::vector<int>>(1));
    read_ = 0;
    for (const int piece : pieces) step(piece);
  }
  void step(int piece) {
    logits_ = &decoder_.step(std::vector{piece});
    ++read_;
  }

  Decoder& decoder_;
  const Mat* logits_ = nullptr;
  std::vector<int> text_;
  int read_ = 0;
};

}  // namespace

void check_sampling(const Decoder& decoder, const std::vector<int>& prompt,
                    const SampleOptions& options) {
  if (decoder.has_source()) {
    throw UserError(
        "this model translates; a text is continued by a language model, such as glassformer train "
        "language makes");
  }
  if (prompt.empty()) throw UserError("the prompt is empty: give at least one character");
  check_between("a temperature", options.temperature, 0, 100);
  check_between("a repetition penalty", options.repetition_penalty, 0.01, 100);
  check_between("a top-k", options.top_k, 0, 1 << 30);
  check_between("a top-p", options.top_p, 1e-9, 1);
  check_between("a min-p", options.min_p, 0, 1);
  if (prompt.size() > static_cast<std::size_t>(decoder.max_len())) {
    throw UserError(
        fmt::format("the prompt has {} pieces, but the model takes {}; give a shorter one",
                    prompt.size(), decoder.max_len()));
  }
}

std::vector<double> sampling_probabilities(std::span<const Real> logits, const SpecialIds& special,
                                           std::span<const int> text,
                                           const SampleOptions& options) {
  const std::vector<double> logs =
      options.repetition_penalty == 1
          ? of_text(logits, special)
          : of_text(penalised(logits, text, options.repetition_penalty), special);
  const auto largest = std::ranges::max_element(logs);
  std::vector<double> weights(logs.size());
  if (options.temperature == 0) {
    weights[static_cast<std::size_t>(largest - logs.begin())] = 1;
    return weights;
  }
  for (std::size_t i = 0; i < logs.size(); ++i) {
    weights[i] = std::exp((logs[i] - *largest) / options.temperature);
  }
  cut(weights, options);
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
  return weights;
}

Sample sample(Decoder& decoder, const std::vector<int>& prompt, const SampleOptions& options) {
  check_sampling(decoder, prompt, options);
  const SpecialIds& special = decoder.special();
  Reader reader(decoder, prompt);
  Rng rng(options.seed);
  Sample made;
  for (int i = 0; i < options.length; ++i) {
    const auto logits = reader.logits().row(0);
    const int piece =
        drawn(sampling_probabilities(logits, special, reader.text(), options), rng.uniform());
    made.log_probability += of_text(logits, special)[static_cast<std::size_t>(piece)];
    made.ended = piece == special.end;
    if (made.ended) break;
    made.pieces.push_back(piece);
    if (options.on_piece && !options.on_piece(piece)) break;
    if (i + 1 < options.length) reader.read(piece);
  }
  return made;
}

}  // namespace glassformer
