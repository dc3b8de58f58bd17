#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grad/backend.h"
#include "core/grad/label.h"
#include "core/grad/op.h"
#include "core/grad/var.h"
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

struct Node {
  const Op* op = nullptr;  // nullptr: an input
  std::vector<Var> inputs;
  Attr attr;
  Mat value;         // read it through Tape::value(): it may still lie on a device
  Mat grad;          // likewise; empty until backward has run
  LeafPtr leaf;      // an input that is shared; then `value` is empty
  std::string path;  // "head.1.weights"; empty: an unnamed step that no view shows
  Label label;
  std::uint64_t stamp = 0;          // changes whenever the contents may have changed
  std::vector<CellEdit> edits;      // what was set by hand here …
  std::vector<double> before_edit;  // … and what those cells held before

  // Copies on the device of the tape; null: none. Where the host's is not valid this one is.
  DeviceMatPtr device_value;
  DeviceMatPtr device_grad;
  bool value_on_host = true;
  bool grad_on_host = true;
};

// Records ops as they are executed. The tape is the trace: every intermediate stays, with its
// name, its axes, its value and, after backward, its gradient. clear() keeps the memory, so a
// training loop allocates only in its first step.
//
// It computes on the backend that its thread had when it was made (OnBackend). There the values
// stay, until someone reads them here; several threads may read a tape that no longer grows.
class Tape {
 public:
  Tape() : backend_(current_backend()) {}
  explicit Tape(Edits edits) : edits_(std::move(edits)), backend_(current_backend()) {}

  Var input(Mat value);
  Var input(LeafPtr leaf);
  // Executes the op at once. Throws ShapeError (then the tape is as it was), std::logic_error if an
  // input is not on this tape, and Stopped if the pass is watched and was stopped.
  Var record(const Op& op, std::span<const Var> inputs, Attr attr = {});
  Var record(const Op& op, std::initializer_list<Var> inputs, Attr attr = {});

  // Gives the node its place in the trace and applies the edits made to that path; must come
  // before anything reads the node. Throws UserError for an edit outside the matrix, and
  // std::logic_error if the node or the path is taken, or the node has been read.
  Var name(Var var, Label label);
  // While a Scope lives, names get its prefix: Scope s(tape, "head.1").
  class Scope {
   public:
    Scope(Tape& tape, std::string_view part);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Tape& tape_;
    std::size_t length_;
  };

  // References to a node, its value and its gradient stay valid as the tape grows.
  int size() const { return count_; }
  const Node& node(Var var) const { return nodes_[static_cast<std::size_t>(var.index)]; }
  const Mat& value(Var var) const;
  Shape shape(Var var) const;
  // The gradient to add to; zeros of the value's shape when first asked for.
  Mat& grad(Var var);
  const Mat& grad(Var var) const;  // empty if the node has none
  // Where the value lies on a device; null: only on the host.
  DeviceMatPtr on_card(Var var) const;
  bool has_grad(Var var) const;
  Var find(std::string_view path) const;   // empty if there is none
  std::vector<std::string> paths() const;  // of the named nodes, in order

  // d(cell) / d(every node before it). A cell that was set by hand is a constant: no gradient
  // flows through it to what made it.
  void backward(Var from, int row, int col);
  void backward(Var from);  // of the sum of its cells

  // How a cell came about; for an edited cell the note says so. Throws UserError outside.
  Explanation explain(Var var, int row, int col) const;

  // The backend's view of a node: its value on the device, copied there if it is not, and the
  // gradient there to add to. Throw DeviceError.
  const DeviceMat& device_value(Var var) const;
  DeviceMat& device_grad(Var var);
  // Why the CPU had to take over in the middle; empty: it had not.
  const std::string& device_failure() const { return device_failure_; }
  bool on_device() const { return backend_ != nullptr; }

  // The paths of edits that named no node: a caller's typing error.
  std::vector<std::string> unused_edits() const;
  void clear();

 private:
  Cell seen(Cell cell) const;
  static void apply(Node& node, const std::vector<CellEdit>& edits);
  void run_backward(Var from, const Mat& seed);
  void walk_back(Var from, const Mat& seed);
  void step_back(Var var);
  bool compute_on_device(Node& node, Shape shape);
  void leave_device(const DeviceError& error);
  void fetch_value(Var var) const;
  void fetch_grad(Var var) const;
  void take_over_gradients() const;
  void bring_inputs(const Node& node) const;
  Node& at(Var var) const { return nodes_[static_cast<std::size_t>(var.index)]; }
  Node& next();  // the node after the last, emptied; it counts once ++count_ says so
  // Mutable: a value comes from its device when it is first read.
  mutable std::deque<Node> nodes_;
  int count_ = 0;
  std::string scope_;
  Edits edits_;
  std::map<std::string, int, std::less<>> by_path_;
  std::shared_ptr<Backend> backend_;
  std::string device_failure_;
  Var backward_from_;  // what was asked for last …
  Mat backward_seed_;  // … and with which gradient of it
};

}  // namespace glassformer
