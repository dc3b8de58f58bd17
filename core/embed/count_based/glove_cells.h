#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/embed/corpus/id_store.h"
#include "core/embed/count_based/glove_step.h"
#include "core/tensor/rng.h"

namespace glassformer {

// The cells of a training in an order that is random enough, and that needs the rows of few words
// at a time. Words and contexts are dealt into blocks as RowBlocks deals them; the cells of one
// block of words and one block of contexts are a tile (Lerer et al. 2019, "PyTorch-BigGraph",
// section 4.1: partitions and buckets). A tile is cut into parts: what a thread holds in memory and
// shuffles. Beyond a few MB the tiles lie on disk.
class GloveCells {
 public:
  // `blocks` of words and as many of contexts, a power of two.
  explicit GloveCells(int blocks);
  int blocks() const { return blocks_; }

  // Throws UserError if the disk fails.
  void add(const GloveCell& cell);
  std::uint64_t size() const { return size_; }

  struct Part {
    int words, contexts;  // the blocks of its tile
    int number;           // in the tile
  };
  // How many there are; 0 without cells. About 16 of a short text, so that a training can often
  // stop; never empty.
  int parts() const;
  // All parts as an epoch goes through them: tile by tile, and from one tile to the next only the
  // block of words or the block of contexts changes.
  std::vector<Part> order(Rng rng) const;
  // The cells of a part, shuffled. From any thread, while nobody adds. Throws UserError if the disk
  // fails.
  void read(const Part& part, Rng rng, std::vector<GloveCell>& cells) const;

 private:
  std::size_t place(int words, int contexts) const;  // of a tile
  std::uint64_t max_in_part() const;
  std::uint64_t parts_of(const IdStore& tile) const;

  int blocks_;
  std::vector<IdStore> tiles_;  // of the first block of words, of the second, …
  std::uint64_t size_ = 0;
};

}  // namespace glassformer
