#include "core/grad/tape.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/grad/made.h"
#include "core/grad/number_text.h"
#include "core/grad/progress.h"
#include "core/grad/reuse.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"

namespace glassformer {

namespace {

std::uint64_t new_stamp() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

// The value of a node of an earlier tape, which this one shares from now on.
void take_over(Node& node, const Node& same) {
  node.computed = same.computed;
  node.stamp = node.computed_stamp = same.computed_stamp;
  if (!same.edited) node.uploaded = same.uploaded;
}

// Past nodes that nobody sees and that only copy.
Cell seen(const Tape& tape, Cell cell) {
  while (tape.node(cell.var).path.empty()) {
    const std::optional<Cell> copied = copied_cell(tape, cell);
    if (!copied) break;
    cell = *copied;
  }
  return cell;
}

std::string outside(const std::string& path, Shape shape, int row, int col) {
  return (path.empty() ? "the matrix" : path) + " is " + to_string(shape) +
         ": it has no cell at row " + std::to_string(row) + ", column " + std::to_string(col) +
         "; rows and columns count from 0";
}

}  // namespace

Leaf::Leaf(Mat m) : value(std::move(m)), stamp(new_stamp()) {}

Node& Tape::next() {
  if (count_ == static_cast<int>(nodes_.size())) nodes_.emplace_back();
  Node& node = nodes_[static_cast<std::size_t>(count_)];
  node.op = nullptr;
  node.inputs.clear();
  node.attr = {};
  node.leaf.reset();
  node.path.clear();
  node.label = {};
  node.edits.clear();
  node.edited.reset();
  node.uploaded.reset();
  node.device_grad.reset();
  node.grad_on_host = false;  // its memory stays, for the gradient to come
  node.stamp = node.computed_stamp = 0;
  return node;
}

Computed& Tape::own(Node& node) {
  if (!node.computed || node.computed.use_count() > 1) {
    node.computed = std::make_shared<Computed>();
  } else {
    // Counting once more comes after the last reader let go of it; use_count() alone need not.
    const std::shared_ptr<Computed> last = node.computed;
    node.computed->device.reset();
    node.computed->on_host = true;
  }
  node.stamp = node.computed_stamp = new_stamp();
  return *node.computed;
}

Var Tape::input(Mat value) {
  Node& node = next();
  const Reuse* const reuse = Reuse::of(*this);
  if (const Node* same = reuse != nullptr ? reuse->same_input(value, Var{count_}) : nullptr) {
    take_over(node, *same);
  } else {
    own(node).host = std::move(value);
  }
  return Var{count_++};
}

Var Tape::input(LeafPtr leaf) {
  Node& node = next();
  if (const Reuse* const reuse = Reuse::of(*this)) {
    if (LeafPtr same = reuse->same_leaf(leaf, Var{count_})) leaf = std::move(same);
  }
  node.leaf = std::move(leaf);
  node.stamp = node.computed_stamp = node.leaf->stamp;
  node.computed.reset();
  return Var{count_++};
}

Var Tape::record(const Op& op, std::span<const Var> inputs, Attr attr) {
  for (Var input : inputs) {
    if (input.index < 0 || input.index >= count_) {
      throw std::logic_error(std::string(op.name) + ": an input is not on this tape");
    }
  }
  Node& node = next();
  node.op = &op;
  node.inputs.assign(inputs.begin(), inputs.end());
  node.attr = std::move(attr);
  const Reuse* const reuse = Reuse::of(*this);
  if (const Node* same =
          reuse != nullptr ? reuse->same_result(*this, node, Var{count_}) : nullptr) {
    take_over(node, *same);
  } else {
    compute(node);
  }
  made_cells(static_cast<double>(shape(Var{count_}).cells()));
  return Var{count_++};
}

void Tape::compute(Node& node) {
  const Shape shape = node.op->shape(*this, node);
  Computed& to = own(node);
  if (compute_on_device(node, shape)) return;
  take_memory(static_cast<double>(shape.cells()) * sizeof(Real));
  try {
    if (node.op->adds_to_zeros) {
      to.host.reset(shape);
    } else {
      to.host.resize(shape);
    }
  } catch (...) {
    to.host = Mat();  // and not of a shape that it has no cells for
    throw;
  }
  node.op->forward(*this, node);
}

Var Tape::record(const Op& op, std::initializer_list<Var> inputs, Attr attr) {
  return record(op, std::span(inputs.begin(), inputs.size()), std::move(attr));
}

Var Tape::name(Var var, Label label) {
  Node& node = nodes_[static_cast<std::size_t>(var.index)];
  std::string path;
  path.reserve(scope_.size() + label.name.size());
  path.append(scope_).append(label.name);
  if (!node.path.empty() || find(path)) {
    throw std::logic_error("naming " + path + ": the node or the path has a name already");
  }
  for (int later = var.index + 1; later < count_; ++later) {
    if (std::ranges::count(nodes_[static_cast<std::size_t>(later)].inputs, var) > 0) {
      throw std::logic_error("naming " + path + ": the node has been read already");
    }
  }
  node.path = std::move(path);
  node.label = std::move(label);
  by_path_.emplace(node.path, var.index);
  if (const auto found = edits_.find(node.path); found != edits_.end()) apply(var, found->second);
  return var;
}

void Tape::apply(Var var, const std::vector<CellEdit>& edits) {
  if (edits.empty()) return;
  Node& node = at(var);
  const Shape shape = this->shape(var);
  for (const CellEdit& edit : edits) {
    if (shape.contains(edit.row, edit.col)) continue;
    throw UserError(outside(node.path, shape, edit.row, edit.col));
  }
  node.edits = edits;
  node.uploaded.reset();
  const Reuse* const reuse = Reuse::of(*this);
  if (const Node* same = reuse != nullptr ? reuse->same_edits(node) : nullptr) {
    node.edited = same->edited;
    node.stamp = same->stamp;
    node.uploaded = same->uploaded;
    return;
  }
  node.edited = std::make_shared<Mat>(computed(var));
  for (const CellEdit& edit : edits) {
    (*node.edited)(edit.row, edit.col) = static_cast<Real>(edit.value);
  }
  node.stamp = new_stamp();
}

Tape::Scope::Scope(Tape& tape, std::string_view part) : tape_(tape), length_(tape.scope_.size()) {
  tape_.scope_.append(part).push_back('.');
}

Tape::Scope::~Scope() {
  // Not longer than it is: the tape may have been cleared or moved away since.
  tape_.scope_.resize(std::min(length_, tape_.scope_.size()));
}

Var Tape::find(std::string_view path) const {
  const auto found = by_path_.find(path);
  return found == by_path_.end() ? Var{} : Var{found->second};
}

std::vector<std::string> Tape::paths() const {
  std::vector<std::string> paths;
  for (int i = 0; i < count_; ++i) {
    if (const std::string& path = node(Var{i}).path; !path.empty()) paths.push_back(path);
  }
  return paths;
}

void Tape::backward(Var from, int row, int col) {
  if (!shape(from).contains(row, col)) {
    throw UserError(outside(node(from).path, shape(from), row, col));
  }
  Mat seed(shape(from));
  seed(row, col) = 1;
  run_backward(from, seed);
}

void Tape::backward(Var from) {
  run_backward(from, Mat(shape(from), 1));
}

void Tape::run_backward(Var from, const Mat& seed) {
  backward_from_ = from;
  backward_seed_ = seed;
  try {
    walk_back(from, seed);
  } catch (const DeviceError& error) {
    leave_device(error);
    walk_back(from, seed);
  }
}

void Tape::walk_back(Var from, const Mat& seed) {
  for (Node& n : nodes_) {
    n.device_grad.reset();
    n.grad_on_host = false;  // its memory stays
  }
  grad(from) = seed;
  for (Var var = from; var.index >= 0; --var.index) {
    if (node(var).op != nullptr && has_grad(var)) step_back(var);
  }
}

void Tape::step_back(Var var) {
  const Node& n = node(var);
  // Nothing flows through a cell that was set by hand. The op still finds its own result as it
  // computed it.
  Mat passed;
  if (n.edited) {
    passed = std::as_const(*this).grad(var);
    for (const CellEdit& edit : n.edits) passed(edit.row, edit.col) = 0;
  }
  if (backend_ && n.computed->device) {
    if (n.edited ? backend_->backward(*this, n, *backend_->upload(passed))
                 : backend_->backward(*this, n, device_grad(var))) {
      return;
    }
  }
  bring_inputs(n);
  computed(var);  // on the host, where the op reads its result
  n.op->backward(*this, n, n.edited ? passed : std::as_const(*this).grad(var));
  for (const Var input : n.inputs) {
    if (!has_grad(input)) grad(input);  // zeros, where the op added nothing
  }
}

Explanation Tape::explain(Var var, int row, int col) const {
  const Node& n = node(var);
  if (!value(var).contains(row, col)) throw UserError(outside(n.path, shape(var), row, col));
  const auto here = std::ranges::find_if(
      n.edits, [&](const CellEdit& edit) { return edit.row == row && edit.col == col; });
  Explanation explanation;
  if (here != n.edits.end()) {
    explanation.note = "set by hand; it was " + number_text(before_edits(*this, {var, row, col}));
  } else if (n.op != nullptr) {
    explanation = n.op->explain(*this, n, row, col);
    for (Term& term : explanation.terms) {
      for (Cell& cell : term.factors) cell = seen(*this, cell);
    }
  } else if (n.label.origin) {
    explanation.note = n.label.origin(row, col);
  }
  explanation.value = value(var)(row, col);
  return explanation;
}

std::vector<std::string> Tape::unused_edits() const {
  std::vector<std::string> unused;
  for (const auto& [path, cells] : edits_) {
    if (!cells.empty() && !find(path)) unused.push_back(path);
  }
  return unused;
}

void Tape::clear() {
  count_ = 0;
  device_failure_.clear();
  scope_.clear();
  by_path_.clear();
}

}  // namespace glassformer
