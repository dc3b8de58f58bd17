#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/scenes/material.h"
#include "core/scenes/part.h"

namespace glassformer {

// How many rows or columns something that is given or drawn must have, what they are, and why.
struct Dim {
  Material::Size size;
  Axis axis;
  std::string why = {};
  Dim over(Axis other) const;  // as many, of something else
};
Dim any(int drawn, Axis axis);  // as many as are given; `drawn` if none are
Dim exactly(int count, Axis axis, std::string why);
// As many as a part that stands in the trace has: "h has 2 columns".
Dim rows_of(const Part& part);
Dim cols_of(const Part& part);

// What a scene writes its run on: what it begins with, given by the lesson or drawn from the seed,
// under the one name that it has in the lesson file and in the trace.
class Sheet {
 public:
  Sheet(const Inputs& inputs, Run& run);

  Tape& tape() { return run_.tape; }
  Material& material();  // of a scene with a seed
  Part at(Var var) { return {tape(), var}; }

  // The matrix that the lesson gives under this name (after the tape's scope), else one drawn,
  // normal with the deviation: without one 1 / √rows, for weights. Throws ShapeError if what is
  // given has another size.
  Part take(std::string name, std::string symbol, Role role, const Dim& rows, const Dim& cols,
            std::optional<double> deviation = {});
  // What the scene makes itself, by no op.
  Part put(Mat value, Label label);
  Part put(LeafPtr leaf, Label label);

  // Says in the run's notes what was drawn. At the end.
  void tell(int turns = 0);

 private:
  const Inputs& inputs_;
  Run& run_;
  std::optional<Material> material_;  // once something is taken
};

}  // namespace glassformer
