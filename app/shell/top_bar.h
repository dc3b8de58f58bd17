#pragma once

#include <array>
#include <string>
#include <string_view>

#include "app/kept/settings.h"
#include "app/session/session.h"
#include "app/shell/compute_panel.h"
#include "app/shell/model_menu.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Whether the open lesson has room for words of the user's own.
bool takes_sentence(const Session& session);

struct TopBarTouch {
  bool help = false;
  bool save = false;
  bool open = false;
  bool typed = false;              // a letter of a sentence
  std::string_view training = {};  // the view of a training that is to be looked at
  Rect sentence;                   // the first field for one; empty in a lesson that has none
};

// The sentence or sentences, which model reads them, where the numbers are computed and how long it
// took, and the switches.
class TopBar {
 public:
  TopBarTouch draw(Ui& ui, Session& session, Settings& settings, ComputePanel& computing,
                   ModelMenu& models, Rect area);

 private:
  void draw_sentences(Ui& ui, Session& session, Rect area, TopBarTouch& touch);
  std::array<std::string, 2> typed_;
  int gesture_ = 0;
  float first_share_ = 0.5F;  // of the room of two sentences, what the first has
};

}  // namespace glassformer
