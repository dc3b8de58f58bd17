#pragma once

#include <string>
#include <vector>

#include "core/models/head_switch.h"
#include "core/models/translator.h"
#include "core/scenes/run.h"

namespace glassformer {

// Records a whole Transformer (Vaswani et al. 2017, §3) with every intermediate named: what the
// fused training graph hides. Paths: encoder.table, .embedding, .scaled, .positions, .input;
// encoder.I.self_attention.{wq, wk, wv, head.H.{wq, wk, wv, q, k, v, scores, scaled, mask, masked,
// weights, output, switched}, concat, wo, output}; encoder.I.residual_1, norm_1, ffn.{w1,
// product_1, b1, hidden, activation, w2, product_2, b2, output}, residual_2, norm_2; the same in
// decoder.I, with cross_attention, and norm_3; then logits, probabilities, loss. Layers count from
// 0, heads from 1; `switched` is there only for a head that a switch changes.
class TransformerTrace {
 public:
  TransformerTrace(const Translator& translator, std::vector<HeadSwitch> switches, Run& run);

  // [source, d_model]; also sets run.tokens[0] and adds the encoder's sites.
  Var encode(const std::vector<int>& source_ids);
  // [target, target_words]: the logits. `memory` is what the encoder gave, or a matrix of its shape
  // with `source_labels` as its rows. Sets run.tokens[1] and adds the sites of self- and then of
  // cross-attention, layer by layer.
  Var decode(Var memory, const std::vector<int>& target_ids,
             const std::vector<std::string>& source_labels);
  // probabilities, and the loss if there are answers: one for each row of the logits.
  void predict(Var logits, const std::vector<int>& answers);

 private:
  struct Attended {
    Var output;
    std::vector<AttentionSite> sites;
  };
  Var param(int index, std::string name, std::string symbol, Role role, Axis rows, Axis cols);
  Var rows(Var x, std::string name, std::string symbol, const Axis& tokens);
  Var embed(const std::vector<int>& ids, int table, int positions, const Tokenizer& tokenizer,
            const Axis& tokens);
  Attended attend(const std::string& scope, AttentionPlace::Stack stack, AttentionPlace::Kind kind,
                  int layer, const AttentionIndices& at, Var y, Var x, const Axis& queries,
                  const Axis& keys, bool causal);
  Var put_together(const AttentionIndices& at, const std::vector<AttentionPlace>& heads,
                   const Axis& queries);
  Var switched(const AttentionPlace& name, const Axis& queries);
  Var norm(Var x, const NormIndices& at, const std::string& name, const Axis& tokens);
  Var feed_forward(Var x, const FeedForwardIndices& at, const Axis& tokens);
  Var encoder_layer(Var x, int layer, const Axis& tokens);
  Var decoder_layer(Var x, Var memory, int layer, const Axis& target, const Axis& source);
  Var context_of(const AttentionPlace& name) const;

  const Translator& translator_;
  const TransformerConfig& config_;
  TransformerIndices at_;
  std::vector<HeadSwitch> switches_;
  Run& run_;
  Tape& tape_;
  Var shared_table_, target_table_;
  std::vector<std::pair<AttentionPlace, Var>> contexts_;
  std::vector<AttentionSite> cross_sites_;
};

// The translation word by word, each time the most probable next one, until the end mark or `most`
// pieces: the decoder's input, that is begin mark and pieces. The switches hold.
std::vector<int> greedy_trace(const Translator& translator, const std::vector<int>& source_ids,
                              const std::vector<HeadSwitch>& switches, int most);

}  // namespace glassformer
