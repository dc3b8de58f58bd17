#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/grad/tape.h"
#include "core/nn/site.h"
#include "core/scenes/records.h"

namespace glassformer {

// A finished forward pass. Immutable once published: views read it and compute nothing.
struct Run {
  Tape tape;
  std::array<std::vector<std::string>, 2> tokens;  // the sentence(s), as the axes label them
  std::vector<AttentionSite> sites;
  Records records;  // what views draw of it besides, by type
  Var output;
  Var loss;                        // empty if there is none
  std::vector<std::string> notes;  // what the viewer must know: "weights are random, seed 7"
  bool random = false;             // something in it was drawn from the seed
  double milliseconds = 0;         // of the forward pass
  bool on_device = false;          // it was computed on a graphics card, to the end
  bool cells_stay = false;         // none may be set by hand (Scene::cells_stay)
};
using RunPtr = std::shared_ptr<const Run>;

}  // namespace glassformer
