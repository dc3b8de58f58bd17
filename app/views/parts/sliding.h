#pragma once

#include <map>
#include <string>
#include <utility>

#include "app/widgets/ui.h"

namespace glassformer {

// The rows of a list in this frame. A row is known by its list and its name: when its place among
// the others changes it slides there, and its bar grows to its new length.
class Sliding {
 public:
  Sliding(Ui& ui, std::string list) : ui_(ui), list_(std::move(list)) {}

  struct Row {
    float column = 0, line = 0;  // where it is now, counted as columns and lines
    Ui::Id id = 0;
    bool slides = false;  // over the others
  };
  // Asked in the order in which they stand. Rows of a list without a name do not move.
  Row row(const std::string& name, int column, int line);
  // The share of a whole bar that is drawn. It grows out of 0 once it is no longer hidden.
  float bar(const Row& row, float share, bool hidden);

 private:
  Ui& ui_;
  std::string list_;
  std::map<std::string, int> seen_;  // how many rows of that name
};

}  // namespace glassformer
