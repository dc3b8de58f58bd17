#pragma once

#include <cstdint>

#include "app/session/session.h"
#include "app/views/vectors/map_scene.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The words that lie farthest out, neutralised, as points in two colours: are two halves found
// again?
class LeftClusters {
 public:
  // The map after; with the step on the control, the shares for random directions.
  void draw(Ui& ui, Session& session, Rect area);
  // How many are found again.
  void draw_found(Ui& ui, Session& session, Rect area) const;

 private:
  MapScene scene_;
  CloudCamera camera_;
  WordVectorsPtr words_;  // with their half as a group
  std::uint64_t stamp_ = 0;
  bool asked_ = false;  // when they were made, this was still a question
};

}  // namespace glassformer
