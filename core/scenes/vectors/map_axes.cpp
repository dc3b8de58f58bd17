#include <fmt/format.h>

#include "core/embed/search/spelling.h"
#include "core/grad/ops.h"
#include "core/scenes/vectors/map_parts.h"
#include "core/text/number_of.h"
#include "core/text/word_list.h"

namespace glassformer {

namespace {

// One end of an axis: a word, or the mean of several.
Var record_end(const MapSetup& setup, Run& run, const std::vector<int>& ids, const char* name,
               const char* symbol) {
  if (ids.size() == 1) return record_rows(run, setup, ids, name, symbol);
  const Var words = record_rows(run, setup, ids, fmt::format("{}_words", name).c_str(), "W");
  return run.tape.name(mean_rows(run.tape, words),
                       {name, symbol, Role::input, numbered(""), setup.dims});
}

// The words of an end: what is written there as one word if there is such, else as a list.
std::vector<std::string> words_of_end(const WordVectors& vectors, const std::string& written) {
  if (!spelling_of(vectors, written).empty()) return {written};
  return listed_words(written);
}

// The unit vector from one end to the other; empty if a word is missing.
Var record_direction(const Inputs& inputs, const MapSetup& setup, Run& run, const char* option,
                     const char* scope_name, std::vector<std::string>& missing) {
  const std::string written = text(inputs, option);
  const std::vector<std::string> ends = two_words(written);
  if (ends.empty()) {
    missing.push_back(
        fmt::format("the {} axis, \"{}\", is not of the form \"she - he\"", scope_name, written));
    return {};
  }
  const WordVectors& vectors = *setup.ground->vectors;
  const std::string what = fmt::format("the {} axis", scope_name);
  const std::vector<std::string> high = words_of_end(vectors, ends[0]),
                                 low = words_of_end(vectors, ends[1]);
  const auto to_ids = find_all(vectors, high, what, missing),
             from_ids = find_all(vectors, low, what, missing);
  if (to_ids.empty() || from_ids.empty()) return {};
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, scope_name);
  const Axis one{"axis", {fmt::format("{} ↔ {}", fmt::join(low, ", "), fmt::join(high, ", "))}, -1};
  const Var to = record_end(setup, run, to_ids, "to", "b");
  const Var from = record_end(setup, run, from_ids, "from", "a");
  const Var difference =
      tape.name(subtract(tape, to, from), {"difference", "b - a", Role::plain, one, setup.dims});
  return tape.name(unit_rows(tape, difference), {"direction", "\\frac{b - a}{\\| b - a \\|}",
                                                 Role::key_weight, one, setup.dims});
}

// Which words are on the map, by their numbers.
std::vector<bool> on_map(const MapGround& ground) {
  std::vector<bool> on(ground.vectors->words.size());
  for (std::size_t i = 0; i < ground.mapped; ++i) {
    on[static_cast<std::size_t>((*ground.naming)[i])] = true;
  }
  return on;
}

// Two words each: those of a section of the facts ("family"), or as they are written, "king queen,
// actor actress". Pairs of which a word is not on the map are left out: what is counted is drawn.
std::vector<std::pair<int, int>> pairs_of(const std::string& written, const MapSetup& setup,
                                          std::vector<std::string>& missing) {
  std::vector<std::pair<std::string, std::string>> named = fact_pairs(written);
  const bool typed = named.empty();
  for (const std::string& pair : typed ? listed_words(written + ",") : std::vector<std::string>()) {
    const std::vector<std::string> two = listed_words(pair);
    if (two.size() == 2) {
      named.emplace_back(two[0], two[1]);
    } else {
      missing.push_back(
          fmt::format("\"{}\" is no pair of words: write two, and a comma between pairs", pair));
    }
  }
  const WordVectors& vectors = *setup.ground->vectors;
  std::vector<std::pair<int, int>> pairs;
  std::vector<std::string> unknown;
  const std::vector<bool> on = on_map(*setup.ground);
  std::size_t known = 0, mapped = 0;
  for (const auto& [first, second] : named) {
    const auto ids = find_all(vectors, {first, second}, "the pairs", unknown);
    if (ids.empty()) continue;
    ++known;
    if (!on[static_cast<std::size_t>(ids[0])] || !on[static_cast<std::size_t>(ids[1])]) continue;
    ++mapped;
    constexpr std::size_t max = 24;  // more lines hide each other
    if (pairs.size() < max) pairs.emplace_back(ids[0], ids[1]);
  }
  if (typed) missing.insert(missing.end(), unknown.begin(), unknown.end());
  if (mapped < known) {
    missing.push_back(fmt::format("{} of {} are not on the map and have no line", known - mapped,
                                  number_of(known, "pair")));
  }
  if (pairs.size() < mapped) {
    missing.push_back(fmt::format("{} of {} have a line: more would hide each other", pairs.size(),
                                  number_of(mapped, "pair")));
  }
  return pairs;
}

// What is common to the pairs shows in their steps along the axes.
Var record_steps(const MapSetup& setup, Run& run, const std::vector<std::pair<int, int>>& pairs,
                 Var directions) {
  if (pairs.empty()) return {};
  Tape& tape = run.tape;
  const WordVectors& vectors = *setup.ground->vectors;
  std::vector<int> first, second;
  Axis rows{"pair", {}, -1};
  for (const auto& [from, to] : pairs) {
    first.push_back(from);
    second.push_back(to);
    rows.labels.push_back(fmt::format("{} → {}", vectors.words[static_cast<std::size_t>(from)],
                                      vectors.words[static_cast<std::size_t>(to)]));
  }
  const Var difference = tape.name(subtract(tape, record_rows(run, setup, second, "second", "B"),
                                            record_rows(run, setup, first, "first", "A")),
                                   {"between", "B - A", Role::plain, rows, setup.dims});
  return tape.name(
      matmul_nt(tape, difference, directions),
      {"steps", "(B - A) U^{\\top}", Role::output, rows, tape.node(directions).label.rows});
}

Var record_forward(Run& run, Var steps) {
  const Mat& cells = run.tape.value(steps);
  Mat count(1, cells.cols());
  for (int r = 0; r < cells.rows(); ++r) {
    for (int c = 0; c < cells.cols(); ++c) count(0, c) += cells(r, c) > 0 ? 1 : 0;
  }
  return run.tape.name(
      run.tape.input(std::move(count)),
      {"forward", "n_{+}", Role::plain, numbered(""), run.tape.node(steps).label.cols,
       all_cells("How many of the pairs step forward along this axis: the cells of "
                 "the column of steps that are above 0.")});
}

}  // namespace

WordMapRecord::Axes record_axes(const Inputs& inputs, const MapSetup& setup, Run& run) {
  WordMapRecord::Axes axes;
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, WordMapRecord::Axes::scope);
  const Var x = record_direction(inputs, setup, run, "map_axis_x", "x", axes.missing);
  const Var y = record_direction(inputs, setup, run, "map_axis_y", "y", axes.missing);
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
  std::vector<std::string> missing;
  axes.pairs = pairs_of(text(inputs, "map_pairs"), setup, missing);
  axes.steps = record_steps(setup, run, axes.pairs, directions);
  if (axes.steps) axes.forward = record_forward(run, axes.steps);
  run.notes.insert(run.notes.end(), missing.begin(), missing.end());
  axes.missing.insert(axes.missing.end(), missing.begin(), missing.end());
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
