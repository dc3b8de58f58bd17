#pragma once

#include <optional>
#include <string>

#include "app/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Everything drawn can be taken away: the picture (PNG, SVG), the chosen matrix (CSV, NPY), the
// session as a lesson file, word vectors that were trained or opened. The ending of the name says
// which.
class SaveDialog {
 public:
  void open(const Session& session);
  bool is_open() const { return open_; }
  void close() { open_ = false; }
  // The file name that the user confirmed.
  std::optional<std::string> draw(Ui& ui, const Session& session, Rect whole);

 private:
  bool open_ = false;
  bool fresh_ = false;
  int format_ = 0;
  std::string file_;
};

}  // namespace glassformer
