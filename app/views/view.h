#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/ours.h"
#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// One way to draw a Run. A view computes nothing: it reads the run, draws, and posts intents.
// It enters by `const RegisterView r{make};` in its file, one file per view in app/views/.
class View {
 public:
  virtual ~View() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view help() const = 0;  // shown behind "?": what is seen and what can be done
  // The matrices hold gradients in place of values.
  virtual bool shows_gradients() const { return false; }
  // Whether what it now shows depends on the scene's options; else they are not shown above it.
  virtual bool takes_options(const Session&) const { return true; }
  // What of that which it shows is the lesson's own; one that shows more than the session's run,
  // such as a training, says so itself.
  virtual Ours ours(const Session& session) const { return ours_of(session); }
  // Its parts (ViewTraits::parts): each is one picture, drawn into the rectangle that it gets.
  // Returns the paths of the matrices that it shows.
  virtual void begin_parts(Ui&, Session&) {}
  virtual std::vector<std::string> draw_part(Ui&, Session&, std::string_view /*part*/, Rect) {
    return {};
  }
  virtual void end_parts(Ui&, Session&) {}
  // What can be chosen by hand beside the options, in one or more rows at the top of the area:
  // returns their height.
  virtual float draw_controls(Ui&, Session&, Rect /*area*/) { return 0; }
  // How much of the current step is drawn, 0 … 1, for the timeline; skip() draws the rest at once.
  virtual float built() const { return 1; }
  virtual void skip() {}
};

// Motion takes at most so long; any key ends it.
inline constexpr double kMotionSeconds = 0.6;

// A part of a view: one picture that can stand in a place of the stage.
struct PartSpec {
  enum class Side { left, right };
  std::string_view name;
  Side side = Side::right;   // of the hero, where it stands beside it …
  float share = 0.3F;        // … with this share of the stage's width, or of its height below
  bool keeps_shape = false;  // of axes alike or square cells: it may not be stretched to fill
};

// What the session and the shell must know of a view that is not open.
struct ViewTraits {
  enum class Files { none, texts, all };
  Files files = Files::none;  // of those dropped on the window the view takes these itself
  // What is opened from a file brings the lesson of this view, where the open one has no use for
  // it.
  enum class Home { none, model, vectors, questions, sentences, text };
  Home home = Home::none;
  std::string_view fills = {};  // a slot that it fills by itself, for the time that it is open
  std::vector<OptionSpec> state = {};  // what a step may set in "view"
  std::vector<PartSpec> parts = {};
  bool draws_lines = false;  // can draw lines between the tokens in place of matrices
};

struct RegisterView {
  RegisterView(std::string_view name, std::unique_ptr<View> (*make)(), ViewTraits traits = {});
};
// Of a lesson that names no view, it is "attention".
std::unique_ptr<View> make_view(std::string_view name);  // throws UserError if there is none
const ViewTraits& view_traits(std::string_view name);    // of no view if there is none

// What is wrong with what the lesson's steps set of its view: a sentence for each.
std::vector<std::string> check_view_state(const Lesson& lesson);

}  // namespace glassformer
