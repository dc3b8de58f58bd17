#include "core/nn/encoder_attention.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/grad/choice_ops.h"
#include "core/grad/ops.h"
#include "core/nn/attention.h"
#include "core/nn/axes.h"
#include "core/nn/recurrent.h"

namespace glassformer {

namespace {

// Cells 1 where `visible(row, key)`.
template <class Visible>
Mat mask_of(int rows, int cols, const Visible& visible) {
  Mat mask(rows, cols);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) mask(i, j) = visible(i, j) ? 1 : 0;
  }
  return mask;
}

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
                             int longest, const Axis& rows, const Axis& words) const {
  Tape& tape = pass.tape();
  const auto named = [&](Var var, const char* name, const char* symbol, const Axis& of_rows,
                         const Axis& of_cols) {
    return pass.name(var, {name, symbol}, of_rows, of_cols);
  };
  switch (config_.score) {
    case AlignmentScore::additive: {
      const Var w = pass.param(w_, {}, axes::none, axes::none);
      const Var v = pass.param(v_, {}, axes::none, axes::none);
      const Var query =
          pass.name(matmul(tape, states, w), {"query", "sW", Role::query}, rows, axes::units);
      if (!pass.is_traced()) return sentence_additive(tape, query, keys, v, own_keys);
      const Var sum = named(add_row(tape, keys, query), "sum", "sW + HU", words, axes::units);
      const Var hidden = named(tanh(tape, sum), "hidden", "\\tanh(sW + HU)", words, axes::units);
      return matmul_nt(tape, v, hidden);
    }
    case AlignmentScore::location: {
      const Var w = pass.param(w_, {}, axes::none, axes::none);
      const Var all = matmul(tape, states, w);
      return mask(tape, slice_cols(tape, all, 0, longest),
                  tape.input(mask_of(tape.shape(states).rows, longest,
                                     [&](int i, int j) { return j < count_of(own_keys, i); })));
    }
    case AlignmentScore::uniform: {
      Mat zeros(tape.shape(states).rows, longest);
      for (int i = 0; i < zeros.rows(); ++i) {
        for (int j = count_of(own_keys, i); j < longest; ++j) {
          zeros(i, j) = -std::numeric_limits<Real>::infinity();
        }
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
  Var scores = this->scores(pass, states, keys, own_keys, longest, rows, words);
  scores = pass.name(scores, {"scores", "e", Role::score}, rows, words);
  Var seen = scores;
  if (config_.window == AlignmentWindow::local_m) {
    const Var near = tape.input(mask_of(tape.shape(scores).rows, longest, [&](int i, int j) {
      const int place = std::min(places[static_cast<std::size_t>(i)], count_of(own_keys, i) - 1);
      return std::abs(j - place) <= config_.reach;
    }));
    looked.site.mask = pass.name(near, {"mask", "M", Role::mask}, rows, words);
    seen = pass.name(mask(tape, scores, near), {"masked", "\\hat{e}", Role::score}, rows, words);
  }
  if (config_.window == AlignmentWindow::local_p) {
    looked.weights = within_reach(pass, scores, states, own_keys, rows, words);
  } else {
    looked.weights =
        pass.name(softmax(tape, seen), {"weights", "\\alpha", Role::probability}, rows, words);
  }
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

// softmax over the words near p, times how near they are: they do not sum to 1 (Luong et al. 2015,
// equation 10).
Var EncoderAttention::within_reach(Pass& pass, Var scores, Var states,
                                   const std::vector<int>& own_keys, const Axis& rows,
                                   const Axis& words) const {
  Tape& tape = pass.tape();
  const Shape pairs = tape.shape(scores);
  const Axis& one = axes::none;
  const Var hidden =
      pass.name(tanh(tape, matmul(tape, states, pass.param(place_w_, {}, axes::none, axes::none))),
                {"place_hidden", "\\tanh(sW_{p})"}, rows, axes::units);
  const Var share = pass.name(
      sigmoid(tape, matmul_nt(tape, hidden, pass.param(place_v_, {}, axes::none, axes::none))),
      {"place_share", "\\sigma(v_{p} \\cdot \\tanh(sW_{p}))"}, rows, one);
  Mat lengths(pairs.rows, 1);
  for (int i = 0; i < pairs.rows; ++i) lengths(i, 0) = static_cast<Real>(count_of(own_keys, i));
  // The words lie at 0 … S − 1.
  const Var place = pass.name(multiply(tape, share, tape.input(std::move(lengths))),
                              {"place", "p", Role::position}, rows, one);
  const Mat& at = tape.value(place);
  const Var near = pass.name(tape.input(mask_of(pairs.rows, pairs.cols,
                                                [&](int i, int j) {
                                                  return j < count_of(own_keys, i) &&
                                                         std::abs(j - at(i, 0)) <= config_.reach;
                                                })),
                             {"mask", "M", Role::mask}, rows, words);
  const Var masked =
      pass.name(mask(tape, scores, near), {"masked", "\\hat{e}", Role::score}, rows, words);
  const Var soft =
      pass.name(softmax(tape, masked), {"soft", "\\mathrm{softmax}(\\hat{e})"}, rows, words);
  Mat grid(pairs);
  for (int i = 0; i < pairs.rows; ++i) {
    for (int j = 0; j < pairs.cols; ++j) grid(i, j) = static_cast<Real>(j);
  }
  const Var gap = subtract(tape, tape.input(std::move(grid)),
                           matmul(tape, place, tape.input(Mat(1, pairs.cols, 1))));
  const double deviation = config_.reach / 2.0;
  const Var nearness =
      pass.name(exp(tape, scale(tape, multiply(tape, gap, gap), -1 / (2 * deviation * deviation))),
                {"nearness", "e^{-(j - p)^{2} / 2\\sigma^{2}}"}, rows, words);
  return pass.name(multiply(tape, soft, nearness), {"weights", "\\alpha", Role::probability}, rows,
                   words);
}

}  // namespace glassformer
