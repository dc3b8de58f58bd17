#include <algorithm>
#include <string_view>

#include "app/widgets/formula_layout.h"

namespace glassformer {

namespace {

using Kind = FormulaMark::Kind;

FormulaMark mark_of(Kind kind, std::vector<Vec> points, float em) {
  FormulaMark mark;
  mark.kind = kind;
  mark.points = std::move(points);
  mark.thickness = std::max(1.0F, em * 0.065F);
  return mark;
}

}  // namespace

FormulaBox grown_bracket(std::string_view bracket, float top, float bottom, float em) {
  FormulaBox box;
  box.ascent = -top;
  box.descent = bottom;
  const float h = bottom - top, middle = (top + bottom) / 2;
  const bool mirrored = bracket == ")" || bracket == "]" || bracket == "}" || bracket == "⟩" ||
                        bracket == "⌋" || bracket == "⌉";
  // Drawn as the opening one, from 0 (its belly or corner) to 1 (its ends).
  const float w =
      em * (bracket == "(" || bracket == ")" ? std::min(0.42F, 0.24F + 0.05F * h / em) : 0.26F);
  const float pad = em * 0.08F;
  box.width = w + 2 * pad;
  const auto at = [&](float x, float y) { return Vec{pad + w * (mirrored ? 1 - x : x), y}; };
  const auto curve = [&](Vec a, Vec b, Vec c, Vec d) {
    box.marks.push_back(mark_of(Kind::curve, {a, b, c, d}, em));
  };
  const auto stroke = [&](std::vector<Vec> points) {
    box.marks.push_back(mark_of(Kind::stroke, std::move(points), em));
  };
  if (bracket == "(" || bracket == ")") {
    curve(at(1, top), at(-0.2F, top + h * 0.24F), at(-0.2F, bottom - h * 0.24F), at(1, bottom));
  } else if (bracket == "[" || bracket == "]") {
    stroke({at(1, top), at(0.2F, top), at(0.2F, bottom), at(1, bottom)});
  } else if (bracket == "⌊" || bracket == "⌋") {
    stroke({at(0.2F, top), at(0.2F, bottom), at(1, bottom)});
  } else if (bracket == "⌈" || bracket == "⌉") {
    stroke({at(1, top), at(0.2F, top), at(0.2F, bottom)});
  } else if (bracket == "⟨" || bracket == "⟩") {
    stroke({at(1, top), at(0, middle), at(1, bottom)});
  } else if (bracket == "{" || bracket == "}") {
    curve(at(1, top), at(0.2F, top), at(0.9F, middle), at(0, middle));
    curve(at(0, middle), at(0.9F, middle), at(0.2F, bottom), at(1, bottom));
  } else if (bracket == "‖") {
    stroke({at(0.25F, top), at(0.25F, bottom)});
    stroke({at(0.85F, top), at(0.85F, bottom)});
  } else {
    stroke({at(0.5F, top), at(0.5F, bottom)});
  }
  return box;
}

FormulaBox accent_shape(std::string_view name, float width, float em) {
  FormulaBox box;
  box.width = width;
  box.ascent = em * 0.18F;
  const float middle = width / 2, half = std::min(width / 2, em * 0.22F), top = -box.ascent;
  if (name == "hat") {
    box.marks.push_back(
        mark_of(Kind::stroke,
                {{middle - half, -em * 0.04F}, {middle, top}, {middle + half, -em * 0.04F}}, em));
  } else if (name == "tilde") {
    box.marks.push_back(mark_of(Kind::curve,
                                {{middle - half, -em * 0.06F},
                                 {middle - half * 0.3F, top - em * 0.1F},
                                 {middle + half * 0.3F, em * 0.06F},
                                 {middle + half, -em * 0.12F}},
                                em));
  } else if (name == "vec") {
    const float y = -em * 0.1F, head = em * 0.09F;
    box.marks.push_back(mark_of(Kind::stroke, {{0, y}, {width, y}}, em));
    box.marks.push_back(mark_of(
        Kind::stroke, {{width - head, y - head}, {width, y}, {width - head, y + head}}, em));
  } else {
    FormulaMark bar = mark_of(Kind::bar, {}, em);
    const float side = name == "dot" ? em * 0.1F : width - em * 0.06F;
    bar.rect = {middle - side / 2, -em * 0.1F, side, name == "dot" ? side : bar.thickness};
    box.marks.push_back(std::move(bar));
  }
  return box;
}

FormulaBox root_shape(float width, float top, float bottom, float em) {
  FormulaBox box;
  const float hook = em * 0.55F, h = bottom - top;
  box.width = hook + width;
  box.ascent = -top;
  box.descent = bottom;
  const float start = bottom - std::min(h * 0.5F, em * 0.5F);
  box.marks.push_back(mark_of(Kind::stroke,
                              {{em * 0.03F, start + em * 0.06F},
                               {em * 0.15F, start},
                               {em * 0.3F, bottom},
                               {hook - em * 0.04F, top},
                               {hook + width, top}},
                              em));
  return box;
}

}  // namespace glassformer
