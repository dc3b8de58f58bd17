#pragma once

#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace glassformer {

// Names under columns of one width: as they are where they fit, on two lines in turn, or else only
// every so many of them.
class ColumnNames {
 public:
  ColumnNames(const Ui& ui, std::vector<std::string> names, float column, float size);

  float height() const;  // px, of the lines that they take
  bool shows(int i) const { return i % every_ == 0; }
  // Under the column whose middle is at x, from y on; at the ends it stays within the rect.
  void draw(Ui& ui, int i, float x, float y, Rect within, Color ink, bool strong) const;

 private:
  std::vector<std::string> names_;
  float column_, size_, line_;
  int lines_ = 1, every_ = 1;
};

}  // namespace glassformer
