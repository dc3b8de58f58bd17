#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "core/models/checkpoint.h"

namespace glassformer {

// How well a network without an encoder predicts a text.
struct LanguageScore {
  std::int64_t tokens = 0;     // that were predicted
  double nats = 0;             // the mean of −ln of the probability of each
  std::string device_failure;  // why the CPU had to take over from the device; empty: it had not
  double bits() const { return nats / std::log(2.0); }
  double perplexity() const { return std::exp(nats); }
};

// Each token after the first, given those before it in the same stretch: the text is read in
// stretches of `stretch` tokens, or of as many as the network takes, each from nothing on; on the
// backend that the thread has. Throws UserError: a network with an encoder, ids that it does not
// have, fewer than two tokens, numbers that are not finite, or a stretch that does not fit into
// memory beside so many bytes. `tell` hears now and then which share is done.
LanguageScore language_score(const Checkpoint& checkpoint, std::span<const int> ids,
                             int stretch = 4096, const std::function<void(double)>& tell = {},
                             double beside = 0);
// How many stretches are read at once; throws as that does if not even one can be.
int stretches_at_once(const Checkpoint& checkpoint, std::size_t ids, int stretch, double beside);

}  // namespace glassformer
