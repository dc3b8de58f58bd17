#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/shell/app.h"

namespace glassformer {

// Frame times, and the limit that they are compared with.
struct FrameFigure {
  std::string name;
  double limit = 0;  // ms; 0: part of another figure
  std::vector<double> ms;

  double at(double share) const;  // as time_at()
};

constexpr double frame_limit = 1000.0 / 60;  // ms

// Draws until nothing moves by itself, then a few frames that are not counted, then `runs` that
// are. `next` changes the input of the frame before into that of this one; `frame` is its number.
FrameFigure time_frames(App& app, FrameTarget& target, std::string name, int runs,
                        const std::function<void(Input& input, int frame)>& next);

// Moves the pointer on over the picture.
void move_pointer(Input& input, int frame);

// From an edit to the picture of all that follows from it: of a large attention, and of a decoder
// alone of GPT-2's size with random weights (seed 1).
std::vector<FrameFigure> bench_edit(FrameTarget& target, int runs);
std::vector<FrameFigure> bench_decoder_edits(FrameTarget& target, int runs);
// Frames of the lesson about all heads with the 144 of such a decoder and its whole vocabulary, and
// edits of its input there.
std::vector<FrameFigure> bench_gpt_heads(FrameTarget& target, int runs);

// A map of so many words under the pointer and the wheel, and one of half as many while t-SNE moves
// it. The vectors are random (seed 1), around a hundred centres.
std::vector<FrameFigure> bench_map(FrameTarget& target, int words, int runs);

}  // namespace glassformer
