#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/models/transformer.h"
#include "core/text/tokenizers/learned.h"

namespace glassformer::testing {

// An untrained Transformer of a few words, with every weight drawn from the seed.
inline Checkpoint tiny_checkpoint(TransformerConfig config = tiny_transformer(),
                                  std::uint64_t seed = 5) {
  const std::vector<std::string> source{"the red cat sees a dog .", "a big dog eats ."};
  const std::vector<std::string> target{"le chat rouge voit un chien .", "un grand chien mange ."};
  const auto vocabulary = [](const std::vector<std::string>& sentences) {
    return std::make_shared<const LearnedTokenizer>(
        LearnedTokenizer::train(sentences, LearnedTokenizer::Kind::word, 100));
  };
  Checkpoint made;
  made.tokenizers = {vocabulary(source), vocabulary(target)};
  config.source_vocab_size = made.source().size();
  config.target_vocab_size = made.target().size();
  made.network = std::make_shared<Transformer>(config);
  made.params = make_params(made.network->parameters(), seed);
  made.origin = "a test";
  return made;
}

inline TransformerConfig small_config() {
  TransformerConfig config;
  config.d_model = 8;
  config.heads = 2;
  config.encoder_layers = config.decoder_layers = 2;
  config.d_ff = 12;
  config.max_len = 16;
  return config;
}

// Source and target ids of some pairs, as a packed pass takes them.
struct PackedTokens {
  Tokens source, target;
  std::vector<int> next;  // what follows each target token

  void add(const std::vector<int>& source_ids, const std::vector<int>& target_ids, int end = 2) {
    source.add(source_ids);
    target.add(target_ids);
    const std::vector<int> following = next_tokens(target_ids, end);
    next.insert(next.end(), following.begin(), following.end());
  }
};

// The logits of a packed pass, on an emptied tape.
inline Var packed_logits(Tape& tape, const NextTokenNetwork& network, const Params& params,
                         const PackedTokens& pairs,
                         std::optional<std::uint64_t> dropout_seed = {}) {
  Pass pass = Pass::packed(tape, params, dropout_seed);
  const Var memory = network.has_encoder() ? network.encode(pass, pairs.source) : Var{};
  return network.logits(pass, memory, pairs.source, pairs.target);
}

}  // namespace glassformer::testing
