#include "app/stage/stage.h"

#include <algorithm>

#include "app/stage/own_parts.h"
#include "app/widgets/motion.h"
#include "core/lesson/stage.h"

namespace glassformer {

namespace {

constexpr double kGlide = 0.45;  // seconds
constexpr float kGap = 24;       // px at scale 1 between two places

Rect between(const Rect& a, const Rect& b, float t) {
  const auto mix = [t](float from, float to) { return from + (to - from) * t; };
  return {mix(a.x, b.x), mix(a.y, b.y), mix(a.w, b.w), mix(a.h, b.h)};
}

}  // namespace

void Stage::skip() {
  begun_ = -1e9;
  equation_.skip();
}

void Stage::follow_scene(Ui& ui, const Session& session, Rect area) {
  const Places& places = stage_places(session.lesson(), session.step);
  const bool same_lesson = lesson_ == session.lesson().id;
  if (same_lesson && places == places_ && area == area_) return;
  // A window that is made larger carries its parts along; another lesson begins as it is.
  const bool glides = same_lesson && !(places == places_) && area == area_ && moves(ui);
  before_ = glides ? standing_ : std::vector<Standing>{};
  begun_ = glides ? ui.input.time : -1e9;
  standing_ = lay_out_stage(places, view_traits(session.lesson().view), area, ui.theme.px(kGap));
  lesson_ = session.lesson().id;
  places_ = places;
  area_ = area;
}

// What stays in the picture moves to its new place; what is new grows out of who stood there.
Rect Stage::gliding(Ui& ui, const Standing& standing) {
  const double share = (ui.input.time - begun_) / kGlide;
  if (share >= 1 || before_.empty() || !moves(ui)) return standing.rect;
  ui.request_frame();
  const auto was = std::ranges::find(before_, standing.part, &Standing::part);
  const auto stood = std::ranges::find(before_, standing.place, &Standing::place);
  const Rect from = was != before_.end() ? was->rect
                    : stood != before_.end()
                        ? stood->rect
                        : standing.rect.inset(0.2F * standing.rect.w, 0.2F * standing.rect.h);
  return between(from, standing.rect, eased(share));
}

std::vector<std::string> Stage::draw_matrix_part(Ui& ui, Session& session, Var var,
                                                 const Standing& standing) {
  if (!var) return {};
  MatrixPanel::Options options;
  options.fills = standing.place == StagePlace::hero;
  options.largest = options.fills ? 1000 : 64;
  matrices_.draw(ui, session, var, standing.rect, options);
  return {session.run()->tape.node(var).path};
}

std::vector<std::string> Stage::draw_part(Ui& ui, Session& session, View& view,
                                          const Standing& standing) {
  const std::vector<PartSpec>& known = view_traits(session.lesson().view).parts;
  const auto has = [&](std::string_view part) {
    return std::ranges::find(known, part, &PartSpec::name) != known.end();
  };
  if (standing.part == kEquationPart) {
    // Lines between the tokens stand in for the matrices.
    if (session.lines && has(lines_key) && !session.run()->sites.empty())
      return view.draw_part(ui, session, lines_key, standing.rect);
    equation_.fill(ui, session, standing.rect);
    built_ = std::min(built_, equation_.built());
    return {focus_path(session, session.step)};
  }
  if (standing.part == kFocusPart) {
    return draw_matrix_part(ui, session, stage_focus(session), standing);
  }
  if (has(standing.part)) {
    return view.draw_part(ui, session, standing.part, standing.rect);
  }
  return draw_matrix_part(ui, session, session.run()->tape.find(standing.part), standing);
}

void Stage::draw(Ui& ui, Session& session, View& view, Rect area, float hero_scale) {
  follow_scene(ui, session, area);
  built_ = 1;
  parts_.clear();
  view.begin_parts(ui, session);
  matrices_.begin(ui, session);
  for (Standing standing : standing_) {
    standing.rect = gliding(ui, standing);
    DrawnPart drawn{standing, {}, ui.canvas.commands().size(), 0};
    const float scale = ui.theme.scale;
    if (standing.place == StagePlace::hero) ui.theme.scale *= hero_scale;
    ui.drawn.in_part(standing.part);
    drawn.shows = draw_part(ui, session, view, standing);
    ui.theme.scale = scale;
    drawn.last = ui.canvas.commands().size();
    parts_.push_back(std::move(drawn));
  }
  ui.drawn.in_part({});
  matrices_.end(ui, session);
  view.end_parts(ui, session);
  built_ = std::min({built_, matrices_.built(), view.built()});
}

}  // namespace glassformer
