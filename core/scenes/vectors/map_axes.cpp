#include <fmt/format.h>

#include "core/embed/search/spelling.h"
#include "core/grad/ops.h"
#include "core/scenes/vectors/map_parts.h"

namespace glassformer {

namespace {

// All numbers, or none and a sentence that says which word is missing.
std::vector<int> find_all(const WordVectors& vectors, const std::vector<std::string>& words,
                          std::string_view what, std::vector<std::string>& missing) {
  std::vector<int> ids;
  for (const std::string& word : words) {
    const int id = vectors.words.find(spelling_of(vectors, word));
    if (id < 0) {
      missing.push_back(
          fmt::format("{}: \"{}\" is not among the {} words", what, word, vectors.words.size()));
      return {};
    }
    ids.push_back(id);
  }
  return ids;
}

// The rows of named words, as the map takes them; on the tape as `name`.
Var record_rows(Run& run, const MapSetup& setup, const std::vector<int>& ids, const char* name,
                const char* symbol) {
  const WordVectors& vectors = *setup.ground->vectors;
  return run.tape.name(
      as_on_map(run.tape, setup, run.tape.input(rows_of(vectors, ids))),
      {name, symbol, Role::input, Axis{"word", names_of(vectors, ids), -1}, setup.dims});
}

// The unit vector from one word to another; empty if a word is missing.
Var record_direction(const Inputs& inputs, const MapSetup& setup, Run& run, const char* option,
                     const char* scope_name, std::vector<std::string>& missing) {
  const std::string written = text(inputs, option);
  const std::vector<std::string> words = two_words(written);
  if (words.empty()) {
    missing.push_back(
        fmt::format("the {} axis, \"{}\", is not of the form \"she - he\"", scope_name, written));
    return {};
  }
  const auto ids =
      find_all(*setup.ground->vectors, words, fmt::format("the {} axis", scope_name), missing);
  if (ids.empty()) return {};
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, scope_name);
  const Axis one{"axis", {words[0] + " − " + words[1]}, -1};
  const Var to = record_rows(run, setup, {ids[0]}, "to", "b");
  const Var from = record_rows(run, setup, {ids[1]}, "from", "a");
  const Var difference =
      tape.name(subtract(tape, to, from), {"difference", "b - a", Role::plain, one, setup.dims});
  return tape.name(unit_rows(tape, difference), {"direction", "\\frac{b - a}{\\| b - a \\|}",
                                                 Role::key_weight, one, setup.dims});
}

}  // namespace

WordMapRecord::Axes record_axes(const Inputs& inputs, const MapSetup& setup, Run& run) {
  WordMapRecord::Axes axes;
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, WordMapRecord::Axes::scope);
  const Var x = record_direction(inputs, setup, run, "map_axis_x", "x", axes.missing);
  const Var y = record_direction(inputs, setup, run, "map_axis_y", "y", axes.missing);
  run.notes.insert(run.notes.end(), axes.missing.begin(), axes.missing.end());
  if (!x || !y) return axes;
  const Axis labels{
      "axis", {tape.node(x).label.rows.labels[0], tape.node(y).label.rows.labels[0]}, -1};
  std::vector<Var> both{x, y};
  const Var directions =
      tape.name(concat_rows(tape, both), {"directions", "U", Role::key_weight, labels, setup.dims});
  tape.name(matmul_nt(tape, setup.words, directions),
            {"coordinates", "v U^{\\top}", Role::output, setup.axis, labels});
  const std::vector<float> none(setup.ground->rows.dim());
  axes.map = name_map(tape, setup, "axes", none, tape.value(directions), labels);
  return axes;
}

WordMapRecord::Plane record_plane(const Inputs& inputs, const MapSetup& setup, Run& run) {
  WordMapRecord::Plane plane;
  const std::vector<std::string> words = listed_words(text(inputs, "map_plane"));
  std::vector<int> ids;
  if (words.size() == 3 || words.size() == 4) {
    ids = find_all(*setup.ground->vectors, words, "the plane", plane.missing);
  } else {
    plane.missing.emplace_back(
        "the plane of an analogy needs three or four words: man king woman queen");
  }
  run.notes.insert(run.notes.end(), plane.missing.begin(), plane.missing.end());
  if (ids.empty()) return plane;
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, WordMapRecord::Plane::scope);
  const Var rows = record_rows(run, setup, ids, "words", "W");
  const Axis named = tape.node(rows).label.rows;
  const Var a = slice_rows(tape, rows, 0, 1);
  const Var across = tape.name(subtract(tape, slice_rows(tape, rows, 1, 1), a),
                               {"first", "b - a", Role::plain, numbered(""), setup.dims});
  const Var up = tape.name(subtract(tape, slice_rows(tape, rows, 2, 1), a),
                           {"second", "c - a", Role::plain, numbered(""), setup.dims});
  const Var x =
      tape.name(unit_rows(tape, across), {"x", "x", Role::key_weight, numbered(""), setup.dims});
  const Var along = tape.name(matmul_nt(tape, up, x), {"along", "(c - a) x^{\\top}", Role::score,
                                                       numbered(""), numbered("")});
  const Var rest = tape.name(
      subtract(tape, up, matmul(tape, along, x)),
      {"rest", "(c - a) - \\mathrm{along} \\cdot x", Role::plain, numbered(""), setup.dims});
  const Var y =
      tape.name(unit_rows(tape, rest), {"y", "y", Role::key_weight, numbered(""), setup.dims});
  const Axis labels{"axis", {words[1] + " − " + words[0], "across it, to " + words[2]}, -1};
  std::vector<Var> both{x, y};
  const Var axes =
      tape.name(concat_rows(tape, both), {"axes", "U", Role::key_weight, labels, setup.dims});
  // b − a + c, where the fourth word should be
  const Var target = add(tape, across, slice_rows(tape, rows, 2, 1));
  std::vector<Var> corners{rows, target};
  Axis with_target = named;
  with_target.labels.push_back(fmt::format("{} − {} + {}", words[1], words[0], words[2]));
  const Var centred = tape.name(add_row(tape, concat_rows(tape, corners), scale(tape, a, -1)),
                                {"centred", "v - a", Role::input, with_target, setup.dims});
  plane.words = rows;
  plane.coordinates =
      tape.name(matmul_nt(tape, centred, axes),
                {"coordinates", "(v - a) U^{\\top}", Role::output, with_target, labels});
  plane.map = name_map(tape, setup, "plane", tape.value(a).row(0), tape.value(axes), labels);
  return plane;
}

}  // namespace glassformer
