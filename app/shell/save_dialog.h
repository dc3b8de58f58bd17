#pragma once

#include <optional>
#include <string>

#include "app/session/session.h"
#include "app/shell/panels.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Everything drawn can be taken away: the picture (PNG, SVG, PDF), the chosen matrix (CSV, NPY),
// the session as a lesson file, word vectors that were trained or opened. The ending of the name
// says which.
class SaveDialog {
 public:
  // `matrix`: the path of one that is to be saved as a picture by itself; without it, that of the
  // chosen cell is offered.
  void open(const Session& session, const std::string& matrix = {});
  bool is_open() const { return open_; }
  void close() { open_ = false; }
  // What the user confirmed. A name that cannot be written stays, with the sentence
  // that says why; a file that is there already is asked for.
  std::optional<SaveWish> draw(Ui& ui, const Session& session, Rect whole);
  // It could not be written after all: open again, as it was left, with the sentence.
  void failed(std::string sentence);

 private:
  bool may_write();
  PicturePart part() const;
  int pixels() const;

  bool can_copy_ = false;
  bool open_ = false;
  bool fresh_ = false;
  int format_ = 0;
  int part_ = 0;  // the stage, the window, the words, the matrix
  std::string matrix_;
  int times_ = 1;  // the place of the chosen one of 1, 2, 4
  std::string file_;
  std::string told_;       // what was said when `told_for_` was confirmed
  std::string told_for_;   // another name has to be confirmed anew
  bool replaces_ = false;  // confirmed once more, it is written over what is there
};

}  // namespace glassformer
