#pragma once

#include <cstddef>
#include <string_view>

#include "app/session/session.h"
#include "app/widgets/point_cloud.h"
#include "core/embed/vectors/word_vectors.h"
#include "core/grad/var.h"

namespace glassformer {

// What is large and named on a map of words while the rest is grey.
class MapLit {
 public:
  // Only the first `words` words are on the map.
  MapLit(const Ui& ui, const Session& session, const WordVectors& vectors, std::size_t words,
         PointCloud& cloud)
      : theme_(ui.theme), session_(session), vectors_(vectors), words_(words), cloud_(cloud) {}

  // The words of an analogy and its corner, which is the point behind all words.
  void analogy();
  // The words that a step touches, on the axes as pairs; false if it touches none.
  bool touched(bool pairs);
  // The pairs that lines join on the axes; false if there are none.
  bool pairs();
  // The words of which one is odd: another colour, unless a question hides which.
  void odd();
  // The chosen word and its neighbours, the nearer the stronger.
  void neighbours(Var near);
  // The colour of the k-th of so many neighbours.
  static Color shade_of(const Theme& theme, int k, int count);

 private:
  int add(std::string_view word, Color color);  // its number; -1: it is not on the map
  void add(int id, Color color);
  void link(int from, int to);

  const Theme& theme_;
  const Session& session_;
  const WordVectors& vectors_;
  std::size_t words_;
  PointCloud& cloud_;
};

}  // namespace glassformer
