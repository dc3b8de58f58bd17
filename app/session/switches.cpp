#include "app/session/switches.h"

#include <fmt/format.h>

#include <algorithm>

namespace glassformer {

namespace {

using Kind = OptionSpec::Kind;

// Whether something of the user's is shown in place of what this option names.
bool is_replaced(const Inputs& inputs, const OptionSpec& spec) {
  const Scene* const scene = find_scene(inputs.scene);
  return std::ranges::any_of(scene->slots, [&](const SlotUse& use) {
    return use.stand_in == spec.name && inputs.resources.find(use.name).object() != nullptr;
  });
}

}  // namespace

std::optional<std::string> lit_choice(const Session& session, const OptionSpec& spec) {
  const std::string value = std::get<std::string>(option_value(session.inputs(), spec.name));
  if (std::ranges::find(spec.choices, value) == spec.choices.end()) return {};
  return value;
}

bool is_on(const Session& session, const OptionSpec& spec) {
  return std::get<double>(option_value(session.inputs(), spec.name)) != 0;
}

std::vector<std::string> wrongly_lit(const Session& session) {
  std::vector<std::string> found;
  const Scene* const scene = find_scene(session.inputs().scene);
  if (scene == nullptr) return found;
  for (const OptionSpec& spec : scene->options) {
    if (spec.shown && !spec.shown(session.inputs(), *session.run())) continue;
    const Option shown = option_value(session.shown(), spec.name);
    if (spec.kind == Kind::toggle && is_on(session, spec) != (std::get<double>(shown) != 0)) {
      found.push_back(fmt::format("the switch \"{}\" is not as it is shown", spec.name));
    }
    if (spec.kind != Kind::choice) continue;
    const auto lit = lit_choice(session, spec);
    if (!lit) continue;
    if (*lit != std::get<std::string>(shown) || is_replaced(session.shown(), spec)) {
      found.push_back(fmt::format("the switch \"{}\" is lit at \"{}\", which is not what is shown",
                                  spec.name, *lit));
    }
  }
  return found;
}

}  // namespace glassformer
