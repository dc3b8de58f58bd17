#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/views/attention/head_detail.h"
#include "core/scenes/run.h"

namespace glassformer {

// An attention of the run, as its small map needs it.
struct ListedHead {
  SiteName name;
  std::string map;               // the id of its small map
  std::optional<double> factor;  // of a head that is switched; a copy of another has 1
};

struct SmallHeadMap {
  std::size_t site = 0;  // among those of the run
  Rect at;
};

// Where each head has its map, group by group; the titles are drawn.
std::vector<SmallHeadMap> place_maps(Ui& ui, const Run& run, const std::vector<ListedHead>& heads,
                                     Rect area);
// Of one group alone, as large as the area allows; the layers and the heads are named.
std::vector<SmallHeadMap> place_named_maps(Ui& ui, const std::vector<ListedHead>& heads, Rect area);

void draw_head_maps(Ui& ui, const Run& run, const std::vector<ListedHead>& heads,
                    const std::vector<SmallHeadMap>& maps);

}  // namespace glassformer
