#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/embed/vectors/word_vectors.h"
#include "core/scenes/scene.h"
#include "core/tensor/rng.h"

// A map of ten words for the tests of the scene word-map.
namespace glassformer::testing {

// Royals and people: two traits and a little noise.
inline std::shared_ptr<const WordVectors> family() {
  auto vectors = std::make_shared<WordVectors>();
  const std::vector<std::pair<const char*, std::pair<float, float>>> words{
      {"man", {0, 0}}, {"woman", {0, 2}},   {"king", {3, 0}}, {"queen", {3, 2}},
      {"he", {0, -1}}, {"she", {0, 1}},     {"big", {-2, 0}}, {"small", {-2, 1}},
      {"boy", {0, 0}}, {"princess", {3, 2}}};
  RowsBuilder rows(words.size(), 7);
  Rng rng(5);
  for (std::size_t w = 0; w < words.size(); ++w) {
    vectors->words.add(words[w].first);
    rows[w][0] = words[w].second.first;
    rows[w][1] = words[w].second.second;
    for (float& cell : rows[w]) cell += static_cast<float>(1 + 0.1 * rng.normal());
  }
  vectors->vectors = rows.finish();
  vectors->origin = "seeded";
  return vectors;
}

inline Inputs map_of_family() {
  Inputs inputs;
  inputs.scene = "word-map";
  inputs.resources.set(slots::vectors, family());
  return inputs;
}

inline std::string notes_of(const RunPtr& run) {
  std::string all;
  for (const std::string& note : run->notes) all += note + "\n";
  return all;
}

}  // namespace glassformer::testing
