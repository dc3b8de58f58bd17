#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/jobs/vector_training_job.h"
#include "core/tensor/mat.h"

namespace glassformer {

// Where a word was while it was learned, as seen on the map of one moment: at each moment its
// vector less the mean of all words' vectors then, along the axes of that map. So the path ends
// where the map of the last moment has the word, and shows how it moved among the others, not how
// all of them moved.
class WordPath {
 public:
  struct Map {
    const Mat& axes;             // [2, dim]
    std::span<const int> words;  // the numbers of those whose mean is taken
    bool unit_length = false;    // every vector is divided by its length first
  };
  // A row for each moment that has the word, [moments, 2]; of one that has other dimensions, none.
  Mat along(const Map& map, std::span<const VectorTrainingSnapshotPtr> moments,
            std::string_view word);

 private:
  using Mean = std::pair<WordVectorsPtr, std::vector<float>>;
  std::vector<Mean> means_;  // of the moments that were asked for last
  bool unit_length_ = false;
};

}  // namespace glassformer
