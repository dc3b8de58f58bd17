#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/widgets/ui.h"

namespace glassformer {

// Names beside points that lines lead to. Each is placed where it covers no other name or point and
// as few lines as possible; farther off, with a line to its point, if there is no room near it; and
// nowhere if there is none at all. Draw the important ones first.
class PointNames {
 public:
  // `behind` is what the names are drawn on.
  PointNames(Ui& ui, Rect area, Color behind) : ui_(ui), area_(area), behind_(behind) {}

  void keep_free(Vec point, float radius);
  void add_line(Vec from, Vec to) { lines_.emplace_back(from, to); }

  struct Name {
    std::string text;
    Type type;
    Color color;
    Vec at;
    Vec from;  // the sides away from here come first
    bool close = false;  // beside its point or nowhere
  };
  void draw(const Name& name, float gap);

 private:
  bool is_free(const Rect& box) const;
  float crossed(const Rect& box) const;  // how many lines it would cover

  Ui& ui_;
  Rect area_;
  Color behind_;
  std::vector<Rect> taken_;
  std::vector<std::pair<Vec, Vec>> lines_;
};

}  // namespace glassformer
