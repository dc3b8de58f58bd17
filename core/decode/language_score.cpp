#include "core/decode/language_score.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <vector>

#include "core/grad/held.h"
#include "core/kernels/parallel.h"
#include "core/kernels/threads.h"
#include "core/nn/step_memory.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

// The sum over a stretch: token i + 1 given 0 … i.
double nats_of(Tape& tape, const NextTokenNetwork& network, const Params& params,
               std::span<const int> ids) {
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

std::size_t tokens_of_stretch(const NextTokenNetwork& network, int stretch) {
  return static_cast<std::size_t>(std::clamp(stretch, 1, network.max_len()));
}

}  // namespace

int stretches_at_once(const Checkpoint& checkpoint, std::size_t ids, int stretch, double beside) {
  const NextTokenNetwork& network = next_token_network(checkpoint);
  const auto longest = static_cast<int>(std::min(ids, tokens_of_stretch(network, stretch)));
  const StepMemory memory(
      [&](const std::vector<ExampleSize>& examples) {
        double bytes = 0;
        for (const ExampleSize& example : examples) {
          Tape tape;
          nats_of(tape, network, checkpoint.params,
                  std::vector<int>(static_cast<std::size_t>(example.target) + 1, 0));
          bytes += static_cast<double>(bytes_held(tape));
        }
        return bytes;
      },
      {0, longest});
  beside += static_cast<double>(checkpoint.params.cells()) * sizeof(Real);
  const double bytes = memory.fixed() + memory.of({0, longest});
  check_memory("to score a stretch of " + number_of(longest, "token"), beside + bytes,
               "make the model narrower or with fewer layers");
  const double room = (static_cast<double>(memory_limit()) - beside) / std::max(1.0, bytes);
  return static_cast<int>(std::clamp(room, 1.0, static_cast<double>(threads_in_use())));
}

LanguageScore language_score(const Checkpoint& checkpoint, std::span<const int> ids, int stretch,
                             const std::function<void(double)>& tell, double beside) {
  const NextTokenNetwork& network = next_token_network(checkpoint);
  check(network, ids);
  // Each stretch begins with the token that the one before ends with, so that all are predicted.
  const std::size_t length = tokens_of_stretch(network, stretch);
  const std::size_t predicted = ids.size() - 1;
  const auto stretches = static_cast<int>((predicted + length - 1) / length);
  std::vector<double> sums(static_cast<std::size_t>(stretches));
  std::vector<std::exception_ptr> failures(sums.size());  // none may leave a thread
  LanguageScore score;
  const auto read = [&](int stretch_at) {
    const auto at = static_cast<std::size_t>(stretch_at);
    const std::size_t begin = at * length;
    const std::size_t count = std::min(length, predicted - begin) + 1;
    try {
      Tape tape;
      sums[at] = nats_of(tape, network, checkpoint.params, ids.subspan(begin, count));
      if (tape.on_device() || !current_backend()) return;
      score.device_failure = tape.device_failure();
    } catch (...) {
      failures[at] = std::current_exception();
    }
  };
  const bool there = current_backend() != nullptr;  // a device takes one after the other
  const int together = stretches_at_once(checkpoint, ids.size(), stretch, beside);
  const int at_once = there ? 1 : together < threads_in_use() ? together : 8 * threads_in_use();
  for (int from = 0; from < stretches; from += at_once) {
    if (there) {
      read(from);
    } else {
      parallel_for(std::min(at_once, stretches - from), std::size_t{1} << 30,
                   [&](int i) { read(from + i); });
    }
    if (tell) tell(static_cast<double>(std::min(from + at_once, stretches)) / stretches);
  }
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
