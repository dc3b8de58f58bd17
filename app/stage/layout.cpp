#include "app/stage/layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/stage/own_parts.h"
#include "core/text/nearest.h"

namespace glassformer {

namespace {

constexpr PartSpec kMatrixPart{.name = {}, .side = PartSpec::Side::right, .share = 0.3F};

const PartSpec& spec_of(const ViewTraits& view, const std::string& part) {
  const auto found = std::ranges::find(view.parts, part, &PartSpec::name);
  return found == view.parts.end() ? kMatrixPart : *found;
}

}  // namespace

std::vector<Standing> lay_out_stage(const Places& places, const ViewTraits& view, Rect area,
                                    float gap) {
  std::vector<Standing> standing;
  const auto place = [&](const std::string& part, StagePlace where, Rect rect) {
    standing.push_back({part, where, rect});
  };
  Rect side, under;
  if (!places.side.empty()) {
    const PartSpec& spec = spec_of(view, places.side);
    const float wide = spec.share * area.w;
    const bool left = spec.side == PartSpec::Side::left;
    side = left ? area.take_left(wide) : area.take_right(wide);
    left ? area.take_left(gap) : area.take_right(gap);
  }
  if (!places.under.empty()) {
    under = area.take_bottom(spec_of(view, places.under).share * area.h);
    area.take_bottom(gap);
  }
  place(places.hero, StagePlace::hero, area);
  if (!places.side.empty()) place(places.side, StagePlace::side, side);
  if (!places.under.empty()) place(places.under, StagePlace::under, under);
  return standing;
}

std::vector<std::string> check_places(const Lesson& lesson, int step, const Run& run) {
  std::vector<std::string> sentences;
  const bool begins = step == 0;
  const Places& set = lesson.steps[static_cast<std::size_t>(step)].new_scene;
  const Places& places = begins && set.empty() ? lesson.places : set;
  if (places.empty()) return sentences;
  const ViewTraits& view = view_traits(lesson.view);
  for (const auto& [key, part] :
       {std::pair{"hero", places.hero}, {"side", places.side}, {"under", places.under}}) {
    if (part.empty() || is_own_part(part) || run.tape.find(part)) continue;
    std::vector<std::string> names{std::string(kFocusPart), std::string(kEquationPart)};
    for (const PartSpec& spec : view.parts) names.emplace_back(spec.name);
    if (std::ranges::find(names, part) != names.end()) continue;
    sentences.push_back(fmt::format("{}.{}: there is no part and no matrix \"{}\"{}",
                                    &places == &set ? "new_scene" : "places", key, part,
                                    instead_of(part, "parts are", names)));
  }
  return sentences;
}

}  // namespace glassformer
