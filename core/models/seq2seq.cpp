#include "core/models/seq2seq.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/grad/ops.h"
#include "core/models/config_json.h"
#include "core/nn/axes.h"
#include "core/nn/step_cache.h"

namespace glassformer {

namespace {

using Scope = Declaration::Scope;

const LinearNames bridge_names{{"w_first", "W_{s}"},
                               {"b_first", "b_{s}"},
                               {"first.product", "hW_{s}"},
                               {"first.sum", "hW_{s} + b_{s}"},
                               axes::units,
                               axes::units};
const LinearNames attentional_names{{"w_attentional", "W_{c}", Role::output_weight},
                                    {"b_attentional", "b_{c}"},
                                    {"product", "[c; s] W_{c}"},
                                    {"sum", "[c; s] W_{c} + b_{c}"},
                                    axes::units,
                                    axes::units};
const LinearNames deep_names{{"w_deep", "W_{o}", Role::output_weight},
                             {"b_deep", "b_{o}"},
                             {"deep.product", "[s; y; c] W_{o}"},
                             {"deep.sum", "[s; y; c] W_{o} + b_{o}"},
                             axes::units,
                             axes::units};

std::string layer_name(const char* stack, int layer) {
  return fmt::format("{}.{}", stack, layer);
}

// Rows begins[s] + place of each sentence.
std::vector<int> last_rows(const Tokens& tokens) {
  std::vector<int> rows;
  for (int s = 1; s <= tokens.sentences(); ++s) {
    rows.push_back(tokens.begins[static_cast<std::size_t>(s)] - 1);
  }
  return rows;
}

std::vector<int> first_rows(const Tokens& tokens) {
  return {tokens.begins.begin(), tokens.begins.end() - 1};
}

}  // namespace

Seq2Seq::Seq2Seq(const Seq2SeqConfig& config) : config_(config) {
  config.check();
  const Seq2SeqConfig& c = config_;
  const bool both = c.both_directions();
  {
    const Scope scope(declaration_, "encoder", "embedding");
    source_embedding_.emplace(declaration_, "embedding", c.source_vocab_size, c.d_embedding);
  }
  {
    const Scope scope(declaration_, "decoder", "embedding");
    target_embedding_.emplace(declaration_, "embedding", c.target_vocab_size, c.d_embedding);
  }
  if (c.encoder == Seq2SeqConfig::Encoder::positions) {
    positions_.emplace(declaration_, PositionKind::sinusoidal, c.max_len, c.d_embedding);
  }
  for (int i = 0; i < (positions_ ? 0 : c.encoder_layers); ++i) {
    const Scope scope(declaration_, "encoder", layer_name("encoder", i));
    const int inputs = i == 0 ? c.d_embedding : i == 1 && both ? 2 * c.width : c.width;
    encoder_.emplace_back(declaration_, layer_name("forward", i),
                          Recurrent::Config{c.cell, inputs, 0, c.width, c.reversed});
    if (i == 0 && both) {
      backward_.emplace(declaration_, "backward.0",
                        Recurrent::Config{c.cell, inputs, 0, c.width, true});
    }
  }
  const int summary = c.summary();
  const int context = c.has_attention() ? (c.asks == Seq2SeqConfig::Asks::before ? c.memory() : 0)
                      : c.fed == Seq2SeqConfig::Fed::each_step ? summary
                                                               : 0;
  for (int i = 0; i < c.decoder_layers; ++i) {
    const std::string part = layer_name("decoder", i);
    const Scope scope(declaration_, "decoder", part);
    if (c.first_state == Seq2SeqConfig::FirstState::learned) {
      const Scope bridge(declaration_, std::to_string(i));
      bridge_.emplace_back(declaration_, bridge_names, summary, c.width, true);
    }
    const int extra = i > 0 ? 0 : c.input_feeding ? c.width : context;
    decoder_.emplace_back(
        declaration_, layer_name("layer", i),
        Recurrent::Config{c.cell, i == 0 ? c.d_embedding : c.width, extra, c.width, false});
  }
  const Scope scope(declaration_, "decoder", "output");
  if (c.has_attention()) {
    const Scope attention(declaration_, "", "attention");
    attention_.emplace(declaration_, "attention",
                       EncoderAttention::Config{c.score, c.window, c.pick, c.reach, c.width,
                                                c.memory(), c.width, c.max_len});
  }
  if (c.output == Seq2SeqConfig::Output::direct) {
    const Scope output(declaration_, "output");
    direct_.emplace(declaration_, c.memory() + c.width, c.target_vocab_size);
  } else if (c.has_attention() && c.asks == Seq2SeqConfig::Asks::after) {
    attentional_.emplace(declaration_, attentional_names, c.memory() + c.width, c.width, true);
  } else if (context > 0) {
    deep_output_.emplace(declaration_, deep_names, c.width + c.d_embedding + context, 2 * c.width,
                         true);
  }
  if (!direct_) output_.emplace(declaration_, c.target_vocab_size, c.width);
  state_ = declaration_.add_state();
}

std::string Seq2Seq::summary() const {
  const bool hard = config_.pick == AlignmentPick::hard;
  const std::string layers =
      positions_ ? fmt::format("positions + {} layers", config_.decoder_layers)
                 : fmt::format("{} + {} layers", config_.encoder_layers, config_.decoder_layers);
  return fmt::format(
      "{}, {}, width {}, {}", word_of(cell_words, config_.cell), layers, config_.width,
      config_.has_attention()
          ? fmt::format("{}{} attention", hard ? "hard " : "", word_of(score_words, config_.score))
          : "no attention");
}

Var Seq2Seq::encode(Pass& pass, const Tokens& source) const {
  const Pass::Scope within(pass, "encoder");
  Tape& tape = pass.tape();
  Var x = pass.dropout(source_embedding_->forward(pass, source), config_.dropout);
  if (positions_) x = positions_->forward(pass, x, source);
  for (std::size_t i = 0; i < encoder_.size(); ++i) {
    const auto run = [&](const Recurrent& layer) {
      const Var first = layer.zeros(pass, source.sentences()).h;
      return layer.read(pass, x, first, source);
    };
    Var states = run(encoder_[i]);
    if (i == 0 && backward_) states = concat_cols(tape, {states, run(*backward_)});
    const bool adds = config_.residual && tape.shape(states) == tape.shape(x) && i > 0;
    if (adds) states = add(tape, states, x);
    x = pass.dropout(states, config_.dropout);
  }
  if (pass.is_traced()) x = scale(tape, x, 1);  // the top layer's states have a name already
  return pass.name(x, {"states", "H", Role::output}, source.axis, axes::units);
}

// What one vector holds of a sentence: the state that has read all of it. Of both directions it is
// the one from the end to the first word (Bahdanau et al. 2015, A.2.2).
Var Seq2Seq::summary_of(Pass& pass, Var memory, const Tokens& source) const {
  Tape& tape = pass.tape();
  if (config_.memory() == config_.summary()) {
    return gather(tape, memory, config_.reversed ? first_rows(source) : last_rows(source));
  }
  return slice_cols(tape, gather(tape, memory, first_rows(source)), config_.width, config_.width);
}

Seq2Seq::State Seq2Seq::first_state(Pass& pass, Var summary) const {
  Tape& tape = pass.tape();
  const int rows = tape.shape(summary).rows;
  State state;
  for (std::size_t i = 0; i < decoder_.size(); ++i) {
    const Pass::Scope layer(pass, std::to_string(i));
    Var h = bridge_.empty() ? summary : tanh(tape, bridge_[i].forward(pass, summary, axes::none));
    if (bridge_.empty() && pass.is_traced()) h = scale(tape, h, 1);  // the summary has a name
    h = pass.name(h, {"first", "s_{0}", Role::output}, axes::none, axes::units);
    state.layers.push_back({h, decoder_[i].zeros(pass, rows).c});
  }
  if (config_.input_feeding) state.attentional = tape.input(Mat(rows, config_.width));
  return state;
}

bool Seq2Seq::step_by_step() const {
  return attention_ && (config_.asks == Seq2SeqConfig::Asks::before || config_.input_feeding);
}

Var Seq2Seq::output_of(Pass& pass, const Looked& looked, Var embedded, const Tokens& target) const {
  Tape& tape = pass.tape();
  if (direct_) {
    const Pass::Scope output(pass, "output");
    const Var both = pass.name(concat_cols(tape, {looked.context, looked.states}),
                               {"both", "[c; s]"}, target.axis, axes::units);
    return direct_->forward(pass, pass.dropout(both, config_.dropout), target);
  }
  Var x = looked.attentional ? looked.attentional : looked.states;
  if (deep_output_) {
    const Var all = pass.name(concat_cols(tape, {looked.states, embedded, looked.context}),
                              {"deep", "[s; y; c]"}, target.axis, axes::units);
    x = pass.name(maxout(tape, deep_output_->forward(pass, all, target.axis)),
                  {"maxout", "t", Role::output}, target.axis, axes::units);
  }
  return output_->forward(pass, pass.dropout(x, config_.dropout), target);
}

// All steps of a traced pass as one attention.
void Seq2Seq::record(Pass& pass, const Seen& seen, const Tokens& source,
                     const Tokens& target) const {
  const std::vector<AttentionSite>& sites = seen.sites;
  if (sites.empty() || !pass.is_traced()) return;
  Tape& tape = pass.tape();
  const auto all = [&](Var AttentionSite::*part, const char* name, const char* symbol, Role role) {
    std::vector<Var> rows;
    for (const AttentionSite& site : sites) rows.push_back(site.*part);
    return pass.name(concat_rows(tape, rows), {name, symbol, role}, as("query", target.axis),
                     as("key", source.axis));
  };
  const Pass::Scope within(pass, "attention");
  AttentionSite site = sites.front();
  site.place = {AttentionPlace::Stack::decoder, 0, AttentionPlace::Kind::cross, 1};
  site.name = to_string(site.place);
  site.mask = {};
  site.scores = all(&AttentionSite::scores, "scores", "E", Role::score);
  site.weights = all(&AttentionSite::weights, "weights", "A", Role::probability);
  if (!seen.choices.empty()) {
    pass.name(concat_rows(tape, seen.choices), {"choice", "\\hat{A}", Role::probability},
              as("query", target.axis), as("key", source.axis));
  }
  std::vector<Var> queries, contexts;
  for (const AttentionSite& step : sites) {
    queries.push_back(step.q);
    contexts.push_back(step.context);
  }
  site.q = concat_rows(tape, queries);
  site.context = concat_rows(tape, contexts);
  pass.record(std::move(site));
}

Var Seq2Seq::logits(Pass& pass, Var memory, const Tokens& source, const Tokens& target,
                    AttentionLog& log) const {
  Tape& tape = pass.tape();
  Var logits;
  {
    const Pass::Scope within(pass, "decoder");
    const Var embedded = pass.dropout(target_embedding_->forward(pass, target), config_.dropout);
    Var outside = decoder_.front().outside(pass, embedded, target.axis);
    const bool cached = pass.kind() == Pass::Kind::cached;
    // Whose the rows are, to give each its sentence's summary.
    std::vector<int> sentences;
    for (int row = 0, s = 0; row < target.rows(); ++row) {
      while (row >= target.begins[static_cast<std::size_t>(s) + 1]) ++s;
      sentences.push_back(cached ? pass.cache().sentence(row) : s);
    }
    const Var summary = pass.name(summary_of(pass, memory, source), {"summary", "c", Role::output},
                                  axes::none, axes::units);
    Looked looked;
    Var context;
    if (!attention_ && deep_output_) {
      context = gather(tape, summary, sentences);
      outside = add(tape, outside,
                    decoder_.front().outside_of_context(pass, context, "all", target.axis));
    }
    Seen seen{log, {}, {}};
    if (cached) {
      looked = next(pass, outside, memory, source, target, seen);
    } else if (step_by_step()) {
      looked = in_steps(pass, outside, first_state(pass, summary), memory, source, target, seen);
    } else {
      looked = at_once(pass, outside, first_state(pass, summary), memory, source, target, seen);
    }
    record(pass, seen, source, target);
    if (context) looked.context = context;
    logits = output_of(pass, looked, embedded, target);
  }
  return pass.name(logits, {"logits", direct_ ? "[c; s]W + b" : "tW^{\\top}", Role::score},
                   target.axis, target.vocabulary);
}

}  // namespace glassformer
