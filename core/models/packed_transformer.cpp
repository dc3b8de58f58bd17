#include "core/models/packed_transformer.h"

#include <cmath>

#include "core/grad/ops.h"
#include "core/nn/position.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

// Four numbers a sentence, as packed_attention wants them.
std::vector<int> places(const PackedRows& queries, const PackedRows& keys) {
  std::vector<int> list;
  for (std::size_t s = 0; s + 1 < queries.begins.size(); ++s) {
    list.insert(list.end(), {queries.begins[s], queries.begins[s + 1] - queries.begins[s],
                             keys.begins[s], keys.begins[s + 1] - keys.begins[s]});
  }
  return list;
}

}  // namespace

void PackedRows::add(const std::vector<int>& sentence) {
  ids.insert(ids.end(), sentence.begin(), sentence.end());
  for (int i = 0; i < static_cast<int>(sentence.size()); ++i) positions.push_back(i);
  begins.push_back(static_cast<int>(ids.size()));
}

void PackedPairs::add(const std::vector<int>& source_ids, const std::vector<int>& target_ids) {
  constexpr int end_mark = 2;  // as Tokenizer::end has it
  source.add(source_ids);
  target.add(target_ids);
  answers.insert(answers.end(), target_ids.begin() + 1, target_ids.end());
  answers.push_back(end_mark);
}

PackedTransformer::PackedTransformer(const TransformerConfig& config, const Params& params)
    : config_(config), params_(params), at_(transformer_indices(config)) {
  if (config.positions == TransformerConfig::Positions::sinusoidal) {
    sinusoids_ = std::make_shared<const Leaf>(sinusoidal_positions(config.longest, config.d_model));
  }
}

void PackedTransformer::begin(Tape& tape, std::optional<std::uint64_t> dropout_seed) {
  tape.clear();
  tape_ = &tape;
  dropping_ = dropout_seed.has_value() && config_.dropout > 0;
  dropout_seed_ = dropout_seed.value_or(0);
  for (int i = 0; i < params_.size(); ++i) tape.input(params_.leaf(i));
}

Var PackedTransformer::drop(Var x) {
  if (!dropping_) return x;
  dropout_seed_ = Rng(dropout_seed_).next();
  return dropout(*tape_, x, config_.dropout, dropout_seed_);
}

Var PackedTransformer::embed(const PackedRows& rows, int table, int positions) {
  const Var words =
      scale(*tape_, gather(*tape_, param(table), rows.ids), std::sqrt(config_.d_model));
  const Var places = positions >= 0 ? param(positions) : tape_->input(sinusoids_);
  return drop(add(*tape_, words, gather(*tape_, places, rows.positions)));
}

Var PackedTransformer::attend(Var y, Var x, const AttentionIndices& at, const PackedRows& queries,
                              const PackedRows& keys, bool causal) {
  const Var q = matmul(*tape_, y, param(at.wq));
  const Var k = matmul(*tape_, x, param(at.wk));
  const Var v = matmul(*tape_, x, param(at.wv));
  const Var heads = packed_attention(*tape_, q, k, v, config_.heads, places(queries, keys), causal);
  return matmul(*tape_, heads, param(at.wo));
}

Var PackedTransformer::norm(Var x, const NormIndices& at) {
  return layer_norm(*tape_, x, param(at.gamma), param(at.beta));
}

Var PackedTransformer::feed_forward(Var x, const FeedForwardIndices& at) {
  const Var hidden = add_row(*tape_, matmul(*tape_, x, param(at.w1)), param(at.b1));
  const bool is_relu = config_.activation == TransformerConfig::Activation::relu;
  const Var active = is_relu ? relu(*tape_, hidden) : gelu(*tape_, hidden);
  return add_row(*tape_, matmul(*tape_, active, param(at.w2)), param(at.b2));
}

template <class Sublayer>
Var PackedTransformer::residual(Var x, const NormIndices& at, const Sublayer& sublayer) {
  if (config_.pre_norm) return add(*tape_, x, drop(sublayer(norm(x, at))));
  return norm(add(*tape_, x, drop(sublayer(x))), at);
}

Var PackedTransformer::encode(const PackedRows& source) {
  Var x = embed(source, at_.source_embedding, at_.source_positions);
  for (const EncoderLayerIndices& layer : at_.encoder) {
    x = residual(x, layer.norm_1,
                 [&](Var y) { return attend(y, y, layer.self_attention, source, source, false); });
    x = residual(x, layer.norm_2, [&](Var y) { return feed_forward(y, layer.ffn); });
  }
  return config_.pre_norm ? norm(x, at_.encoder_norm) : x;
}

Var PackedTransformer::decode(Var memory, const PackedRows& source, const PackedRows& target) {
  Var x = embed(target, at_.target_embedding, at_.target_positions);
  for (const DecoderLayerIndices& layer : at_.decoder) {
    x = residual(x, layer.norm_1,
                 [&](Var y) { return attend(y, y, layer.self_attention, target, target, true); });
    if (memory) {
      x = residual(x, layer.norm_2, [&](Var y) {
        return attend(y, memory, layer.cross_attention, target, source, false);
      });
    }
    x = residual(x, layer.norm_3, [&](Var y) { return feed_forward(y, layer.ffn); });
  }
  return config_.pre_norm ? norm(x, at_.decoder_norm) : x;
}

Var PackedTransformer::logits(Var decoded) {
  return matmul_nt(*tape_, decoded, param(at_.output));
}

Var PackedTransformer::loss(const PackedPairs& pairs, bool smoothed) {
  const Var memory = config_.encoder_layers > 0 ? encode(pairs.source) : Var{};
  const Var predicted = logits(decode(memory, pairs.source, pairs.target));
  return cross_entropy(*tape_, predicted, pairs.answers, smoothed ? config_.label_smoothing : 0);
}

}  // namespace glassformer
