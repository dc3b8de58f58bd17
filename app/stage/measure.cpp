#include "app/stage/measure.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "app/stage/own_parts.h"
#include "app/views/view.h"
#include "app/widgets/unite.h"

namespace glassformer {

namespace {

constexpr int kTiles = 8;        // each way
constexpr float kArea = 0.45F;   // of the stage, that a hero covers
constexpr float kExtent = 0.9F;  // of its height or width, where the hero keeps its shape
constexpr float kGround = 0.9F;  // of the part: a fill that large is its ground
constexpr int kAlong = 64;       // points at which a curve is looked at

bool is_digits(const Command& command) {
  if (command.type.face == Face::number) return true;
  const bool any = std::ranges::any_of(command.text, [](char c) { return c >= '0' && c <= '9'; });
  return any && command.text.find_first_not_of("0123456789.,-+%× ") == std::string::npos;
}

bool is_formula(Face face) {
  return face == Face::math || face == Face::math_upright || face == Face::math_bold;
}

Vec on_bezier(const std::vector<Vec>& p, float t) {
  const float u = 1 - t;
  return p[0] * (u * u * u) + p[1] * (3 * u * u * t) + p[2] * (3 * u * t * t) + p[3] * (t * t * t);
}

// Points on what is drawn, close enough together that no tile is missed.
template <class Visit>
void along(const Command& command, Visit visit) {
  const std::vector<Vec>& points = command.points;
  if (command.kind == Command::Kind::bezier) {
    for (int i = 0; i <= kAlong; ++i) {
      visit(on_bezier(points, static_cast<float>(i) / static_cast<float>(kAlong)));
    }
    return;
  }
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    for (int i = 0; i <= kAlong; ++i) {
      const float t = static_cast<float>(i) / static_cast<float>(kAlong);
      visit(points[k] + (points[k + 1] - points[k]) * t);
    }
  }
}

Rect bounds_of(const Command& command) {
  Rect box = command.rect;
  if (!command.points.empty()) {
    box = {};
    const float half = std::max(0.5F, command.thickness / 2);
    along(command, [&](Vec at) {
      box = unite(box, {at.x - half, at.y - half, 2 * half, 2 * half});
    });
  }
  return intersect(box, command.clip);
}

void note(std::array<float, 2>& range, float size) {
  range[0] = range[0] == 0 ? size : std::min(range[0], size);
  range[1] = std::max(range[1], size);
}

// Of the words of an axis, how many more there are than texts that name them.
int unnamed(const Axis& axis, const std::map<std::string, int>& texts) {
  if (axis.sequence < 0) return 0;  // no words
  std::map<std::string, int> words;
  for (const std::string& word : axis.labels) ++words[word];
  int count = 0;
  for (const auto& [word, times] : words) {
    const auto found = texts.find(word);
    count += std::max(0, times - (found == texts.end() ? 0 : found->second));
  }
  return count;
}

// A row is named at its height, a column above or below its cells. Where it is not known where the
// cells lie, the names may stand anywhere.
int dropped(const DrawnFrame& frame, const DrawnPart& part, const Tape& tape) {
  int count = 0;
  for (const std::string& path : part.shows) {
    const Var var = tape.find(path);
    if (!var) continue;
    Rect box;
    bool transposed = false;
    for (const DrawnCells& drawn : frame.cells.all()) {
      if (drawn.path != path || drawn.part != part.standing.part) continue;
      box = unite(box, drawn.rect);
      transposed = drawn.transposed;
    }
    std::map<std::string, int> beside, above, anywhere;
    const auto& all = frame.canvas.commands();
    for (std::size_t i = part.first; i < std::min(part.last, all.size()); ++i) {
      if (all[i].kind != Command::Kind::text || all[i].layer != 0) continue;
      const Vec at = all[i].rect.center();
      const bool level = at.y >= box.y && at.y < box.bottom();
      ++anywhere[all[i].text];
      if (level) ++beside[all[i].text];
      if (!level && at.x >= box.x && at.x < box.right()) ++above[all[i].text];
    }
    const Label& label = tape.node(var).label;
    const bool known = box.h > 0;
    count += unnamed(transposed ? label.cols : label.rows, known ? beside : anywhere) +
             unnamed(transposed ? label.rows : label.cols, known ? above : anywhere);
  }
  return count;
}

double rounded(float x) {
  return std::round(static_cast<double>(x) * 10) / 10;
}

nlohmann::json in_json(const std::array<float, 2>& range) {
  return {rounded(range[0]), rounded(range[1])};
}

nlohmann::json in_json(const Rect& r) {
  return {rounded(r.x), rounded(r.y), rounded(r.w), rounded(r.h)};
}

// Where the cells of each matrix lie that is seen.
std::map<std::string, Rect> boxes_of(const CellRegistry& cells) {
  std::map<std::string, Rect> boxes;
  for (const DrawnCells& drawn : cells.all()) {
    Rect& box = boxes[drawn.path];
    box = unite(box, drawn.seen);
  }
  std::erase_if(boxes, [](const auto& box) { return box.second.w <= 0 || box.second.h <= 0; });
  return boxes;
}

const char* name_of(StagePlace place) {
  return place == StagePlace::hero ? "hero" : place == StagePlace::side ? "side" : "under";
}

bool keeps_shape(const Session& session, const std::string& part) {
  const std::vector<PartSpec>& known = view_traits(session.lesson().view).parts;
  const auto found = std::ranges::find(known, part, &PartSpec::name);
  return found != known.end() ? found->keeps_shape : part != kEquationPart;
}

}  // namespace

bool is_mark(const Command& command, const Theme& theme, Rect part) {
  using Kind = Command::Kind;
  if (command.kind == Kind::text || command.kind == Kind::frame) return false;
  const auto same = [&](Color color) {
    return command.color.r == color.r && command.color.g == color.g && command.color.b == color.b;
  };
  if (same(theme.rule) || same(theme.page) || same(theme.panel)) return false;
  const bool fill = command.kind == Kind::fill;
  return !fill || command.rect.w * command.rect.h < kGround * part.w * part.h;
}

PartMeasure measure_part(const DrawnFrame& frame, const DrawnPart& part, const Tape& tape) {
  PartMeasure measure;
  const Theme& theme = frame.theme;
  const auto& all = frame.canvas.commands();
  const Rect place = part.standing.rect;
  for (std::size_t i = part.first; i < std::min(part.last, all.size()); ++i) {
    const Command& command = all[i];
    if (command.layer != 0) continue;
    const bool text = command.kind == Command::Kind::text;
    // The indices of a formula are small by right.
    if (text && !is_formula(command.type.face))
      note(is_digits(command) ? measure.digit_px : measure.text_px, command.type.size);
    if (text || is_mark(command, theme, place))
      measure.drawn = unite(measure.drawn, bounds_of(command));
  }
  std::array<bool, kTiles * kTiles> held{};
  const Rect box = measure.drawn;
  const auto tile = [&](float at, float from, float size) {
    return std::clamp(static_cast<int>((at - from) / size * kTiles), 0, kTiles - 1);
  };
  for (std::size_t i = part.first; i < std::min(part.last, all.size()) && box.w > 0; ++i) {
    const Command& command = all[i];
    if (command.layer != 0 || !is_mark(command, theme, place)) continue;
    const auto hold = [&](Vec at) {
      if (!box.contains(at) || !command.clip.contains(at)) return;
      held[static_cast<std::size_t>(tile(at.y, box.y, box.h) * kTiles + tile(at.x, box.x, box.w))] =
          true;
    };
    if (!command.points.empty()) {
      along(command, hold);
      continue;
    }
    const Rect seen = intersect(bounds_of(command), box);
    if (seen.w <= 0 || seen.h <= 0) continue;
    for (int r = tile(seen.y, box.y, box.h); r <= tile(seen.bottom() - 0.01F, box.y, box.h); ++r)
      for (int c = tile(seen.x, box.x, box.w); c <= tile(seen.right() - 0.01F, box.x, box.w); ++c)
        held[static_cast<std::size_t>(r * kTiles + c)] = true;
  }
  measure.tiles = static_cast<int>(std::ranges::count(held, true));
  measure.dropped_labels = dropped(frame, part, tape);
  return measure;
}

std::string held_by(const PartMeasure& measure, Rect stage, bool keeps_shape,
                    const std::string& reason) {
  const Rect& box = measure.drawn;
  if (box.w * box.h >= kArea * stage.w * stage.h) return "area";
  if (keeps_shape && box.h >= kExtent * stage.h) return "height";
  if (keeps_shape && box.w >= kExtent * stage.w) return "width";
  return reason;
}

std::string layout_json(const StageFrame& frame) {
  auto list = nlohmann::json::array();
  const Session& session = frame.session;
  const auto& steps = session.lesson().steps;
  const std::string reason =
      steps.empty() ? std::string{} : steps[static_cast<std::size_t>(session.step)].small;
  for (const DrawnPart& part : frame.parts) {
    const PartMeasure measure =
        measure_part({frame.canvas, frame.theme, frame.cells}, part, session.run()->tape);
    const bool hero = part.standing.place == StagePlace::hero;
    nlohmann::json one{{"part", part.standing.part},
                       {"shows", part.shows},
                       {"place", name_of(part.standing.place)},
                       {"hero", hero},
                       {"rect", in_json(part.standing.rect)},
                       {"drawn", in_json(measure.drawn)},
                       {"tiles", measure.tiles},
                       {"text_px", in_json(measure.text_px)},
                       {"digit_px", in_json(measure.digit_px)},
                       {"dropped_labels", measure.dropped_labels}};
    if (hero)
      one["held"] = held_by(measure, frame.stage, keeps_shape(session, part.standing.part), reason);
    list.push_back(std::move(one));
  }
  if (frame.parts.empty()) {
    const std::string focus = focus_path(session, session.step);
    for (const auto& [path, box] : boxes_of(frame.cells)) {
      PartMeasure measure;
      measure.drawn = box;
      nlohmann::json one{{"part", path},
                         {"shows", {path}},
                         {"hero", path == focus},
                         {"rect", in_json(box)},
                         {"drawn", in_json(box)}};
      if (path == focus) one["held"] = held_by(measure, frame.stage, true, reason);
      list.push_back(std::move(one));
    }
  }
  return nlohmann::json{{"stage", in_json(frame.stage)}, {"line", frame.line}, {"parts", list}}
      .dump();
}

}  // namespace glassformer
