#include "app/widgets/formula.h"

#include <algorithm>
#include <map>

#include "app/widgets/formula_layout.h"
#include "app/widgets/formula_tree.h"

namespace glassformer {

namespace {

constexpr std::size_t kMaxKept = 500;       // formulas
constexpr std::size_t kLongestShown = 200;  // bytes of one that cannot be read

// What cannot be read stands as it was written.
FormulaNode as_written(std::string_view markup) {
  FormulaNode node;
  node.kind = FormulaNode::Kind::symbol;
  std::size_t end = std::min(markup.size(), kLongestShown);
  while (end > 0 && end < markup.size() &&
         (static_cast<unsigned char>(markup[end]) & 0xC0) == 0x80) {
    --end;
  }
  node.text = std::string(markup.substr(0, end)) + (end < markup.size() ? "…" : "");
  return node;
}

// The same few formulas are drawn in every frame, so they are read once.
const ParsedFormula& parsed(std::string_view markup) {
  thread_local std::map<std::string, ParsedFormula, std::less<>> kept;
  const auto found = kept.find(markup);
  if (found != kept.end()) return found->second;
  if (kept.size() >= kMaxKept) kept.clear();
  ParsedFormula formula = parse_formula(markup);
  if (!formula.error.empty()) formula.tree = as_written(markup);
  return kept.emplace(std::string(markup), std::move(formula)).first->second;
}

void paint(Canvas& canvas, const FormulaMark& mark, Vec at, Color color) {
  std::vector<Vec> points = mark.points;
  for (auto& point : points) point = point + at;
  switch (mark.kind) {
    case FormulaMark::Kind::text:
      canvas.text(points.front(), mark.text, mark.type, color);
      break;
    case FormulaMark::Kind::bar:
      canvas.fill(mark.rect.moved(at), color);
      break;
    case FormulaMark::Kind::stroke:
      canvas.polyline(std::move(points), color, mark.thickness);
      break;
    case FormulaMark::Kind::curve:
      canvas.bezier(points[0], points[1], points[2], points[3], color, mark.thickness);
      break;
  }
}

}  // namespace

FormulaBox layout_markup(const Canvas& canvas, std::string_view markup, float size,
                         FormulaSetting setting) {
  return layout_formula(canvas, parsed(markup).tree, size, setting);
}

std::string paint_formula(Ui& ui, const FormulaBox& box, Vec at, const FormulaStyle& style) {
  const float across = ui.theme.px(1.5F), reach = ui.theme.px(3);
  std::string hovered;
  for (const auto& tensor : box.tensors) {
    if (ui.hovering(tensor.rect.moved(at).inset(-reach))) hovered = tensor.path;
  }
  std::vector<Color> colors;
  for (const auto& tensor : box.tensors) {
    colors.push_back(style.tensor_color ? style.tensor_color(tensor.path) : style.ink);
    if (!tensor.path.empty() && (tensor.path == style.lit || tensor.path == hovered)) {
      ui.canvas.fill(tensor.rect.moved(at).inset(-across, -reach), colors.back().alpha(0.22F),
                     reach);
    }
  }
  for (const auto& mark : box.marks) {
    paint(ui.canvas, mark, at,
          mark.tensor < 0 ? style.ink : colors[static_cast<std::size_t>(mark.tensor)]);
  }
  return hovered;
}

Vec formula_size(const Canvas& canvas, std::string_view markup, float size) {
  const FormulaBox box = layout_markup(canvas, markup, size, FormulaSetting::alone);
  return {box.width, box.ascent + box.descent};
}

float formula_baseline(const Canvas& canvas, std::string_view markup, float size) {
  return layout_markup(canvas, markup, size, FormulaSetting::alone).ascent;
}

FormulaTouch draw_formula(Ui& ui, std::string_view markup, Vec at, const FormulaStyle& style) {
  const FormulaBox box = layout_markup(ui.canvas, markup, style.size, FormulaSetting::alone);
  return {paint_formula(ui, box, at + Vec{0, box.ascent}, style)};
}

bool check_formula(std::string_view markup, std::string* error) {
  std::string said = parse_formula(markup).error;
  const bool good = said.empty();
  if (error != nullptr) *error = std::move(said);
  return good;
}

}  // namespace glassformer
