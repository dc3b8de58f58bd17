#include "app/views/vectors/word_training_stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/jobs/vector_training.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/word_bars.h"
#include "app/views/vectors/map_legend.h"
#include "app/views/vectors/map_lit.h"
#include "app/views/vectors/map_pictures.h"
#include "app/views/vectors/word_training_curves.h"
#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"
#include "app/widgets/motion.h"
#include "core/lesson/spoken.h"
#include "core/scenes/records/word_map.h"

namespace glassformer {

namespace {

constexpr float kMoveSeconds = 0.25F;

GroupColors real_groups() {
  return {{wordnet_groups_in_colour.begin(), wordnet_groups_in_colour.end()}, {}};
}

// Of a large vocabulary the map has the first words.
bool maps(const Session& session) {
  const RunPtr run = session.run();
  const Var map = run->records.get<WordMapRecord>().pca.map;
  const WordVectorsPtr vectors = session.inputs().resources.get(slots::vectors);
  return map && vectors && run->tape.shape(map).rows <= static_cast<int>(vectors->words.size());
}

// How much of the way to where they belong the words go in this frame.
float step(Ui& ui) {
  return !moves(ui) ? 1 : 1 - std::exp(-3 * ui.dt() / kMoveSeconds);
}

std::string chosen_word(const Run& run) {
  const Var cosine = run.records.get<WordMapRecord>().cosine;
  return cosine ? axis_label(run.tape.node(cosine).label.rows, 0) : std::string();
}

}  // namespace

Vec WordTrainingStage::turned(float x, float y) const {
  return {turn_.a * x + turn_.b * y, turn_.c * x + turn_.d * y};
}

void WordTrainingStage::forget() {
  rare_.clear();
  target_ = shown_ = Mat();
  placed_ = 0;
  mapped_.reset();
}

void WordTrainingStage::draw(Ui& ui, Session& session, const Seen& seen, std::string_view part,
                             Rect area) {
  if (part == map) return draw_words(ui, session, seen, area);
  if (part == neighbours) {
    if (!maps(session)) return;
    const WordBarsTouch touch = draw_neighbours(ui, session, pointed_, area);
    listed_ = touch.hovered;
    if (!touch.double_clicked.empty()) choose(ui, session, touch.double_clicked);
    return;
  }
  if (!seen.curves) {
    return draw_empty_place(ui, "it is computed in one go: no curve falls or rises", area);
  }
  std::optional<double> mark;
  if (!seen.moments.empty() && seen.moments.back()->progress < seen.now.progress)
    mark = 100 * seen.moments.back()->progress;
  part == loss ? draw_loss_curve(ui, seen.now, mark, area)
               : draw_analogy_curve(ui, seen.now, mark, area);
}

void WordTrainingStage::draw_words(Ui& ui, Session& session, const Seen& seen, Rect area) {
  if (!maps(session)) return;
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& record = run->records.get<WordMapRecord>();
  const WordVectorsPtr vectors = session.inputs().resources.get(slots::vectors);
  const Rect legend = area.take_bottom(theme.px(24));
  place(run->tape.value(record.pca.map), run->tape.node(record.pca.map).stamp);
  move(ui);
  // Words of an unknown text are in no groups: the more frequent they are, the more they stand out.
  const auto by = vectors->groups.empty() ? MapColors::By::frequency : MapColors::By::group;
  scene_.color(theme, vectors, {by}, seen.real ? real_groups() : GroupColors{});
  add_rare(ui, session, *vectors);
  show_mapped(session, vectors);
  PointCloud cloud = scene_.cloud("training map");
  if (record.naming) cloud.naming = *record.naming;
  cloud.fills = 0.95F;
  light(ui, session, *vectors, cloud);
  if (const int id = vectors->words.find(listed_); id >= 0 && !listed_.empty()) {
    if (static_cast<std::size_t>(id) < scene_.words() && scene_.shows(id)) cloud.touched = id;
  }
  add_path(session, seen, cloud);
  const CloudTouch touch = draw_point_cloud(ui, cloud, camera_, area);
  if (!asked_) draw_map_legend(ui, scene_.legend(), legend);  // then colour says how near
  if (touch.clicked_nothing) asked_ = false;
  pointed_ = touch.hovered >= 0 ? std::string(cloud.name(touch.hovered)) : std::string();
  if (touch.clicked >= 0) choose(ui, session, cloud.name(touch.clicked));
}

void WordTrainingStage::choose(Ui& ui, Session& session, std::string_view word) {
  asked_ = true;
  ui.request_frame();
  session.post(set_option(word_map_options::word, std::string(word)));
}

// Neighbours that are too rare for the map are on it as long as they are lit.
void WordTrainingStage::add_rare(Ui& ui, const Session& session, const WordVectors& vectors) {
  const Run& run = *session.run();
  const auto& record = run.records.get<WordMapRecord>();
  std::map<std::string, Vec, std::less<>> now;
  std::vector<MapScene::Extra> points;
  for (std::size_t i = 0; asked_ && record.pca.near && i < record.near.size(); ++i) {
    const auto id = static_cast<std::size_t>(record.near[i]);
    if (id < scene_.words() || id >= vectors.words.size()) continue;
    const Mat& near = run.tape.value(record.pca.near);
    const auto row = static_cast<int>(i);
    const Vec to = turned(static_cast<float>(near(row, 0)), static_cast<float>(near(row, 1)));
    const std::string name(vectors.words[id]);
    const auto before = rare_.find(name);
    const Vec from = before == rare_.end() ? to : before->second;
    const Vec at = from + (to - from) * step(ui);
    now[name] = at;
    points.push_back({at.x, at.y, name});
  }
  rare_ = std::move(now);
  scene_.add_points(std::move(points));
}

// Function words have their rows, but no place on the map.
void WordTrainingStage::show_mapped(const Session& session, const WordVectorsPtr& vectors) {
  if (mapped_ == vectors && rare_shown_ == rare_.size()) return;
  const auto& record = session.run()->records.get<WordMapRecord>();
  if (!record.naming || record.naming->size() > vectors->words.size()) return;
  mapped_ = vectors;
  rare_shown_ = rare_.size();
  std::vector<int> shown;
  if (record.mapped < record.naming->size()) {
    shown.assign(record.naming->begin(),
                 record.naming->begin() + static_cast<std::ptrdiff_t>(record.mapped));
    for (std::size_t i = 0; i < rare_.size(); ++i) {
      shown.push_back(static_cast<int>(scene_.words() + i));
    }
  }
  scene_.isolate(shown);
}

// Once a word was clicked: it and its neighbours, and the rest grey. Before that all words in the
// colours of their groups.
void WordTrainingStage::light(const Ui& ui, const Session& session, const WordVectors& vectors,
                              PointCloud& cloud) const {
  const auto& record = session.run()->records.get<WordMapRecord>();
  const Var cosine = record.cosine;
  if (!cosine) return;
  const Label& label = session.run()->tape.node(cosine).label;
  const auto on_map = [&](std::string_view word) {
    const int id = vectors.words.find(word);
    return id >= 0 && static_cast<std::size_t>(id) < scene_.words() && scene_.shows(id) ? id : -1;
  };
  if (const auto& named = session.touch().words; !named.empty() && !asked_) {
    // The step speaks of kinds of words, which the colours tell: all keep theirs.
    for (const std::string& word : named) {
      const int id = on_map(word);
      if (id < 0) continue;
      const auto shade = cloud.shade.empty() ? 0 : cloud.shade[static_cast<std::size_t>(id)];
      cloud.lit.push_back({id, cloud.colors[shade]});
    }
    cloud.keeps_colors = true;
    return;
  }
  if (!asked_) {
    // The word whose neighbours are listed says where it is, all others keep their colours.
    cloud.touched = on_map(axis_label(label.rows, 0));
    return;
  }
  int rare = static_cast<int>(scene_.words());
  for (std::size_t i = 0; i < record.near.size(); ++i) {
    const int id = record.near[i];
    const bool is_rare = static_cast<std::size_t>(id) >= scene_.words();
    const int point = is_rare ? rare : id;
    if (is_rare && static_cast<std::size_t>(id) >= vectors.words.size()) continue;
    if (is_rare) ++rare;
    if (!is_rare && !scene_.shows(id)) continue;
    const auto count = static_cast<int>(record.near.size()) - 1;
    cloud.lit.push_back({point, i == 0
                                    ? ui.theme.accent
                                    : MapLit::shade_of(ui.theme, static_cast<int>(i) - 1, count)});
  }
}

// Of a word that was clicked, turned as the map is.
void WordTrainingStage::add_path(const Session& session, const Seen& seen, PointCloud& cloud) {
  const Run& run = *session.run();
  const auto& record = run.records.get<WordMapRecord>();
  if (!asked_ || !record.pca.axes || !record.naming || cloud.lit.empty()) return;
  const WordPath::Map map{run.tape.value(record.pca.axes),
                          std::span(*record.naming).first(record.mapped),
                          value_of(session.shown(), word_map_options::unit_length) != 0};
  const Mat path = path_.along(map, seen.moments, chosen_word(run));
  for (int i = 0; i < path.rows(); ++i) {
    const auto x = static_cast<float>(path(i, 0)), y = static_cast<float>(path(i, 1));
    const Vec at = turned(x, y);
    cloud.path.emplace_back(at.x, at.y);
  }
  // The run may be a moment behind: the path ends where the word is drawn.
  const auto at = static_cast<std::size_t>(cloud.lit.front().point);
  if (!cloud.path.empty()) cloud.path.back() = {cloud.x[at], cloud.y[at]};
}

// Principal components have no signs of their own, and two that are about as strong may turn from
// one snapshot to the next. The plane is turned, or turned over, so that the words stay as near to
// where they were as can be (Procrustes).
void WordTrainingStage::place(const Mat& map, std::uint64_t stamp) {
  if (stamp == placed_) return;
  placed_ = stamp;
  turn_ = {};
  if (map.shape() == target_.shape() && map.cols() == 2) {
    double xx = 0, xy = 0, yx = 0, yy = 0;  // sums of before × now
    for (int r = 0; r < map.rows(); ++r) {
      const double x = target_(r, 0), y = target_(r, 1);
      xx += x * map(r, 0);
      xy += x * map(r, 1);
      yx += y * map(r, 0);
      yy += y * map(r, 1);
    }
    const double kept = std::hypot(xx + yy, yx - xy), over = std::hypot(xx - yy, xy + yx);
    const double length = std::max(kept, over);
    if (length > 0 && kept >= over) {
      const auto c = static_cast<float>((xx + yy) / length);
      const auto s = static_cast<float>((yx - xy) / length);
      turn_ = {c, -s, s, c};
    } else if (length > 0) {
      const auto c = static_cast<float>((xx - yy) / length);
      const auto s = static_cast<float>((xy + yx) / length);
      turn_ = {c, s, s, -c};
    }
  }
  Mat target(map.rows(), 2);
  for (int r = 0; r < map.rows(); ++r) {
    const auto x = static_cast<float>(map(r, 0));
    const auto y = static_cast<float>(map.cols() > 1 ? map(r, 1) : 0);
    const Vec at = turned(x, y);
    target(r, 0) = at.x;
    target(r, 1) = at.y;
  }
  target_ = std::move(target);
}

// Snapshots come some ten times a second; in between the words move on, so that they can be
// followed by eye.
void WordTrainingStage::move(Ui& ui) {
  const bool first = shown_.shape() != target_.shape();
  if (first || ui.input.still) {
    if (first || !(shown_ == target_)) ++moved_;
    shown_ = target_;
  } else if (!(shown_ == target_)) {
    const auto part = static_cast<Real>(step(ui));
    Real farthest = 0, extent = 0;
    for (int r = 0; r < shown_.rows(); ++r) {
      for (int c = 0; c < 2; ++c) {
        shown_(r, c) += part * (target_(r, c) - shown_(r, c));
        farthest = std::max(farthest, std::abs(target_(r, c) - shown_(r, c)));
        extent = std::max(extent, std::abs(target_(r, c)));
      }
    }
    if (!(farthest > extent * static_cast<Real>(1e-3))) {
      shown_ = target_;
    } else {
      ui.request_frame();
    }
    ++moved_;
  }
  scene_.place(shown_, 0, 0, moved_);
}

}  // namespace glassformer
