#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/scenes/scene.h"

namespace glassformer {

// How a view stands: which tab is open, which bar is chosen … Each view declares its keys.
using ViewState = std::map<std::string, Option, std::less<>>;

// One cell: the value that it is set to, or none: what is computed for it.
struct CellChange {
  int row = 0;
  int col = 0;
  std::optional<double> value;
  bool operator==(const CellChange&) const = default;
};

// What makes one state of the stage out of another: of a step, or made by the user. What is absent
// stays as it was.
struct Changes {
  std::array<std::optional<std::string>, 2> text;
  std::array<std::optional<std::vector<std::string>>, 2> tokens;
  std::map<std::string, Option> options;
  std::optional<std::vector<int>> order;
  std::map<std::string, std::vector<CellChange>>
      edits;                // by path; no cells: the matrix as computed
  std::optional<int> head;  // the one that is laid out, from 0
  ViewState view;
  std::optional<int> moment;  // of a recorded training, from 0

  bool empty() const { return *this == Changes{}; }
  bool operator==(const Changes&) const = default;
};

// The inputs with the changes: first the sentence, then the order, the options, the cells.
void apply(const Changes& changes, Inputs& inputs);
// Both, one after the other, as one.
void add(const Changes& later, Changes& changes);

}  // namespace glassformer
