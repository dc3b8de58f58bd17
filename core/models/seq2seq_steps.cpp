// How the decoder of a recurrent encoder–decoder goes from word to word: all words of a layer at
// once, one word after the other, or the next one of a cached pass.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "core/grad/ops.h"
#include "core/models/seq2seq.h"
#include "core/nn/axes.h"
#include "core/nn/step_cache.h"

namespace glassformer {

namespace {

int length(const Tokens& tokens, int sentence) {
  const auto at = static_cast<std::size_t>(sentence);
  return tokens.begins[at + 1] - tokens.begins[at];
}

CellNames state_names(const Axis& rows, int place) {
  CellNames names;
  names.state = "s";
  names.now = std::to_string(place + 1);
  names.before = std::to_string(place);
  names.rows = rows;
  names.units = axes::units;
  return names;
}

}  // namespace

Var Seq2Seq::attentional_of(Pass& pass, Var states, Var context, const std::string& scope,
                            const Axis& rows) const {
  Tape& tape = pass.tape();
  if (pass.is_traced()) {
    attentional_->weight(pass);
    attentional_->bias(pass);
  }
  std::optional<Pass::Scope> step;
  if (!scope.empty()) step.emplace(pass, scope);
  const Var both =
      pass.name(concat_cols(tape, {context, states}), {"both", "[c; s]"}, rows, axes::units);
  return pass.name(tanh(tape, attentional_->forward(pass, both, rows)),
                   {"attentional", "\\tilde{h}", Role::output}, rows, axes::units);
}

// One token of each sentence: outside [n, gates · H] is what the lowest layer gets of its word.
Seq2Seq::Looked Seq2Seq::one_step(Pass& pass, Var outside, State& state, Var keys, Var memory,
                                  const Tokens& source, const Rows& rows, Seen& seen) const {
  Tape& tape = pass.tape();
  const bool before = attention_ && config_.asks == Seq2SeqConfig::Asks::before;
  Looked looked;
  const auto look = [&](Var asking) {
    EncoderAttention::Looked found =
        attention_->look(pass, asking, keys, memory, source, rows.sentences, rows.places,
                         rows.scope, rows.axis, seen.log);
    looked.context = found.context;
    seen.log.add({found.scores, found.choice, rows.sentences, rows.places, true});
    if (found.choice) seen.choices.push_back(found.choice);
    seen.sites.push_back(std::move(found.site));
  };
  if (before) look(state.layers.back().h);
  const CellNames names = state_names(rows.axis, rows.places.front());
  Var x = outside;
  if (const Var also = before ? looked.context : state.attentional) {
    x = add(tape, x, decoder_.front().outside_of_context(pass, also, rows.scope, rows.axis));
  }
  for (std::size_t i = 0; i < decoder_.size(); ++i) {
    const Var below = looked.states;
    if (i > 0) x = decoder_[i].outside(pass, below, rows.axis, rows.scope);
    state.layers[i] = decoder_[i].step(pass, x, state.layers[i], rows.scope, names);
    looked.states = state.layers[i].h;
    if (config_.residual && i > 0) looked.states = add(tape, looked.states, below);
  }
  if (attention_ && !before) look(looked.states);
  if (attentional_) {
    looked.attentional = attentional_of(pass, looked.states, looked.context, rows.scope, rows.axis);
    if (config_.input_feeding) state.attentional = looked.attentional;
  }
  return looked;
}

// Where no state waits for what attention finds: all words of a layer, then all attention.
Seq2Seq::Looked Seq2Seq::at_once(Pass& pass, Var outside, const State& first, Var memory,
                                 const Tokens& source, const Tokens& target, Seen& seen) const {
  Tape& tape = pass.tape();
  Looked looked;
  for (std::size_t i = 0; i < decoder_.size(); ++i) {
    const Var below = looked.states, before = first.layers[i].h;
    looked.states = i == 0 ? decoder_[i].forward(pass, outside, before, target)
                           : decoder_[i].read(pass, below, before, target);
    if (config_.residual && i > 0) looked.states = add(tape, looked.states, below);
  }
  if (!attention_) return looked;
  const Var keys = attention_->keys(pass, memory, source);
  if (!pass.is_traced()) {
    std::vector<int> sentences;
    for (int s = 0; s < target.sentences(); ++s) {
      sentences.insert(sentences.end(), static_cast<std::size_t>(length(target, s)), s);
    }
    const EncoderAttention::Looked found =
        attention_->look(pass, looked.states, keys, memory, source, sentences, target.positions, "",
                         target.axis, seen.log);
    looked.context = found.context;
    seen.log.add({found.scores, found.choice, std::move(sentences), target.positions, false});
  } else {
    std::vector<Var> contexts;
    for (int t = 0; t < target.rows(); ++t) {
      const Axis row = {target.axis.name, {axis_label(target.axis, t)}, -1};
      EncoderAttention::Looked found =
          attention_->look(pass, slice_rows(tape, looked.states, t, 1), keys, memory, source, {0},
                           {t}, fmt::format("step.{}", t + 1), row, seen.log);
      contexts.push_back(found.context);
      if (found.choice) seen.choices.push_back(found.choice);
      seen.sites.push_back(std::move(found.site));
    }
    looked.context = pass.name(concat_rows(tape, contexts), {"contexts", "C", Role::output},
                               target.axis, axes::units);
  }
  if (attentional_) {
    looked.attentional = attentional_of(pass, looked.states, looked.context, "", target.axis);
  }
  return looked;
}

// Word after word, the sentences that have one side by side: the longest first, so that those that
// go on are the first rows.
Seq2Seq::Looked Seq2Seq::in_steps(Pass& pass, Var outside, State state, Var memory,
                                  const Tokens& source, const Tokens& target, Seen& seen) const {
  Tape& tape = pass.tape();
  const Var keys = attention_->keys(pass, memory, source);
  std::vector<int> order(static_cast<std::size_t>(target.sentences()));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater{}, [&](int s) { return length(target, s); });
  const auto sorted = [&](Var x) { return x ? gather(tape, x, order) : x; };
  if (order.size() > 1) {
    for (CellState& layer : state.layers) layer = {sorted(layer.h), sorted(layer.c)};
    state.attentional = sorted(state.attentional);
  }
  const auto first_of = [&](Var x, int rows) {
    return x && tape.shape(x).rows > rows ? slice_rows(tape, x, 0, rows) : x;
  };
  std::vector<Var> states, contexts, attentionals;
  std::vector<int> places(static_cast<std::size_t>(target.rows()));  // where each row was made
  int made = 0;
  for (int step = 0; step < length(target, order.front()); ++step) {
    Rows rows;
    std::vector<int> words;
    for (const int s : order) {
      if (length(target, s) <= step) break;
      const int row = target.begins[static_cast<std::size_t>(s)] + step;
      rows.sentences.push_back(s);
      words.push_back(row);
      places[static_cast<std::size_t>(row)] = made++;
    }
    const int active = static_cast<int>(rows.sentences.size());
    rows.places.assign(rows.sentences.size(), step);
    rows.scope = fmt::format("step.{}", step + 1);
    if (pass.is_traced()) {
      rows.axis = {target.axis.name, {axis_label(target.axis, step)}, -1};
    }
    for (CellState& layer : state.layers) {
      layer = {first_of(layer.h, active), first_of(layer.c, active)};
    }
    state.attentional = first_of(state.attentional, active);
    const Looked looked =
        one_step(pass, gather(tape, outside, words), state, keys, memory, source, rows, seen);
    states.push_back(looked.states);
    contexts.push_back(looked.context);
    if (looked.attentional) attentionals.push_back(looked.attentional);
  }
  const auto in_order = [&](const std::vector<Var>& parts) {
    if (parts.empty()) return Var{};
    const Var all = concat_rows(tape, parts);
    return order.size() > 1 ? gather(tape, all, places) : all;
  };
  Looked all;
  all.states = pass.name(in_order(states), {"states", "S", Role::output}, target.axis, axes::units);
  all.context =
      pass.name(in_order(contexts), {"contexts", "C", Role::output}, target.axis, axes::units);
  all.attentional = in_order(attentionals);
  return all;
}

// The next token of each row of a cached pass.
Seq2Seq::Looked Seq2Seq::next(Pass& pass, Var outside, Var memory, const Tokens& source,
                              const Tokens& target, Seen& seen) const {
  Tape& tape = pass.tape();
  StepCache& cache = pass.cache();
  const Mat kept = cache.state(state_);
  Rows rows;
  for (int r = 0; r < cache.rows(); ++r) rows.sentences.push_back(cache.sentence(r));
  rows.places = target.positions;
  State state;
  if (kept.empty()) {
    state = first_state(pass, gather(tape, summary_of(pass, memory, source), rows.sentences));
  } else {
    const Var all = tape.input(kept);
    int col = 0;
    const auto take = [&] {
      return slice_cols(tape, all, std::exchange(col, col + config_.width), config_.width);
    };
    for (const Recurrent& layer : decoder_) {
      state.layers.push_back({take(), {}});
      if (layer.has_cell()) state.layers.back().c = take();
    }
    if (config_.input_feeding) state.attentional = take();
  }
  Var keys;
  if (attention_) {
    if (!cache.has_memory(state_)) {
      cache.set_memory(state_, tape.value(attention_->keys(pass, memory, source)), {});
    }
    keys = tape.input(cache.memory_keys(state_));
  }
  const Looked looked = one_step(pass, outside, state, keys, memory, source, rows, seen);
  for (const AttentionSite& site : seen.sites) {
    const Mat& weights = tape.value(site.weights);
    for (int r = 0; r < cache.rows(); ++r) {
      const auto count =
          static_cast<std::size_t>(length(source, rows.sentences[static_cast<std::size_t>(r)]));
      cache.set_cross_weights(state_, r, weights.row(r).first(count));
    }
  }
  std::vector<Var> parts;
  for (const CellState& layer : state.layers) {
    parts.push_back(layer.h);
    if (layer.c) parts.push_back(layer.c);
  }
  if (state.attentional) parts.push_back(state.attentional);
  cache.set_state(state_, tape.value(concat_cols(tape, parts)));
  return looked;
}

}  // namespace glassformer
