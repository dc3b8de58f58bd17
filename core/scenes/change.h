#pragma once

#include <string>
#include <vector>

#include "core/scenes/scene.h"

// Changes of inputs, by a step of a lesson or by hand. What lies over the places that a change
// moves goes with it.
namespace glassformer {

// Another sentence: its cells and the order of its tokens are other things now.
void set_text(Inputs& inputs, std::size_t which, std::string text);
void set_tokens(Inputs& inputs, std::size_t which, std::vector<std::string> tokens);
void set_order(Inputs& inputs, std::vector<int> order);
// A matrix that the option writes (a mask) is rewritten.
void set_option(Inputs& inputs, const std::string& name, Option value);
void set_cell(Inputs& inputs, const std::string& path, CellEdit cell);
void reset_cell(Inputs& inputs, const std::string& path, int row, int col);

}  // namespace glassformer
