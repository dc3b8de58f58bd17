#pragma once

#include <optional>
#include <vector>

#include "core/models/network.h"
#include "core/nn/conv_layer.h"
#include "core/nn/embedding.h"
#include "core/nn/output_layer.h"
#include "core/nn/position.h"

namespace glassformer {

// The shape of a convolutional encoder–decoder (Gehring et al. 2017).
struct ConvSeq2SeqConfig {
  int source_vocab_size = 0;
  int target_vocab_size = 0;
  int max_len = 512;  // tokens of a sentence, begin or end mark included
  int width = 64;     // of an embedding and of what a layer hands on: d
  int encoder_layers = 3;
  int decoder_layers = 3;
  int kernel = 3;  // words of a window; odd, so that it has a middle
  PositionKind positions = PositionKind::learned;
  double dropout = 0;

  bool operator==(const ConvSeq2SeqConfig&) const = default;
  // Words of the input, on either side together, that one word of the encoder's top layer can see.
  int encoder_field() const { return 1 + encoder_layers * (kernel - 1); }
  void check() const;  // throws UserError: which number cannot be, and what it may be
};
std::string to_json(const ConvSeq2SeqConfig& config);
// Throws UserError naming line and field of whatever is wrong in the text.
ConvSeq2SeqConfig conv_seq2seq_config_from_json(std::string_view text, const std::string& named);

// An encoder–decoder without recurrence: convolutions with gated linear units over the words, and
// attention in each layer of the decoder. Of the paper it leaves out the normalisation of weights,
// and the scaling of the encoder's gradients (§3.4).
class ConvSeq2Seq : public NextTokenNetwork {
 public:
  explicit ConvSeq2Seq(const ConvSeq2SeqConfig& config);

  std::string_view architecture() const override { return "conv-seq2seq"; }
  std::string config() const override { return to_json(config_); }
  std::string summary() const override;
  const ConvSeq2SeqConfig& sizes() const { return config_; }

  bool has_encoder() const override { return true; }
  int vocab_size() const override { return config_.target_vocab_size; }
  int source_vocab_size() const override { return config_.source_vocab_size; }
  int max_len() const override { return config_.max_len; }
  int d_model() const override { return config_.width; }
  // What the encoder's top layer gives, and beside it the same plus the embedded words: keys and
  // values of all attentions, [source rows, 2 width].
  Var encode(Pass& pass, const Tokens& source) const override;
  Var logits(Pass& pass, Var memory, const Tokens& source, const Tokens& target) const override;

 private:
  // Embeddings and positions of one side.
  struct Words {
    Words(Declaration& declaration, const std::string& stack, int vocab_size,
          const ConvSeq2SeqConfig& config);
    Var forward(Pass& pass, const Tokens& tokens) const;

    std::optional<Embedding> embedding;
    std::optional<Position> position;
    double dropout, root;
  };

  ConvSeq2SeqConfig config_;
  std::optional<Words> source_, target_;
  std::vector<ConvLayer> encoder_;
  std::vector<ConvDecoderLayer> decoder_;
  std::optional<OutputLayer> output_;
};

}  // namespace glassformer
