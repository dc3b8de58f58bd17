#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/ui.h"

namespace glassformer::testing {

// Letters of one width, so that the tests of what is drawn where need no font on the machine.
class FakeFonts : public FontMetrics {
 public:
  explicit FakeFonts(float scale = 1) : scale_(scale) {}
  float width(std::string_view text, Type type) const override {
    const auto characters = std::count_if(text.begin(), text.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    });
    return static_cast<float>(characters) * 0.55F * type.size;
  }
  float ascent(Type type) const override { return 0.95F * type.size; }
  float line_height(Type type) const override { return 1.2F * type.size; }
  float scale() const override { return scale_; }

 private:
  float scale_;
};

// A screen without a window: feed it input, draw on `ui`, read `canvas`.
struct Screen {
  explicit Screen(float scale = 1, bool dark = false, Rect whole = {0, 0, 1600, 1000})
      : fonts(scale), canvas(fonts), ui(canvas, make_theme(dark, scale)), whole(whole) {}

  // One frame: draws with what the mouse does now.
  template <class Draw>
  auto frame(Draw draw) {
    input.time += 1.0 / 60;
    ui.begin(input, whole);
    auto result = draw(ui);
    ui.end();
    input.keys.clear();
    input.double_click = false;
    return result;
  }

  std::vector<Command> texts() const {
    std::vector<Command> found;
    for (const auto& c : canvas.commands()) {
      if (c.kind == Command::Kind::text) found.push_back(c);
    }
    return found;
  }
  int count(std::string_view text) const {
    return static_cast<int>(std::count_if(
        canvas.commands().begin(), canvas.commands().end(),
        [&](const Command& c) { return c.kind == Command::Kind::text && c.text == text; }));
  }
  bool shows(std::string_view text) const { return count(text) > 0; }
  int count(Command::Kind kind) const {
    return static_cast<int>(std::count_if(canvas.commands().begin(), canvas.commands().end(),
                                          [&](const Command& c) { return c.kind == kind; }));
  }

  FakeFonts fonts;
  Canvas canvas;
  Ui ui;
  Rect whole;
  Input input;
};

// The first pair of texts that lie on one another, as "a|b", or "" if there is none.
inline std::string overlapping_texts(const std::vector<Command>& texts) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t j = i + 1; j < texts.size(); ++j) {
      if (texts[i].rect.inset(0.5F).overlaps(texts[j].rect.inset(0.5F))) {
        return texts[i].text + "|" + texts[j].text;
      }
    }
  }
  return {};
}

inline bool inside(const Rect& outer, const Rect& inner, float slack = 0.6F) {
  return inner.x >= outer.x - slack && inner.y >= outer.y - slack &&
         inner.right() <= outer.right() + slack && inner.bottom() <= outer.bottom() + slack;
}

}  // namespace glassformer::testing
