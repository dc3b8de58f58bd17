#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "app/widgets/geometry.h"

namespace glassformer {

// Where labels find room: each gives way to those placed before it, to whatever else is kept free,
// and as far as it can to lines. Place the important ones first.
class LabelPlaces {
 public:
  explicit LabelPlaces(Rect area);

  void keep_free(const Rect& box);
  // Of a name, which the line from another name to its point had better not cross.
  void keep_name(const Rect& box);
  void add_line(Vec from, Vec to);

  // What is to stand where.
  struct Wish {
    Vec at;         // the point that it names
    Vec size;       // px
    float gap = 0;  // px from the point
    // The sides away from here come first; without it the right and the left one do.
    std::optional<Vec> away_from = std::nullopt;
    // Where there is no room beside the point it stands farther off, in rings so far apart.
    int rings = 1;
    float ring = 0;          // px
    bool corners = true;     // it may stand askew of its point
    bool on_lines = true;    // it may cover a line where there is no other room
    bool into_area = false;  // what would reach over the edge is moved inside
    bool led = false;        // from farther off a line will lead to its point
    float room = 0;          // px above, below and beside it that must be free, too
  };
  struct Place {
    Rect box;
    int ring = 0;
    int lines = 0;  // that it covers
  };
  // Nothing: there is no room. The place is not taken yet: keep_free() does that.
  std::optional<Place> find(const Wish& wish) const;

  bool is_free(const Rect& box) const;  // and inside the area
  // Where the line from a point to its name may end: as near to the point as it can without
  // crossing another name. Nothing: it would cross one anyway.
  std::optional<Vec> line_end(Vec point, const Rect& name) const;
  struct Covered {
    int lines = 0;
    float lost = 0;  // grows with the square of the share of each line that is covered then
  };
  Covered lines_under(const Rect& box) const;

 private:
  // What lies in one part of the area: the map of a hundred thousand words asks often.
  struct Bucket {
    std::vector<std::size_t> boxes, lines;
  };
  std::vector<std::size_t> lines_at(const Rect& box) const;
  template <class Body>
  void each_bucket(const Rect& box, const Body& body) const;

  Rect area_;
  int cols_ = 1, rows_ = 1;
  std::vector<Bucket> buckets_;
  std::vector<Rect> taken_;
  std::vector<std::pair<Vec, Vec>> lines_;
  std::vector<float> covered_;  // of each line: the share under what is kept free
  std::vector<Rect> names_;
};

// Whether some of the way from one end to the other lies in the box.
bool crosses(Vec from, Vec to, const Rect& box);
// Which share of it, from 0 to 1.
float share_inside(Vec from, Vec to, const Rect& box);

}  // namespace glassformer
