#pragma once

#include <string>

#include "app/widgets/ui.h"
#include "core/grad/tape.h"

namespace glassformer {

// "309 ms", "85.2 µs", "2.31 s": three digits and the unit that suits them; "…" for 0, not
// measured.
std::string duration_text(double seconds);
// "6.21 GFLOP/s", "1.2 TFLOP/s"; the same for bytes with "B/s".
std::string rate_text(double per_second, const char* unit);

// The colours of ways and layers, the same in curves, bars and words.
Color series_color(const Theme& theme, std::size_t index);

// A size that the trace names, as a whole number from 1 to `most`; 1 for nan.
int size_in(const Tape& tape, const char* path, int most);

// Where a measurement stands, where it was made, and a button that begins it anew: true if it was
// pressed.
bool draw_measuring_row(Ui& ui, bool finished, double share, const std::string& machine,
                        const std::string& message, Rect row);

}  // namespace glassformer
