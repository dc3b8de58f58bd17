#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/views/parts/matrix_panel.h"

namespace glassformer {

// Where the heads of a Transformer stand together.
enum class HeadGroup { encoder, decoder, cross, none };
inline constexpr std::array head_groups{HeadGroup::encoder, HeadGroup::decoder, HeadGroup::cross};
const char* name_of(HeadGroup group);  // "cross"

// What an attention site of a Transformer is called: "cross.1.2".
struct SiteName {
  HeadGroup place = HeadGroup::none;
  int layer = 0;  // from 0
  int head = 1;   // from 1
};
SiteName site_name(const AttentionPlace& at);

// Which heads of a layer have lines: a click switches one on or off, a double click leaves it
// alone. `on` is kept by the view.
void draw_line_chips(Ui& ui, Session& session, const std::vector<std::size_t>& sites,
                     std::vector<bool>& on, Rect chips);

// One query: its q, every k, their product place by place, the score and the weight.
void draw_neuron(Ui& ui, Session& session, const AttentionSite& site, Rect area);

}  // namespace glassformer
