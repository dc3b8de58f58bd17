#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/embed/search/neighbours.h"
#include "core/embed/vectors/rows.h"

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
  virtual void give_up() {}  // one of them failed: no more from now on
  virtual void tidy() {}     // lets go of rows that nobody else holds any more
};
using RowSearchesPtr = std::shared_ptr<RowSearches>;

// While it lives, neighbours() and answers() of core/embed/ are asked of these on this thread, and
// of the processor from where they fail. Null: of the processor.
class SearchWith {
 public:
  explicit SearchWith(RowSearchesPtr searches);
  ~SearchWith();
  SearchWith(const SearchWith&) = delete;
  SearchWith& operator=(const SearchWith&) = delete;

 private:
  RowSearchesPtr before_;
  std::string failure_before_;
};

// Why the processor had to take over on this thread since SearchWith: a sentence; empty: it had
// not.
const std::string& search_failure();

// The k rows that the search finds nearest to the query, and some more that are about as near as
// the last. Throws DeviceError.
std::vector<int> nearest_by(RowSearch& search, std::span<const float> query, std::size_t k,
                            Nearness nearness, std::size_t first);

// The k rows that this thread's searches find nearest to the query, and some more that are about as
// near as the last, in any order; none if the processor has to look for itself.
std::optional<std::vector<int>> found_elsewhere(const Rows& rows, std::span<const float> query,
                                                std::size_t k, Nearness nearness,
                                                std::size_t first);

// As neighbours(search.rows(), …), with the same scores to the last bit: what the search finds is
// measured again by the processor. Throws DeviceError.
std::vector<Scored> neighbours(RowSearch& search, std::span<const float> query, std::size_t k,
                               Nearness nearness = Nearness::cosine,
                               std::span<const int> excluded = {}, std::size_t first = 0);

}  // namespace glassformer
