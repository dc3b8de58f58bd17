#include "app/views/vectors/map_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/views/parts/set_option.h"
#include "core/scenes/records/word_map.h"

namespace glassformer {

void MapState::draw_head(Ui& ui, Session& session, const WordVectors& vectors, Rect row) {
  const Theme& theme = ui.theme;
  const Rect field = row.take_right(std::min(theme.px(240), row.w * 0.28F));
  row.take_right(theme.px(14));
  method = static_cast<Method>(
      ui.segments("map", {"Components", "t-SNE", "Axes", "Analogy", "Odd one out"}, method,
                  row.take_left(std::min(row.w, theme.px(520)))));
  const std::size_t words = std::min(scene.words(), vectors.words.size());  // as last drawn
  if (search.draw(ui, vectors, words, field)) choose(session, search.first(vectors));
  const std::vector<int>& found = search.found();
  const auto shown = [this](int word) { return scene.shows(word); };
  if (!found.empty() && std::none_of(found.begin(), found.end(), shown)) show_all(session);
}

void MapState::show_all(Session& session) {
  if (value_of(session.inputs(), word_map_options::alone) != 0) {
    session.post(set_option(word_map_options::alone, 0));
  }
  scene.isolate({});
  camera().free = false;
}

void MapState::isolate(const std::vector<int>& words) {
  scene.isolate(words);
  search.clear();  // last: the words may be what it has found
  camera().free = lasso = false;
}

void MapState::choose(Session& session, std::string_view word) {
  if (method == odd) {
    session.post(
        set_option(word_map_options::odd,
                   odd_words_toggled(value_of(session.inputs(), word_map_options::odd), word)));
    return;
  }
  lit = true;
  if (value_of(session.inputs(), word_map_options::word) == word) return;
  session.post(set_option(word_map_options::word, std::string(word)));
}

void MapState::choose_color(Session& session, int shade) {
  if (shade < 0) return;
  search.clear();  // its words may be others
  if (colors.chosen().by == MapColors::By::group) {
    lit = false;
    session.post(set_option(word_map_options::group, scene.group_of(shade)));
    return;
  }
  scene.isolate_shade(shade);
  camera().free = false;
}

void MapState::draw_choices(Ui& ui, Session& session, const WordVectors& vectors, Rect row) {
  const Theme& theme = ui.theme;
  const float gap = theme.px(8);
  const float left = colors.width(ui, vectors, row.w);
  const auto button = [&](const std::string& label, bool on, const char* tip) {
    const float width = ui.canvas.width(label, theme.small()) + theme.px(22);
    if (row.w < width + gap + left) return false;
    const bool clicked = ui.button(label, row.take_right(width), on, tip);
    row.take_right(gap);
    return clicked;
  };
  if (camera().free && button("Fit", false, "All words in sight")) camera().free = false;
  const bool alone = static_cast<bool>(session.run()->records.get<WordMapRecord>().alone.map);
  if (scene.isolated() && button("All", false, "Show all words again")) show_all(session);
  if (!alone && method != odd && lit &&
      button("Isolate", false, "The word and its neighbours by themselves")) {
    session.post(set_option(word_map_options::alone, 1));
  }
  const auto& groups = session.run()->records.get<WordMapRecord>().groups;
  const bool by_group = colors.chosen().by == MapColors::By::group;
  if (by_group && groups.others > 0 &&
      button(fmt::format("+{}", groups.others), false, "Other groups in colour: the next six")) {
    session.post(set_option(word_map_options::groups, groups.next));
  }
  if (button("Lasso", lasso, "Draw a loop: the words in it are shown alone")) lasso = !lasso;
  if (!search.found().empty() &&
      button("Found", false, "The words that were found are shown alone")) {
    isolate(search.found());
  }
  colors.draw(ui, vectors, row);
}

}  // namespace glassformer
