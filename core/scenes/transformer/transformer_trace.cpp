#include "core/scenes/transformer/transformer_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/grad/ops.h"
#include "core/nn/attention.h"
#include "core/nn/axes.h"
#include "core/nn/mask.h"
#include "core/nn/position.h"
#include "core/scenes/transformer/positional.h"

namespace glassformer {

namespace {

constexpr const char* d_model = "d_model";

}  // namespace

TransformerTrace::TransformerTrace(const Translator& translator, std::vector<HeadSwitch> switches,
                                   Run& run)
    : translator_(translator),
      config_(translator.config),
      at_(transformer_indices(translator.config)),
      switches_(std::move(switches)),
      run_(run),
      tape_(run.tape) {}

Var TransformerTrace::param(int index, std::string name, std::string symbol, Role role, Axis rows,
                            Axis cols) {
  return tape_.name(tape_.input(translator_.params.leaf(index)),
                    {std::move(name), std::move(symbol), role, std::move(rows), std::move(cols),
                     all_cells("A parameter of the model: it began at random, and training "
                               "moved it.")});
}

Var TransformerTrace::rows(Var x, std::string name, std::string symbol, const Axis& tokens) {
  return tape_.name(x,
                    {std::move(name), std::move(symbol), Role::plain, tokens, numbered(d_model)});
}

Var TransformerTrace::embed(const std::vector<int>& ids, int table, int positions,
                            const Tokenizer& tokenizer, const Axis& tokens) {
  Var words = config_.shared ? shared_table_ : Var{};
  if (!words) {
    words = param(table, "table", "E", Role::input, {"word", tokenizer.pieces(), -1},
                  numbered(d_model));
    if (config_.shared) shared_table_ = words;
  }
  target_table_ = words;
  const int n = static_cast<int>(ids.size());
  const Var embedding = rows(gather(tape_, words, ids), "embedding", "E_{t}", tokens);
  const Var scaled = rows(scale(tape_, embedding, std::sqrt(config_.d_model)), "scaled",
                          "\\sqrt{d_{\\mathrm{model}}} E_{t}", tokens);
  Var encoding;
  Origin origin;
  if (positions >= 0) {
    const Var learned = param(positions, "position_table", "P", Role::position,
                              numbered("position"), numbered(d_model));
    encoding = slice_rows(tape_, learned, 0, n);
  } else {
    encoding = tape_.input(sinusoidal_positions(n, config_.d_model));
    origin = sinusoid_origin(config_.d_model);
  }
  tape_.name(encoding, {"positions", "\\mathrm{PE}", Role::position, tokens, numbered(d_model),
                        std::move(origin)});
  return tape_.name(add(tape_, scaled, encoding),
                    {"input", "X", Role::input, tokens, numbered(d_model)});
}

Var TransformerTrace::context_of(const AttentionPlace& name) const {
  const auto found = std::find_if(contexts_.begin(), contexts_.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  return found->second;
}

// The output of a head as the switches leave it.
Var TransformerTrace::switched(const AttentionPlace& name, const Axis& queries) {
  const auto found = std::find_if(switches_.begin(), switches_.end(),
                                  [&](const HeadSwitch& s) { return s.head == name; });
  if (found == switches_.end()) return context_of(name);
  const Tape::Scope scope(tape_, "head." + std::to_string(name.head));
  const Var from = context_of(found->copies ? found->from : name);
  return tape_.name(scale(tape_, from, found->copies ? 1 : found->factor),
                    {"switched", with_head("O'", std::to_string(name.head)), Role::output, queries,
                     numbered("d_v")});
}

Var TransformerTrace::put_together(const AttentionIndices& at,
                                   const std::vector<AttentionPlace>& heads, const Axis& queries) {
  std::vector<Var> parts;
  for (const AttentionPlace& head : heads) parts.push_back(switched(head, queries));
  const Var concat =
      tape_.name(concat_cols(tape_, parts),
                 {"concat", "\\mathrm{Concat}", Role::output, queries, numbered("h d_v")});
  const Var wo =
      param(at.wo, "wo", "W^{O}", Role::output_weight, numbered("h d_v"), numbered(d_model));
  return tape_.name(matmul(tape_, concat, wo),
                    {"output", "Z", Role::output, queries, numbered(d_model)});
}

TransformerTrace::Attended TransformerTrace::attend(
    const std::string& scope, AttentionPlace::Stack stack, AttentionPlace::Kind kind, int layer,
    const AttentionIndices& at, Var y, Var x, const Axis& queries, const Axis& keys, bool causal) {
  const Tape::Scope within(tape_, scope);
  const auto weight = [&](int index, const char* name, const char* symbol, Role role) {
    return param(index, name, symbol, role, numbered(d_model), numbered("h d_k"));
  };
  const Var wq = weight(at.wq, "wq", "W^{Q}", Role::query_weight);
  const Var wk = weight(at.wk, "wk", "W^{K}", Role::key_weight);
  const Var wv = weight(at.wv, "wv", "W^{V}", Role::value_weight);
  AttentionSpec spec;
  spec.axes = {as("query", queries), as("key", keys), ""};
  if (causal) {
    const Shape pairs{tape_.shape(y).rows, tape_.shape(x).rows};
    spec.mask = std::make_shared<const Leaf>(make_mask({MaskSpec::Kind::causal, 0, 0}, pairs));
  }
  Attended made;
  std::vector<AttentionPlace> heads;
  const int width = config_.d_k();
  for (int h = 1; h <= config_.heads; ++h) {
    heads.push_back({stack, layer, kind, h});
    spec.axes.head = std::to_string(h);
    spec.place = heads.back();
    const Tape::Scope head(tape_, "head." + spec.axes.head);
    const auto own = [&](Var all, const char* name, const char* symbol, Role role) {
      return tape_.name(
          slice_cols(tape_, all, (h - 1) * width, width),
          {name, with_head(symbol, spec.axes.head), role, numbered(d_model), numbered("d_k")});
    };
    const HeadVars vars{own(wq, "wq", "W^{Q}", Role::query_weight),
                        own(wk, "wk", "W^{K}", Role::key_weight),
                        own(wv, "wv", "W^{V}", Role::value_weight)};
    made.sites.push_back(attention_head(tape_, y, x, vars, spec));
    contexts_.emplace_back(heads.back(), made.sites.back().context);
  }
  made.output = put_together(at, heads, queries);
  return made;
}

Var TransformerTrace::norm(Var x, const NormIndices& at, const std::string& name,
                           const Axis& tokens) {
  const auto row = [&](int index, const char* part, const char* symbol) {
    return param(index, name + "." + part, symbol, Role::plain, numbered(""), numbered(d_model));
  };
  const Var gamma = row(at.gamma, "gamma", "\\gamma"), beta = row(at.beta, "beta", "\\beta");
  return rows(layer_norm(tape_, x, gamma, beta), name, "\\mathrm{LayerNorm}(x)", tokens);
}

Var TransformerTrace::feed_forward(Var x, const FeedForwardIndices& at, const Axis& tokens) {
  const Tape::Scope within(tape_, "ffn");
  const Axis inner = numbered("d_ff"), outer = numbered(d_model);
  const auto node = [&](Var made, const char* name, const char* symbol, const Axis& cols) {
    return tape_.name(made, {name, symbol, Role::plain, tokens, cols});
  };
  const Var w1 = param(at.w1, "w1", "W_{1}", Role::plain, outer, inner);
  const Var product_1 = node(matmul(tape_, x, w1), "product_1", "xW_{1}", inner);
  const Var b1 = param(at.b1, "b1", "b_{1}", Role::plain, numbered(""), inner);
  const Var hidden = node(add_row(tape_, product_1, b1), "hidden", "xW_{1} + b_{1}", inner);
  const bool gelu_used = config_.activation == TransformerConfig::Activation::gelu;
  const Var active = node(gelu_used ? gelu(tape_, hidden) : relu(tape_, hidden), "activation",
                          gelu_used ? "\\mathrm{GELU}" : "\\max(0, xW_{1} + b_{1})", inner);
  const Var w2 = param(at.w2, "w2", "W_{2}", Role::plain, inner, outer);
  const Var product_2 = node(matmul(tape_, active, w2), "product_2", "hW_{2}", outer);
  const Var b2 = param(at.b2, "b2", "b_{2}", Role::plain, numbered(""), outer);
  return node(add_row(tape_, product_2, b2), "output", "hW_{2} + b_{2}", outer);
}

Var TransformerTrace::encoder_layer(Var x, int layer, const Axis& tokens) {
  const Tape::Scope within(tape_, std::to_string(layer));
  const EncoderLayerIndices& at = at_.encoder[static_cast<std::size_t>(layer)];
  const auto self = [&](Var from) {
    Attended made =
        attend("self_attention", AttentionPlace::Stack::encoder, AttentionPlace::Kind::self, layer,
               at.self_attention, from, from, tokens, tokens, false);
    run_.sites.insert(run_.sites.end(), made.sites.begin(), made.sites.end());
    return made.output;
  };
  const auto sum = [&](Var a, Var b, const char* name) {
    return rows(add(tape_, a, b), name, "x + \\mathrm{Sublayer}(x)", tokens);
  };
  if (config_.pre_norm) {
    x = sum(x, self(norm(x, at.norm_1, "norm_1", tokens)), "residual_1");
    return sum(x, feed_forward(norm(x, at.norm_2, "norm_2", tokens), at.ffn, tokens), "residual_2");
  }
  x = norm(sum(x, self(x), "residual_1"), at.norm_1, "norm_1", tokens);
  return norm(sum(x, feed_forward(x, at.ffn, tokens), "residual_2"), at.norm_2, "norm_2", tokens);
}

Var TransformerTrace::decoder_layer(Var x, Var memory, int layer, const Axis& target,
                                    const Axis& source) {
  const Tape::Scope within(tape_, std::to_string(layer));
  const DecoderLayerIndices& at = at_.decoder[static_cast<std::size_t>(layer)];
  const auto self = [&](Var from) {
    Attended made =
        attend("self_attention", AttentionPlace::Stack::decoder, AttentionPlace::Kind::self, layer,
               at.self_attention, from, from, target, target, true);
    run_.sites.insert(run_.sites.end(), made.sites.begin(), made.sites.end());
    return made.output;
  };
  const auto cross = [&](Var from) {
    Attended made =
        attend("cross_attention", AttentionPlace::Stack::decoder, AttentionPlace::Kind::cross,
               layer, at.cross_attention, from, memory, target, source, false);
    cross_sites_.insert(cross_sites_.end(), made.sites.begin(), made.sites.end());
    return made.output;
  };
  const auto sum = [&](Var a, Var b, const char* name) {
    return rows(add(tape_, a, b), name, "x + \\mathrm{Sublayer}(x)", target);
  };
  if (config_.pre_norm) {
    x = sum(x, self(norm(x, at.norm_1, "norm_1", target)), "residual_1");
    if (memory) x = sum(x, cross(norm(x, at.norm_2, "norm_2", target)), "residual_2");
    return sum(x, feed_forward(norm(x, at.norm_3, "norm_3", target), at.ffn, target), "residual_3");
  }
  x = norm(sum(x, self(x), "residual_1"), at.norm_1, "norm_1", target);
  if (memory) x = norm(sum(x, cross(x), "residual_2"), at.norm_2, "norm_2", target);
  return norm(sum(x, feed_forward(x, at.ffn, target), "residual_3"), at.norm_3, "norm_3", target);
}

Var TransformerTrace::encode(const std::vector<int>& source_ids) {
  const Tape::Scope within(tape_, "encoder");
  run_.tokens[0] = piece_labels(translator_.source, source_ids);
  const Axis tokens{"token", run_.tokens[0], 0};
  Var x = embed(source_ids, at_.source_embedding, at_.source_positions, translator_.source, tokens);
  for (int i = 0; i < config_.encoder_layers; ++i) x = encoder_layer(x, i, tokens);
  return config_.pre_norm ? norm(x, at_.encoder_norm, "norm", tokens) : x;
}

Var TransformerTrace::decode(Var memory, const std::vector<int>& target_ids,
                             const std::vector<std::string>& source_labels) {
  run_.tokens[1] = piece_labels(translator_.target, target_ids);
  const Axis tokens{"token", run_.tokens[1], 1}, source{"token", source_labels, 0};
  const Axis words{"word", translator_.target.pieces(), -1};
  Var x;
  Var output;
  {
    const Tape::Scope within(tape_, "decoder");
    x = embed(target_ids, at_.target_embedding, at_.target_positions, translator_.target, tokens);
    for (int i = 0; i < config_.decoder_layers; ++i)
      x = decoder_layer(x, memory, i, tokens, source);
    if (config_.pre_norm) x = norm(x, at_.decoder_norm, "norm", tokens);
    output = config_.tied ? target_table_
                          : param(at_.output, "output", "W_{\\mathrm{out}}", Role::output_weight,
                                  words, numbered(d_model));
  }
  run_.sites.insert(run_.sites.end(), cross_sites_.begin(), cross_sites_.end());
  return tape_.name(matmul_nt(tape_, x, output),
                    {"logits", "XE^{\\top}", Role::score, tokens, words});
}

void TransformerTrace::predict(Var logits, const std::vector<int>& answers) {
  const Label& label = tape_.node(logits).label;
  run_.output = tape_.name(softmax(tape_, logits), {"probabilities", "\\mathrm{softmax}",
                                                    Role::probability, label.rows, label.cols});
  if (answers.empty()) return;
  run_.loss = tape_.name(cross_entropy(tape_, logits, answers),
                         {"loss", "L", Role::plain, numbered(""), numbered("")});
}

std::vector<int> greedy_trace(const Translator& translator, const std::vector<int>& source_ids,
                              const std::vector<HeadSwitch>& switches, int most) {
  Mat memory;
  std::vector<std::string> labels;
  if (translator.config.encoder_layers > 0) {
    Run run;
    TransformerTrace trace(translator, switches, run);
    memory = run.tape.value(trace.encode(source_ids));
    labels = run.tokens[0];
  }
  std::vector<int> ids{Tokenizer::begin};
  for (int i = 0; i < most; ++i) {
    Run run;
    TransformerTrace trace(translator, switches, run);
    const Var given = memory.empty() ? Var{} : run.tape.input(memory);
    const Mat& logits = run.tape.value(trace.decode(given, ids, labels));
    const auto last = logits.row(logits.rows() - 1);
    const int next = static_cast<int>(std::max_element(last.begin(), last.end()) - last.begin());
    if (next == Tokenizer::end) break;
    ids.push_back(next);
  }
  return ids;
}

}  // namespace glassformer
