#include "core/grad/tape.h"

#include <algorithm>
#include <atomic>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

std::uint64_t new_stamp() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

std::string outside(const std::string& path, Shape shape, int row, int col) {
  return path + " is " + to_string(shape) + ": it has no cell at row " + std::to_string(row) +
         ", column " + std::to_string(col) + "; rows and columns count from 0";
}

}  // namespace

Leaf::Leaf(Mat m) : value(std::move(m)), stamp(new_stamp()) {}

Node& Tape::fresh() {
  if (count_ == static_cast<int>(nodes_.size())) nodes_.emplace_back();
  Node& node = nodes_[static_cast<std::size_t>(count_++)];
  node.op = nullptr;
  node.inputs.clear();
  node.grad.reset({0, 0});
  node.leaf.reset();
  node.path.clear();
  node.label = {};
  node.edits.clear();
  node.before_edit.clear();
  node.stamp = new_stamp();
  return node;
}

Var Tape::input(Mat value) {
  fresh().value = std::move(value);
  return Var{count_ - 1};
}

Var Tape::input(LeafPtr leaf) {
  Node& node = fresh();
  node.value.reset({0, 0});
  node.stamp = leaf->stamp;
  node.leaf = std::move(leaf);
  return Var{count_ - 1};
}

Var Tape::record(const Op& op, std::vector<Var> inputs, Attr attr) {
  Node& node = fresh();
  node.op = &op;
  node.inputs = std::move(inputs);
  node.attr = std::move(attr);
  try {
    node.value.reset(op.shape(*this, node));
    op.forward(*this, node);
  } catch (...) {
    --count_;
    throw;
  }
  return Var{count_ - 1};
}

Var Tape::name(Var var, Label label) {
  Node& node = nodes_[static_cast<std::size_t>(var.index)];
  node.path = scope_ + label.name;
  node.label = std::move(label);
  by_path_[node.path] = var.index;
  const auto found = edits_.find(node.path);
  if (found == edits_.end() || found->second.empty()) return var;
  if (node.leaf) {
    node.value = node.leaf->value;
    node.leaf.reset();
    node.stamp = new_stamp();
  }
  for (const CellEdit& edit : found->second) {
    if (!node.value.contains(edit.row, edit.col)) {
      throw UserError(outside(node.path, node.value.shape(), edit.row, edit.col));
    }
    node.edits.push_back(edit);
    node.before_edit.push_back(node.value(edit.row, edit.col));
    node.value(edit.row, edit.col) = static_cast<Real>(edit.value);
  }
  return var;
}

Tape::Scope::Scope(Tape& tape, std::string_view part) : tape_(tape), length_(tape.scope_.size()) {
  tape_.scope_.append(part).push_back('.');
}

Tape::Scope::~Scope() {
  tape_.scope_.resize(length_);
}

const Mat& Tape::value(Var var) const {
  const Node& n = node(var);
  return n.leaf ? n.leaf->value : n.value;
}

Mat& Tape::grad(Var var) {
  Node& n = nodes_[static_cast<std::size_t>(var.index)];
  if (n.grad.shape() != shape(var)) n.grad.reset(shape(var));
  return n.grad;
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

void Tape::run_backward(int from) {
  for (int i = from; i >= 0; --i) {
    Node& n = nodes_[static_cast<std::size_t>(i)];
    if (n.op == nullptr || n.grad.empty()) continue;
    if (n.edits.empty()) {
      n.op->backward(*this, n, n.grad);
    } else {
      Mat passed = n.grad;
      for (const CellEdit& edit : n.edits) passed(edit.row, edit.col) = 0;
      n.op->backward(*this, n, passed);
    }
  }
}

void Tape::backward(Var from, int row, int col) {
  for (int i = 0; i < count_; ++i) nodes_[static_cast<std::size_t>(i)].grad.reset({0, 0});
  if (!value(from).contains(row, col)) {
    throw UserError(outside(node(from).path, shape(from), row, col));
  }
  grad(from)(row, col) = 1;
  run_backward(from.index);
}

void Tape::backward(Var from) {
  for (int i = 0; i < count_; ++i) nodes_[static_cast<std::size_t>(i)].grad.reset({0, 0});
  grad(from).reset(shape(from), 1);
  run_backward(from.index);
}

Explanation Tape::explain(Var var, int row, int col) const {
  const Node& n = node(var);
  if (!value(var).contains(row, col)) throw UserError(outside(n.path, shape(var), row, col));
  for (std::size_t i = n.edits.size(); i-- > 0;) {
    if (n.edits[i].row != row || n.edits[i].col != col) continue;
    Explanation by_hand;
    by_hand.value = value(var)(row, col);
    by_hand.note = "set by hand";
    return by_hand;
  }
  Explanation explanation = n.op == nullptr ? Explanation{} : n.op->explain(*this, n, row, col);
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
  scope_.clear();
  by_path_.clear();
}

double evaluate(const Explanation& explanation) {
  double sum = 0;
  for (const Term& term : explanation.terms) sum += term.value;
  switch (explanation.how) {
    case Explanation::How::given:
      return explanation.value;
    case Explanation::How::sum:
      return sum;
    case Explanation::How::share:
      return explanation.terms[static_cast<std::size_t>(explanation.picked)].value / sum;
    case Explanation::How::apply:
      return explanation.function(sum);
  }
  return explanation.value;
}

}  // namespace glassformer
