#pragma once

#include <deque>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/grad/backend.h"
#include "core/grad/node.h"

namespace glassformer {

// Records ops as they are executed. The tape is the trace: it keeps every intermediate, with its
// name, its axes, its value and, after backward, its gradient. clear() keeps the memory, so a
// training loop allocates only in its first step.
//
// A tape computes on the backend that its thread had when the tape was made (OnBackend). Values
// stay on that device until somebody reads them on the host. Several threads may read a tape once
// it no longer grows. Values that an earlier tape has already are taken from it (Reuse), and a copy
// of a tape shares all its values.
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

  // What names get before them now: "head.1.", or nothing.
  const std::string& scope() const { return scope_; }

  // References to a node, its value and its gradient stay valid as the tape grows.
  int size() const { return count_; }
  const Node& node(Var var) const { return nodes_[static_cast<std::size_t>(var.index)]; }
  const Mat& value(Var var) const;
  const Mat& computed(Var var) const;  // the value as it was before cells were set by hand
  Shape shape(Var var) const;
  // The gradient, to be added to: zeros of the value's shape at first.
  Mat& grad(Var var);
  const Mat& grad(Var var) const;  // empty if the node has none
  // The same, to be added to in these rows alone: of a table from which a batch looks up few rows,
  // and of what is made of it.
  Mat& grad_of_rows(Var var, std::span<const int> rows);
  const SomeRows& rows_of_grad(Var var) const { return node(var).grad_rows; }
  // The value on the device; null if it is only on the host.
  DeviceMatPtr on_card(Var var) const;
  bool has_grad(Var var) const;
  Var find(std::string_view path) const;   // empty if there is none
  std::vector<std::string> paths() const;  // of the named nodes, in order

  // d(cell) / d(every node before it). A cell that was set by hand is a constant: no gradient
  // flows through it to what made it.
  void backward(Var from, int row, int col);
  void backward(Var from);  // of the sum of its cells

  // How a cell came about; of an edited cell the note says that. Throws UserError if the matrix
  // has no such cell.
  Explanation explain(Var var, int row, int col) const;

  // For the backend: the value of a node on the device, uploaded if need be, and the gradient
  // there, to be added to. Both throw DeviceError.
  const DeviceMatPtr& device_value(Var var) const;
  DeviceMat& device_grad(Var var);
  // Why the CPU had to take over from the device; empty if it did not have to.
  const std::string& device_failure() const { return device_failure_; }
  bool on_device() const { return backend_ != nullptr; }
  const Backend* backend() const { return backend_.get(); }  // null: the CPU

  // The paths of edits that no node has: a typing error of the caller.
  std::vector<std::string> unused_edits() const;
  void clear();

 private:
  void apply(Var var, const std::vector<CellEdit>& edits);
  void run_backward(Var from, const Mat& seed);
  void walk_back(Var from, const Mat& seed);
  void step_back(Var var);
  void compute(Node& node);
  bool compute_on_device(Node& node, Shape shape);
  void leave_device(const DeviceError& error);
  void fetch_computed(Var var) const;
  void fetch_grad(Var var) const;
  void take_over_gradients() const;
  static void clear_grad(Node& n, Shape shape);
  void bring_inputs(const Node& node) const;
  Node& at(Var var) const { return nodes_[static_cast<std::size_t>(var.index)]; }
  Node& next();  // the node after the last, emptied; ++count_ makes it one of the tape's
  // Where the node's value is to be written: memory that no other node shares. It may still hold
  // what the last pass left there.
  static Computed& own(Node& node);
  // Mutable: a value is fetched from its device when it is first read.
  mutable std::deque<Node> nodes_;
  int count_ = 0;
  std::string scope_;
  Edits edits_;
  struct PathHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view path) const {
      return std::hash<std::string_view>{}(path);
    }
  };
  std::unordered_map<std::string, int, PathHash, std::equal_to<>> by_path_;
  std::shared_ptr<Backend> backend_;
  std::string device_failure_;
  Var backward_from_;  // where the last backward began …
  Mat backward_seed_;  // … and with which gradient
};

}  // namespace glassformer
