#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/jobs/projection.h"
#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

// What can be set for a map of words, in rows at the top of an area. Each function returns how high
// they are.
class MapSettings {
 public:
  void begin(const Ui& ui);

  // Settings of t-SNE, and how far it is.
  struct TsneTouch {
    bool start = false, fast = false, pause = false, restart = false;
  };
  float draw_tsne(Ui& ui, Session& session, const ProjectionSnapshot& now, bool fast, Rect area,
                  TsneTouch& touch);
  // Two directions, each from word to word, and pairs of words.
  float draw_axes(Ui& ui, Session& session, Rect area);
  // The words of an analogy.
  float draw_plane(Ui& ui, Session& session, Rect area);
  // The words of which one is odd.
  float draw_odd(Ui& ui, Session& session, Rect area);

 private:
  struct Field {
    TextKey option;
    const char* label;
    std::string_view hint;
  };
  float draw_fields(Ui& ui, Session& session, std::span<const Field> fields, Rect area);
  void draw_number(Ui& ui, Session& session, const NumberKey& option, const std::string& label,
                   double least, double most, Rect row);

  std::map<std::string_view, std::string> typed_;  // by option
  int gesture_ = 1 << 21;                          // apart from those of other fields
};

}  // namespace glassformer
