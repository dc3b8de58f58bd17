#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/models/translator.h"

namespace glassformer::testing {

// An untrained translator of a few words, with every weight drawn from the seed.
inline Translator tiny_translator(TransformerConfig config = tiny_transformer(),
                                  std::uint64_t seed = 5) {
  const std::vector<std::string> source{"the red cat sees a dog .", "a big dog eats ."};
  const std::vector<std::string> target{"le chat rouge voit un chien .", "un grand chien mange ."};
  Tokenizer from = Tokenizer::train(source, Tokenizer::Kind::word, 100);
  Tokenizer to = Tokenizer::train(target, Tokenizer::Kind::word, 100);
  config.source_words = from.size();
  config.target_words = to.size();
  return {config, make_params(config, seed), std::move(from), std::move(to), "a test"};
}

inline TransformerConfig small_config() {
  TransformerConfig config;
  config.d_model = 8;
  config.heads = 2;
  config.encoder_layers = config.decoder_layers = 2;
  config.d_ff = 12;
  config.longest = 16;
  return config;
}

}  // namespace glassformer::testing
