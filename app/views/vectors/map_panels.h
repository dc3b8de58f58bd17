#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/jobs/projection.h"
#include "app/session.h"
#include "app/widgets/ui.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

// What stands beside a map of words: the numbers that it is made from, and its settings.
class MapPanels {
 public:
  void begin(const Ui& ui);

  // The share of the variance along each component, and which of them are drawn.
  void draw_components(Ui& ui, Session& session, Rect area);
  // Settings of t-SNE, how far it is, and its divergence so far.
  struct TsneTouch {
    bool start = false, fast = false, pause = false, restart = false;
  };
  TsneTouch draw_tsne(Ui& ui, Session& session, const ProjectionSnapshot& now, bool fast,
                      Rect area);
  // Two directions, each from word to word.
  void draw_axes(Ui& ui, Session& session, Rect area);
  // The words of an analogy.
  void draw_plane(Ui& ui, Session& session, Rect area);
  // The words of which one is odd, how like the others each is, and which it is.
  void draw_odd(Ui& ui, Session& session, std::string_view pointed, Rect area);
  // How far the words of each group point one way.
  static void draw_groups(Ui& ui, Session& session, Rect area);

 private:
  void draw_number(Ui& ui, Session& session, const NumberKey& option, const std::string& label,
                   double least, double most, Rect row);
  void draw_words(Ui& ui, Session& session, const TextKey& option, const std::string& label,
                  Rect& area, std::string_view hint = "she - he");
  static void draw_missing(Ui& ui, const std::vector<std::string>& missing, Rect area);

  std::map<std::string_view, std::string> typed_;  // by option
  int gesture_ = 1 << 21;                          // apart from those of other fields
};

}  // namespace glassformer
