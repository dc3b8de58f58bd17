#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/ui.h"

namespace glassformer {

// A source file as it stands in the tree, to be read: the wheel scrolls. It begins after its list
// of includes, in letters as large as all of it has room for; loops lie on grounds one in the
// other.
class CodePanel {
 public:
  void draw(Ui& ui, const std::string& file, std::string_view code, Rect area);

 private:
  struct Row {
    std::size_t indent = 0;  // spaces
    std::size_t block = 0;   // those of the line that it is, or goes on with
    std::string text;
    bool comment = false;
    bool rest = false;  // of a comment that was too wide: the next line of it goes on here
  };
  static void append(std::vector<Row>& rows, const Ui& ui, Type type, std::string_view line,
                     float width);
  // The rows of the code in that width, worked out when either changes.
  void break_lines(const Ui& ui, std::string_view code, Type type, float width);

  Type choose_type(const Ui& ui, std::string_view code, Rect area);
  static float line_of(const Ui& ui, Type type);  // px from one to the next

  std::string file_;
  float scroll_ = 0;  // lines
  std::vector<Row> rows_;
  std::size_t begin_ = 0;   // the first row that is neither an include nor empty
  std::string broken_;      // the code that they are …
  float broken_at_ = 0;     // … in that width …
  Type broken_in_;          // … and in that type
  std::string chosen_for_;  // the code that type_ is for …
  Vec chosen_in_;           // … in an area of that size
  Type type_;
};

}  // namespace glassformer
