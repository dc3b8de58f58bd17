#include "core/embed/train/word2vec_checkpoint.h"

#include <fmt/format.h>

#include <string>

#include "core/embed/train/checkpoint_file.h"
#include "core/embed/train/word2vec_state.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

constexpr std::string_view kKind = "word2vec";
constexpr int kTree = 2;  // goes up when trees are made otherwise than before

// Which words keep their rows: a checkpoint has the rows themselves.
std::string held(const Word2VecState& state) {
  if (state.held.empty()) return {};
  std::string words = " held ";
  for (const bool one : state.held) words += one ? '1' : '0';
  return words;
}

std::uint64_t fingerprint(const Word2VecState& state) {
  const Word2VecConfig& c = state.config;
  const std::uint64_t config = hash(
      fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}",
                  static_cast<int>(c.input), static_cast<int>(c.objective), kTree, c.subwords.on,
                  c.subwords.min_n, c.subwords.max_n, c.subwords.buckets, c.dim, c.window,
                  c.dynamic_window, c.negative, c.noise_power, c.sample, c.epochs, c.alpha,
                  c.alpha_end, c.whole_mean_gradient, c.seed, state.text->ids.size(), state.piece) +
      (c.published ? " published" : "") + held(state));
  return fingerprint_of(*state.text, config);
}

// All cells, with what pads the rows.
std::span<const float> cells(const RowsBuilder& rows) {
  return {rows.data(), rows.count() * rows.stride()};
}

std::span<float> cells(RowsBuilder& rows) {
  return {rows.data(), rows.count() * rows.stride()};
}

}  // namespace

void save_checkpoint(const Word2VecState& state, const std::filesystem::path& file) {
  const std::span<const float> parts[] = {cells(state.inputs), cells(state.outputs)};
  save_floats(file, {kKind, fingerprint(state), state.next, state.loss.value()}, parts);
}

void restore_checkpoint(Word2VecState& state, const std::filesystem::path& file) {
  const std::span<float> parts[] = {cells(state.inputs), cells(state.outputs)};
  const Restored found =
      restore_floats(file, {kKind, fingerprint(state), state.next}, state.pieces, parts);
  state.next = found.next;
  state.loss.restore(found.loss);
}

}  // namespace glassformer
