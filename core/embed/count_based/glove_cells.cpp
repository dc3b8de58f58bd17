#include "core/embed/count_based/glove_cells.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace glassformer {

namespace {

constexpr std::uint64_t numbers_of_cell = sizeof(GloveCell) / sizeof(std::int32_t);
// Each thread holds a part: 1 MB, which stays in its cache while it is shuffled.
constexpr std::uint64_t max_cells = 1 << 16;
constexpr std::uint64_t parts_of_short_text = 16;
constexpr std::uint64_t numbers_in_memory = IdStore::max_in_memory;  // of all tiles
// A tile holds the cells word by word. A part takes every so many-th run of them, so that it has
// cells of all words alike; a run of 256 is a page of the file.
constexpr std::uint64_t max_run = 256;
constexpr std::uint64_t runs_of_part = 256;

template <class T>
void shuffle(std::vector<T>& all, Rng& rng) {
  for (std::size_t i = all.size(); i > 1; --i) {
    // 32 random bits, scaled: there are never so many that it matters
    const std::size_t other = static_cast<std::size_t>(((rng.next() >> 32) * i) >> 32);
    std::swap(all[i - 1], all[other]);
  }
}

std::vector<int> shuffled(int count, Rng& rng) {
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  shuffle(all, rng);
  return all;
}

}  // namespace

GloveCells::GloveCells(int blocks) : blocks_(blocks) {
  const auto tiles = static_cast<std::uint64_t>(blocks) * static_cast<std::uint64_t>(blocks);
  for (std::uint64_t i = 0; i < tiles; ++i) tiles_.emplace_back(numbers_in_memory / tiles);
}

void GloveCells::add(const GloveCell& cell) {
  const std::int32_t last = blocks_ - 1;
  IdStore& tile = tiles_[place(cell.word & last, cell.context & last)];
  tile.add(cell.word);
  tile.add(cell.context);
  tile.add(std::bit_cast<std::int32_t>(cell.log_count));
  tile.add(std::bit_cast<std::int32_t>(cell.weight));
  ++size_;
}

std::size_t GloveCells::place(int words, int contexts) const {
  return static_cast<std::size_t>(words) * static_cast<std::size_t>(blocks_) +
         static_cast<std::size_t>(contexts);
}

std::uint64_t GloveCells::max_in_part() const {
  return std::clamp<std::uint64_t>(size_ / parts_of_short_text, 1, max_cells);
}

std::uint64_t GloveCells::parts_of(const IdStore& tile) const {
  const std::uint64_t cells = tile.size() / numbers_of_cell, max = max_in_part();
  return (cells + max - 1) / max;
}

int GloveCells::parts() const {
  std::uint64_t parts = 0;
  for (const IdStore& tile : tiles_) parts += parts_of(tile);
  return static_cast<int>(parts);
}

std::vector<GloveCells::Part> GloveCells::order(Rng rng) const {
  const std::vector<int> words = shuffled(blocks_, rng);
  std::vector<int> contexts = shuffled(blocks_, rng);
  std::vector<Part> all;
  for (const int word : words) {
    for (const int context : contexts) {
      const int parts = static_cast<int>(parts_of(tiles_[place(word, context)]));
      for (const int number : shuffled(parts, rng)) all.push_back({word, context, number});
    }
    std::reverse(contexts.begin(), contexts.end());  // there and back
  }
  return all;
}

void GloveCells::read(const Part& part, Rng rng, std::vector<GloveCell>& cells) const {
  const IdStore& from = tiles_[place(part.words, part.contexts)];
  const std::uint64_t run = std::clamp<std::uint64_t>(max_in_part() / runs_of_part, 1, max_run);
  const std::uint64_t step = run * parts_of(from), all = from.size() / numbers_of_cell;
  cells.clear();
  for (std::uint64_t at = static_cast<std::uint64_t>(part.number) * run; at < all; at += step) {
    const std::size_t had = cells.size(), count = std::min<std::uint64_t>(run, all - at);
    cells.resize(had + count);
    from.read(at * numbers_of_cell,
              {reinterpret_cast<std::int32_t*>(cells.data() + had), count * numbers_of_cell});
  }
  shuffle(cells, rng);
}

}  // namespace glassformer
