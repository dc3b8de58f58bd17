// Uses the installed library as a stranger would: an op called by name of its function, and the
// tables, which are empty if the linker dropped the files that fill them.
#include <cmath>
#include <cstdio>

#include "core/grad/ops.h"
#include "core/grad/tape.h"
#include "core/scenes/scene.h"

int main() {
  glassformer::Tape tape;
  const auto weights = glassformer::softmax(tape, tape.input(glassformer::Mat{{0, std::log(3.0)}}));
  const auto& value = tape.value(weights);
  std::printf("softmax(0, log 3) = %.4f %.4f\n", value(0, 0), value(0, 1));
  std::printf("%zu ops, %zu models\n", glassformer::all_ops().size(),
              glassformer::all_scenes().size());
  const bool right = std::abs(value(0, 0) - 0.25) < 1e-6 && std::abs(value(0, 1) - 0.75) < 1e-6;
  const bool complete =
      glassformer::find_op("softmax") != nullptr && glassformer::find_scene("attention") != nullptr;
  return right && complete ? 0 : 1;
}
