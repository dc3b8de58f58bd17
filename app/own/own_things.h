#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "core/lesson/living_text.h"

namespace glassformer {

// Something that a user brings in place of what a lesson has: a sentence, word vectors, a model.
// Each is made here, so that nothing has to be at hand, and small: what matters is that it is
// another one.
struct OwnThing {
  std::string name;                 // "a translator of 3 layers with 8 heads each"
  std::optional<std::string> text;  // is typed at every step
  std::map<std::string, Intent, std::less<>> typed = {};  // or dragged, likewise; by scene
  // Or dragged, where the step has a place for it.
  std::function<std::optional<Intent>(const Session&)> drag = {};
  bool is_option = false;  // what is typed may be what the step sets by itself
  // Puts it into the open lesson; false: there is no place for it. Null: there is nothing to put.
  std::function<bool(Session&)> bring = {};
  // What of that which is shown is then the lesson's own; null: as the session sees it.
  std::function<Ours(const Session&)> ours = {};
};

std::vector<OwnThing> own_things();

}  // namespace glassformer
