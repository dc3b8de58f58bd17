#pragma once

#include <array>
#include <cstdint>

#include "app/session/session.h"
#include "app/views/vectors/map_scene.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The neighbours of a word before and after all words are neutralised, beside each other.
void draw_moved(Ui& ui, Session& session, Rect area);

// The words that lie farthest out, as points before and after: in two colours, and whether two
// halves are found again. With the step on the control, that of random directions instead of the
// map before.
class LeftClusters {
 public:
  void draw(Ui& ui, Session& session, Rect area);

 private:
  void draw_side(Ui& ui, Session& session, std::size_t side, Rect area);

  std::array<MapScene, 2> scenes_;
  std::array<CloudCamera, 2> cameras_;
  WordVectorsPtr words_;  // with their half as a group
  std::uint64_t stamp_ = 0;
  int hovered_ = -1;
};

}  // namespace glassformer
