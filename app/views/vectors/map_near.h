#pragma once

#include <string>

#include "app/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The list beside a map of words: who is near the chosen word, by which measure, or whom t-SNE
// takes for its neighbours.
class MapNear {
 public:
  void show_similarities(bool shown) { similarities_ = shown; }
  // What the list shows; empty: nothing.
  Var listed(const Session& session, bool tsne) const;
  // px, of all of it.
  float height(const Ui& ui, const Session& session, bool tsne) const;
  // `pointed`: the word whose point is hovered. Returns the word that was double-clicked, or "".
  std::string draw(Ui& ui, Session& session, bool tsne, const std::string& pointed, Rect area);
  const std::string& touched() const { return touched_; }  // the word whose row is hovered

 private:
  bool similarities_ = false;
  std::string touched_;
};

}  // namespace glassformer
