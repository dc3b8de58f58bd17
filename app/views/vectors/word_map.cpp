#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/jobs/jobs.h"
#include "app/view.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/step_state.h"
#include "app/views/vectors/color_choice.h"
#include "app/views/vectors/map_job.h"
#include "app/views/vectors/map_legend.h"
#include "app/views/vectors/map_lit.h"
#include "app/views/vectors/map_near.h"
#include "app/views/vectors/map_panels.h"
#include "app/views/vectors/map_scene.h"
#include "app/views/vectors/word_search.h"
#include "core/scenes/chosen.h"
#include "core/scenes/records/word_map.h"

namespace glassformer {

namespace {

constexpr std::string_view kMapKey = "map";
constexpr std::string_view kPanelKey = "panel";
constexpr std::array<std::string_view, 5> kMaps{"components", "tsne", "axes", "analogy", "odd"};

enum Method { pca, tsne, axes, plane, odd };
constexpr std::array kScopes{WordMapRecord::Pca::scope, WordMapRecord::Tsne::scope,
                             WordMapRecord::Axes::scope, WordMapRecord::Plane::scope,
                             WordMapRecord::Odd::scope};

// Words as points: laid out in several ways, with the neighbours of the chosen one.
class WordMap : public View {
 public:
  std::string_view name() const override { return "word-map"; }
  std::string_view help() const override {
    return "Every point is a word. Drag to move the map, turn the wheel to zoom; the nearer, the "
           "more names appear. Click a word for its neighbours, which are listed at the right; "
           "double-click one to go there; click beside all words to see them all again. Type to "
           "search; * stands for any letters. Found keeps only the words that were found, Lasso "
           "those in a loop that you draw, Isolate a word and its neighbours, laid out by "
           "themselves. Components, t-SNE, Axes and Analogy are ways to lay out the same vectors; "
           "with 3D on, drag to turn the components. An axis leads from some words to others, and "
           "lines join pairs. Odd one out takes three to eight words; a click on the map adds or "
           "removes one. The colours below are buttons: each lights its words alone, and + shows "
           "other groups. Panel hides the numbers, so that the map fills the window.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    follow(session);
    // Before the field, which lets go of the keyboard first.
    lets_go_ = ui.pressed(Key::escape);
    if (lets_go_) lasso_ = false;
    panels_.begin(ui);
    const WordVectorsPtr vectors = chosen_vectors(session.shown());  // as the maps of the run
    Rect head = area.take_top(theme.px(36));
    area.take_top(theme.px(10));
    draw_head(ui, session, *vectors, head);
    Rect side;
    if (panel_) {
      side = area.take_right(std::clamp(area.w * 0.3F, theme.px(208), theme.px(360)));
      area.take_right(theme.px(16));
    }
    Rect foot = area.take_bottom(theme.px(legend_below_ ? 62 : 34));
    area.take_bottom(theme.px(8));
    if (method_ == tsne) job_.keep(ui, session, vectors);
    bool lights = false;
    if (place(session, *vectors)) {
      const auto& groups = record_of(session).groups;
      scene_.color(theme, vectors, colors_.chosen(), {groups.chosen, groups.lit});
      isolate_neighbours(session);
      lights = draw_map(ui, session, *vectors, area);
    } else {
      draw_nothing(ui, session, area);
    }
    draw_foot(ui, session, *vectors, lights, foot);
    if (panel_) draw_side(ui, session, side);
  }

 private:
  static const WordMapRecord& record_of(const Session& session) {
    return session.run()->records.get<WordMapRecord>();
  }
  // All words, as the chosen way lays them out; t-SNE works beside the run.
  Var map_of(const Session& session) const {
    const WordMapRecord& record = record_of(session);
    return std::array{record.pca.map, Var{}, record.axes.map, record.plane.map,
                      record.odd.map}[method_];
  }

  // A step shows the map that its matrix belongs to; one that is about words lights them.
  void follow(const Session& session) {
    if (!entered_.entered(session)) return;
    method_ = pca;
    for (std::size_t i = 0; i < kScopes.size(); ++i) {
      if (is_within(focus_path(session, session.step), kScopes[i])) {
        method_ = static_cast<Method>(i);
      }
    }
    const WordMapRecord& record = record_of(session);
    const Var focus = step_focus(session);
    lit_ = !focus || (focus != record.pca.map && focus != record.pca.explained &&
                      focus != record.tsne.squared && focus != record.groups.together);
    groups_ = focus && focus == record.groups.together;
    const bool wide = focus == record.axes.steps || focus == record.axes.forward;
    panel_ = state_switch(session, kPanelKey, focus && focus != record.pca.map && !wide);
    near_.show_similarities(focus && focus == record.tsne.p);
    job_.stand_at(state_number(session, kIterationKey));
    if (const auto map = state_choice(session, kMapKey, kMaps)) method_ = static_cast<Method>(*map);
  }

  void draw_head(Ui& ui, Session& session, const WordVectors& vectors, Rect row) {
    const Theme& theme = ui.theme;
    const float search = std::min(theme.px(240), row.w * 0.28F);
    const Rect field = row.take_right(search);
    row.take_right(theme.px(14));
    method_ = static_cast<Method>(
        ui.segments("map", {"Components", "t-SNE", "Axes", "Analogy", "Odd one out"}, method_,
                    row.take_left(std::min(row.w, theme.px(520)))));
    const std::size_t words = std::min(scene_.words(), vectors.words.size());  // as last drawn
    if (search_.draw(ui, vectors, words, field)) choose(session, search_.first(vectors));
    const std::vector<int>& found = search_.found();
    const auto shown = [this](int word) { return scene_.shows(word); };
    if (!found.empty() && std::none_of(found.begin(), found.end(), shown)) show_all(session);
  }

  void show_all(Session& session) {
    if (value_of(session.inputs(), word_map_options::alone) != 0) {
      session.post(set_option(word_map_options::alone, 0));
    }
    scene_.isolate({});
    cameras_[method_].free = false;
  }

  void isolate(const std::vector<int>& words) {
    scene_.isolate(words);
    search_.clear();  // last: the words may be what it has found
    cameras_[method_].free = lasso_ = false;
  }

  // As an option has it, so that a step can set it and it can be undone.
  void isolate_neighbours(const Session& session) {
    const WordMapRecord& record = record_of(session);
    const std::vector<int> alone = record.alone.map ? record.near : std::vector<int>();
    if (alone == alone_) return;
    alone_ = alone;
    scene_.isolate(alone);
    cameras_[method_].free = false;
  }

  void choose(Session& session, std::string_view word) {
    if (method_ == odd) {
      session.post(
          set_option(word_map_options::odd,
                     odd_words_toggled(value_of(session.inputs(), word_map_options::odd), word)));
      return;
    }
    lit_ = true;
    if (value_of(session.inputs(), word_map_options::word) == word) return;
    session.post(set_option(word_map_options::word, std::string(word)));
  }

  // The points of the chosen map; false if there is none to draw.
  bool place(const Session& session, const WordVectors& vectors) {
    const RunPtr run = session.run();
    if (method_ == tsne) {
      const ProjectionSnapshotPtr now = session.jobs().projection()->latest();
      // A map may still be of the words that were chosen before.
      if (now->state == ProjectionSnapshot::State::failed) return false;
      if (now->x.empty() || now->x.size() > vectors.words.size()) return false;
      // Names and the pointer go by what has come to the host; the points are painted on the card.
      constexpr std::uint64_t of_jobs = std::uint64_t{1} << 63U;  // no stamp of a matrix
      const std::uint64_t job = of_jobs + (now->job << 16U);
      scene_.place(now->x, now->y, job + static_cast<std::uint64_t>(now->placed));
      scene_.place_on_card(now->on_card, job + static_cast<std::uint64_t>(now->iteration));
      return true;
    }
    const WordMapRecord& record = record_of(session);
    const Var map = map_of(session);
    if (!map) return false;
    scene_.place_on_card(nullptr, 0);
    if (method_ == pca && record.alone.map) {
      scene_.place(run->tape.value(record.alone.map), record.near, vectors.words.size(),
                   run->tape.node(record.alone.map).stamp);
      return true;
    }
    scene_.place(run->tape.value(map), turn_, tilt_, run->tape.node(map).stamp);
    if (method_ == plane) {
      const Var at = record_of(session).plane.coordinates;
      const Mat& places = run->tape.value(at);
      const int last = places.rows() - 1;
      scene_.add_points(
          {{places(last, 0), places(last, 1), axis_label(run->tape.node(at).label.rows, last)}});
    }
    return true;
  }

  // What is large and named while the rest is grey.
  void light(const Ui& ui, const Session& session, const WordVectors& vectors, PointCloud& cloud) {
    if (search_.light(cloud, ui.theme.accent)) return;
    MapLit lit(ui, session, vectors, scene_.words(), cloud);
    if (method_ == plane) return lit.analogy();
    if (method_ == odd) return lit.odd();
    if (lit.touched(method_ == axes)) return;
    if (method_ == axes && lit.pairs()) return;
    if (const Var near = near_.listed(session, method_ == tsne); lit_ && near) lit.neighbours(near);
  }

  // Returns whether some words are lit, and all others grey.
  bool draw_map(Ui& ui, Session& session, const WordVectors& vectors, Rect area) {
    PointCloud cloud = scene_.cloud("word map");
    light(ui, session, vectors, cloud);
    cloud.lasso = lasso_;
    const RunPtr run = session.run();
    const bool alone = method_ == pca && record_of(session).alone.map;
    const Var map = alone ? record_of(session).alone.map : map_of(session);
    const bool solid = method_ == pca && run->tape.shape(map).cols > 2;
    if (const auto& naming = record_of(session).naming) cloud.naming = *naming;
    cloud.turns = solid && !lasso_;
    if (method_ != tsne && !solid) {
      const Axis& names = run->tape.node(map).label.cols;
      cloud.x_name = axis_label(names, 0);
      cloud.y_name = axis_label(names, 1);
    }
    const int listed = vectors.words.find(near_.touched());
    if (listed >= 0 && static_cast<std::size_t>(listed) < scene_.words()) cloud.touched = listed;
    if (session.hover.kind == Target::Kind::token && session.hover.sequence == 0 &&
        static_cast<std::size_t>(session.hover.token) < run->tokens[0].size()) {
      const int id =
          vectors.words.find(run->tokens[0][static_cast<std::size_t>(session.hover.token)]);
      if (id >= 0 && static_cast<std::size_t>(id) < scene_.words()) cloud.touched = id;
    }
    CloudCamera& camera = cameras_[method_];
    const CloudTouch touch = draw_point_cloud(ui, cloud, camera, area);
    pointed_ = touch.hovered >= 0 && static_cast<std::size_t>(touch.hovered) < scene_.words()
                   ? std::string(vectors.words[static_cast<std::size_t>(touch.hovered)])
                   : std::string();
    if (touch.clicked >= 0 && !pointed_.empty()) {
      search_.clear();
      choose(session, pointed_);
    }
    if (touch.clicked_nothing || lets_go_) {
      search_.clear();
      lit_ = alone;
    }
    turn_ += 0.01 * static_cast<double>(touch.drag.x / ui.theme.scale);
    tilt_ =
        std::clamp(tilt_ + 0.01 * static_cast<double>(touch.drag.y / ui.theme.scale), -1.5, 1.5);
    if (!touch.lassoed.empty()) {
      std::vector<int> words = touch.lassoed;
      std::erase_if(words, [&](int id) { return static_cast<std::size_t>(id) >= scene_.words(); });
      isolate(words);
    }
    if (solid && !lasso_) {
      ui.canvas.text({area.x + ui.theme.px(10), area.y + ui.theme.px(8)}, "drag to turn",
                     ui.theme.small(), ui.theme.faint_ink);
    }
    return !cloud.lit.empty();
  }

  void draw_nothing(Ui& ui, const Session& session, Rect area) const {
    const Theme& theme = ui.theme;
    ui.canvas.fill(area, theme.panel, theme.px(8));
    std::string words = "Not all of these words are known; choose others at the right.";
    if (method_ == tsne) {
      const ProjectionSnapshotPtr now = session.jobs().projection()->latest();
      words =
          now->state == ProjectionSnapshot::State::failed
              ? now->error
              : fmt::format("Finding the neighbours of all words … {:.0f} %", 100 * now->progress);
    }
    ui.canvas.text_in(area.inset(theme.px(12), 0), words, theme.body(), theme.soft_ink,
                      Align::center);
  }

  // Colours, their legend, and what is shown alone.
  void draw_foot(Ui& ui, Session& session, const WordVectors& vectors, bool lights, Rect area) {
    const Theme& theme = ui.theme;
    Rect row = area.take_top(theme.px(34));
    const float gap = theme.px(8);
    const float colors = colors_.width(ui, vectors, row.w);
    const auto button = [&](const std::string& label, bool on, const char* tip) {
      const float width = ui.canvas.width(label, theme.small()) + theme.px(22);
      if (row.w < width + gap + colors) return false;  // a panel that is closed makes room
      const bool clicked = ui.button(label, row.take_right(width), on, tip);
      row.take_right(gap);
      return clicked;
    };
    CloudCamera& camera = cameras_[method_];
    if (button("Panel", panel_, "The numbers and settings beside the map")) panel_ = !panel_;
    if (camera.free && button("Fit", false, "All words in sight")) camera.free = false;
    const bool alone = static_cast<bool>(record_of(session).alone.map);
    if (scene_.isolated() && button("All", false, "Show all words again")) show_all(session);
    if (!alone && method_ != odd && lit_ &&
        button("Isolate", false, "The word and its neighbours by themselves")) {
      session.post(set_option(word_map_options::alone, 1));
    }
    const auto& groups = record_of(session).groups;
    const bool by_group = colors_.chosen().by == MapColors::By::group;
    if (by_group && groups.others > 0 &&
        button(fmt::format("+{}", groups.others), false, "Other groups in colour: the next six")) {
      session.post(set_option(word_map_options::groups, groups.next));
    }
    if (button("Lasso", lasso_, "Draw a loop: the words in it are shown alone")) lasso_ = !lasso_;
    if (!search_.found().empty() &&
        button("Found", false, "The words that were found are shown alone")) {
      isolate(search_.found());
    }
    colors_.draw(ui, vectors, row);
    row.take_left(theme.px(8));
    std::vector<ColorLegend> legend = scene_.legend();
    for (ColorLegend& group : legend) {
      if (!lights) break;
      group.off = true;  // the words that are lit have colours of their own
      group.color = theme.faint_ink;
    }
    const float wanted = map_legend_width(ui, legend);
    if (legend_below_ != (wanted > row.w)) ui.request_frame();
    legend_below_ = wanted > row.w;
    if (legend_below_) row = area.take_bottom(theme.px(24));
    const int shade = draw_map_legend(ui, legend, row);
    if (shade < 0) return;
    search_.clear();  // its words may be others
    if (by_group) {
      lit_ = false;
      session.post(set_option(word_map_options::group, scene_.group_of(shade)));
      return;
    }
    scene_.isolate_shade(shade);
    camera.free = false;
  }

  void draw_side(Ui& ui, Session& session, Rect area) {
    if (method_ == odd) return panels_.draw_odd(ui, session, pointed_, area);
    if (groups_) return panels_.draw_groups(ui, session, area);
    const Theme& theme = ui.theme;
    // The neighbours all, if that leaves the panel below what it cannot do without.
    // The fields of the axes need so much in any window.
    const float fields = std::min(1.0F, theme.px(232) / std::max(1.0F, area.h));
    const std::array<float, 5> least{0.4F, 0.58F, std::max(0.44F, fields), 0.47F, 0.5F};
    const float list = near_.height(ui, session, method_ == tsne);
    const float usual = std::min(area.h * (method_ == tsne ? 0.6F : 0.56F), theme.px(360));
    Rect panel;
    if (method_ != pca || !record_of(session).alone.map) {
      panel = area.take_bottom(std::clamp(area.h - list, least[method_] * area.h,
                                          std::max(usual, least[method_] * area.h)));
      area.take_bottom(theme.px(12));
    }
    const std::string wanted = near_.draw(ui, session, method_ == tsne, pointed_, area);
    if (!wanted.empty()) choose(session, wanted);
    if (panel.h > 0) draw_panel(ui, session, panel);
  }

  void draw_panel(Ui& ui, Session& session, Rect area) {
    switch (method_) {
      case pca:
        panels_.draw_components(ui, session, area);
        break;
      case tsne:
        if (job_.draw(ui, session, panels_, area)) cameras_[tsne].free = false;
        break;
      case axes:
        panels_.draw_axes(ui, session, area);
        break;
      case plane:
        panels_.draw_plane(ui, session, area);
        break;
      case odd:
        break;
    }
  }

  Method method_ = pca;
  MapPanels panels_;
  MapScene scene_;
  MapNear near_;
  WordSearch search_;
  std::array<CloudCamera, 5> cameras_;
  ColorChoice colors_;
  bool lasso_ = false;
  bool lets_go_ = false;       // Escape was pressed
  bool legend_below_ = false;  // in a row of its own
  bool lit_ = false;           // the chosen word and its neighbours; the rest is grey
  bool panel_ = true;          // the numbers beside the map are seen
  bool groups_ = false;        // the step is about how alike the words of each group are
  std::vector<int> alone_;     // what the option isolates, as the scene was last told
  double turn_ = 0.6, tilt_ = 0.35;
  std::string pointed_;  // a word whose point is hovered
  StepState entered_;
  MapJob job_;
};

const RegisterView registered{
    "word-map",
    [] { return std::unique_ptr<View>(new WordMap); },
    {.state = {state_spec(kMapKey, kMaps, "The map that is drawn"),
               state_switch_spec(kPanelKey, "Whether the numbers stand beside the map"),
               state_spec(kIterationKey, 0, kProjectionIterations, "How far t-SNE has come")}}};

}  // namespace

}  // namespace glassformer
