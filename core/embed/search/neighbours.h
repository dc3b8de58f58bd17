#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/embed/search/best.h"
#include "core/embed/vectors/rows.h"

namespace glassformer {

enum class Nearness { cosine, euclid };

// The k rows nearest to the query, nearest first, without those of `excluded`: `score` is the
// cosine, or Euclid's distance. All rows are compared, at the speed of the memory, over the cores.
// A row of zeros has the cosine 0; one with a number that is infinite or none is never near.
// `first` limits the search to the first so many rows; 0: all.
std::vector<Scored> neighbours(const Rows& rows, std::span<const float> query, std::size_t k,
                               Nearness nearness = Nearness::cosine,
                               std::span<const int> excluded = {}, std::size_t first = 0);

float norm(std::span<const float> vector);
// Of length 1; zeros stay zeros.
std::vector<float> unit(std::span<const float> vector);
// 0 where one of them is zero, nan where one holds a number that is infinite or none.
float cosine(std::span<const float> a, std::span<const float> b);

}  // namespace glassformer
