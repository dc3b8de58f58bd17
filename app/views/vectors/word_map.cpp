#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/jobs/jobs.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/step_state.h"
#include "app/views/vectors/map_job.h"
#include "app/views/vectors/map_legend.h"
#include "app/views/vectors/map_lit.h"
#include "app/views/vectors/map_pictures.h"
#include "app/views/vectors/map_settings.h"
#include "app/views/vectors/map_state.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "core/lesson/stage.h"
#include "core/scenes/chosen.h"
#include "core/scenes/records/word_map.h"

namespace glassformer {

namespace {

constexpr std::string_view kMapKey = "map";
constexpr std::array<std::string_view, 5> kMaps{"components", "tsne", "axes", "analogy", "odd"};

constexpr std::array kScopes{WordMapRecord::Pca::scope, WordMapRecord::Tsne::scope,
                             WordMapRecord::Axes::scope, WordMapRecord::Plane::scope,
                             WordMapRecord::Odd::scope};

constexpr std::string_view kMap = "map", kNear = "neighbours", kLegend = "legend",
                           kGroups = "groups", kVariance = "variance", kSum = "coordinate",
                           kShares = "shares", kDivergence = "divergence", kOdd = "odd";
constexpr float kRow = 34, kGap = 8;  // px at scale 1
constexpr float kLegendRoom = 400;    // px at scale 1, of a map that has its legend at its foot
const std::vector<PartSpec> kParts{{.name = kMap, .share = 0.38F, .keeps_shape = true},
                                   {.name = kNear},
                                   {.name = kLegend, .share = 0.2F},
                                   {.name = kGroups},
                                   {.name = kVariance},
                                   {.name = kSum},
                                   {.name = kShares},
                                   {.name = kDivergence, .share = 0.34F},
                                   {.name = kOdd}};

// Words as points: laid out in several ways, with the neighbours of the chosen one.
class WordMap : public View {
 public:
  std::string_view name() const override { return "word-map"; }
  std::string_view help() const override {
    return "Every point is a word. Drag to move the map, turn the wheel to zoom; the nearer, the "
           "more names appear. Click a word for its neighbours; where they are listed, "
           "double-click one to go there; click beside all words to see them all again. Type to "
           "search; * stands for any letters. Found keeps only the words that were found, Lasso "
           "those in a loop that you draw, Isolate a word and its neighbours, laid out by "
           "themselves. Components, t-SNE, Axes and Analogy are ways to lay out the same vectors; "
           "with 3D on, drag to turn the components. An axis leads from some words to others, and "
           "lines join pairs. Odd one out takes three to eight words; a click on the map adds or "
           "removes one. The colours below are buttons: each lights its words alone, and + shows "
           "other groups.";
  }

  void begin_parts(Ui& ui, Session& session) override {
    follow(session);
    // Escape that ends the typing in the field does no more.
    lets_go_ = ui.pressed(Key::escape) && !typing_;
    typing_ = false;
    if (lets_go_) map_.lasso = false;
    if (map_.method == MapState::tsne) job_.keep(ui, session, vectors_of(session));
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const WordMapRecord& record = record_of(session);
    const Tape& tape = session.run()->tape;
    const auto shown = [&](Var var) {
      return var ? std::vector{tape.node(var).path} : std::vector<std::string>{};
    };
    if (part == kNear) {
      const WordBarsTouch touch = draw_neighbours(ui, session, pointed_, area);
      listed_touched_ = touch.hovered;
      if (!touch.double_clicked.empty()) map_.choose(session, touch.double_clicked);
      return shown(near_of(session));
    }
    if (part == kShares) {
      listed_touched_ = draw_shares(ui, session, pointed_, area);
      return shown(record.tsne.p);
    }
    if (part == kLegend) {
      map_.choose_color(session, draw_legend_list(ui, legend_, area));
      return {};
    }
    if (part == kGroups) {
      draw_groups(ui, session, legend_, area);
      return shown(record.groups.together);
    }
    if (part == kVariance) {
      draw_variance(ui, session, area);
      return shown(record.pca.explained);
    }
    if (part == kSum) {
      draw_coordinates(ui, session, area);
      return shown(record.pca.near);
    }
    if (part == kDivergence) {
      if (const auto& job = session.jobs().projection()) draw_divergence(ui, *job->latest(), area);
      return {};
    }
    if (part == kOdd) {
      draw_odd(ui, session, pointed_, area);
      return shown(record.odd.similarity);
    }
    draw_map_part(ui, session, area);
    return {};
  }

  // Which map, and what is set for it; how it is coloured, and what of it is shown.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    follow(session);
    typing_ = ui.text_active();
    settings_.begin(ui);
    const float top = area.y, gap = ui.theme.px(kGap), high = ui.theme.px(kRow);
    const WordVectorsPtr vectors = vectors_of(session);
    map_.draw_head(ui, session, *vectors, area.take_top(high));
    area.take_top(gap);
    map_.draw_choices(ui, session, *vectors, area.take_top(high));
    Rect rest = area;
    rest.take_top(gap);
    const float settings = draw_settings(ui, session, rest);
    if (settings > 0) area.take_top(gap + settings);
    return area.y - top;
  }

 private:
  static const WordMapRecord& record_of(const Session& session) {
    return session.run()->records.get<WordMapRecord>();
  }
  static WordVectorsPtr vectors_of(const Session& session) {
    return chosen_vectors(session.shown());  // as the maps of the run
  }
  static bool stands(const Session& session, std::string_view part) {
    const Places& places = stage_places(session.lesson(), session.step);
    return places.hero == part || places.side == part || places.under == part;
  }
  // All words, as the chosen way lays them out; t-SNE works beside the run.
  Var map_of(const Session& session) const {
    const WordMapRecord& record = record_of(session);
    return std::array{record.pca.map, Var{}, record.axes.map, record.plane.map,
                      record.odd.map}[map_.method];
  }

  // A step shows the map that its matrix belongs to; one that is about words lights them.
  void follow(const Session& session) {
    if (!entered_.entered(session)) return;
    map_.method = MapState::pca;
    for (std::size_t i = 0; i < kScopes.size(); ++i) {
      if (is_within(focus_path(session, session.step), kScopes[i])) {
        map_.method = static_cast<MapState::Method>(i);
      }
    }
    map_.lit = stands(session, kNear) || stands(session, kShares);
    job_.stand_at(state_number(session, kIterationKey));
    if (const auto map = state_choice(session, kMapKey, kMaps))
      map_.method = static_cast<MapState::Method>(*map);
  }

  // As an option has it, so that a step can set it and it can be undone.
  void isolate_neighbours(const Session& session) {
    const WordMapRecord& record = record_of(session);
    const std::vector<int> alone = record.alone.map ? record.near : std::vector<int>();
    if (alone == alone_) return;
    alone_ = alone;
    map_.scene.isolate(alone);
    map_.camera().free = false;
  }

  // The points of the chosen map; false if there is none to draw.
  bool place(const Session& session, const WordVectors& vectors) {
    const RunPtr run = session.run();
    if (map_.method == MapState::tsne) {
      const ProjectionSnapshotPtr now = session.jobs().projection()->latest();
      // A map may still be of the words that were chosen before.
      if (now->state == ProjectionSnapshot::State::failed) return false;
      if (now->x.empty() || now->x.size() > vectors.words.size()) return false;
      // Names and the pointer go by what has come to the host; the points are painted on the card.
      constexpr std::uint64_t of_jobs = std::uint64_t{1} << 63U;  // no stamp of a matrix
      const std::uint64_t job = of_jobs + (now->job << 16U);
      map_.scene.place(now->x, now->y, job + static_cast<std::uint64_t>(now->placed));
      map_.scene.place_on_card(now->on_card, job + static_cast<std::uint64_t>(now->iteration));
      return true;
    }
    const WordMapRecord& record = record_of(session);
    const Var map = map_of(session);
    if (!map) return false;
    map_.scene.place_on_card(nullptr, 0);
    if (map_.method == MapState::pca && record.alone.map) {
      map_.scene.place(run->tape.value(record.alone.map), record.near, vectors.words.size(),
                       run->tape.node(record.alone.map).stamp);
      return true;
    }
    map_.scene.place(run->tape.value(map), turn_, tilt_, run->tape.node(map).stamp);
    if (map_.method == MapState::plane) {
      const Var at = record_of(session).plane.coordinates;
      const Mat& places = run->tape.value(at);
      const int last = places.rows() - 1;
      map_.scene.add_points(
          {{places(last, 0), places(last, 1), axis_label(run->tape.node(at).label.rows, last)}});
    }
    return true;
  }

  // What is large and named while the rest is grey.
  void light(const Ui& ui, const Session& session, const WordVectors& vectors, PointCloud& cloud) {
    if (map_.search.light(cloud, ui.theme.accent)) return;
    MapLit lit(ui, session, vectors, map_.scene.words(), cloud);
    if (map_.method == MapState::plane) return lit.analogy();
    if (map_.method == MapState::odd) return lit.odd();
    if (lit.touched(map_.method == MapState::axes) && map_.method != MapState::pca) return;
    if (map_.method == MapState::axes && lit.pairs()) return;
    const Var near = stands(session, kShares) ? record_of(session).tsne.p : near_of(session);
    if (map_.lit && near) lit.neighbours(near);
  }

  // Returns whether some words are lit, and all others grey.
  bool draw_map(Ui& ui, Session& session, const WordVectors& vectors, Rect area) {
    PointCloud cloud = map_.scene.cloud("word map");
    light(ui, session, vectors, cloud);
    cloud.lasso = map_.lasso;
    cloud.fills = cloud.fits_lit ? 0.84F : 0.97F;  // names stand beside what is lit
    const RunPtr run = session.run();
    const bool alone = map_.method == MapState::pca && record_of(session).alone.map;
    const Var map = alone ? record_of(session).alone.map : map_of(session);
    const bool solid = map_.method == MapState::pca && run->tape.shape(map).cols > 2;
    if (const auto& naming = record_of(session).naming) cloud.naming = *naming;
    cloud.turns = solid && !map_.lasso;
    if (map_.method != MapState::tsne && !solid) {
      const Axis& names = run->tape.node(map).label.cols;
      cloud.x_name = axis_label(names, 0);
      cloud.y_name = axis_label(names, 1);
    }
    const int listed = vectors.words.find(listed_touched_);
    if (listed >= 0 && static_cast<std::size_t>(listed) < map_.scene.words())
      cloud.touched = listed;
    if (session.hover.kind == Target::Kind::token && session.hover.sequence == 0 &&
        static_cast<std::size_t>(session.hover.token) < run->tokens[0].size()) {
      const int id =
          vectors.words.find(run->tokens[0][static_cast<std::size_t>(session.hover.token)]);
      if (id >= 0 && static_cast<std::size_t>(id) < map_.scene.words()) cloud.touched = id;
    }
    CloudCamera& camera = map_.camera();
    const CloudTouch touch = draw_point_cloud(ui, cloud, camera, area);
    pointed_ = touch.hovered >= 0 && static_cast<std::size_t>(touch.hovered) < map_.scene.words()
                   ? std::string(vectors.words[static_cast<std::size_t>(touch.hovered)])
                   : std::string();
    if (touch.clicked >= 0 && !pointed_.empty()) {
      map_.search.clear();
      map_.choose(session, pointed_);
    }
    if (touch.clicked_nothing || lets_go_) {
      map_.search.clear();
      map_.lit = alone;
    }
    turn_ += 0.01 * static_cast<double>(touch.drag.x / ui.theme.scale);
    tilt_ =
        std::clamp(tilt_ + 0.01 * static_cast<double>(touch.drag.y / ui.theme.scale), -1.5, 1.5);
    if (!touch.lassoed.empty()) {
      std::vector<int> words = touch.lassoed;
      std::erase_if(words,
                    [&](int id) { return static_cast<std::size_t>(id) >= map_.scene.words(); });
      map_.isolate(words);
    }
    if (solid && !map_.lasso) {
      ui.canvas.text({area.x + ui.theme.px(10), area.y + ui.theme.px(8)}, "drag to turn",
                     ui.theme.small(), ui.theme.faint_ink);
    }
    return !cloud.lit.empty();
  }

  void draw_map_part(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const WordVectorsPtr vectors = vectors_of(session);
    Rect foot;
    if (!lights_ && area.w >= theme.px(kLegendRoom) && !stands(session, kLegend) &&
        !stands(session, kGroups)) {
      foot = area.take_bottom(theme.px(24));
      area.take_bottom(theme.px(4));
    }
    if (!place(session, *vectors)) {
      const WordMapRecord& record = record_of(session);
      const auto& missing = map_.method == MapState::axes    ? record.axes.missing
                            : map_.method == MapState::plane ? record.plane.missing
                                                             : record.odd.missing;
      const auto& job = session.jobs().projection();
      return draw_no_map(
          ui, missing, map_.method == MapState::tsne && job ? job->latest().get() : nullptr, area);
    }
    const auto& groups = record_of(session).groups;
    map_.scene.color(theme, vectors, map_.colors.chosen(), {groups.chosen, groups.lit});
    isolate_neighbours(session);
    const bool lights = draw_map(ui, session, *vectors, area);
    if (lights != lights_) ui.request_frame();
    lights_ = lights;
    legend_ = map_.scene.legend();
    if (foot.h > 0) map_.choose_color(session, draw_map_legend(ui, legend_, foot));
  }

  // Which of the pairs have no line. Without a map of axes its place says what is missing.
  static float draw_missing_pairs(Ui& ui, const WordMapRecord::Axes& axes, Rect area) {
    if (!axes.map) return 0;
    const Theme& theme = ui.theme;
    const float line = ui.canvas.line_height(theme.small()) + theme.px(4), top = area.y;
    for (const std::string& what : axes.missing) {
      text_fitted(ui, area.take_top(line), what, theme.small(), theme.soft_ink);
    }
    return area.y - top;
  }

  // What belongs to the chosen map alone.
  float draw_settings(Ui& ui, Session& session, Rect area) {
    if (map_.method == MapState::axes) {
      const float fields = settings_.draw_axes(ui, session, area);
      area.take_top(fields);
      return fields + draw_missing_pairs(ui, record_of(session).axes, area);
    }
    if (map_.method == MapState::plane) return settings_.draw_plane(ui, session, area);
    if (map_.method == MapState::odd) return settings_.draw_odd(ui, session, area);
    if (map_.method != MapState::tsne || !session.jobs().projection()) return 0;
    bool again = false;
    const float high = job_.draw(ui, session, settings_, area, again);
    if (again) map_.cameras[MapState::tsne].free = false;
    return high;
  }

  MapState map_;
  MapSettings settings_;
  std::vector<ColorLegend> legend_;  // as last drawn
  bool lets_go_ = false;             // Escape was pressed
  bool typing_ = false;              // as the controls were drawn
  bool lights_ = false;              // words are lit, in colours of their own: the legend has gone
  std::vector<int> alone_;           // what the option isolates, as the scene was last told
  double turn_ = 0.6, tilt_ = 0.35;
  std::string pointed_;         // a word whose point is hovered
  std::string listed_touched_;  // a word whose row is
  StepState entered_;
  MapJob job_;
};

const RegisterView registered{
    "word-map",
    [] { return std::unique_ptr<View>(new WordMap); },
    {.state = {state_spec(kMapKey, kMaps, "The map that is drawn"),
               state_spec(kIterationKey, 0, kProjectionIterations, "How far t-SNE has come")},
     .parts = kParts}};

}  // namespace

}  // namespace glassformer
