#include "core/scenes/scene.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <optional>
#include <set>
#include <utility>

#include "core/grad/reuse.h"
#include "core/scenes/change.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"

namespace glassformer {

namespace {

std::vector<const Scene*>& table() {
  static std::vector<const Scene*> scenes;  // filled before main, in any order; kept sorted
  return scenes;
}

const Scene& scene_of(const Inputs& inputs) {
  if (const Scene* scene = find_scene(inputs.scene)) return *scene;
  std::vector<std::string_view> names;
  for (const Scene* scene : all_scenes()) names.push_back(scene->name);
  throw UserError(fmt::format("there is no model \"{}\"; the models are: {}", inputs.scene,
                              fmt::join(names, ", ")));
}

const OptionSpec& spec_of(const Scene& scene, std::string_view option) {
  std::vector<std::string_view> names;
  for (const OptionSpec& spec : scene.options) {
    if (spec.name == option) return spec;
    names.push_back(spec.name);
  }
  throw UserError(fmt::format("{}: there is no option \"{}\"; the options are: {}", scene.name,
                              option, fmt::join(names, ", ")));
}

[[noreturn]] void out_of_range(const Scene& scene, const OptionSpec& spec, double value) {
  const char* kind = spec.kind == OptionSpec::Kind::integer ? "a whole number" : "a number";
  throw UserError(fmt::format("{}: {} = {} cannot be: it must be {} from {} to {}", scene.name,
                              spec.name, value, kind, spec.min, spec.max));
}

void check_number(const Scene& scene, const OptionSpec& spec, double value) {
  if (spec.kind == OptionSpec::Kind::toggle) {
    if (value == 0 || value == 1) return;
    throw UserError(fmt::format("{}: {} = {} cannot be: it is a switch, 0 (off) or 1 (on)",
                                scene.name, spec.name, value));
  }
  const bool whole = spec.kind != OptionSpec::Kind::integer || value == std::floor(value);
  if (!(value >= spec.min && value <= spec.max) || !whole) out_of_range(scene, spec, value);
}

void check_choice(const Scene& scene, const OptionSpec& spec, const std::string& value) {
  if (std::find(spec.choices.begin(), spec.choices.end(), value) != spec.choices.end()) return;
  throw UserError(fmt::format("{}: {} = \"{}\" cannot be: it must be one of {}", scene.name,
                              spec.name, value, fmt::join(spec.choices, ", ")));
}

// The option as it stands, checked for kind and range.
const Option& checked(const Inputs& inputs, const Scene& scene, const OptionSpec& spec) {
  const auto found = inputs.options.find(spec.name);
  if (found == inputs.options.end()) return spec.initial;
  const bool words = spec.kind == OptionSpec::Kind::choice || spec.kind == OptionSpec::Kind::text;
  if (const double* value = std::get_if<double>(&found->second)) {
    if (spec.kind == OptionSpec::Kind::text) {
      throw UserError(
          fmt::format("{}: {} = {} cannot be: it must be a text", scene.name, spec.name, *value));
    }
    if (words) {
      throw UserError(fmt::format("{}: {} = {} cannot be: it must be one of {}", scene.name,
                                  spec.name, *value, fmt::join(spec.choices, ", ")));
    }
    check_number(scene, spec, *value);
  } else {
    const std::string& word = std::get<std::string>(found->second);
    if (!words) {
      throw UserError(fmt::format("{}: {} = \"{}\" cannot be: it must be a number from {} to {}",
                                  scene.name, spec.name, word, spec.min, spec.max));
    }
    if (spec.kind == OptionSpec::Kind::choice) check_choice(scene, spec, word);
  }
  return found->second;
}

void check_order(const std::vector<int>& order, const Scene& scene) {
  std::vector<int> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i] == static_cast<int>(i)) continue;
    throw UserError(
        fmt::format("{}: the order {} is no permutation: it holds each number from 0 to "
                    "{} once",
                    scene.name, fmt::join(order, " "), order.size() - 1));
  }
}

void check(const Inputs& inputs, const Scene& scene) {
  for (const auto& [name, value] : inputs.options) checked(inputs, scene, spec_of(scene, name));
  for (const auto& [name, leaf] : inputs.given) {
    if (std::find(scene.givens.begin(), scene.givens.end(), name) == scene.givens.end()) {
      throw UserError(fmt::format("{}: \"{}\" cannot be given; what can be given is: {}",
                                  scene.name, name, fmt::join(scene.givens, ", ")));
    }
    if (!leaf || leaf->value.empty()) {
      throw UserError(
          fmt::format("{}: the given \"{}\" is an empty matrix; it needs at least one "
                      "row and one column",
                      scene.name, name));
    }
  }
  for (int which = scene.sentences; which < 2; ++which) {
    if (!inputs.text[static_cast<std::size_t>(which)].empty()) {
      throw UserError(fmt::format("{} takes {} sentence{}; sentence {} must be left out",
                                  scene.name, scene.sentences, scene.sentences == 1 ? "" : "s",
                                  which + 1));
    }
  }
  if (!inputs.order.empty() && !scene.takes_order) {
    throw UserError(
        fmt::format("{} cannot shuffle its tokens; use the model permutation", scene.name));
  }
  check_order(inputs.order, scene);
  if (!scene.cells_stay.empty() && !inputs.edits.empty()) {
    throw UserError(fmt::format("{}: {}", scene.name, scene.cells_stay));
  }
}

void check_edits(const Run& run, const Scene& scene) {
  const std::vector<std::string> unused = run.tape.unused_edits();
  if (unused.empty()) return;
  throw UserError(
      fmt::format("{}: no matrix is named \"{}\", so its cells cannot be set; the "
                  "matrices are: {}",
                  scene.name, unused.front(), fmt::join(run.tape.paths(), ", ")));
}

// The pass, until its device is done; where that fails in the end, the CPU does all of it. The last
// note says why a pass that was to be computed on a device was not.
Run computed(const Scene& scene, const Inputs& inputs) {
  Run made = scene.run(inputs);
  const auto backend = current_backend();
  if (!backend) return made;
  made.on_device = made.tape.on_device();
  std::string failure = made.tape.device_failure();
  try {
    backend->finish();
  } catch (const DeviceError& error) {
    const OnBackend on_cpu(nullptr);
    made = scene.run(inputs);
    made.on_device = false;
    failure = error.what();
  }
  if (!failure.empty()) made.notes.push_back(failure);
  return made;
}

bool is_weights(const Tape& tape, Var var) {
  return var && tape.node(var).label.role == Role::probability;
}

// The position that a row gives all of its weight to, if the row is set whole.
std::optional<int> looked_at(const std::vector<CellEdit>& cells, int row) {
  std::set<int> set;
  std::optional<int> one;
  for (const CellEdit& cell : cells) {
    if (cell.row != row) continue;
    set.insert(cell.col);
    if (cell.value == 0) continue;
    if (cell.value != 1 || one) return {};
    one = cell.col;
  }
  return !set.empty() && *set.rbegin() + 1 == static_cast<int>(set.size()) ? one : std::nullopt;
}

// A row of weights that is all on one position says "look there", which a sentence of any length
// can be told: where it has no such row or position, it is the first one, as in a step's "5|0".
std::vector<CellEdit> looks(const std::vector<CellEdit>& cells, Shape shape) {
  std::set<int> rows;
  for (const CellEdit& cell : cells) rows.insert(cell.row);
  std::vector<CellEdit> fitted;
  for (const int row : rows) {
    const std::optional<int> one = looked_at(cells, row);
    const bool is_there = row < shape.rows;
    if (!one || shape.rows == 0 || (!is_there && rows.contains(0))) continue;
    const int at = *one < shape.cols ? *one : 0;
    for (int c = 0; c < shape.cols; ++c) {
      fitted.push_back({is_there ? row : 0, c, c == at ? 1.0 : 0.0});
    }
  }
  return fitted;
}

// What is left of a lesson's edits on other words. A weight was set for the words of the lesson: on
// others it would mean nothing, and its row would no longer sum to 1.
Edits on_other_words(const Edits& edits, const Tape& tape, bool others_have_room) {
  Edits kept;
  for (const auto& [path, cells] : edits) {
    const Var var = tape.find(path);
    if (!is_weights(tape, var)) {
      if (others_have_room) kept[path] = cells;
    } else if (std::vector<CellEdit> fitted = looks(cells, tape.shape(var)); !fitted.empty()) {
      kept[path] = std::move(fitted);
    }
  }
  return kept;
}

Inputs with_edits_below(const Inputs& inputs, const Edits& below) {
  Inputs with = inputs;
  with.optional_edits.clear();
  with.edits = below;
  for (const auto& [path, cells] : inputs.edits) {
    for (const CellEdit& cell : cells) set_cell(with, path, cell);
  }
  return with;
}

RunPtr run_if_room(const Inputs& inputs, const RunPtr& earlier) {
  try {
    return run(inputs, earlier);
  } catch (const UserError&) {
    return nullptr;
  }
}

RunPtr run_on_other_words(const Inputs& inputs, const RunPtr& earlier) {
  const Edits& wanted = inputs.optional_edits;
  const RunPtr all = run_if_room(with_edits_below(inputs, wanted), earlier);
  const RunPtr made = all ? all : run(with_edits_below(inputs, {}), earlier);
  const Edits kept = on_other_words(wanted, made->tape, all != nullptr);
  if (kept == (all ? wanted : Edits{})) return made;
  const RunPtr fitted = run_if_room(with_edits_below(inputs, kept), earlier);
  return fitted ? fitted : run(with_edits_below(inputs, {}), earlier);
}

}  // namespace

RegisterScene::RegisterScene(Scene added) {
  static std::deque<Scene> kept;  // they stay where they are
  const Scene* scene = &kept.emplace_back(std::move(added));
  std::vector<const Scene*>& scenes = table();
  const auto place = std::ranges::lower_bound(scenes, scene->name, {}, &Scene::name);
  scenes.insert(place, scene);
}

std::span<const Scene* const> all_scenes() {
  return table();
}

const Scene* find_scene(std::string_view name) {
  for (const Scene* scene : all_scenes()) {
    if (scene->name == name) return scene;
  }
  return nullptr;
}

RunPtr run(const Inputs& inputs, const RunPtr& earlier) {
  if (!inputs.optional_edits.empty()) return run_on_other_words(inputs, earlier);
  const Scene& scene = scene_of(inputs);
  check(inputs, scene);
  const auto begin = std::chrono::steady_clock::now();
  Run made = [&] {
    const LimitedMemory limited;
    const Reuse reuse(earlier ? std::shared_ptr<const Tape>(earlier, &earlier->tape) : nullptr);
    return computed(scene, inputs);
  }();
  const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
  made.milliseconds = spent.count();
  made.cells_stay = !scene.cells_stay.empty();
  check_edits(made, scene);
  return std::make_shared<const Run>(std::move(made));
}

double number(const Inputs& inputs, std::string_view option) {
  return std::get<double>(option_value(inputs, option));
}

Option option_value(const Inputs& inputs, std::string_view option) {
  const Scene& scene = scene_of(inputs);
  return checked(inputs, scene, spec_of(scene, option));
}

std::string choice(const Inputs& inputs, std::string_view option) {
  return text(inputs, option);
}

std::string text(const Inputs& inputs, std::string_view option) {
  return std::get<std::string>(option_value(inputs, option));
}

const SlotUse* slot_use(const Inputs& inputs, std::string_view slot) {
  const Scene* scene = find_scene(inputs.scene);
  if (scene == nullptr) return nullptr;
  for (const SlotUse& use : scene->slots) {
    if (use.name == slot) return &use;
  }
  return nullptr;
}

}  // namespace glassformer
