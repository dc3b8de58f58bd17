#pragma once

#include <optional>
#include <vector>

#include "core/models/network.h"
#include "core/nn/embedding.h"
#include "core/nn/transformer_layer.h"

namespace glassformer {

// The shape of an encoder alone (Devlin et al. 2019, §3).
struct BertConfig {
  int vocab_size = 0;
  int max_len = 512;  // tokens
  int segments = 2;   // kinds of sentence: the first and the second of a pair
  int d_model = 768;
  int heads = 12;
  int layers = 12;
  int d_ff = 3072;
  Activation activation = Activation::gelu;
  double epsilon = 1e-12;      // of the layer normalisation
  bool masked_words = true;    // has the output that predicts masked words
  bool pooler = true;          // has the layer over [CLS] that classifies sentences
  bool next_sentence = false;  // has the output that predicts whether the sentences follow
  double dropout = 0.1;

  bool operator==(const BertConfig&) const = default;
  void check() const;  // throws UserError: which number cannot be, and what it may be
};
std::string to_json(const BertConfig& config);
// Throws UserError naming line and field of whatever is wrong in the text.
BertConfig bert_config_from_json(std::string_view text, const std::string& named);

// Reads whole sentences: each token attends to all others.
class Bert : public Network {
 public:
  explicit Bert(const BertConfig& config);

  std::string_view architecture() const override { return "bert"; }
  std::string config() const override { return to_json(config_); }
  std::string summary() const override;
  int vocab_size() const override { return config_.vocab_size; }
  const BertConfig& sizes() const { return config_; }

  // "input" and the layers: [n, d_model]. `segments`: of each token, from 0.
  Var encode(Pass& pass, const Tokens& tokens, const std::vector<int>& segments) const;
  // What stands at each place, "logits" [n, vocab_size], from encode()'s result (§3.1, task 1).
  Var masked_words(Pass& pass, Var encoded, const Tokens& tokens) const;
  // tanh(h_[CLS] W + b), "pooled": of each sentence, whose first token is [CLS] [sentences,
  // d_model].
  Var pooled(Pass& pass, Var encoded, const Tokens& tokens) const;
  // Whether the second sentence follows the first, "next_sentence" [sentences, 2] (§3.1, task 2).
  Var next_sentence(Pass& pass, Var pooled) const;

 private:
  BertConfig config_;
  std::optional<Embedding> embedding_;
  std::optional<Position> position_;
  int segments_ = -1;
  std::optional<Norm> embedding_norm_;
  std::vector<EncoderLayer> layers_;
  std::optional<Linear> pooler_, transform_, next_sentence_;
  std::optional<Norm> transform_norm_;
  int word_bias_ = -1;
};

}  // namespace glassformer
