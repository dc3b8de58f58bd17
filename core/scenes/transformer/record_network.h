#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/nn/site.h"
#include "core/scenes/run.h"

namespace glassformer {

// Records a network that predicts the next token, with every intermediate named, and sets the run's
// tokens, sites, output (the probabilities) and loss. Of a Transformer the paths are:
// encoder.table, .embedding, .scaled, .positions, .input; encoder.I.self_attention.{wq, wk, wv,
// head.H.{wq, wk, wv, q, k, v, scores, scaled, mask, masked, weights, output, switched}, concat,
// wo, output}; encoder.I.residual_1, norm_1, ffn.{w1, product_1, b1, hidden, activation, w2,
// product_2, b2, output}, residual_2, norm_2; the same in decoder.I, with cross_attention, and
// norm_3; then logits, probabilities, loss. Layers count from 0, heads from 1; `switched` is there
// only for a head that a switch changes. The sites are those of the encoder, of the decoder's
// self-attention, and of its cross-attention. With a seed, positions of hard attention are drawn.
void record_network(Run& run, const Checkpoint& checkpoint, const std::vector<int>& source_ids,
                    const std::vector<int>& target_ids, std::vector<HeadSwitch> switches = {},
                    std::optional<std::uint64_t> draws = {});

// The pieces as tokens of a traced pass, which name its axes; `sequence` tells the sentences apart.
Tokens labelled_tokens(const Tokenizer& tokenizer, const std::vector<int>& ids, int sequence);

// The begin mark and at most `max_len` pieces, each the most probable after those before it:
// logits_of(ids) has a row for each of them.
std::vector<int> greedy_ids(const SpecialIds& special, int max_len,
                            const std::function<Mat(const std::vector<int>&)>& logits_of);

// Greedy decoding with some heads switched: the begin mark and at most `max_len` pieces.
std::vector<int> greedy_with_switches(const Checkpoint& checkpoint,
                                      const std::vector<int>& source_ids,
                                      const std::vector<HeadSwitch>& switches, int max_len);

}  // namespace glassformer
