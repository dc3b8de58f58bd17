#include "app/own/dragged_things.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "app/session/target.h"
#include "core/scenes/scene.h"

namespace glassformer {

namespace {

// A number that a lesson invites to change, dragged elsewhere.
OwnThing cell_dragged() {
  OwnThing thing;
  thing.name = "a number that was dragged";
  const auto drag = [&](const char* scene, const char* path, CellEdit to) {
    thing.typed[scene] = SetCell{path, to, 1};
  };
  drag("weather-stations", "query", {0, 0, 8});
  drag("results", "training.given", {0, 0, 4});
  drag("loop-and-matrix", "memory.lengths", {3, 0, 300});
  drag("score-functions", "keys", {1, 0, 3});
  drag("thought-vector", "vector", {3, 11, 0.2});
  const auto cells = thing.typed;
  thing.bring = [cells](Session& session) { return cells.contains(session.inputs().scene); };
  return thing;
}

// The number that the inspector shows, one larger; a weight and a gate stay between 0 and 1.
std::optional<Intent> larger(const Session& session) {
  const RunPtr run = session.run();
  if (!session.chosen || session.chosen->kind != Target::Kind::cell || !run) return {};
  const Target& cell = *session.chosen;
  const Var var = run->tape.find(cell.path);
  if (!var) return {};
  const double value = run->tape.value(var)(cell.row, cell.col);
  const bool is_share = run->tape.node(var).label.role == Role::probability;
  return SetCell{cell.path, {cell.row, cell.col, is_share ? 1 - value : value + 1}, 1};
}

// The last cell in the first row of a mask: a key that comes later.
std::optional<Intent> mask_cell(const Session& session) {
  const Tape& tape = session.run()->tape;
  for (const std::string& path : tape.paths()) {
    if (path != "mask" && !path.ends_with(".mask")) continue;
    const Mat& mask = tape.value(tape.find(path));
    return SetCell{path, {0, mask.cols() - 1, mask(0, mask.cols() - 1) > 0 ? 0.0 : 1.0}, 1};
  }
  return {};
}

// The first word stays, and the others come in the reverse order.
std::optional<Intent> order(const Session& session) {
  if (!find_scene(session.inputs().scene)->takes_order) return {};
  std::vector<int> words(session.run()->tokens[0].size());
  std::iota(words.begin(), words.end(), 0);
  if (!words.empty()) std::reverse(words.begin() + 1, words.end());
  return SetOrder{words};
}

std::optional<Intent> order_as_it_was(const Session& session) {
  std::optional<Intent> found = order(session);
  if (found) std::ranges::sort(std::get<SetOrder>(*found).order);
  return found;
}

OwnThing dragged(std::string name, std::optional<Intent> (*drag)(const Session&)) {
  OwnThing thing;
  thing.name = std::move(name);
  thing.drag = drag;
  thing.bring = [](Session&) { return true; };
  return thing;
}

}  // namespace

std::vector<OwnThing> dragged_things() {
  return {cell_dragged(), dragged("the number of the step, dragged", larger),
          dragged("a cell of a mask, changed", mask_cell), dragged("an order of one's own", order),
          dragged("words in the order that they have", order_as_it_was)};
}

}  // namespace glassformer
