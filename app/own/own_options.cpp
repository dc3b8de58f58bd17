#include "app/own/own_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "app/session/intent.h"
#include "core/scenes/scene.h"

namespace glassformer {

namespace {

using Kind = OptionSpec::Kind;

// Numbers that are tried are small: a run of a million tokens says no more than one of sixteen.
constexpr double kMost = 16;

// What is set by buttons or typed beside the field that own_things() types into.
const std::map<std::string_view, std::string_view> kTyped{
    {"head_scale", "decoder.0.1=0"},
    {"first", "gru-luong"},
    {"second", "gru-bahdanau"},
    {"third", "en-de"},
    {"head", "cross.0.2"},
    {"prefix", "La"},
    {"pair", "queen king"},
    {"near", "good"},
    {"numbers", "31 + 8"},
    {"moved", "captain"},
    {"question", "dog dogs cat cats"},
    {"pairs", "dog cat 9; sun moon 5; tea lion 1"}};

std::string written(const Option& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr ? *text : fmt::format("{:g}", std::get<double>(value));
}

std::vector<Option> other_values(const OptionSpec& spec) {
  std::vector<Option> values;
  switch (spec.kind) {
    case Kind::choice:
      for (const std::string& one : spec.choices) values.emplace_back(one);
      break;
    case Kind::toggle:
      values = {0.0, 1.0};
      break;
    case Kind::number:
    case Kind::integer: {
      const double initial = std::get<double>(spec.initial);
      values = {spec.min,
                std::clamp(2 * initial, spec.min, std::max(spec.min, std::min(spec.max, kMost)))};
      break;
    }
    case Kind::text:  // words are for own_things(), which types some
      if (const auto found = kTyped.find(spec.name); found != kTyped.end()) {
        values.emplace_back(std::string(found->second));
      }
      break;
  }
  return values;
}

// The lesson itself, where nothing is brought.
OwnThing nothing() {
  OwnThing thing;
  thing.bring = [](Session&) { return true; };
  return thing;
}

const OwnThing* first_of(const Lesson& lesson, const std::vector<OwnThing>& things) {
  Session session({lesson});
  for (const OwnThing& thing : things) {
    session.open(lesson);
    session.settle(0);
    // Words that are typed would take the option's place.
    if (thing.typed.empty() && thing.bring(session)) return &thing;
  }
  return nullptr;
}

}  // namespace

std::vector<OwnThing> own_options(const Lesson& lesson, const std::vector<OwnThing>& things) {
  std::vector<OwnThing> all;
  const OwnThing* const beside = first_of(lesson, things);
  for (const OptionSpec& spec : find_scene(lesson.inputs.scene)->options) {
    for (const Option& value : other_values(spec)) {
      const std::string name = fmt::format("{} = {}", spec.name, written(value));
      const auto set = [&](OwnThing with, std::string called) {
        with.name = std::move(called);
        with.typed = {{lesson.inputs.scene, SetOption{spec.name, value, 1}}};
        with.is_option = true;
        all.push_back(std::move(with));
      };
      set(nothing(), name);
      if (beside != nullptr) set(*beside, name + " and " + beside->name);
    }
  }
  return all;
}

}  // namespace glassformer
