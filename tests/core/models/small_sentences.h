#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/nn/params.h"
#include "core/nn/tokens.h"
#include "core/tensor/rng.h"

// What the tests of several small networks are given.
namespace glassformer::testing {

// Three sentences and their translations, of unlike lengths: tokens below 9 and 8.
inline const std::vector<std::vector<int>> sources{{4, 5, 6, 7, 2}, {5, 2}, {8, 4, 2}};
inline const std::vector<std::vector<int>> targets{{1, 4, 5}, {1, 5, 4, 6, 7}, {1}};

inline Tokens tokens_of(const std::vector<std::vector<int>>& sentences) {
  Tokens tokens;
  for (const auto& sentence : sentences) tokens.add(sentence);
  return tokens;
}

// Parameters away from what they begin with: biases begin at 0, and v of an additive score too.
template <class Network>
Params moved_params(const Network& network) {
  Params params = make_params(network.parameters(), 5);
  for (int i = 0; i < params.size(); ++i) {
    const Mat more = normal(params.value(i).shape(), 0.3, 100 + static_cast<std::uint64_t>(i));
    for (std::size_t c = 0; c < more.size(); ++c) params.value(i).cells()[c] += more.cells()[c];
  }
  return params;
}

// What an encoder–decoder predicts of all of them, packed.
template <class Network>
Mat packed_logits(const Network& network, const Params& params,
                  const std::vector<std::vector<int>>& from,
                  const std::vector<std::vector<int>>& to) {
  Tape tape;
  Pass pass = Pass::packed(tape, params);
  const Tokens source = tokens_of(from), target = tokens_of(to);
  return tape.value(network.logits(pass, network.encode(pass, source), source, target));
}

}  // namespace glassformer::testing
