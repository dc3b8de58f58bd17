#include "app/widgets/formula_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace glassformer {

namespace {

using Kind = FormulaNode::Kind;
using Spacing = FormulaNode::Spacing;
using Letter = FormulaNode::Letter;

// How a part is set, after TeX: alone, in a line, in a script.
enum class Setting { alone, in_line, script };

// Thin, medium and wide spaces between the classes of neighbours (The TeXbook, chapter 18).
float space_between(Spacing left, Spacing right, Setting setting) {
  const auto is = [&](Spacing a) { return left == a || right == a; };
  if (left == Spacing::opening || right == Spacing::closing) return 0;
  if (setting == Setting::script) {
    return left == Spacing::operation && right != Spacing::opening ? 3 / 18.0F : 0;
  }
  if (left == Spacing::punctuation) return 3 / 18.0F;
  if (right == Spacing::punctuation) return 0;
  if (is(Spacing::relation)) return left == right ? 0 : 5 / 18.0F;
  if (is(Spacing::binary)) return 4 / 18.0F;
  if (left == Spacing::operation) return right == Spacing::opening ? 0 : 3 / 18.0F;
  if (right == Spacing::operation) return 3 / 18.0F;
  return 0;
}

Spacing side_class(const FormulaNode& node, bool left) {
  switch (node.kind) {
    case Kind::delimited:
      return left ? Spacing::opening : Spacing::closing;
    case Kind::tensor:
    case Kind::scripts:
      return side_class(node.children.front(), left);
    case Kind::symbol:
      return node.spacing;
    default:
      return Spacing::ordinary;
  }
}

bool in(std::string_view letters, std::string_view one) {
  return one.size() == 1 && letters.find(one.front()) != std::string_view::npos;
}

class Layout {
 public:
  explicit Layout(const Canvas& canvas) : fonts_(canvas.fonts()) {
    const float scale = std::max(0.1F, canvas.scale());
    for (std::size_t i = 0; i < sizes_.size(); ++i) sizes_[i] *= scale;
  }

  float snap(float size) const {
    return *std::min_element(sizes_.begin(), sizes_.end(), [size](float a, float b) {
      return std::abs(a - size) < std::abs(b - size);
    });
  }

  FormulaBox lay(const FormulaNode& node, float size, Setting setting) const {
    switch (node.kind) {
      case Kind::row:
        return row(node, size, setting);
      case Kind::symbol:
        return symbol(node, node.large && setting == Setting::alone ? snap(size * 1.4F) : size);
      case Kind::space: {
        FormulaBox box;
        box.width = node.width * em(size);
        return box;
      }
      case Kind::scripts:
        return scripts(node, size, setting);
      case Kind::fraction:
        return fraction(node, size, setting);
      case Kind::root:
        return root(node, size, setting);
      case Kind::delimited:
        return delimited(node, size, setting);
      case Kind::accent:
        return accent(node, size, setting);
      case Kind::tensor:
        return tensor(node, size, setting);
    }
    return {};
  }

 private:
  static float em(float size) { return size; }
  // Where bars and minus signs lie, above the baseline. What the faces that are looked for measure
  // is alike enough, here and below, that no metric of a glyph is asked for.
  static float axis(float size) { return 0.27F * size; }

  FormulaBox symbol(const FormulaNode& node, float size) const {
    const Face face = node.letter == Letter::italic ? Face::math
                      : node.letter == Letter::bold ? Face::math_bold
                                                    : Face::math_upright;
    const Type type{face, size};
    const float e = em(size);
    FormulaBox box;
    box.width = fonts_.width(node.text, type);
    box.ascent = e * (in("acegmnopqrsuvwxyz.,", node.text) ? 0.5F : 0.7F);
    box.descent = e * (in("gjpqy", node.text) ? 0.22F : in("()[]{}|Q,", node.text) ? 0.16F : 0.01F);
    if (node.large) box.ascent = e * 0.78F, box.descent = e * 0.2F;
    FormulaMark mark;
    mark.text = node.text;
    mark.type = type;
    mark.points = {{0, -fonts_.ascent(type)}};
    box.marks.push_back(std::move(mark));
    return box;
  }

  FormulaBox row(const FormulaNode& node, float size, Setting setting) const {
    FormulaBox box;
    const auto& parts = node.children;
    bool first = true;
    Spacing before = Spacing::opening;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].kind == Kind::space) {
        box.width += parts[i].width * em(size);
        continue;
      }
      Spacing left = side_class(parts[i], true), right = side_class(parts[i], false);
      if (left == Spacing::binary) {
        // A minus that follows nothing, or precedes nothing, is a sign and stands close.
        const bool sign = first || before == Spacing::binary || before == Spacing::relation ||
                          before == Spacing::opening || before == Spacing::operation ||
                          before == Spacing::punctuation || i + 1 == parts.size();
        if (sign) left = right = Spacing::ordinary;
      }
      if (!first) box.width += space_between(before, left, setting) * em(size);
      box.add(lay(parts[i], size, setting), {box.width, 0});
      before = right;
      first = false;
    }
    return box;
  }

  FormulaBox scripts(const FormulaNode& node, float size, Setting setting) const {
    const float small = snap(size * 0.72F), e = em(size);
    FormulaBox base = lay(node.children[0], size, setting);
    // A prime is raised in the face already.
    const auto& marks = node.children[2].children;
    const bool primes =
        !marks.empty() && std::all_of(marks.begin(), marks.end(), [](const auto& m) {
          return m.kind == Kind::symbol && m.text == "′";
        });
    FormulaBox below = lay(node.children[1], small, Setting::script);
    FormulaBox above = lay(node.children[2], primes ? size : small, Setting::script);
    const bool has_below = !node.children[1].children.empty();
    const bool has_above = !node.children[2].children.empty();
    if (node.limits && setting == Setting::alone) {
      return with_limits(std::move(base), std::move(below), std::move(above), e, has_below,
                         has_above);
    }
    FormulaBox box;
    box.add(base, {0, 0});
    const float x = base.width + e * 0.04F;
    const bool slanted =
        node.children[0].kind == Kind::symbol && node.children[0].letter == Letter::italic;
    float drop = std::max(e * 0.2F, base.descent + (base.descent > e * 0.3F ? e * 0.02F : 0));
    float rise = primes ? 0 : std::max(e * 0.38F, base.ascent - em(small) * 0.42F);
    if (has_below && has_above && !primes) {
      const float overlap = (below.ascent - drop) - (rise - above.descent) + e * 0.13F;
      if (overlap > 0) rise += overlap / 2, drop += overlap / 2;
    }
    if (has_above) box.add(std::move(above), {x + (slanted ? e * 0.06F : 0), -rise});
    if (has_below) box.add(std::move(below), {x, drop});
    box.width += e * 0.04F;
    return box;
  }

  static FormulaBox with_limits(FormulaBox base, FormulaBox below, FormulaBox above, float e,
                                bool has_below, bool has_above) {
    FormulaBox box;
    const float width = std::max({base.width, below.width, above.width});
    const float ascent = base.ascent, descent = base.descent;
    const auto centered = [width](const FormulaBox& part) { return (width - part.width) / 2; };
    const float base_x = centered(base), above_x = centered(above), below_x = centered(below);
    const float up = ascent + e * 0.14F + above.descent, down = descent + e * 0.14F + below.ascent;
    box.add(std::move(base), {base_x, 0});
    if (has_above) box.add(std::move(above), {above_x, -up});
    if (has_below) box.add(std::move(below), {below_x, down});
    box.width = width;
    return box;
  }

  FormulaBox fraction(const FormulaNode& node, float size, Setting setting) const {
    const bool full = setting == Setting::alone;
    const float inner = full ? size : snap(size * 0.72F), e = em(size);
    const Setting next = full ? Setting::in_line : Setting::script;
    FormulaBox top = lay(node.children[0], inner, next);
    FormulaBox bottom = lay(node.children[1], inner, next);
    const float side = e * 0.1F, gap = e * (full ? 0.2F : 0.12F);
    const float width = std::max(top.width, bottom.width) + 2 * side;
    const float thickness = std::max(1.0F, std::round(e * 0.065F)), y = -axis(size);
    FormulaBox box;
    FormulaMark bar;
    bar.kind = FormulaMark::Kind::bar;
    bar.rect = {side, y - thickness / 2, width, thickness};
    box.marks.push_back(std::move(bar));
    const float top_x = side + (width - top.width) / 2,
                bottom_x = side + (width - bottom.width) / 2;
    const float up = y - thickness / 2 - gap - std::max(top.descent, em(inner) * 0.06F);
    const float down = y + thickness / 2 + gap + std::max(bottom.ascent, em(inner) * 0.6F);
    box.add(std::move(top), {top_x, up});
    box.add(std::move(bottom), {bottom_x, down});
    box.width = width + 2 * side;
    return box;
  }

  FormulaBox root(const FormulaNode& node, float size, Setting setting) const {
    FormulaBox inside = lay(node.children[0], size, setting);
    const float e = em(size), gap = e * 0.12F;
    const float top = -std::max(inside.ascent, e * 0.6F) - gap, bottom = inside.descent + e * 0.04F;
    FormulaBox sign = root_shape(inside.width + e * 0.08F, top, bottom, e);
    const float hook = sign.width - inside.width - e * 0.08F;
    float x = 0;
    FormulaBox box;
    if (node.children.size() > 1) {
      FormulaBox degree = lay(node.children[1], snap(size * 0.72F), Setting::script);
      const float lowest = bottom - std::max(e * 0.55F, (bottom - top) * 0.5F) - degree.descent;
      x = std::max(0.0F, degree.width - e * 0.22F);
      box.add(std::move(degree), {0, lowest});
    }
    box.add(std::move(sign), {x, 0});
    box.add(std::move(inside), {x + hook + e * 0.04F, 0});
    box.width += e * 0.06F;
    return box;
  }

  FormulaBox bracket(const std::string& text, float reach, float size) const {
    const float e = em(size), y = -axis(size);
    if (text == ".") return {};
    if (reach > e * 0.62F) return grown_bracket(text, y - reach, y + reach, e);
    FormulaNode node;
    node.kind = Kind::symbol;
    node.text = text;
    return symbol(node, size);
  }

  FormulaBox delimited(const FormulaNode& node, float size, Setting setting) const {
    FormulaBox inside = lay(node.children[0], size, setting);
    const float y = -axis(size);
    const float reach = std::max(inside.ascent + y, inside.descent - y) + em(size) * 0.06F;
    FormulaBox box;
    box.add(bracket(node.text, reach, size), {0, 0});
    box.add(std::move(inside), {box.width, 0});
    box.add(bracket(node.closing, reach, size), {box.width, 0});
    return box;
  }

  FormulaBox accent(const FormulaNode& node, float size, Setting setting) const {
    FormulaBox base = lay(node.children[0], size, setting);
    const float e = em(size);
    FormulaBox over = accent_shape(node.text, base.width, e);
    const float y = -base.ascent - e * 0.04F;
    FormulaBox box;
    box.add(std::move(base), {0, 0});
    box.add(std::move(over), {node.children[0].letter == Letter::italic ? e * 0.05F : 0, y});
    return box;
  }

  FormulaBox tensor(const FormulaNode& node, float size, Setting setting) const {
    FormulaBox inside = lay(node.children[0], size, setting);
    FormulaBox box;
    box.tensors.push_back(
        {node.text, {0, -inside.ascent, inside.width, inside.ascent + inside.descent}});
    box.add(std::move(inside), {0, 0});
    for (auto& mark : box.marks) {
      if (mark.tensor < 0) mark.tensor = 0;
    }
    return box;
  }

  const FontMetrics& fonts_;
  std::array<float, 5> sizes_{14, 16, 18, 22, 28};
};

}  // namespace

void FormulaBox::add(FormulaBox box, Vec at) {
  const int shift = static_cast<int>(tensors.size());
  for (auto& mark : box.marks) {
    for (auto& point : mark.points) point = point + at;
    mark.rect = mark.rect.moved(at);
    if (mark.tensor >= 0) mark.tensor += shift;
    marks.push_back(std::move(mark));
  }
  for (auto& tensor : box.tensors) {
    tensor.rect = tensor.rect.moved(at);
    tensors.push_back(std::move(tensor));
  }
  width = std::max(width, at.x + box.width);
  ascent = std::max(ascent, box.ascent - at.y);
  descent = std::max(descent, box.descent + at.y);
}

FormulaBox layout_formula(const Canvas& canvas, const FormulaNode& tree, float size,
                          FormulaSetting setting) {
  const Layout layout(canvas);
  return layout.lay(tree, layout.snap(size),
                    setting == FormulaSetting::alone ? Setting::alone : Setting::in_line);
}

}  // namespace glassformer
