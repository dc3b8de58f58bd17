#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/gl/compute_context.h"
#include "app/gl/facts.h"
#include "app/platform/picture.h"
#include "app/platform/typeface.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The fonts of the program: found on the system, with fallbacks. A glyph is made when a text first
// needs it, in any size, whatever its script, as long as some font here has it.
// GLASSFORMER_FONTS=dejavu in the environment takes the DejaVu fonts alone, whatever else is
// installed: pictures are then alike on all machines.
class Fonts : public FontMetrics {
 public:
  static std::unique_ptr<Fonts> load();
  virtual std::vector<std::string> files() const = 0;  // one line per face, for `doctor`
  struct ScriptFont {
    std::string script;  // in English
    std::string font;    // empty: none
    std::string package;
  };
  virtual std::vector<ScriptFont> scripts() const = 0;  // for `doctor` too
  // What draws a line whose top left corner is `at`, from left to right, in places as exact as
  // they are known: for pictures that are no pixels.
  virtual std::vector<PlacedGlyph> place(std::string_view text, Type type, Vec at) const = 0;
};

// Where frames go: a window, or memory when there is no display. Both use the same ImGui, the same
// fonts and the same painter. One frame:
//   begin(input);  …the app fills a Canvas, perhaps with an ImGui text field on top…  end();
//   present(canvas, background);
// Only what differs from the frame before is painted.
// begin/end may run twice before one present, when an edit makes a new Run: the picture that the
// user sees already holds what follows from the input.
class FrameTarget {
 public:
  virtual ~FrameTarget() = default;
  virtual Vec size() const = 0;             // px
  virtual float display_scale() const = 0;  // 1 for an ordinary display
  virtual const Fonts& fonts() const = 0;
  virtual void begin(const Input& input) = 0;
  virtual void end() = 0;
  virtual void present(const Canvas& canvas, Color background) = 0;
  virtual void forget() = 0;  // the next frame is painted whole
  // What has gone wrong with the drawing since, and who draws instead; each sentence once.
  virtual std::string take_notice() = 0;
  virtual Pixels read() = 0;  // what was presented last
  // Another canvas, in its own size, painted beside what is shown.
  virtual Pixels picture(const Canvas& canvas, Color background) = 0;
  virtual void finish() = 0;  // returns when it is really drawn: for measurements
  // A context to compute in that shares with the one that draws. The target must outlive it.
  virtual std::unique_ptr<ComputeContext> make_compute_context() = 0;
};

// Without a display, through EGL (surfaceless, or a pbuffer where that is missing). Throws
// UserError saying what is missing.
std::unique_ptr<FrameTarget> make_offscreen(int width, int height, float scale);

// A context to compute in where nothing is drawn, also through EGL. Throws likewise.
std::unique_ptr<ComputeContext> make_compute_context();

// A real window (GLFW). Throws UserError when there is no display.
class Window : public FrameTarget {
 public:
  // Waits until there is input, or at most `seconds` (0: does not wait), and returns it.
  virtual Input wait(double seconds) = 0;
  virtual void wake() = 0;  // ends a wait; any thread may call it
  virtual bool closed() const = 0;
  virtual void set_fullscreen(bool on) = 0;
  virtual void set_title(const std::string& title) = 0;
  virtual void set_clipboard(const std::string& text) = 0;
};
std::unique_ptr<Window> make_window(int width, int height, const std::string& title);

}  // namespace glassformer
