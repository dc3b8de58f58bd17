#pragma once

#include <cstddef>
#include <functional>

#include "app/widgets/ui.h"

namespace glassformer {

// How many of `count` things stand in a row, from the first on: all, or as many as leave room for
// the note that more follow. Only those that may stand there are asked for their width: a text may
// have thousands.
std::size_t fitting(const Ui& ui, std::size_t count, const std::function<float(std::size_t)>& width,
                    float room);
// That note: how many more there are. Nothing for none.
void draw_more(Ui& ui, std::size_t left, Rect row);
// What the note takes of a row.
float more_width(const Ui& ui, std::size_t left);

}  // namespace glassformer
