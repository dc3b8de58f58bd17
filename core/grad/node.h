#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/grad/label.h"
#include "core/grad/op.h"
#include "core/grad/some_rows.h"
#include "core/grad/var.h"
#include "core/tensor/device_mat.h"
#include "core/tensor/mat.h"

namespace glassformer {

// A matrix that many runs share without copying it: a weight, a given input.
struct Leaf {
  explicit Leaf(Mat m);
  Mat value;
  std::uint64_t stamp;  // new for every Leaf: equal stamps mean equal contents
};
using LeafPtr = std::shared_ptr<const Leaf>;

// A cell set by hand, before anything that depends on it is computed.
struct CellEdit {
  int row = 0;
  int col = 0;
  double value = 0;
  bool operator==(const CellEdit&) const = default;
};
using Edits = std::map<std::string, std::vector<CellEdit>>;  // path → cells

// A computed matrix. The tapes of several runs may share one: it does not change any more, except
// that a device's result is copied to the host when it is first read there.
struct Computed {
  Mat host;
  DeviceMatPtr device;  // null: it was computed on the host
  bool on_host = true;  // whether `host` is filled in
  Mat kept;             // what forward leaves for backward beside its result; mostly empty
};

// One step of a tape. Read values and gradients through Tape, which knows where they are.
struct Node {
  const Op* op = nullptr;  // nullptr: an input
  std::vector<Var> inputs;
  Attr attr;
  LeafPtr leaf;                        // an input that is shared, or …
  std::shared_ptr<Computed> computed;  // … what was given, or what the op made of its inputs
  Mat grad;                            // empty until backward has run
  SomeRows grad_rows;                  // of which the others are 0, also once the next pass began
  std::string path;                    // "head.1.weights"; empty: a step that no view shows
  Label label;

  std::vector<CellEdit> edits;  // what was set by hand here …
  std::shared_ptr<Mat> edited;  // … and the value with these cells, which all readers see

  // Equal stamps mean equal contents: of the value that readers see, and of the computed one.
  std::uint64_t stamp = 0;
  std::uint64_t computed_stamp = 0;

  DeviceMatPtr uploaded;     // a copy on the device of a value that was made on the host
  DeviceMatPtr device_grad;  // null: none; where the host's gradient is not valid this one is
  bool grad_on_host = true;
};

}  // namespace glassformer
