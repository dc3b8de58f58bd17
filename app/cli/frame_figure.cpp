#include "app/cli/frame_figure.h"

#include <chrono>
#include <utility>

#include "app/cli/times.h"

namespace glassformer {

double FrameFigure::at(double share) const {
  return time_at(share, ms);
}

void move_pointer(Input& input, int frame) {
  input.mouse = {500.0F + 7 * static_cast<float>(frame), 300.0F + 3 * static_cast<float>(frame)};
}

FrameFigure time_frames(App& app, FrameTarget& target, std::string name, int runs,
                        const std::function<void(Input& input, int frame)>& next) {
  using Clock = std::chrono::steady_clock;
  constexpr int patience = 1000;  // frames; some lessons move for ever
  constexpr int not_counted = 5;
  FrameFigure figure{std::move(name), frame_limit, {}};
  Input input;
  for (int i = 0; i < patience && app.wants_frame(); ++i) {
    input.time += 1;
    app.frame(input);
  }
  for (int i = -not_counted; i < runs; ++i) {
    input.time += 1;
    next(input, i);
    const auto begin = Clock::now();
    app.frame(input);
    target.finish();
    const std::chrono::duration<double, std::milli> spent = Clock::now() - begin;
    if (i >= 0) figure.ms.push_back(spent.count());
  }
  return figure;
}

}  // namespace glassformer
