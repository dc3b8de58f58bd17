#include "core/nn/multi_head_attention.h"

#include <fmt/format.h>

#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/nn/mask.h"
#include "core/nn/seeded.h"
#include "core/nn/step_cache.h"

namespace glassformer {

namespace {

const LinearNames query_names{{"wq", "W^{Q}", Role::query_weight},
                              {"bq", "b^{Q}"},
                              {"product_q", "XW^{Q}", Role::query},
                              {"q", "Q", Role::query},
                              axes::d_model,
                              axes::heads_d_k};
const LinearNames key_names{{"wk", "W^{K}", Role::key_weight},
                            {"bk", "b^{K}"},
                            {"product_k", "XW^{K}", Role::key},
                            {"k", "K", Role::key},
                            axes::d_model,
                            axes::heads_d_k};
const LinearNames value_names{{"wv", "W^{V}", Role::value_weight},
                              {"bv", "b^{V}"},
                              {"product_v", "XW^{V}", Role::value},
                              {"v", "V", Role::value},
                              axes::d_model,
                              axes::heads_d_k};
const LinearNames fused_names{{"wqkv", "W^{QKV}"}, {"bqkv", "b^{QKV}"}, {"product_qkv", "XW^{QKV}"},
                              {"qkv", "QKV"},      axes::d_model,       axes::heads_d_k};
const LinearNames output_names{{"wo", "W^{O}", Role::output_weight},
                               {"bo", "b^{O}"},
                               {"product", "\\mathrm{Concat} W^{O}", Role::output},
                               {"output", "Z", Role::output},
                               axes::heads_d_v,
                               axes::d_model};

const LinearNames plain_output_names{{"wo", "W^{O}", Role::output_weight},
                                     {},
                                     {},
                                     {"output", "Z", Role::output},
                                     axes::heads_d_v,
                                     axes::d_model};

Linear declared(Declaration& declaration, const std::string& name, const LinearNames& names,
                int inputs, int outputs, bool bias) {
  const Declaration::Scope within(declaration, name);
  return {declaration, names, inputs, outputs, bias};
}

// Four numbers a sentence, as packed_attention wants them.
std::vector<int> ranges(const Tokens& queries, const Tokens& keys) {
  std::vector<int> list;
  for (std::size_t s = 0; s + 1 < queries.begins.size(); ++s) {
    list.insert(list.end(), {queries.begins[s], queries.begins[s + 1] - queries.begins[s],
                             keys.begins[s], keys.begins[s + 1] - keys.begins[s]});
  }
  return list;
}

// With what is left open filled in.
MultiHeadAttention::Config filled_in(MultiHeadAttention::Config config) {
  if (config.kv_heads == 0) config.kv_heads = config.heads;
  if (config.d_k == 0) config.d_k = config.d_model / config.heads;
  return config;
}

}  // namespace

MultiHeadAttention::MultiHeadAttention(Declaration& declaration, const std::string& name,
                                       const Config& config, const AttentionPlace& place)
    : name_(name),
      config_(filled_in(config)),
      place_(place),
      state_(declaration.add_state()),
      wq_(declared(declaration, name, config.fused ? fused_names : query_names, config.d_model,
                   config.fused ? queries_width() + 2 * keys_width() : queries_width(),
                   config.biases)),
      wk_(config.fused ? wq_
                       : declared(declaration, name, key_names, config.d_model, keys_width(),
                                  config.biases)),
      wv_(config.fused ? wq_
                       : declared(declaration, name, value_names, config.d_model, keys_width(),
                                  config.biases)),
      wo_(declared(declaration, name, config.output_bias ? output_names : plain_output_names,
                   queries_width(), config.d_model, config.output_bias)) {}

Var MultiHeadAttention::forward(Pass& pass, Var y, Var x, const Tokens& queries,
                                const Tokens& keys) const {
  const Pass::Scope within(pass, name_);
  switch (pass.kind()) {
    case Pass::Kind::traced:
      return traced(pass, y, x, queries, keys);
    case Pass::Kind::packed:
      return packed(pass, y, x, queries, keys);
    case Pass::Kind::cached:
      return cached(pass, y, x, queries, keys);
  }
  return y;
}

// Traced: head by head, every step named.

MultiHeadAttention::Weights MultiHeadAttention::weights(Pass& pass) const {
  Tape& tape = pass.tape();
  Weights all;
  if (!config_.fused) {
    all.wq = wq_.weight(pass);
    all.wk = wk_.weight(pass);
    all.wv = wv_.weight(pass);
    if (config_.biases) {
      all.bq = wq_.bias(pass);
      all.bk = wk_.bias(pass);
      all.bv = wv_.bias(pass);
    }
    return all;
  }
  const auto third = [&](Var fused, int which, const Pass::Name& name, const Axis& rows) {
    const auto [from, count] = third_of(which);
    return pass.name(slice_cols(tape, fused, from, count), name, rows, axes::heads_d_k);
  };
  const Var w = wq_.weight(pass);
  all.wq = third(w, 0, query_names.weight, axes::d_model);
  all.wk = third(w, 1, key_names.weight, axes::d_model);
  all.wv = third(w, 2, value_names.weight, axes::d_model);
  if (config_.biases) {
    const Var b = wq_.bias(pass);
    all.bq = third(b, 0, query_names.bias, axes::none);
    all.bk = third(b, 1, key_names.bias, axes::none);
    all.bv = third(b, 2, value_names.bias, axes::none);
  }
  return all;
}

AttentionSite MultiHeadAttention::traced_head(Pass& pass, Var y, Var x, const Weights& all,
                                              const AttentionSpec& spec) const {
  Tape& tape = pass.tape();
  const int width = config_.d_k, head = spec.place.head - 1,
            kv_head = head * config_.kv_heads / config_.heads;
  // The columns of this head, under the names that a single head's matrices have.
  const auto own = [&](Var var, const LinearNames& of, const Pass::Name& name, const Axis& rows,
                       const Axis& cols) {
    const int from = (&of == &query_names ? head : kv_head) * width;
    const std::string symbol = with_head(std::string(name.symbol), spec.axes.head);
    return pass.name(slice_cols(tape, var, from, width), {name.name, symbol, name.role}, rows,
                     cols);
  };
  const auto named = [&](Var var, const Pass::Name& name, const Axis& rows, const Axis& cols) {
    const std::string symbol = with_head(std::string(name.symbol), spec.axes.head);
    return pass.name(var, {name.name, symbol, name.role}, rows, cols);
  };
  const auto weight = [&](Var var, const LinearNames& names) {
    return own(var, names, names.weight, axes::d_model, axes::d_k);
  };
  const Var wq = weight(all.wq, query_names), wk = weight(all.wk, key_names),
            wv = weight(all.wv, value_names);
  const auto projected = [&](Var input, Var w, Var bias, const LinearNames& names, const Axis& rows,
                             const Axis& cols) {
    if (!bias) return named(matmul(tape, input, w), names.result, rows, cols);
    const Var product = named(matmul(tape, input, w), names.product, rows, cols);
    const Var b = own(bias, names, names.bias, axes::none, cols);
    return named(add_row(tape, product, b), names.result, rows, cols);
  };
  const Axis &queries = spec.axes.queries, &keys = spec.axes.keys;
  Var q = projected(y, wq, all.bq, query_names, queries, axes::d_k);
  Var k = projected(x, wk, all.bk, key_names, keys, axes::d_k);
  const Var v = projected(x, wv, all.bv, value_names, keys, axes::d_v);
  if (config_.positions == PositionKind::rotary) {
    const auto angles = [&](Var var, const char* name, const Axis& rows) {
      std::vector<int> positions(static_cast<std::size_t>(tape.shape(var).rows));
      for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<int>(i);
      static const Axis pairs = numbered("d_k / 2");
      return pass.name(tape.input(rotary_angles(positions, width, config_.rotary)),
                       {name, "m\\theta", Role::position}, rows, pairs);
    };
    const int apart = config_.rotary.apart(width);
    q = named(rotate_pairs(tape, q, angles(q, "angle_q", queries), apart),
              {"q_rotated", "R Q", Role::query}, queries, axes::d_k);
    k = named(rotate_pairs(tape, k, angles(k, "angle_k", keys), apart),
              {"k_rotated", "R K", Role::key}, keys, axes::d_k);
  }
  return attend(tape, q, k, v, spec);
}

LeafPtr MultiHeadAttention::visible(Shape pairs) const {
  if (!config_.causal) return nullptr;
  return cached_leaf(fmt::format("causal {} {}", pairs.rows, pairs.cols), [&] {
    return make_mask({MaskSpec::Kind::causal, 0, 0}, pairs);
  });
}

Var MultiHeadAttention::traced(Pass& pass, Var y, Var x, const Tokens& queries,
                               const Tokens& keys) const {
  Tape& tape = pass.tape();
  const Weights all = weights(pass);
  const Shape pairs{tape.shape(y).rows, tape.shape(x).rows};
  AttentionSpec spec;
  spec.axes = {as("query", queries.axis), as("key", keys.axis), ""};
  spec.mask = visible(pairs);
  spec.place = place_;
  for (int h = 1; h <= config_.heads; ++h) {
    spec.axes.head = std::to_string(h);
    spec.place.head = h;
    if (config_.positions == PositionKind::alibi) {
      const double slope = alibi_slope(h, config_.heads);
      spec.bias = cached_leaf(fmt::format("alibi {} {} {}", pairs.rows, pairs.cols, slope),
                              [&] { return alibi_bias(pairs, slope); });
    }
    const Pass::Scope head(pass, "head." + spec.axes.head);
    pass.record(traced_head(pass, y, x, all, spec));
  }
  std::vector<Var> heads;
  for (int h = 1; h <= config_.heads; ++h) {
    AttentionPlace place = place_;
    place.head = h;
    heads.push_back(pass.switched(place, queries.axis));
  }
  const Var concat =
      pass.name(concat_cols(tape, heads), {"concat", "\\mathrm{Concat}", Role::output},
                queries.axis, axes::heads_d_v);
  return wo_.forward(pass, concat, queries.axis);
}

// Packed and cached: all heads beside each other, [n, heads d_k].

std::pair<int, int> MultiHeadAttention::third_of(int which) const {
  const int queries = queries_width(), keys = keys_width();
  if (which == 0) return {0, queries};
  return {queries + (which - 1) * keys, keys};
}

MultiHeadAttention::Projected MultiHeadAttention::project(Pass& pass, Var y, Var x) const {
  if (!config_.fused) {
    return {wq_.forward(pass, y, axes::none), wk_.forward(pass, x, axes::none),
            wv_.forward(pass, x, axes::none)};
  }
  const Var all = wq_.forward(pass, x, axes::none);
  const auto third = [&](int which) {
    const auto [from, count] = third_of(which);
    return slice_cols(pass.tape(), all, from, count);
  };
  return {third(0), third(1), third(2)};
}

MultiHeadAttention::Projected MultiHeadAttention::rotated(Pass& pass, Projected all,
                                                          const Tokens& queries,
                                                          const Tokens& keys) const {
  if (config_.positions != PositionKind::rotary) return all;
  const auto turn = [&](Var x, const Tokens& tokens) {
    const Var angles =
        pass.tape().input(rotary_angles(tokens.positions, config_.d_k, config_.rotary));
    return rotate_pairs(pass.tape(), x, angles, config_.rotary.apart(config_.d_k));
  };
  return {turn(all.q, queries), turn(all.k, keys), all.v};
}

// Keys or values once more for each head that shares them.
Var MultiHeadAttention::for_each_head(Pass& pass, Var of_kv_heads) const {
  if (config_.kv_heads == config_.heads) return of_kv_heads;
  std::vector<Var> heads;
  for (int h = 0; h < config_.heads; ++h) {
    const int own = h * config_.kv_heads / config_.heads;
    heads.push_back(slice_cols(pass.tape(), of_kv_heads, own * config_.d_k, config_.d_k));
  }
  return concat_cols(pass.tape(), heads);
}

Var MultiHeadAttention::packed(Pass& pass, Var y, Var x, const Tokens& queries,
                               const Tokens& keys) const {
  Projected all = rotated(pass, project(pass, y, x), queries, keys);
  all.k = for_each_head(pass, all.k);
  all.v = for_each_head(pass, all.v);
  const Var heads = config_.positions == PositionKind::alibi
                        ? spelled_out(pass, all, queries, keys)
                        : packed_attention(pass.tape(), all.q, all.k, all.v, config_.heads,
                                           ranges(queries, keys), config_.causal);
  return wo_.forward(pass, heads, axes::none);
}

// Sentence by sentence and head by head, for what packed_attention cannot do.
Var MultiHeadAttention::spelled_out(Pass& pass, const Projected& all, const Tokens& queries,
                                    const Tokens& keys) const {
  Tape& tape = pass.tape();
  const int width = config_.d_k;
  std::vector<Var> sentences;
  for (std::size_t s = 0; s + 1 < queries.begins.size(); ++s) {
    const auto rows_of = [&](Var x, const Tokens& tokens) {
      return slice_rows(tape, x, tokens.begins[s], tokens.begins[s + 1] - tokens.begins[s]);
    };
    const Var q = rows_of(all.q, queries), k = rows_of(all.k, keys), v = rows_of(all.v, keys);
    const Shape pairs{tape.shape(q).rows, tape.shape(k).rows};
    std::vector<Var> heads;
    for (int h = 0; h < config_.heads; ++h) {
      const auto own = [&](Var x) { return slice_cols(tape, x, h * width, width); };
      Var scores = scale(tape, matmul_nt(tape, own(q), own(k)), 1 / std::sqrt(width));
      scores = add(tape, scores, tape.input(alibi_bias(pairs, alibi_slope(h + 1, config_.heads))));
      if (const LeafPtr seen = visible(pairs)) scores = mask(tape, scores, tape.input(seen));
      heads.push_back(matmul(tape, softmax(tape, scores), own(v)));
    }
    sentences.push_back(concat_cols(tape, heads));
  }
  return concat_rows(tape, sentences);
}

Var MultiHeadAttention::cached(Pass& pass, Var y, Var x, const Tokens& queries,
                               const Tokens& keys) const {
  Tape& tape = pass.tape();
  StepCache& cache = pass.cache();
  if (is_cross()) {
    if (!cache.has_memory(state_)) {
      cache.set_memory(state_, tape.value(wk_.forward(pass, x, axes::none)),
                       tape.value(wv_.forward(pass, x, axes::none)));
    }
    const Mat& q = tape.value(wq_.forward(pass, y, axes::none));
    return wo_.forward(
        pass, tape.input(cache.attend_memory(state_, q, {config_.heads, config_.kv_heads})),
        axes::none);
  }
  std::vector<double> slopes;
  if (config_.positions == PositionKind::alibi) {
    for (int h = 1; h <= config_.heads; ++h) slopes.push_back(alibi_slope(h, config_.heads));
  }
  const Projected all = rotated(pass, project(pass, y, x), queries, keys);
  // Keys and values that a device has stay there. If the tape has left it since, this throws.
  if ((tape.on_device() && slopes.empty()) || cache.is_there(state_)) {
    const Var k = for_each_head(pass, all.k), v = for_each_head(pass, all.v);
    return wo_.forward(pass, cache.attend_there(tape, state_, all.q, k, v, config_.heads),
                       axes::none);
  }
  return wo_.forward(
      pass,
      tape.input(cache.attend(state_, tape.value(all.q), tape.value(all.k), tape.value(all.v),
                              {config_.heads, config_.kv_heads}, slopes)),
      axes::none);
}

}  // namespace glassformer
