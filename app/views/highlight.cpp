#include "app/views/highlight.h"

#include <algorithm>

namespace glassformer {

namespace {

constexpr std::size_t kMostCompared = 16'384;  // cells

int token_place(const Axis& axis, const Target& target) {
  return target.kind == Target::Kind::token && axis.sequence == target.sequence ? target.token : -1;
}

}  // namespace

Highlight highlight_of(const Run& run, const Target& target) {
  Highlight light;
  light.target = target;
  if (target.kind != Target::Kind::cell) return light;
  const Var var = run.tape.find(target.path);
  if (!var || !run.tape.shape(var).contains(target.row, target.col)) {
    light.target = {};
    return light;
  }
  light.explanation = run.tape.explain(var, target.row, target.col);
  for (const Term& term : light.explanation.terms) {
    for (const Cell& cell : term.factors) {
      light.lit[cell.var.index].emplace_back(cell.row, cell.col);
    }
  }
  light.lit[var.index].emplace_back(target.row, target.col);
  return light;
}

bool Highlight::fades(const Run& run, Var var) const {
  const Node& node = run.tape.node(var);
  switch (target.kind) {
    case Target::Kind::none:
      return false;
    case Target::Kind::cell:
      return !lit.contains(var.index);
    case Target::Kind::tensor:
      return node.path != target.path;
    case Target::Kind::token:
      return node.label.rows.sequence != target.sequence &&
             node.label.cols.sequence != target.sequence;
  }
  return false;
}

bool hides(const Session& session, std::string_view path, int row, int col) {
  return std::any_of(session.predicted.begin(), session.predicted.end(), [&](const Target& cell) {
    return cell.row == row && cell.col == col && cell.path == path;
  });
}

MatrixValues cells_of(const Run& run, Var var) {
  if (DeviceMatPtr device = run.tape.on_card(var)) {
    return {std::move(device), [&run, var]() -> const Mat& { return run.tape.value(var); }};
  }
  return &run.tape.value(var);
}

MatrixSpec matrix_spec(const Session& session, const Run& run, const Run* before, Var var,
                       bool transposed, const Highlight& highlight, double now) {
  const Node& node = run.tape.node(var);
  MatrixSpec spec;
  spec.id = node.path;
  spec.values = cells_of(run, var);
  spec.stamp = node.stamp;
  spec.symbol = node.label.symbol.empty() ? "\\text{" + node.label.name + "}" : node.label.symbol;
  if (transposed) spec.symbol += "^{\\top}";
  spec.role = node.label.role;
  spec.rows = node.label.rows;
  spec.cols = node.label.cols;
  spec.transposed = transposed;

  const double age = now - session.changed_at();
  if (before != nullptr && age < kFlashSeconds) {
    const Var old = before->tape.find(node.path);
    // Of a large matrix that lies on a card no cells are brought here to be compared.
    const bool near = spec.values->size() <= kMostCompared || !run.tape.on_card(var);
    if (old && near && before->tape.shape(old) == spec.values->shape() &&
        before->tape.node(old).stamp != node.stamp) {
      spec.before = &before->tape.value(old);
      spec.flash = static_cast<float>(1 - age / kFlashSeconds);
    }
  }
  if (const auto found = highlight.lit.find(var.index); found != highlight.lit.end()) {
    spec.lit = found->second;
  }
  spec.lit_row = token_place(spec.rows, highlight.target);
  spec.lit_col = token_place(spec.cols, highlight.target);
  if (highlight.fades(run, var)) spec.faded = 0.55F;
  if (session.chosen && session.chosen->path == node.path) {
    spec.chosen = Place{session.chosen->row, session.chosen->col};
  }
  for (const CellEdit& edit : node.edits) spec.edited.emplace_back(edit.row, edit.col);
  for (const Target& hidden : session.predicted) {
    if (hidden.path == node.path) spec.hidden.emplace_back(hidden.row, hidden.col);
  }
  return spec;
}

}  // namespace glassformer
