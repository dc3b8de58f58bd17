#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/widgets/canvas.h"
#include "core/grad/label.h"

namespace glassformer {

// Every colour and every size on screen. Views name what a thing is, never a colour.
struct Theme {
  bool dark = false;
  float scale = 1;          // of every size
  float display_scale = 1;  // the part of it that is the display's own
  bool mark_sign = false;   // negative cells also carry a mark, for the colour-blind

  Color page;       // behind everything
  Color panel;      // side panels
  Color raised;     // buttons, chips, menus
  Color pressed;    // a chosen segment, a held button
  Color rule;       // hairlines
  Color ink;        // text
  Color soft_ink;   // second text
  Color faint_ink;  // hints, ticks
  Color accent;     // the one accent: what is active
  Color on_accent;
  Color lit;      // around what is touched
  Color changed;  // the flash of a cell that has just changed
  Color error;

  float px(float at_scale_1) const { return at_scale_1 * scale; }
  // The type scale: 14, 16, 18, 22, 28 px at scale 1, and nothing between.
  Type small() const { return {Face::text, px(14)}; }
  Type body() const { return {Face::text, px(16)}; }
  Type strong() const { return {Face::bold, px(16)}; }
  Type heading() const { return {Face::bold, px(18)}; }
  Type title() const { return {Face::bold, px(22)}; }
  Type display() const { return {Face::bold, px(28)}; }
  Type number() const { return {Face::number, px(14)}; }
  Type math(float at_scale_1 = 18) const { return {Face::math, px(at_scale_1)}; }

  Color tensor(Role role)
      const;  // input green, query purple, key orange, value blue, output pink; weights lighter
  Color signed_value(double value,
                     double largest) const;  // blue – white – orange; nan is a hatch grey
  Color unit_value(double value) const;      // 0 … 1, cividis
};

Theme make_theme(bool dark, float scale);
Color ink_on(Color background);  // black or white, whichever reads better

// What a user typed: "0.25", "-3", "−3", "1e-4", "inf", "-inf", "∞"; none if it is no number or
// nan.
std::optional<double> parse_number(std::string_view text);

}  // namespace glassformer
