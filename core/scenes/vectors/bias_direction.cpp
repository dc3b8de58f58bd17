#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/embed/search/neighbours.h"
#include "core/embed/search/spelling.h"
#include "core/scenes/options.h"
#include "core/scenes/records/printed_bias.h"
#include "core/scenes/vectors/bias_parts.h"
#include "core/scenes/vectors/map_parts.h"
#include "core/scenes/vectors/map_words.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"

namespace glassformer {

std::vector<int> ids_of(const WordVectors& vectors, const std::vector<std::string>& words,
                        std::vector<std::string>& absent) {
  std::vector<int> ids;
  for (const std::string& word : words) {
    const int id = vectors.words.find(word);
    if (id < 0) absent.push_back(word);
    if (id >= 0 && std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
  }
  return ids;
}

int id_or_first(const WordVectors& vectors, const std::string& wanted, std::string_view part,
                Run& run) {
  constexpr std::size_t looked_at = 1000;
  const int id = vectors.words.find(spelling_of(vectors, wanted));
  if (id >= 0) return id;
  const int other =
      content_words_first(vectors, std::min(looked_at, vectors.words.size())).words.front();
  run.notes.push_back(fmt::format("{}: the vectors have no “{}”, so the word is “{}”", part, wanted,
                                  vectors.words[static_cast<std::size_t>(other)]));
  return other;
}

std::vector<int> two_ids(const WordVectors& vectors, const std::vector<std::string>& words,
                         const std::vector<std::string>& otherwise, Run& run) {
  std::vector<std::string> absent;
  std::vector<int> ids = ids_of(vectors, words, absent);
  if (words.size() == 2 && ids.size() == 2) return ids;
  ids = ids_of(vectors, otherwise, absent);
  if (ids.size() != 2) {
    // Vectors of another language: two frequent content words, until others are typed.
    if (vectors.words.size() < 2) throw UserError("bias: a direction needs at least two words");
    ids = content_words_first(vectors, vectors.words.size()).words;
    ids.resize(2);
  }
  const std::string note = fmt::format(
      "two different words are needed that the vectors have; taken instead are “{}” and “{}”",
      vectors.words[static_cast<std::size_t>(ids[0])],
      vectors.words[static_cast<std::size_t>(ids[1])]);
  // Said once, though the same two may stand in for the direction and for what is equalised.
  if (std::ranges::find(run.notes, note) == run.notes.end()) run.notes.push_back(note);
  return ids;
}

std::vector<int> definitional_ids(const WordVectors& vectors) {
  std::vector<int> ids;
  for (const printed_bias::Pair& pair : printed_bias::definitional) {
    for (const char* const word : {pair.she, pair.he}) {
      if (const int id = vectors.words.find(word); id >= 0) ids.push_back(id);
    }
  }
  return ids;
}

namespace {

struct Ends {
  std::vector<int> ids;
  Part difference;  // [1, dim], of the two words of length 1
};

bool takes_ten_pairs(const Inputs& inputs) {
  return choice(inputs, std::string(bias_options::direction.name)) == bias_options::ten_pairs;
}

// Those of the definitional pairs that the vectors have, she first.
std::vector<std::vector<int>> definitional_pairs(const WordVectors& vectors) {
  std::vector<std::vector<int>> pairs;
  for (const printed_bias::Pair& pair : printed_bias::definitional) {
    const int she = vectors.words.find(pair.she), he = vectors.words.find(pair.he);
    if (she >= 0 && he >= 0) pairs.push_back({she, he});
  }
  return pairs;
}

// The two words that are typed; among ten pairs they must be one of these, or the first of these
// takes their place.
std::vector<int> ends_of(const Inputs& inputs, const WordVectors& vectors, Run& run) {
  const std::vector<int> typed =
      two_ids(vectors, two_words(text(inputs, "axis")), {"she", "he"}, run);
  if (!takes_ten_pairs(inputs)) return typed;
  const auto pairs = definitional_pairs(vectors);
  return pairs.empty() || std::ranges::find(pairs, typed) != pairs.end() ? typed : pairs.front();
}

// The two words, and the step from the second to the first.
Ends record_ends(const Inputs& inputs, BiasSetup& setup, Run& run) {
  const WordVectors& vectors = *setup.vectors;
  Ends ends{ends_of(inputs, vectors, run), {}};
  const auto names = names_of(vectors, ends.ids);
  setup.direction = {"", {names[0] + " − " + names[1]}, -1};
  run.tokens[0] = names;
  Tape& tape = run.tape;
  const Axis words{"word", names, -1};
  const Part unit =
      units_of(tape, vectors, ends.ids).as("ends", "E", {Role::key, words, setup.dims});
  const Part second = slice_rows(unit, 1, 1);
  ends.difference =
      (slice_rows(unit, 0, 1) - second)
          .as("difference", "e_1 - e_2", {.role = Role::query, .rows = setup.direction});
  return ends;
}

// The mean of the directions of the definitional pairs, of which the ends are one. The paper takes
// their first principal component instead (Bolukbasi et al. 2016, section 5.1).
void record_ten_pairs(const Ends& ends, BiasSetup& setup, Run& run, BiasRecord& record) {
  const WordVectors& vectors = *setup.vectors;
  const auto name_of = [&](const std::vector<int>& pair) {
    const auto words = names_of(vectors, pair);
    return printed_bias::Pair{words[0].c_str(), words[1].c_str()}.name();
  };
  const auto known = definitional_pairs(vectors);
  if (known.empty()) {  // of another language: the pair that is typed, or stands in
    run.notes.push_back("the vectors have none of the ten pairs, such as she and he");
  }
  std::vector<int> first, second;
  std::vector<std::string> others, names{name_of(ends.ids)};
  for (const std::vector<int>& pair : known) {
    if (pair == ends.ids) continue;
    first.push_back(pair[0]);
    second.push_back(pair[1]);
    others.push_back(name_of(pair));
  }
  names.insert(names.end(), others.begin(), others.end());
  Tape& tape = run.tape;
  std::vector<Part> differences{ends.difference};
  if (!first.empty()) {
    const Axis axis{"pair", others, -1};
    const auto units = [&](const char* name, const char* symbol, const std::vector<int>& ids) {
      return units_of(tape, vectors, ids).as(name, symbol, {Role::key, axis, setup.dims});
    };
    const Part y = units("second", "Y", second);
    differences.push_back(units("first", "X", first) - y);
  }
  const Axis pairs{"pair", names, -1};
  setup.direction = {"", {fmt::format("mean of {}", number_of(names.size(), "pair"))}, -1};
  const Part all =
      concat_rows(differences).as("pairs", "X - Y", {.role = Role::query, .rows = pairs});
  const Part unit = unit_rows(all).as("unit", "\\frac{x - y}{\\|x - y\\|}");
  const Part mean = mean_rows(unit).as("mean", "\\bar{d}", {.rows = setup.direction});
  setup.g = unit_rows(mean).as("g", "g");
  record.pairs_along =
      (unit * transposed(setup.g)).as("agreement", "\\cos(x - y, g)", {.cols = numbered("")});
}

void record_mean(BiasSetup& setup) {
  const WordVectors& vectors = *setup.vectors;
  const std::size_t count = std::min(bias_counted, vectors.words.size());
  std::vector<double> sum(vectors.dim());
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<float> row = unit(vectors.vectors[i]);
    for (std::size_t d = 0; d < sum.size(); ++d) sum[d] += static_cast<double>(row[d]);
  }
  Mat mean(1, static_cast<int>(sum.size()));
  for (std::size_t d = 0; d < sum.size(); ++d) {
    mean(0, static_cast<int>(d)) = static_cast<Real>(sum[d] / static_cast<double>(count));
  }
  Tape& tape = setup.g.tape();
  const Tape::Scope scope(tape, "all");
  const Part named =
      put(tape, std::move(mean),
          {"mean", "\\bar{w}", Role::key, Axis{"", {"mean"}, -1}, setup.dims,
           all_cells(fmt::format("The mean of {} words, each of length 1 first.", count))});
  (setup.g * transposed(named)).as("product", "g \\bar{w}");
  setup.to_mean = -1 * named;
}

}  // namespace

BiasSetup record_direction(const Inputs& inputs, Run& run, BiasRecord& record) {
  BiasSetup setup;
  setup.vectors = chosen_vectors(inputs);
  run.notes.push_back(setup.vectors->origin);
  {
    const Tape::Scope scope(run.tape, "axis");
    const Ends ends = record_ends(inputs, setup, run);
    if (takes_ten_pairs(inputs)) {
      record_ten_pairs(ends, setup, run, record);
    } else {
      setup.g = unit_rows(ends.difference).as("g", "g");
    }
  }
  record_mean(setup);
  return setup;
}

std::vector<float> words_along(const BiasSetup& setup, std::size_t count) {
  const auto g = setup.g.value().row(0);
  std::vector<float> lengths(std::min(count, setup.vectors->words.size()));
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    lengths[i] = cosine(setup.vectors->vectors[i], g);
  }
  return lengths;
}

Projection record_projection(const BiasSetup& setup, const std::vector<int>& ids) {
  const Axis words{"word", names_of(*setup.vectors, ids), -1};
  const Part unit =
      units_of(setup.g.tape(), *setup.vectors, ids).as("unit", "W", {Role::key, words, setup.dims});
  const Part centred = add_row(unit, setup.to_mean).as("centred", "W - \\bar{w}");
  return {unit, (setup.g * transposed(centred)).as("projection", "g (W - \\bar{w})^{\\top}")};
}

Part record_scores(const BiasSetup& setup, const std::vector<int>& first,
                   const std::vector<int>& second, const Axis& axis, const char* scope_name) {
  if (first.empty()) return {};
  Tape& tape = setup.g.tape();
  const Tape::Scope scope(tape, scope_name);
  const Part y = units_of(tape, *setup.vectors, second);
  const Part difference = (units_of(tape, *setup.vectors, first) - y)
                              .as("difference", "X - Y", {Role::key, axis, setup.dims});
  const Part directions = unit_rows(difference).as("unit", "\\frac{X - Y}{\\| X - Y \\|}");
  return (setup.g * transposed(directions)).as("score", "\\cos(g, x - y)");
}

}  // namespace glassformer
