#include "core/decode/language_score.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <vector>

#include "core/kernels/parallel.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

// The sum over a stretch: token i + 1 given 0 … i.
double nats_of(const NextTokenNetwork& network, const Params& params, std::span<const int> ids) {
  Tape tape;
  Pass pass = Pass::packed(tape, params);
  Tokens target;
  target.add({ids.begin(), ids.end() - 1});
  const Var mean = network.surprise(pass, {}, {}, target, {ids.begin() + 1, ids.end()});
  return static_cast<double>(tape.value(mean)(0, 0)) * static_cast<double>(ids.size() - 1);
}

void check(const NextTokenNetwork& network, std::span<const int> ids) {
  if (network.has_encoder()) {
    throw UserError(
        "this model translates; a text is scored by a language model, such as glassformer train "
        "language makes");
  }
  if (ids.size() < 2)
    throw UserError("the text is too short to be scored: give two tokens or more");
  for (const int id : ids) {
    if (id >= 0 && id < network.vocab_size()) continue;
    throw UserError(fmt::format("the model has {} pieces, and the text a piece with the number {}",
                                network.vocab_size(), id));
  }
}

}  // namespace

LanguageScore language_score(const Checkpoint& checkpoint, std::span<const int> ids, int stretch,
                             const std::function<void(double)>& tell) {
  const NextTokenNetwork& network = next_token_network(checkpoint);
  check(network, ids);
  // Each stretch begins with the token that the one before ends with, so that all are predicted.
  const auto length = static_cast<std::size_t>(std::clamp(stretch, 1, network.max_len()));
  const std::size_t predicted = ids.size() - 1;
  const auto stretches = static_cast<int>((predicted + length - 1) / length);
  std::vector<double> sums(static_cast<std::size_t>(stretches));
  std::vector<std::exception_ptr> failures(sums.size());  // none may leave a thread
  const int at_once = 8 * threads_in_use();
  for (int from = 0; from < stretches; from += at_once) {
    parallel_for(std::min(at_once, stretches - from), std::size_t{1} << 30, [&](int i) {
      const auto at = static_cast<std::size_t>(from + i);
      const std::size_t begin = at * length;
      const std::size_t count = std::min(length, predicted - begin) + 1;
      try {
        sums[at] = nats_of(network, checkpoint.params, ids.subspan(begin, count));
      } catch (...) {
        failures[at] = std::current_exception();
      }
    });
    if (tell) tell(static_cast<double>(std::min(from + at_once, stretches)) / stretches);
  }
  LanguageScore score;
  score.tokens = static_cast<std::int64_t>(predicted);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (failures[i]) std::rethrow_exception(failures[i]);
    score.nats += sums[i] / static_cast<double>(predicted);
  }
  if (std::isfinite(score.nats)) return score;
  throw UserError(
      "the model gives no numbers that mean anything (infinite or nan); its file is damaged or its "
      "training has failed: train it again, or with a smaller learning rate");
}

}  // namespace glassformer
