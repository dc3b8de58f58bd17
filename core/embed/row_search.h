#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/embed/neighbours.h"
#include "core/embed/rows.h"

namespace glassformer {

// What compares rows with a query in place of the processor, and keeps them for the next query: a
// graphics card. It may throw DeviceError.
class RowSearch {
 public:
  virtual ~RowSearch() = default;
  virtual const Rows& rows() const = 0;
  // For each query the numbers of its k nearest rows; of the first so many rows only, if `first` is
  // not 0. It rounds as it likes: of rows that are about as near as the last, any may be left out.
  virtual std::vector<std::vector<int>> nearest(std::span<const std::vector<float>> queries,
                                                std::size_t k, Nearness nearness,
                                                std::size_t first) = 0;
};
using RowSearchPtr = std::shared_ptr<RowSearch>;

// Searches for whatever rows come along.
class RowSearches {
 public:
  virtual ~RowSearches() = default;
  // Null where the processor is as fast. May throw DeviceError.
  virtual RowSearchPtr of(const Rows& rows) = 0;
};
using RowSearchesPtr = std::shared_ptr<RowSearches>;

// While it lives, neighbours() of core/embed/neighbours.h is asked of these on this thread, and of
// the processor where they fail. Null: of the processor.
class SearchWith {
 public:
  explicit SearchWith(RowSearchesPtr searches);
  ~SearchWith();
  SearchWith(const SearchWith&) = delete;
  SearchWith& operator=(const SearchWith&) = delete;

 private:
  RowSearchesPtr before_;
};

// As neighbours(search.rows(), …), with the same scores to the last bit: what the search finds is
// measured again by the processor. Throws DeviceError.
std::vector<Scored> neighbours(RowSearch& search, std::span<const float> query, std::size_t k,
                               Nearness nearness = Nearness::cosine,
                               std::span<const int> excluded = {}, std::size_t first = 0);

}  // namespace glassformer
