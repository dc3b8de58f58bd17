#include "core/embed/count_based/glove_rows.h"

#include "core/tensor/rng.h"

namespace glassformer {

namespace {

// A bias and its sum are two floats, and nothing else.
static_assert(sizeof(GloveBias) == 2 * sizeof(float));

}  // namespace

GloveRows::GloveRows(std::size_t count, int dim, int blocks, std::uint64_t seed)
    : vectors(count, static_cast<std::size_t>(dim)),
      biases(count),
      squares(count, static_cast<std::size_t>(dim), blocks, 1) {
  Rng rng(seed);
  const auto draw = [&] { return static_cast<float>((rng.uniform() - 0.5) / dim); };
  for (std::size_t i = 0; i < count; ++i) {
    for (float& cell : vectors[i]) cell = draw();
    biases[i].value = draw();
  }
}

std::array<std::span<const float>, 2> GloveRows::cells() const {
  return {std::span(vectors.data(), vectors.count() * vectors.stride()),
          std::span(reinterpret_cast<const float*>(biases.data()), 2 * biases.size())};
}

std::array<std::span<float>, 2> GloveRows::cells() {
  return {std::span(vectors.data(), vectors.count() * vectors.stride()),
          std::span(reinterpret_cast<float*>(biases.data()), 2 * biases.size())};
}

}  // namespace glassformer
