#include <fmt/format.h>

#include "core/embed/search/spelling.h"
#include "core/scenes/vectors/map_parts.h"
#include "core/text/number_of.h"
#include "core/text/word_list.h"

namespace glassformer {

namespace {

// One end of an axis: a word, or the mean of several.
Part record_end(const MapSetup& setup, const std::vector<int>& ids, const char* name,
                const char* symbol) {
  if (ids.size() == 1) return record_rows(setup, ids, name, symbol);
  return mean_rows(record_rows(setup, ids, fmt::format("{}_words", name).c_str(), "W"))
      .as(name, symbol);
}

// The words of an end: what is written there as one word if there is such, else as a list.
std::vector<std::string> words_of_end(const WordVectors& vectors, const std::string& written) {
  if (!spelling_of(vectors, written).empty()) return {written};
  return listed_words(written);
}

// The unit vector from one end to the other; empty if a word is missing.
Part record_direction(const Inputs& inputs, const MapSetup& setup, const char* option,
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
  const Tape::Scope scope(setup.words.tape(), scope_name);
  const Axis one{"axis", {fmt::format("{} ↔ {}", fmt::join(low, ", "), fmt::join(high, ", "))}, -1};
  const Part to = record_end(setup, to_ids, "to", "b");
  const Part from = record_end(setup, from_ids, "from", "a");
  const Part difference = (to - from).as("difference", "b - a", {Role::plain, one});
  return unit_rows(difference).as("direction", "\\frac{b - a}{\\| b - a \\|}", Role::key_weight);
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
Part record_steps(const MapSetup& setup, const std::vector<std::pair<int, int>>& pairs,
                  Part directions) {
  if (pairs.empty()) return {};
  const WordVectors& vectors = *setup.ground->vectors;
  std::vector<int> first, second;
  Axis rows{"pair", {}, -1};
  for (const auto& [from, to] : pairs) {
    first.push_back(from);
    second.push_back(to);
    rows.labels.push_back(fmt::format("{} → {}", vectors.words[static_cast<std::size_t>(from)],
                                      vectors.words[static_cast<std::size_t>(to)]));
  }
  const Part a = record_rows(setup, first, "first", "A");
  const Part b = record_rows(setup, second, "second", "B");
  const Part difference = (b - a).as("between", "B - A", {Role::plain, rows});
  return (difference * transposed(directions)).as("steps", "(B - A) U^{\\top}", Role::output);
}

Part record_forward(Part steps) {
  const Mat& cells = steps.value();
  Mat count(1, cells.cols());
  for (int r = 0; r < cells.rows(); ++r) {
    for (int c = 0; c < cells.cols(); ++c) count(0, c) += cells(r, c) > 0 ? 1 : 0;
  }
  return put(steps.tape(), std::move(count),
             {"forward", "n_{+}", Role::plain, numbered(""), steps.cols(),
              all_cells("How many of the pairs step forward along this axis: the cells of "
                        "the column of steps that are above 0.")});
}

}  // namespace

WordMapRecord::Axes record_axes(const Inputs& inputs, const MapSetup& setup, Run& run) {
  WordMapRecord::Axes axes;
  const Tape::Scope scope(run.tape, WordMapRecord::Axes::scope);
  const Part x = record_direction(inputs, setup, "map_axis_x", "x", axes.missing);
  const Part y = record_direction(inputs, setup, "map_axis_y", "y", axes.missing);
  if (!x || !y) return axes;
  const Axis labels{"axis", {x.rows().labels[0], y.rows().labels[0]}, -1};
  const Part directions = concat_rows({x, y}).as("directions", "U", {.rows = labels});
  (setup.words * transposed(directions))
      .as("coordinates", "v U^{\\top}", {Role::output, setup.axis});
  const std::vector<float> none(setup.ground->rows.dim());
  axes.map = name_map(setup, "axes", none, directions.value(), labels);
  axes.pairs = pairs_of(text(inputs, "map_pairs"), setup, axes.missing);
  if (const Part steps = record_steps(setup, axes.pairs, directions)) {
    axes.steps = steps;
    axes.forward = record_forward(steps);
  }
  return axes;
}

WordMapRecord::Plane record_plane(const Inputs& inputs, const MapSetup& setup) {
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
  const Tape::Scope scope(setup.words.tape(), WordMapRecord::Plane::scope);
  const Part rows = record_rows(setup, ids, "words", "W");
  const Part a = slice_rows(rows, 0, 1);
  const Part across = (slice_rows(rows, 1, 1) - a).as("first", "b - a", Role::plain);
  const Part up = (slice_rows(rows, 2, 1) - a).as("second", "c - a", Role::plain);
  const Part x = unit_rows(across).as("x", "x", Role::key_weight);
  const Part along = (up * transposed(x)).as("along", "(c - a) x^{\\top}");
  const Part rest = (up - along * x).as("rest", "(c - a) - \\mathrm{along} \\cdot x");
  const Part y = unit_rows(rest).as("y", "y", Role::key_weight);
  const Axis labels{"axis", {words[1] + " − " + words[0], "across it, to " + words[2]}, -1};
  const Part axes = concat_rows({x, y}).as("axes", "U", {.rows = labels});
  // b − a + c, where the fourth word should be
  const Part target = across + slice_rows(rows, 2, 1);
  Axis with_target = rows.rows();
  with_target.labels.push_back(fmt::format("{} − {} + {}", words[1], words[0], words[2]));
  const Part less_a = -1 * a;
  const Part centred = add_row(concat_rows({rows, target}), less_a)
                           .as("centred", "v - a", {Role::input, with_target});
  plane.words = rows;
  plane.coordinates =
      (centred * transposed(axes)).as("coordinates", "(v - a) U^{\\top}", Role::output);
  plane.map = name_map(setup, "plane", a.value().row(0), axes.value(), labels);
  return plane;
}

}  // namespace glassformer
