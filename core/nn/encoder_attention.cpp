#include "core/nn/encoder_attention.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/grad/choice_ops.h"
#include "core/grad/ops.h"
#include "core/nn/attention.h"
#include "core/nn/axes.h"
#include "core/nn/local_attention.h"
#include "core/nn/recurrent.h"
#include "core/nn/score.h"

namespace glassformer {

namespace {

int count_of(const std::vector<int>& own_keys, int row) {
  return own_keys[2 * static_cast<std::size_t>(row) + 1];
}

}  // namespace

EncoderAttention::EncoderAttention(Declaration& declaration, const std::string& name,
                                   const Config& config)
    : name_(name), config_(config) {
  const Declaration::Scope within(declaration, name);
  using Init = Parameter::Init;
  switch (config.score) {
    case AlignmentScore::additive:
      w_ = declaration.add("w", {config.state, config.hidden}, Init::glorot);
      u_ = declaration.add("u", {config.memory, config.hidden}, Init::glorot);
      v_ = declaration.add("v", {1, config.hidden}, Init::zeros);  // Bahdanau et al. 2015, B.1
      break;
    case AlignmentScore::general:
      w_ = declaration.add("w", {config.state, config.memory}, Init::glorot);
      break;
    case AlignmentScore::location:
      w_ = declaration.add("w", {config.state, config.max_len}, Init::glorot);
      break;
    case AlignmentScore::dot:
    case AlignmentScore::uniform:
    case AlignmentScore::none:
      break;
  }
  if (config.window != AlignmentWindow::local_p) return;
  place_w_ = declaration.add("place_w", {config.state, config.hidden}, Init::glorot);
  place_v_ = declaration.add("place_v", {1, config.hidden}, Init::glorot);
}

Var EncoderAttention::keys(Pass& pass, Var memory, const Tokens& source) const {
  const Pass::Scope within(pass, name_);
  Tape& tape = pass.tape();
  switch (config_.score) {
    case AlignmentScore::additive: {
      const Var u = pass.param(u_, {"u", "U", Role::key_weight}, axes::units, axes::units);
      return pass.name(matmul(tape, memory, u), {"keys", "HU", Role::key}, source.axis,
                       axes::units);
    }
    case AlignmentScore::general: {
      const Var w = pass.param(w_, {"w", "W", Role::key_weight}, axes::units, axes::units);
      return pass.name(matmul_nt(tape, memory, w), {"keys", "HW^{\\top}", Role::key}, source.axis,
                       axes::units);
    }
    default:
      return memory;
  }
}

Var EncoderAttention::scores(Pass& pass, Var states, Var keys, const std::vector<int>& own_keys,
                             int longest, const Axis& rows) const {
  Tape& tape = pass.tape();
  switch (config_.score) {
    case AlignmentScore::additive: {
      const Var w = pass.param(w_, {}, axes::none, axes::none);
      const Var v = pass.param(v_, {}, axes::none, axes::none);
      return pass.is_traced() ? additive_row(tape, states, "s", rows, w, keys, v)
                              : sentence_additive(tape, matmul(tape, states, w), keys, v, own_keys);
    }
    case AlignmentScore::location: {
      const Var w = pass.param(w_, {}, axes::none, axes::none);
      const Var all = matmul(tape, states, w);
      Mat own(tape.shape(states).rows, longest);
      for (int i = 0; i < own.rows(); ++i) {
        std::ranges::fill(own.row(i).first(static_cast<std::size_t>(count_of(own_keys, i))),
                          Real{1});
      }
      return mask(tape, slice_cols(tape, all, 0, longest), tape.input(std::move(own)));
    }
    case AlignmentScore::uniform: {
      Mat zeros(tape.shape(states).rows, longest);
      for (int i = 0; i < zeros.rows(); ++i) {
        std::ranges::fill(zeros.row(i).subspan(static_cast<std::size_t>(count_of(own_keys, i))),
                          -std::numeric_limits<Real>::infinity());
      }
      return tape.input(std::move(zeros));
    }
    default:
      return pass.is_traced() ? matmul_nt(tape, states, keys)
                              : sentence_dot(tape, states, keys, own_keys);
  }
}

EncoderAttention::Looked EncoderAttention::look(Pass& pass, Var states, Var keys, Var memory,
                                                const Tokens& source,
                                                const std::vector<int>& sentences,
                                                const std::vector<int>& places,
                                                const std::string& scope, const Axis& rows,
                                                AttentionLog& log) const {
  const Pass::Scope within(pass, name_);
  Tape& tape = pass.tape();
  if (pass.is_traced()) {  // before the step's scope: they belong to all steps
    const char* w_symbol = config_.score == AlignmentScore::location ? "W_{a}" : "W";
    if (w_ >= 0) pass.param(w_, {"w", w_symbol, Role::query_weight}, axes::units, axes::units);
    if (v_ >= 0) pass.param(v_, {"v", "v"}, axes::none, axes::units);
    if (place_w_ >= 0) {
      pass.param(place_w_, {"place_w", "W_{p}"}, axes::units, axes::units);
      pass.param(place_v_, {"place_v", "v_{p}"}, axes::none, axes::units);
    }
  }
  const Pass::Scope step(pass, scope);
  std::vector<int> own_keys;
  int longest = 0;
  for (const int sentence : sentences) {
    const auto at = static_cast<std::size_t>(sentence);
    const int count = source.begins[at + 1] - source.begins[at];
    own_keys.insert(own_keys.end(), {source.begins[at], count});
    longest = std::max(longest, count);
  }
  const Axis words = as("key", source.axis);
  Looked looked;
  Var scores = this->scores(pass, states, keys, own_keys, longest, rows);
  scores = pass.name(scores, {"scores", "e", Role::score}, rows, words);
  looked.weights =
      config_.window == AlignmentWindow::global
          ? pass.name(softmax(tape, scores), {"weights", "\\alpha", Role::probability}, rows, words)
          : local_weights(pass, scores, states, own_keys, places, rows, words);
  if (config_.pick == AlignmentPick::hard) {
    looked.choice = choice_of(pass, looked.weights, rows, words, log);
  }
  const Var taken = looked.choice ? looked.choice : looked.weights;
  looked.context = pass.name(
      pass.is_traced() ? matmul(tape, taken, memory) : sentence_mix(tape, taken, memory, own_keys),
      {"context", "c", Role::output}, rows, axes::units);
  looked.scores = scores;
  looked.site.q = states;
  looked.site.k = keys;
  looked.site.v = memory;
  looked.site.scores = scores;
  looked.site.weights = looked.weights;
  looked.site.context = looked.context;
  return looked;
}

// One position of each row: drawn while it learns, else the most probable.
Var EncoderAttention::choice_of(const Pass& pass, Var weights, const Axis& rows, const Axis& words,
                                AttentionLog& log) {
  Tape& tape = pass.tape();
  const auto draws = log.draws(tape.shape(weights).rows);
  const Var choice =
      draws ? sample_rows(tape, weights,
                          pass.name(tape.input(*draws), {"draw", "u"}, rows, axes::none,
                                    all_cells("Drawn from 0 to 1, each number as likely as any "
                                              "other; the seed is an option.")))
            : hardmax(tape, weights);
  return pass.name(choice, {"choice", "\\hat{\\alpha}", Role::probability}, rows, words);
}

Var EncoderAttention::local_weights(Pass& pass, Var scores, Var states,
                                    const std::vector<int>& own_keys,
                                    const std::vector<int>& places, const Axis& rows,
                                    const Axis& words) const {
  Tape& tape = pass.tape();
  const Shape pairs = tape.shape(scores);
  LocalRows local{{}, static_cast<double>(config_.reach), rows, words};
  for (int i = 0; i < pairs.rows; ++i) local.words.push_back(count_of(own_keys, i));
  if (config_.window == AlignmentWindow::local_m) {
    Mat away(pairs);
    for (int i = 0; i < pairs.rows; ++i) {
      const int place = std::min(places[static_cast<std::size_t>(i)], count_of(own_keys, i) - 1);
      for (int j = 0; j < pairs.cols; ++j) away(i, j) = static_cast<Real>(std::abs(j - place));
    }
    return attend_near(pass, scores, away, local);
  }
  const Var place = predicted_place(pass, states, pass.param(place_w_, {}, axes::none, axes::none),
                                    pass.param(place_v_, {}, axes::none, axes::none), local,
                                    "place_", axes::units);
  Mat positions(pairs.cols, 1);
  for (int j = 0; j < pairs.cols; ++j) positions(j, 0) = static_cast<Real>(j);
  return attend_around(pass, scores, place, tape.input(std::move(positions)), local).weights;
}

}  // namespace glassformer
