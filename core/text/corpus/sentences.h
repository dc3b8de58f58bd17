#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/tensor/rng.h"
#include "core/text/corpus/facts.h"

namespace glassformer::corpus {

// Makes sentences from facts: every row of every table is spoken of equally often, in the patterns
// of its table by their weights. Owns nothing: `facts` must outlive it.
class SentenceMaker {
 public:
  explicit SentenceMaker(const Facts& facts);
  // Appended to `text`, without a full stop or a line end.
  void append(std::string& text, Rng& rng) const;

 private:
  // A piece of a pattern: one of several texts that are known, or a cell of the row.
  struct Piece {
    const Choices* texts = nullptr;
    int column = -1;
  };
  struct Shape {
    std::vector<Piece> pieces;
  };
  struct Draw {
    std::uint64_t end;  // of all weights up to here
    std::size_t shape;
    const std::vector<Choices>* row;
  };
  Shape shape_of(const Pattern& pattern, const FactTable& table, const Facts& facts);

  std::vector<std::unique_ptr<Choices>> own_texts_;
  std::vector<Shape> shapes_;
  std::vector<Draw> draws_;
};

}  // namespace glassformer::corpus
