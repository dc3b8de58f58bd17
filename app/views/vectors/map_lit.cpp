#include "app/views/vectors/map_lit.h"

#include <algorithm>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "core/scenes/records/word_map.h"

namespace glassformer {

void MapLit::add(int id, Color color) {
  if (id >= 0 && static_cast<std::size_t>(id) < words_) cloud_.lit.push_back({id, color});
}

int MapLit::add(std::string_view word, Color color) {
  const int id = vectors_.words.find(word);
  if (id < 0 || static_cast<std::size_t>(id) >= words_) return -1;
  cloud_.lit.push_back({id, color});
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
}

bool MapLit::touched(bool pairs) {
  const auto& named = session_.touch().words;
  if (named.empty()) return false;
  std::vector<int> ids;
  for (const std::string& word : named) ids.push_back(add(word, theme_.accent));
  for (std::size_t i = 1; pairs && i < ids.size(); i += 2) link(ids[i - 1], ids[i]);
  return true;
}

bool MapLit::pairs() {
  const auto& pairs = session_.run()->records.get<WordMapRecord>().axes.pairs;
  for (const auto& [from, to] : pairs) {
    if (static_cast<std::size_t>(std::max(from, to)) >= words_) continue;
    add(from, theme_.tensor(Role::key));
    add(to, theme_.tensor(Role::query));
    link(from, to);
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
    const float share = static_cast<float>(k) / static_cast<float>(std::max(1, values.cols()));
    add(axis_label(names, k), mix(theme_.tensor(Role::output), theme_.tensor(Role::key), share));
  }
}

}  // namespace glassformer
