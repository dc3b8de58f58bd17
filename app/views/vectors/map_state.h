#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "app/session/session.h"
#include "app/views/vectors/color_choice.h"
#include "app/views/vectors/map_scene.h"
#include "app/views/vectors/word_search.h"
#include "app/widgets/point_cloud.h"
#include "app/widgets/ui.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// Which map of words is drawn, of which words, and how: what a user chooses by hand.
struct MapState {
  enum Method { pca, tsne, axes, plane, odd };
  Method method = pca;
  MapScene scene;
  std::array<CloudCamera, 5> cameras;  // of each method
  WordSearch search;
  ColorChoice colors;
  bool lasso = false;
  bool lit = false;  // the chosen word and its neighbours; the rest is grey

  CloudCamera& camera() { return cameras[method]; }
  void show_all(Session& session);
  void isolate(const std::vector<int>& words);
  void choose(Session& session, std::string_view word);
  // The colour of a group was clicked: it is lit alone. Below 0: none was.
  void choose_color(Session& session, int shade);
  // The method, and the field to search for words.
  void draw_head(Ui& ui, Session& session, const WordVectors& vectors, Rect row);
  // How the words are coloured, and which are shown.
  void draw_choices(Ui& ui, Session& session, const WordVectors& vectors, Rect row);
};

}  // namespace glassformer
