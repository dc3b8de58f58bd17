#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Where a row stands by its first two numbers: "(0.2, −0.5)".
std::string place_text(const Session& session, Var var, int row);

// The states of an encoder, or other keys, as points of a plane, one state of a decoder or a query
// among them, and the weight that each point has for it: the first two numbers of every state. All
// of them can be dragged; a click opens the weight of a point.
class StatePlane {
 public:
  struct Mark {
    Var var;  // [1, …]: what was made of the states
    std::string name;
    Role role = Role::output;
  };
  struct Spec {
    Var states;  // [words, …]
    Var state;   // the decoder's, in this row
    int row = 0;
    std::string name;  // of that state
    Var weights;       // a row for each row of `state`, [… , words]
    bool weighed = true;
    std::vector<Mark> marks = {};
    std::array<std::string, 2> axes = {};                  // their names
    std::function<std::string(int)> point_text = nullptr;  // none: where it is, if not weighed
    std::string state_text = {};                           // none: where it is
    bool bounded = true;                                   // states lie between −1 and 1
    bool last_alone = false;  // only the last state is drawn, the others wait
  };
  void draw(Ui& ui, Session& session, const Spec& spec, Rect area);

 private:
  void set_window(const Session& session, const Spec& spec);

  int gesture_ = 0;
  std::string window_of_;                     // the lesson for which it was chosen
  std::array<double, 4> window_{0, 1, 0, 1};  // left, right, low, high
};

}  // namespace glassformer
