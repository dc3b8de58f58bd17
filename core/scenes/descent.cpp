#include "core/scenes/descent.h"

#include <fmt/format.h>

#include <utility>

#include "core/nn/axes.h"

namespace glassformer {

Mat descend(std::vector<Mat>& parts, double rate, int turns,
            const std::function<Part(const std::vector<Part>&)>& loss) {
  Mat losses(turns + 1, 1);
  Tape tape;
  for (int turn = 0;; ++turn) {
    tape.clear();
    std::vector<Part> placed;
    for (const Mat& part : parts) placed.push_back(constant(tape, part));
    const Part now = loss(placed);
    losses(turn, 0) = now.value()(0, 0);
    if (turn == turns) return losses;
    tape.backward(now);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto slope = tape.grad(placed[i]).cells();
      const auto to = parts[i].cells();
      for (std::size_t k = 0; k < to.size(); ++k) to[k] -= static_cast<Real>(rate * slope[k]);
    }
  }
}

Part put_descent(Sheet& sheet, Mat losses, const std::string& origin) {
  Axis turn{"turn", {}, -1};
  for (int i = 0; i < losses.rows(); ++i) turn.labels.push_back(std::to_string(i));
  return sheet.put(std::move(losses),
                   {"descent", "J", Role::plain, std::move(turn), numbered(""), all_cells(origin)});
}

Origin left_by_descent(int turns, const std::string& over) {
  if (turns == 0) return {};
  return all_cells(
      fmt::format("As {} turns of gradient descent over {} have left it.", turns, over));
}

}  // namespace glassformer
