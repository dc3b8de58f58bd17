#include "app/views/parts/highlight.h"

#include <algorithm>
#include <iterator>

#include "app/views/parts/touch_cell.h"
#include "app/widgets/plain_formula.h"

namespace glassformer {

namespace {

constexpr std::size_t kMostCompared = 16'384;  // cells

int token_place(const Axis& axis, const Target& target) {
  return target.kind == Target::Kind::token && axis.sequence == target.sequence ? target.token : -1;
}

// The first row or column with this name from `from` on; -1: none.
int place_named(const Axis& axis, const std::string& word, int from = 0) {
  if (word.empty()) return -1;
  const auto first = axis.labels.begin() + std::min<std::ptrdiff_t>(from, std::ssize(axis.labels));
  const auto found = std::find(first, axis.labels.end(), word);
  return found == axis.labels.end() ? -1 : static_cast<int>(found - axis.labels.begin());
}

// A word may stand in a context twice: the second row has no mark of its own, so its cells do.
void light_word(MatrixSpec& spec, const std::string& word) {
  if (const int row = place_named(spec.rows, word); row >= 0) spec.lit_row = row;
  if (const int col = place_named(spec.cols, word); col >= 0) spec.lit_col = col;
  const Shape shape = spec.values->shape();
  for (int r = spec.lit_row; r >= 0 && (r = place_named(spec.rows, word, r + 1)) >= 0;) {
    for (int c = 0; c < shape.cols; ++c) spec.lit.emplace_back(r, c);
  }
}

// A mask that hides something: without one a weight of 0 is a number like any other. Of a large one
// or one on a card the cells are not looked at.
bool closes(const Tape& tape, Var mask) {
  if (tape.on_card(mask)) return true;
  const auto cells = tape.value(mask).cells();
  return cells.size() > kMostCompared ||
         std::any_of(cells.begin(), cells.end(), [](Real cell) { return cell == 0; });
}

}  // namespace

bool is_under_pointer(const Session& session, const std::string& word) {
  const Target& target = session.hover;
  if (!target.word.empty()) return target.word == word;
  if (target.kind == Target::Kind::none) {
    const auto& words = session.touch().words;
    return std::find(words.begin(), words.end(), word) != words.end();
  }
  const Tape& tape = session.run()->tape;
  const Var var = target.kind == Target::Kind::cell ? tape.find(target.path) : Var();
  if (!var) return false;
  const auto names = [&](const Axis& axis, int index) {
    return index < std::ssize(axis.labels) && axis.labels[static_cast<std::size_t>(index)] == word;
  };
  const Label& label = tape.node(var).label;
  return names(label.rows, target.row) || names(label.cols, target.col);
}

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
  if (place_named(node.label.rows, target.word) >= 0) return false;
  if (place_named(node.label.cols, target.word) >= 0) return false;
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

MatrixValues cells_of(const Run& run, Var var) {
  if (DeviceMatPtr device = run.tape.on_card(var)) {
    return {std::move(device), [&run, var]() -> const Mat& { return run.tape.value(var); }};
  }
  return &run.tape.value(var);
}

bool is_masked(const Run& run, Var weights) {
  return std::any_of(run.sites.begin(), run.sites.end(), [&](const AttentionSite& site) {
    return site.weights == weights && site.mask && closes(run.tape, site.mask);
  });
}

namespace {

constexpr float kReceding = 0.4F;

// An answer that points at cells of one matrix lets the others recede.
bool recedes(const Session& session, const std::string& path) {
  if (session.question() == nullptr || session.asking()) return false;
  const auto& steps = session.lesson().steps;
  const auto& own = steps[static_cast<std::size_t>(session.step)].touch.spots;
  const auto is_here = [&](const Spot& spot) { return spot.path == path; };
  return !own.empty() && std::ranges::none_of(own, is_here);
}

}  // namespace

MatrixSpec matrix_spec(const Session& session, const Run& run, const Run* before, Var var,
                       bool transposed, const Highlight& highlight, double now) {
  const Node& node = run.tape.node(var);
  MatrixSpec spec;
  spec.id = node.path;
  spec.values = cells_of(run, var);
  spec.stamp = node.stamp;
  spec.symbol = node.label.symbol.empty() ? "\\text{" + node.label.name + "}" : node.label.symbol;
  if (transposed) spec.symbol = transposed_markup(spec.symbol);
  spec.role = node.label.role;
  spec.rows = node.label.rows;
  spec.cols = node.label.cols;
  spec.transposed = transposed;
  spec.zero_is_masked = is_masked(run, var);
  spec.editable = !run.cells_stay;

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
  light_word(spec, highlight.target.word);
  if (highlight.fades(run, var)) spec.faded = 0.55F;
  if (const auto chosen = lit_choice(session); chosen && chosen->path == node.path) {
    spec.chosen = Place{chosen->row, chosen->col};
  } else if (!chosen && session.chosen && session.chosen->path == node.path) {
    for (const Spot& spot : session.asked()) {  // the row that the question is about
      if (spot.path == node.path && spot.row) spec.lit_row = *spot.row;
    }
  }
  for (const CellEdit& edit : node.edits) spec.edited.emplace_back(edit.row, edit.col);
  spec.hidden = hidden_cells(session, node.path, spec.values->shape());
  for (const Spot& spot : session.touch().spots) {
    if (spot.path != node.path) continue;
    std::ranges::copy(cells_of(spot, spec.values->shape()), std::back_inserter(spec.lit));
    spec.emphasised = true;  // the step, or its answer, points at them
  }
  if (recedes(session, node.path)) spec.faded = std::max(spec.faded, kReceding);
  if (highlight.empty()) {
    for (const std::string& word : session.touch().words) light_word(spec, word);
  }
  return spec;
}

}  // namespace glassformer
