#include "core/scenes/language/block_rows.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/nn/position.h"

namespace glassformer {

namespace {

const Axis kOne{"", {}, -1};

Part filled(Part like, double cell) {
  Mat row(1, like.shape().cols);
  for (int c = 0; c < row.cols(); ++c) row(0, c) = static_cast<Real>(cell);
  return constant(like.tape(), std::move(row));
}

// The norms of a network that has not learned: γ = 1 and β = 0.
Part layer_normed(Part row) {
  return {row.tape(), layer_norm(row.tape(), row, filled(row, 1), filled(row, 0))};
}
Part rms_normed(Part row) {
  return {row.tape(), rms_norm(row.tape(), row, filled(row, 1))};
}

// The row of a word, for its axis the word itself.
Part row_of(Part x, int word) {
  return slice_rows(x, word, 1);
}
Axis word_axis(Part x, int word) {
  return {"token", {axis_label(x.rows(), word)}, -1};
}

Axis from_zero(const char* name, int count) {
  std::vector<std::string> labels;
  for (int i = 0; i < count; ++i) labels.push_back(std::to_string(i));
  return {name, std::move(labels), -1};
}

// Rows of positions: word's, counted from 0, and so many on.
Mat encoding_of(int position, int shifts, int width) {
  const Mat all = sinusoidal_positions(position + shifts, width);
  Mat rows(shifts, width);
  for (int s = 0; s < shifts; ++s) {
    for (int c = 0; c < width; ++c) rows(s, c) = all(position + s, c);
  }
  return rows;
}

std::vector<int> counted_from(int position, int shifts) {
  std::vector<int> positions;
  for (int s = 0; s < shifts; ++s) positions.push_back(position + s);
  return positions;
}

std::vector<int> zeros_of(int count) {
  return std::vector<int>(static_cast<std::size_t>(count), 0);
}

}  // namespace

Since2017Record::Norms name_norms(Sheet& sheet, Part x, int word, double offset) {
  const Tape::Scope scope(sheet.tape(), "norms");
  const Said said{.role = Role::input, .rows = word_axis(x, word), .cols = numbered("d_model")};
  const Said normed{.role = Role::output, .rows = said.rows, .cols = said.cols};
  Since2017Record::Norms made;
  const Part plain = row_of(x, word).as("plain", "x", said);
  const Part row = (plain + filled(plain, offset)).as("row", "x + c", said);
  made.plain = plain;
  made.row = row;
  made.mean = mean_cols(row).as("mean", "\\mu", {.rows = said.rows, .cols = kOne});
  made.layer = layer_normed(row).as("layer", "\\mathrm{LayerNorm}(x + c)", normed);
  made.rms = rms_normed(row).as("rms", "\\mathrm{RMSNorm}(x + c)", normed);
  made.plain_layer = layer_normed(plain).as("plain_layer", "\\mathrm{LayerNorm}(x)", normed);
  made.plain_rms = rms_normed(plain).as("plain_rms", "\\mathrm{RMSNorm}(x)", normed);
  (sheet.at(made.layer) - sheet.at(made.plain_layer))
      .as("layer_change", "\\Delta_{\\mathrm{layer}}",
          {.role = Role::plain, .rows = said.rows, .cols = said.cols});
  (sheet.at(made.rms) - sheet.at(made.plain_rms))
      .as("rms_change", "\\Delta_{\\mathrm{RMS}}",
          {.role = Role::plain, .rows = said.rows, .cols = said.cols});
  return made;
}

Since2017Record::Gate name_gate(Sheet& sheet, Part x, int word) {
  const Tape::Scope scope(sheet.tape(), "ffn");
  const int width = x.shape().cols;
  const Axis d_model = numbered("d_model"), d_ff = numbered("d_ff"), word_row = word_axis(x, word);
  // Three matrices of two thirds the width have as many numbers as two (Shazeer 2020, §3.1).
  const int wide = 4 * width, gated = static_cast<int>(std::lround(8.0 * width / 3));
  const Part row =
      row_of(x, word).as("x", "x", {.role = Role::input, .rows = word_row, .cols = d_model});
  const Part w_1 =
      sheet.take("w_1", "W_{1}", Role::query_weight, cols_of(row).over(d_model), any(wide, d_ff));
  const Part w =
      sheet.take("w", "W", Role::key_weight, cols_of(row).over(d_model), any(gated, d_ff));
  const Part v = sheet.take("v", "V", Role::value_weight, cols_of(row).over(d_model),
                            exactly(w.shape().cols, d_ff, "as many as W has"));
  Since2017Record::Gate made;
  const Said inner{.rows = word_row, .cols = d_ff};
  made.relu = relu(row * w_1).as("relu", "\\max(0, x W_{1})", inner);
  const Part into = (row * w).as("into", "x W", inner);
  const Part gate =
      Part(sheet.tape(), silu(sheet.tape(), into))
          .as("gate", "\\mathrm{SiLU}(x W)", {.role = Role::key, .rows = word_row, .cols = d_ff});
  const Part value =
      (row * v).as("value", "x V", {.role = Role::value, .rows = word_row, .cols = d_ff});
  made.into = into;
  made.gate = gate;
  made.value = value;
  made.product = multiply(gate, value)
                     .as("product", "\\mathrm{SiLU}(x W) \\circ x V",
                         {.role = Role::output, .rows = word_row, .cols = d_ff});
  return made;
}

Since2017Record::Turns name_turns(Sheet& sheet, Part x, int word, int other, int shift) {
  Tape& tape = sheet.tape();
  const Tape::Scope scope(tape, "turns");
  const int width = x.shape().cols, shifts = kMostShift + 1;
  const int columns = std::max(2, width - width % 2);
  const Axis d_model = numbered("d_model"), d_k = numbered("d_k"), pair = numbered("pair");
  const Axis query_word = word_axis(x, word), key_word = word_axis(x, other);
  const auto weights = [&](const char* name, const char* symbol, Role role) {
    return sheet.take(name, symbol, role, cols_of(x).over(d_model),
                      exactly(columns, d_k, "pairs of columns are turned"));
  };
  const Part w_q = weights("wq", "W^{Q}", Role::query_weight);
  const Part w_k = weights("wk", "W^{K}", Role::key_weight);
  const Part q =
      (row_of(x, word) * w_q).as("q", "q", {.role = Role::query, .rows = query_word, .cols = d_k});
  const Part k =
      (row_of(x, other) * w_k).as("k", "k", {.role = Role::key, .rows = key_word, .cols = d_k});
  const auto angle_source = [columns](int position, int p) {
    return fmt::format("{} / 10000^({} / {}), in radians", position, 2 * p, columns);
  };
  const auto angles = [&](const char* name, const char* symbol, const Axis& of, int position) {
    return sheet.put(rotary_angles({position}, columns),
                     {name, symbol, Role::position, of, pair,
                      [angle_source, position](int, int p) { return angle_source(position, p); }});
  };
  const Part query_angle = angles("query_angle", "m \\theta", query_word, word + shift);
  const Part key_angle = angles("key_angle", "n \\theta", key_word, other + shift);
  Since2017Record::Turns made;
  made.q = q;
  made.k = k;
  made.query_angle = query_angle;
  made.key_angle = key_angle;
  const Part query =
      rotate_pairs(q, query_angle)
          .as("query", "q R_{m}", {.role = Role::query, .rows = query_word, .cols = d_k});
  const Part key = rotate_pairs(k, key_angle)
                       .as("key", "k R_{n}", {.role = Role::key, .rows = key_word, .cols = d_k});
  made.query = query;
  made.key = key;
  made.score = (query * transposed(key))
                   .as("score", "(q R_{m})(k R_{n})^{\\top}",
                       {.role = Role::score, .rows = query_word, .cols = key_word});

  // Both words moved on, a row for each shift.
  const Axis on = from_zero("positions on", shifts);
  const auto moved = [&](Part of, int position, const char* name, const char* symbol,
                         const char* angle, Role role) {
    const std::string base = name;
    const Part by = sheet.put(
        rotary_angles(counted_from(position, shifts), columns),
        {base + "_angle", angle, Role::position, on, pair,
         [angle_source, position](int s, int p) { return angle_source(position + s, p); }});
    return rotate_pairs(gather(of, zeros_of(shifts)), by)
        .as(base, symbol, {.role = role, .rows = on, .cols = d_k});
  };
  const auto added = [&](int row, Part w, const char* name, const char* symbol, Role role) {
    const Part waves = constant(tape, encoding_of(row, shifts, width));
    return ((gather(x, std::vector<int>(static_cast<std::size_t>(shifts), row)) + waves) * w)
        .as(name, symbol, {.role = role, .rows = on, .cols = d_k});
  };
  const Said shifted{.role = Role::score, .rows = on, .cols = kOne};
  const Part added_query = added(word, w_q, "added_query", "(x_{i} + p_{m}) W^{Q}", Role::query);
  const Part added_key = added(other, w_k, "added_key", "(x_{j} + p_{n}) W^{K}", Role::key);
  made.added = sum_cols(multiply(added_query, added_key))
                   .as("added", "(x_{i} + p_{m}) W^{Q} ((x_{j} + p_{n}) W^{K})^{\\top}", shifted);
  const Part moved_query = moved(q, word, "moved_query", "q R_{m}", "m \\theta", Role::query);
  const Part moved_key = moved(k, other, "moved_key", "k R_{n}", "n \\theta", Role::key);
  made.rotary = sum_cols(multiply(moved_query, moved_key))
                    .as("rotary", "(q R_{m})(k R_{n})^{\\top}", shifted);
  return made;
}

}  // namespace glassformer
