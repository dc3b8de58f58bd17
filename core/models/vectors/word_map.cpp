#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/embed/default_vectors.h"
#include "core/embed/neighbours.h"
#include "core/grad/ops.h"
#include "core/models/model.h"
#include "core/models/vectors/map_words.h"
#include "core/nn/axes.h"
#include "core/project/affinities.h"
#include "core/tensor/error.h"

// A map of words. word, neighbours, cosine, distance: the chosen word and those nearest to it.
// pca.*: the principal components of all words on the map, and these words' coordinates.
// tsne.*: whom t-SNE takes for the word's neighbours; what it makes of all of them is worked out
// beside the run. axes.*: coordinates along two directions that mean something, from word to word.
// plane.*: the plane of an analogy a : b = c : d, in which a, b and c keep their distances.
// *.map: all words, for the picture.
namespace glassformer {

namespace {

using Kind = OptionSpec::Kind;

struct Setup {
  std::shared_ptr<const MapGround> ground;
  bool unit = false;
  int id = 0;  // of the chosen word
  Var words;   // [1 + k, dim]: the chosen word and its neighbours, as the map takes them
  Axis axis;
  Axis dims = numbered("dim");
};

Mat rows_of(const WordVectors& vectors, const std::vector<int>& ids) {
  Mat rows(static_cast<int>(ids.size()), static_cast<int>(vectors.dim()));
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto from = vectors.vectors[static_cast<std::size_t>(ids[i])];
    std::copy(from.begin(), from.end(), rows.row(static_cast<int>(i)).begin());
  }
  return rows;
}

std::vector<std::string> names_of(const WordVectors& vectors, const std::vector<int>& ids) {
  std::vector<std::string> names;
  for (const int id : ids) names.emplace_back(vectors.words[static_cast<std::size_t>(id)]);
  return names;
}

// All numbers, or none and a note that says which word is missing.
std::vector<int> find_all(const WordVectors& vectors, const std::vector<std::string>& words,
                          std::string_view what, Run& run) {
  std::vector<int> ids;
  for (const std::string& word : words) {
    const int id = vectors.words.find(word);
    if (id < 0) {
      run.notes.push_back(
          fmt::format("{}: \"{}\" is not among the {} words", what, word, vectors.words.size()));
      return {};
    }
    ids.push_back(id);
  }
  return ids;
}

Var as_on_map(Tape& tape, const Setup& setup, Var rows) {
  return setup.unit ? unit_rows(tape, rows) : rows;
}

// The word that was clicked with its neighbours, and why they are near.
Setup record_neighbours(const Inputs& inputs, const std::shared_ptr<const MapGround>& ground,
                        Run& run) {
  const WordVectors& vectors = *ground->vectors;
  Tape& tape = run.tape;
  const std::string wanted = text(inputs, "map_word");
  int id = vectors.words.find(wanted);
  if (id < 0) {
    if (!wanted.empty()) {
      run.notes.push_back(fmt::format("\"{}\" is not among the {} words: the first one is shown",
                                      wanted, vectors.words.size()));
    }
    id = 0;
  }
  std::vector<int> near{id};
  const bool angle = choice(inputs, "measure") == "cosine";
  for (const Scored& one :
       neighbours(vectors.vectors, vectors.vectors[static_cast<std::size_t>(id)],
                  static_cast<std::size_t>(number(inputs, "neighbours")),
                  angle ? Nearness::cosine : Nearness::euclid, near)) {
    near.push_back(one.id);
  }
  Setup setup{
      ground, number(inputs, "unit_length") != 0, id, {}, {"word", names_of(vectors, near), 0}};
  run.tokens[0] = setup.axis.labels;
  const Axis one{"word", {setup.axis.labels.front()}, -1};
  Axis others = setup.axis;
  others.name = "neighbour";
  others.sequence = -1;
  others.labels.erase(others.labels.begin());
  const Var word =
      tape.name(tape.input(rows_of(vectors, {id})), {"word", "w", Role::query, one, setup.dims});
  near.erase(near.begin());
  const Var rest = tape.name(tape.input(rows_of(vectors, near)),
                             {"neighbours", "V", Role::key, others, setup.dims});
  const Var unit_word = tape.name(
      unit_rows(tape, word), {"unit_word", "\\frac{w}{\\| w \\|}", Role::query, one, setup.dims});
  const Var unit_rest = tape.name(unit_rows(tape, rest), {"unit_neighbours", "\\frac{v}{\\| v \\|}",
                                                          Role::key, others, setup.dims});
  tape.name(matmul_nt(tape, unit_word, unit_rest),
            {"cosine", "\\cos(w, v)", Role::score, one, others});
  tape.name(distance(tape, word, rest), {"distance", "\\| w - v \\|", Role::plain, one, others});
  std::vector<Var> all{word, rest};
  setup.words = as_on_map(tape, setup, concat_rows(tape, all));
  return setup;
}

Var name_map(Tape& tape, const Setup& setup, std::string_view which, std::span<const float> origin,
             const Mat& axes, Axis columns) {
  return tape.name(tape.input(map_on(setup.ground, which, origin, axes)),
                   {"map", "M", Role::output, numbered("word"), std::move(columns)});
}

void record_pca(const Inputs& inputs, const Setup& setup, Run& run) {
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, "pca");
  const Pca& pca = setup.ground->pca;
  const auto dim = static_cast<int>(pca.variances.size());
  Mat variances(1, dim), mean(1, dim);
  for (int d = 0; d < dim; ++d) {
    variances(0, d) = static_cast<Real>(pca.variances[static_cast<std::size_t>(d)]);
    mean(0, d) = pca.mean[static_cast<std::size_t>(d)];
  }
  std::vector<std::string> labels;
  for (int d = 1; d <= dim; ++d) labels.push_back(fmt::format("component {}", d));
  const Axis components{"component", labels, -1}, none = numbered("");
  const Var spread = tape.name(tape.input(std::move(variances)),
                               {"variances", "\\lambda", Role::plain, none, components});
  tape.name(share(tape, spread), {"explained", "\\frac{\\lambda_{i}}{\\sum_{j} \\lambda_{j}}",
                                  Role::probability, none, components});
  const int count = std::min(dim, number(inputs, "solid") != 0 ? 3 : 2);
  Mat axes(count, dim);
  Axis chosen{"component", {}, -1};
  for (int k = 0; k < count; ++k) {
    constexpr std::array<const char*, 3> names{"map_x", "map_y", "map_z"};
    const int which =
        std::min(dim, static_cast<int>(number(inputs, names[static_cast<std::size_t>(k)])));
    std::copy_n(pca.axes.row(which - 1).begin(), dim, axes.row(k).begin());
    chosen.labels.push_back(labels[static_cast<std::size_t>(which) - 1]);
  }
  const Var middle =
      tape.name(tape.input(std::move(mean)), {"mean", "\\bar{v}", Role::plain, none, setup.dims});
  const Var directions =
      tape.name(tape.input(axes), {"axes", "U", Role::key_weight, chosen, setup.dims});
  const Var centred = tape.name(add_row(tape, setup.words, scale(tape, middle, -1)),
                                {"centred", "v - \\bar{v}", Role::input, setup.axis, setup.dims});
  tape.name(matmul_nt(tape, centred, directions),
            {"coordinates", "(v - \\bar{v}) U^{\\top}", Role::output, setup.axis, chosen});
  run.output = name_map(tape, setup, "pca", pca.mean, axes, chosen);
}

// The rows of named words, as the map takes them; on the tape as `name`.
Var record_rows(Run& run, const Setup& setup, const std::vector<int>& ids, const char* name,
                const char* symbol) {
  const WordVectors& vectors = *setup.ground->vectors;
  return run.tape.name(
      as_on_map(run.tape, setup, run.tape.input(rows_of(vectors, ids))),
      {name, symbol, Role::input, {"word", names_of(vectors, ids), -1}, setup.dims});
}

// The unit vector from one word to another; empty if a word is missing.
Var record_direction(const Inputs& inputs, const Setup& setup, Run& run, const char* option,
                     const char* scope_name) {
  const std::string written = text(inputs, option);
  const std::vector<std::string> words = two_words(written);
  if (words.empty()) {
    run.notes.push_back(
        fmt::format("the {} axis, \"{}\", is not of the form \"she - he\"", scope_name, written));
    return {};
  }
  const auto ids =
      find_all(*setup.ground->vectors, words, fmt::format("the {} axis", scope_name), run);
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

void record_axes(const Inputs& inputs, const Setup& setup, Run& run) {
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, "axes");
  const Var x = record_direction(inputs, setup, run, "map_axis_x", "x");
  const Var y = record_direction(inputs, setup, run, "map_axis_y", "y");
  if (!x || !y) return;
  const Axis labels{
      "axis", {tape.node(x).label.rows.labels[0], tape.node(y).label.rows.labels[0]}, -1};
  std::vector<Var> both{x, y};
  const Var directions =
      tape.name(concat_rows(tape, both), {"directions", "U", Role::key_weight, labels, setup.dims});
  tape.name(matmul_nt(tape, setup.words, directions),
            {"coordinates", "v U^{\\top}", Role::output, setup.axis, labels});
  const std::vector<float> none(setup.ground->rows.dim());
  name_map(tape, setup, "axes", none, tape.value(directions), labels);
}

// Gram and Schmidt: the first axis from a to b, the second what c − a has beside it.
void record_plane(const Inputs& inputs, const Setup& setup, Run& run) {
  const std::vector<std::string> words = listed_words(text(inputs, "map_plane"));
  if (words.size() != 3 && words.size() != 4) {
    run.notes.push_back("the plane of an analogy needs three or four words: man king woman queen");
    return;
  }
  const auto ids = find_all(*setup.ground->vectors, words, "the plane", run);
  if (ids.empty()) return;
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, "plane");
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
  tape.name(matmul_nt(tape, centred, axes),
            {"coordinates", "(v - a) U^{\\top}", Role::output, with_target, labels});
  name_map(tape, setup, "plane", tape.value(a).row(0), tape.value(axes), labels);
}

// Whom t-SNE takes for the word's neighbours, and how much of its attention each gets: p_{j|i}.
void record_similarities(const Inputs& inputs, const Setup& setup, Run& run) {
  const Rows& rows = setup.ground->rows;
  if (static_cast<std::size_t>(setup.id) >= rows.count()) return;  // it is not on the map
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, "tsne");
  const double perplexity = number(inputs, "map_perplexity");
  const auto near = neighbours(rows, rows[static_cast<std::size_t>(setup.id)],
                               static_cast<std::size_t>(std::lround(3 * perplexity)),
                               Nearness::euclid, std::vector<int>{setup.id});
  if (near.empty()) return;
  std::vector<int> ids;
  std::vector<float> squared, shares(near.size());
  for (const Scored& one : near) {
    ids.push_back(one.id);
    squared.push_back(static_cast<float>(one.score * one.score));
  }
  const double precision = neighbour_shares(squared, perplexity, shares);
  const WordVectors& vectors = *setup.ground->vectors;
  const Axis self{"word", {setup.axis.labels.front()}, -1};
  const Axis others{"neighbour", names_of(vectors, ids), -1};
  const Var word = as_on_map(tape, setup, tape.input(rows_of(vectors, {setup.id})));
  const Var rest = as_on_map(tape, setup, tape.input(rows_of(vectors, ids)));
  const Var gap = tape.name(distance(tape, word, rest),
                            {"distance", "\\| x_{i} - x_{j} \\|", Role::plain, self, others});
  const Var squares = tape.name(multiply(tape, gap, gap), {"squared", "\\| x_{i} - x_{j} \\|^{2}",
                                                           Role::plain, self, others});
  const Var scores = tape.name(scale(tape, squares, -precision),
                               {"scores", "-\\frac{\\| x_{i} - x_{j} \\|^{2}}{2 \\sigma_{i}^{2}}",
                                Role::score, self, others});
  tape.name(softmax(tape, scores), {"p", "p_{j|i}", Role::probability, self, others});
}

Run run_word_map(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  const WordVectorsPtr vectors = inputs.vectors[0] ? inputs.vectors[0] : default_vectors();
  if (vectors->words.size() < 3 || vectors->dim() < 2) {
    throw UserError(fmt::format(
        "a map needs at least 3 words of 2 dimensions; {} holds {} of {}: choose another file",
        vectors->origin, vectors->words.size(), vectors->dim()));
  }
  const auto words = static_cast<std::size_t>(number(inputs, "words"));
  const auto ground = map_ground(vectors, words, number(inputs, "unit_length") != 0);
  run.notes.push_back(vectors->origin);
  if (!vectors->warning.empty()) run.notes.push_back(vectors->warning);
  const Setup setup = record_neighbours(inputs, ground, run);
  record_pca(inputs, setup, run);
  record_similarities(inputs, setup, run);
  record_axes(inputs, setup, run);
  record_plane(inputs, setup, run);
  return run;
}

OptionSpec words_option(const char* name, const char* help, const char* initial) {
  return {name, name, help, Kind::text, std::string(initial), 0, 0, {}};
}

OptionSpec component(const char* name, const char* label, double initial) {
  return {name,          label,   "Which principal component runs along this axis, counted from 1.",
          Kind::integer, initial, 1,
          1000,          {}};
}

const Model model{
    "word-map",
    "Words as points of a plane: principal components, t-SNE, directions that mean something, and "
    "the plane of an analogy; with the neighbours of a word and why they are near.",
    {{"measure",
      "\\mathrm{near}",
      "How nearness is measured: by the angle, or by the distance.",
      Kind::choice,
      std::string("cosine"),
      0,
      0,
      {"cosine", "euclid"}},
     {"neighbours", "k", "How many neighbours are shown.", Kind::integer, 10.0, 1, 40, {}},
     {"words",
      "\\mathrm{words}",
      "How many words are on the map: the first, the most frequent.",
      Kind::integer,
      10'000.0,
      3,
      100'000,
      {}},
     {"unit_length",
      "\\| v \\| = 1",
      "Divides every vector by its length before it is mapped.",
      Kind::toggle,
      0.0,
      0,
      1,
      {}},
     {"solid",
      "\\mathrm{3D}",
      "Three principal components instead of two; drag to turn them.",
      Kind::toggle,
      0.0,
      0,
      1,
      {}},
     component("map_x", "x", 1),
     component("map_y", "y", 2),
     component("map_z", "z", 3),
     words_option("map_word", "The word whose neighbours are shown; empty: the first.", ""),
     words_option("map_axis_x", "The horizontal axis, from one word to another.", "she - he"),
     words_option("map_axis_y", "The vertical axis, from one word to another.", "big - small"),
     words_option("map_plane", "Three or four words a b c d of an analogy a : b = c : d.",
                  "man king woman queen"),
     {"map_perplexity",
      "\\mathrm{perplexity}",
      "How many neighbours each word tries to keep, softly.",
      Kind::number,
      30.0,
      2,
      200,
      {}},
     {"map_rate",
      "\\mathrm{rate}",
      "Learning rate of the descent; 0: chosen by the number of words.",
      Kind::number,
      0.0,
      0,
      10'000,
      {}},
     {"map_exaggeration",
      "\\mathrm{exaggeration}",
      "Similarities are multiplied by this in the first 250 iterations.",
      Kind::number,
      12.0,
      1,
      100,
      {}},
     {"map_seed",
      "\\mathrm{seed}",
      "Of the first positions of t-SNE.",
      Kind::integer,
      1.0,
      0,
      4'294'967'295.0,
      {}}},
    {},
    0,
    false,
    run_word_map};
const RegisterModel registered{model};

}  // namespace

}  // namespace glassformer
