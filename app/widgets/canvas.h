#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/geometry.h"
#include "core/tensor/device_mat.h"

struct ImFont;

namespace glassformer {

// Faces found on the system, with a fallback each. `number` has figures of one width. `math` sets
// letters in italic and figures, brackets and signs upright, as TeX does; `math_upright` is for
// names of functions, `math_bold` for matrices.
enum class Face { text, bold, italic, number, math, math_upright, math_bold };

struct Type {
  Face face = Face::text;
  float size = 14;  // px of the frame; take it from Theme
  bool operator==(const Type&) const = default;
};

// What the canvas must know of the fonts. Implemented over the ImGui atlas in app/platform.
class FontMetrics {
 public:
  virtual ~FontMetrics() = default;
  virtual float width(std::string_view text, Type type) const = 0;
  virtual float ascent(Type type) const = 0;  // top of the line to the baseline
  virtual float line_height(Type type) const = 0;
  virtual float scale() const { return 1; }  // of the display
  // Whether most of its letters run from right to left.
  virtual bool right_to_left(std::string_view) const { return false; }
  // Whether it is more than a row of glyphs: letters that join, marks, what runs from the right.
  virtual bool shaped(std::string_view) const { return false; }
  // One sentence on the scripts that were measured lately and that no font here has; mostly empty.
  virtual std::string lacking() const { return {}; }
  // For the one widget that ImGui draws itself, the text being edited; nullptr without ImGui.
  virtual ImFont* imgui_font(Type) const { return nullptr; }
};

// How the cells of a matrix become colours. A cell's place on the scale is its value, or with
// `relative` its value by the largest magnitude of all finite cells; from `min` to 1 it picks a
// shade. Exactly 0 and what is no finite number have colours of their own.
struct Shading {
  static constexpr int shades = 512;
  std::array<std::uint32_t, shades> scale{};  // 0xAABBGGRR
  std::uint32_t zero = 0, nan = 0, below = 0, above = 0;
  float min = 0;
  bool relative = false;
};

// A picture of a matrix that lies on a graphics card, to be painted there: each pixel shows a nan
// of its block, or else the cell that is farthest from 0.
struct DeviceSource {
  DeviceMatPtr cells;
  bool transposed = false;
  Shading shading;
  std::function<std::vector<std::uint32_t>()> on_host;  // the same pixels, made here
};

// A picture: a heat map drawn as a texture. Never changed once made; `id` is unique.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> rgba;  // 0xAABBGGRR, rows from the top; empty with a `source`
  std::uint64_t id = 0;
  bool smooth = false;  // averaged when drawn smaller; otherwise nearest
  std::shared_ptr<const DeviceSource> source;
  std::vector<std::uint32_t> pixels() const { return source ? source->on_host() : rgba; }
  static std::shared_ptr<const Image> make(int width, int height, std::vector<std::uint32_t> rgba,
                                           bool smooth = false);
  static std::shared_ptr<const Image> make(int width, int height, DeviceSource source);
};
using ImagePtr = std::shared_ptr<const Image>;

// A frame is first worked out as a plain list of commands, and only then painted: the same list
// goes to the window, to PNG and to SVG, and tests read it to say what is on screen.
struct Command {
  enum class Kind { fill, frame, line, polyline, polygon, circle, ring, bezier, text, image };
  Kind kind = Kind::fill;
  Rect rect;                // fill, frame, image, text (its box); circle, ring: box of the circle
  std::vector<Vec> points;  // line 2, bezier 4, polyline and polygon n
  Color color;
  float thickness = 1;
  float radius = 0;  // of rounded corners
  Type type;
  std::string text;
  ImagePtr image;
  Rect clip;      // what of it is seen
  int layer = 0;  // 0: the screen; 1: over it (menus, tips)
};

enum class Align { left, center, right };

// A word that is longer than nearly all, such as a German compound: where room is short, it gets no
// more of it than others, and is cut in the middle.
bool is_long_word(std::string_view text);

class Canvas {
 public:
  explicit Canvas(const FontMetrics& fonts) : fonts_(&fonts) {}

  void begin(Rect whole);  // forgets the last frame
  const std::vector<Command>& commands() const { return commands_; }
  const FontMetrics& fonts() const { return *fonts_; }
  Rect whole() const { return whole_; }
  // The theme's scale: the type scale is 14, 16, 18, 22 and 28 px times this. Formulas are given no
  // theme, and choose the size of their subscripts by it.
  float scale() const { return scale_ > 0 ? scale_ : fonts_->scale(); }
  void set_scale(float scale) { scale_ = scale; }

  void fill(Rect rect, Color color, float radius = 0);
  void frame(Rect rect, Color color, float thickness = 1, float radius = 0);
  void line(Vec from, Vec to, Color color, float thickness = 1);
  void polyline(std::vector<Vec> points, Color color, float thickness = 1);
  void polygon(std::vector<Vec> points, Color color);  // convex
  void circle(Vec center, float radius, Color color);
  void ring(Vec center, float radius, Color color, float thickness = 1);
  void bezier(Vec from, Vec c1, Vec c2, Vec to, Color color, float thickness = 1);
  void image(Rect rect, ImagePtr image);
  // (x, y) is the top left corner of the line. Returns its width.
  float text(Vec at, std::string_view text, Type type, Color color);
  // One line in the middle of the rect's height; what does not fit ends in "…".
  void text_in(Rect rect, std::string_view text, Type type, Color color, Align align = Align::left);

  float width(std::string_view text, Type type) const { return fonts_->width(text, type); }
  float line_height(Type type) const { return fonts_->line_height(type); }
  // The longest prefix that fits, with "…" if it was cut; of a long word its beginning and its end.
  // What is read as one character is never cut.
  std::string elided(std::string_view text, Type type, float width) const;
  // What was cut of a long word is told where it is touched.
  struct Cut {
    Rect rect;
    int layer = 0;
    std::string whole;
  };
  void add_cut(Rect rect, std::string_view whole);
  const std::vector<Cut>& cuts() const { return cuts_; }

  void push_clip(Rect rect);
  void push_whole() { clips_.push_back(whole_); }  // for what lies over everything: tips
  void pop_clip();
  Rect clip() const { return clips_.back(); }
  // Of what was drawn since `from`, which counts commands(), only what lies in the rect is seen.
  void crop(std::size_t from, Rect rect);
  void set_layer(int layer) { layer_ = layer; }
  int layer() const { return layer_; }
  // The line of text that ImGui draws this time, the only one, belongs to the layer that is set.
  void edit_line() { edited_layer_ = layer_; }
  int edited_layer() const { return edited_layer_; }

 private:
  Command* add(Command::Kind kind, Rect bounds, Color color);
  std::string cut_in_the_middle(std::string_view text, const std::vector<std::size_t>& ends,
                                Type type, float width) const;
  void stroke(Command::Kind kind, std::vector<Vec> points, Color color, float thickness);
  const FontMetrics* fonts_;
  std::vector<Command> commands_;
  std::vector<Cut> cuts_;
  std::vector<Rect> clips_{1};
  Rect whole_;
  int layer_ = 0;
  int edited_layer_ = 0;
  float scale_ = 0;
};

}  // namespace glassformer
