#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/lesson/changes.h"

namespace glassformer {

// What the user wants; the only way anything changes. Each is folded into the user's Changes.
struct SetCell {
  std::string path;
  CellEdit cell;
  int gesture = 0;
};  // one drag is one gesture, undone at once
struct ResetCell {
  std::string path;
  int row = 0;
  int col = 0;
};
struct SetText {
  int which = 0;
  std::string text;
  int gesture = 0;  // the keystrokes of one visit to the field are one change
};
struct SetOption {
  std::string name;
  Option value;
  int gesture = 0;
};
struct SetOrder {
  std::vector<int> order;
};
struct ResetAll {};
using Intent = std::variant<SetCell, ResetCell, SetText, SetOption, SetOrder, ResetAll>;

// Adds it to what the user has changed so far. `stage` is what the lesson itself has there.
void add(const Intent& intent, Changes& own, const Inputs& stage);

// Two moves of one drag are one intent to the user, and so to undo.
bool same_gesture(const Intent& a, const Intent& b);

}  // namespace glassformer
