#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/grad/tape.h"

namespace glassformer {

// Matrices that many runs need alike, kept in a small cache of the process that threads may share:
// an edit of one cell must not draw a million normals again. What was used least recently is
// dropped first.

// What `make` returns, made once; `key` tells it from all others.
LeafPtr cached_leaf(const std::string& key, const std::function<Mat()>& make);

// [shape], cells normal with mean 0 and the given deviation, from Rng(seed ^ hash(name)).
LeafPtr seeded_normal(std::uint64_t seed, std::string_view name, Shape shape, double deviation);

// [words, width], cells standard normal. A row depends on the seed and on its word alone: equal
// words get equal vectors, wherever they stand, and a wider row begins like a narrow one.
LeafPtr seeded_words(std::uint64_t seed, const std::vector<std::string>& words, int width);

}  // namespace glassformer
