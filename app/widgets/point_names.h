#pragma once

#include <string>

#include "app/widgets/label_places.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Names beside points that lines lead to. Each is placed where it covers no other name or point and
// as few lines as possible; farther off, with a line to its point, if there is no room near it; and
// nowhere if there is none at all. Draw the important ones first.
class PointNames {
 public:
  // `behind` is what the names are drawn on.
  PointNames(Ui& ui, Rect area, Color behind) : ui_(ui), behind_(behind), places_(area) {}

  void keep_free(Vec point, float radius);
  void add_line(Vec from, Vec to) { places_.add_line(from, to); }

  struct Name {
    std::string text;
    Type type;
    Color color;
    Vec at;
    Vec from;            // the sides away from here come first
    bool close = false;  // beside its point or nowhere
  };
  void draw(const Name& name, float gap);

 private:
  Ui& ui_;
  Color behind_;
  LabelPlaces places_;
};

}  // namespace glassformer
