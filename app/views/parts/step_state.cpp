#include "app/views/parts/step_state.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

bool StepState::entered(const Session& session) {
  const bool enters = will_enter(session);
  entry_ = session.entry();
  return enters;
}

bool has_come(const Session& session, Var var) {
  if (!var) return false;
  const auto& steps = session.lesson().steps;
  const std::string& path = session.run()->tape.node(var).path;
  const auto end = std::min(static_cast<std::size_t>(session.step) + 1, steps.size());
  if (session.asking() && std::ranges::any_of(steps[end - 1].ask->hide, [&](const Spot& spot) {
        return spot.path == path;
      })) {
    return false;
  }
  if (session.is_changed() || steps.empty()) return true;
  return std::any_of(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](const Step& step) { return step.focus == path; });
}

std::optional<int> state_choice(const Session& session, std::string_view key,
                                std::span<const std::string_view> choices) {
  const auto set = session.view_state.find(key);
  if (set == session.view_state.end()) return std::nullopt;
  const auto* word = std::get_if<std::string>(&set->second);
  const auto found = word ? std::find(choices.begin(), choices.end(), *word) : choices.end();
  if (found == choices.end()) return std::nullopt;
  return static_cast<int>(found - choices.begin());
}

std::optional<int> state_number(const Session& session, std::string_view key) {
  const auto set = session.view_state.find(key);
  if (set == session.view_state.end()) return std::nullopt;
  const auto* number = std::get_if<double>(&set->second);
  if (!number || !(std::abs(*number) < 1e9)) return std::nullopt;  // a file may say anything
  return static_cast<int>(*number);
}

bool state_switch(const Session& session, std::string_view key, bool otherwise) {
  const std::optional<int> set = state_number(session, key);
  return set ? *set != 0 : otherwise;
}

OptionSpec state_spec(std::string_view key, std::span<const std::string_view> choices,
                      std::string_view help) {
  OptionSpec spec;
  spec.name = key;
  spec.label = key;
  spec.help = help;
  spec.kind = OptionSpec::Kind::choice;
  spec.choices.assign(choices.begin(), choices.end());
  if (!spec.choices.empty()) spec.initial = spec.choices.front();
  return spec;
}

OptionSpec state_spec(std::string_view key, int min, int max, std::string_view help) {
  OptionSpec spec;
  spec.name = key;
  spec.label = key;
  spec.help = help;
  spec.kind = OptionSpec::Kind::integer;
  spec.initial = static_cast<double>(min);
  spec.min = min;
  spec.max = max;
  return spec;
}

OptionSpec state_switch_spec(std::string_view key, std::string_view help) {
  OptionSpec spec = state_spec(key, 0, 1, help);
  spec.kind = OptionSpec::Kind::toggle;
  return spec;
}

}  // namespace glassformer
