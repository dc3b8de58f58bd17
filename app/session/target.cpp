#include "app/session/target.h"

#include <algorithm>
#include <utility>

#include "app/session/session.h"

namespace glassformer {

Target cell_of(const Tape& tape, Var var, int row, int col) {
  if (!var) return {};
  return {Target::Kind::cell, tape.node(var).path, row, col, 0, 0};
}

bool is_of(const Target& target, const Tape& tape, Var var) {
  return var && target.path == tape.node(var).path;
}

std::optional<int> repeated_scope(std::string_view path) {
  for (const std::string_view prefix : {"head.", "loop."}) {
    const std::size_t at = path.find(prefix);
    if (at == std::string_view::npos || (at != 0 && path[at - 1] != '.')) continue;
    std::string_view digits = path.substr(at + prefix.size());
    digits = digits.substr(0, digits.find('.'));
    const bool number =
        !digits.empty() && digits.size() <= 6 &&
        std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (number) return std::stoi(std::string(digits)) - 1;
  }
  return std::nullopt;
}

std::string focus_path(const Session& session, int step) {
  const auto& steps = session.lesson().steps;
  if (step < 0 || step >= static_cast<int>(steps.size())) return {};
  std::string path = steps[static_cast<std::size_t>(step)].focus;
  if (const auto number = repeated_scope(path)) {
    const std::string from = std::to_string(*number + 1) + ".";
    const std::size_t at = path.find("." + from) + 1;
    path.replace(at, from.size(), std::to_string(session.head + 1) + ".");
  }
  return path;
}

Var step_focus(const Session& session) {
  return session.run()->tape.find(focus_path(session, session.step));
}

Var stage_focus(const Session& session) {
  for (int step = session.step; step >= 0; --step) {
    const std::string path = focus_path(session, step);
    if (path.empty()) return {};
    if (const Var focus = session.run()->tape.find(path)) return focus;
  }
  return {};
}

}  // namespace glassformer
