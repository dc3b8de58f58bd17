#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/jobs/training.h"
#include "app/session/session.h"
#include "app/views/transformer/attention_maps.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The cross-attention of a model that learns: one head large, the others small beside it. Of a
// recorded moment, or of the run where there is none.
class TrainingMaps {
 public:
  // `notes`: what else is to be said above it. Returns the paths of the matrices that it shows.
  std::vector<std::string> draw_map(Ui& ui, Session& session, const TrainingSnapshot* recorded,
                                    const std::string& notes, Rect area) const;
  void draw_heads(Ui& ui, Session& session, const TrainingSnapshot* recorded, Rect area);

 private:
  HeadPlace head_in(const AttentionLayers& layers) const;
  std::optional<HeadPlace> head_;  // that was clicked
};

}  // namespace glassformer
