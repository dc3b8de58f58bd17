#pragma once

#include <functional>
#include <vector>

#include "core/embed/search/row_search.h"

namespace glassformer {

// Searches of large sets of vectors, of which those asked last are kept.
class KeptSearches : public RowSearches {
 public:
  // `makes` may return null, for rows that it is no use for. What is asked for the first time is
  // remembered, and its search made when it is asked again, where `when_asked_again`.
  KeptSearches(std::function<RowSearchPtr(const Rows&)> makes, bool when_asked_again)
      : makes_(std::move(makes)), when_asked_again_(when_asked_again) {}

  RowSearchPtr of(const Rows& rows) override;
  void give_up() override;  // what did not fit does not fit the next time
  void tidy() override;

 private:
  // Of rows that were asked once only where they lie is known, so that they can go.
  struct Kept {
    const float* data;
    std::size_t count;
    RowSearchPtr search;
  };
  std::function<RowSearchPtr(const Rows&)> makes_;
  bool when_asked_again_;
  bool failed_ = false;
  std::vector<Kept> kept_;  // the last one first
};

}  // namespace glassformer
