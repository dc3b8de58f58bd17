#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Lines between the tokens for every attention of the run: the heads' own colours, and chips to
// switch them. `on` is kept by the view; it grows to the number of heads. `fills`: rows and lines
// as large as the area allows.
void draw_lines(Ui& ui, Session& session, std::vector<bool>& on, Rect area, bool fills = false);

// The same for some of the attentions, without chips.
struct SiteLines {
  std::vector<std::size_t> sites;
  bool fills = false;
  bool marks_chosen = false;  // where nothing is touched, the row that is chosen stands out
};
void draw_site_lines(Ui& ui, Session& session, const SiteLines& what, std::vector<bool>& on,
                     Rect area);

// Their chips, in a row: a click switches one on or off, a double click leaves it alone.
void draw_head_chips(Ui& ui, Session& session, const std::vector<std::size_t>& sites,
                     const std::function<std::string(std::size_t)>& name, std::vector<bool>& on,
                     Rect chips);

// A round chip with the colour and the name of a head: whether its lines are drawn. What a click
// does is the caller's.
Touch draw_head_chip(Ui& ui, Ui::Id id, std::string_view name, Color color, bool on, Rect chip);

}  // namespace glassformer
