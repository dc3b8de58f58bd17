#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "app/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// One way to draw a Run. A view computes nothing: it reads the run, draws, and posts intents.
// It enters by `const RegisterView r{make};` in its file, one file per view in app/views/.
class View {
 public:
  virtual ~View() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view help() const = 0;  // shown behind "?": what is seen and what can be done
  virtual void draw(Ui& ui, Session& session, Rect area) = 0;
  // How much of the current step is drawn, 0 … 1, for the timeline; skip() draws the rest at once.
  virtual float built() const { return 1; }
  virtual void skip() {}
};

struct RegisterView {
  RegisterView(std::string_view name, std::unique_ptr<View> (*make)());
};
std::unique_ptr<View> make_view(std::string_view name);  // throws UserError if there is none
std::vector<std::string_view> view_names();              // sorted

}  // namespace glassformer
