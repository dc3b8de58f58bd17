#include "app/views/vectors/map_lit.h"

#include <algorithm>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "core/scenes/records/word_map.h"

namespace glassformer {

void MapLit::add(int id, Color color) {
  const bool is = std::ranges::find(cloud_.lit, id, &PointCloud::Lit::point) != cloud_.lit.end();
  if (id >= 0 && static_cast<std::size_t>(id) < words_ && !is) cloud_.lit.push_back({id, color});
}

int MapLit::add(std::string_view word, Color color) {
  const int id = vectors_.words.find(word);
  if (id < 0 || static_cast<std::size_t>(id) >= words_) return -1;
  add(id, color);
  return id;
}

void MapLit::link(int from, int to) {
  if (from >= 0 && to >= 0) cloud_.links.emplace_back(from, to);
}

void MapLit::analogy() {
  const RunPtr run = session_.run();
  const Axis& names = run->tape.node(run->records.get<WordMapRecord>().plane.words).label.rows;
  std::vector<int> ids;
  for (const std::string& word : names.labels) ids.push_back(add(word, theme_.accent));
  const auto extra = static_cast<int>(words_);
  cloud_.lit.push_back({extra, theme_.tensor(Role::output)});
  link(ids[0], ids[1]);
  link(ids[0], ids[2]);
  link(ids[1], extra);
  link(ids[2], extra);
  cloud_.fits_lit = true;
}

bool MapLit::touched(bool pairs) {
  const auto& named = session_.touch().words;
  if (named.empty()) return false;
  std::vector<int> ids;
  for (const std::string& word : named) ids.push_back(add(word, theme_.accent));
  for (std::size_t i = 1; pairs && i < ids.size(); i += 2) link(ids[i - 1], ids[i]);
  cloud_.fits_lit = pairs;
  return true;
}

bool MapLit::pairs() {
  const RunPtr run = session_.run();
  const auto& axes = run->records.get<WordMapRecord>().axes;
  // Which of them lead to the right is told with their number.
  const bool told = axes.forward && !hides(session_, run->tape.node(axes.forward).path, 0, 0);
  int row = -1;
  for (const auto& [from, to] : axes.pairs) {
    ++row;
    if (static_cast<std::size_t>(std::max(from, to)) >= words_) continue;
    add(from, theme_.tensor(Role::key));
    add(to, theme_.tensor(Role::query));
    link(from, to);
    const bool forward = axes.steps && run->tape.value(axes.steps)(row, 0) > 0;
    cloud_.link_colors.push_back(!told ? theme_.faint_ink : forward ? theme_.accent : theme_.error);
  }
  cloud_.fits_lit = true;
  return !cloud_.links.empty();
}

void MapLit::odd() {
  const RunPtr run = session_.run();
  const auto& odd = run->records.get<WordMapRecord>().odd;
  for (std::size_t i = 0; i < odd.words.size(); ++i) {
    const bool told =
        !hides(session_, run->tape.node(odd.similarity).path, 0, static_cast<int>(odd.least));
    add(odd.words[i], theme_.tensor(told && i == odd.least ? Role::key : Role::output));
  }
  cloud_.fits_lit = true;
}

void MapLit::neighbours(Var near) {
  const RunPtr run = session_.run();
  const Mat& values = run->tape.value(near);
  const Axis& names = run->tape.node(near).label.cols;
  add(axis_label(run->tape.node(near).label.rows, 0), theme_.tensor(Role::query));
  for (int k = 0; k < values.cols(); ++k) {
    add(axis_label(names, k), shade_of(theme_, k, values.cols()));
  }
}

Color MapLit::shade_of(const Theme& theme, int k, int count) {
  const float share = static_cast<float>(k) / static_cast<float>(std::max(1, count));
  return mix(theme.tensor(Role::output), theme.tensor(Role::key), share);
}

}  // namespace glassformer
