#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/embed/search/neighbours.h"
#include "core/embed/search/spelling.h"
#include "core/scenes/chosen.h"
#include "core/scenes/options.h"
#include "core/scenes/vectors/map_parts.h"
#include "core/tensor/error.h"
#include "core/text/number_format.h"

// A map of words. word, neighbours, cosine, distance: the chosen word and those nearest to it.
// pca.*: the principal components of all words on the map, and these words' coordinates.
// tsne.*: whom t-SNE takes for the word's neighbours; what it makes of all of them is worked out
// beside the run. axes.*: coordinates along two directions that mean something, from word to word.
// plane.*: the plane of an analogy a : b = c : d, in which a, b and c keep their distances.
// groups.*: how far the words of each group point one way. alone.*: the word and its neighbours by
// themselves. odd.*: which of some words is least like the others.
// *.map: all words, for the picture.
namespace glassformer {

namespace {

// The word that was clicked with its neighbours, and why they are near.
MapSetup record_neighbours(const Inputs& inputs, const std::shared_ptr<const MapGround>& ground,
                           Run& run, WordMapRecord& record) {
  const WordVectors& vectors = *ground->vectors;
  Tape& tape = run.tape;
  const std::string wanted = text(inputs, "map_word");
  int id = vectors.words.find(spelling_of(vectors, wanted));
  if (id < 0) {
    id = ground->naming->front();  // not the comma that stands first where signs are words
    if (!wanted.empty()) {
      run.notes.push_back(fmt::format("“{}” is not among the {} words: “{}” is shown instead",
                                      wanted,
                                      format_count(static_cast<double>(vectors.words.size())),
                                      vectors.words[static_cast<std::size_t>(id)]));
    }
  }
  std::vector<int> near{id};
  const bool angle = choice(inputs, "measure") == "cosine";
  for (const Scored& one :
       neighbours(vectors.vectors, vectors.vectors[static_cast<std::size_t>(id)],
                  static_cast<std::size_t>(number(inputs, "neighbours")),
                  angle ? Nearness::cosine : Nearness::euclid, near)) {
    near.push_back(one.id);
  }
  MapSetup setup{
      ground, number(inputs, "unit_length") != 0, id, {}, Axis{"word", names_of(vectors, near), 0}};
  run.tokens[0] = setup.axis.labels;
  const Axis one{"word", {setup.axis.labels.front()}, -1};
  Axis others = setup.axis;
  others.name = "neighbour";
  others.sequence = -1;
  others.labels = std::vector<std::string>(others.labels.begin() + 1, others.labels.end());
  const Part word = put(tape, rows_of(vectors, {id}),
                        {"word", "w", Role::query, one, setup.dims, of_vectors(vectors)});
  near.erase(near.begin());
  const Part rest = put(tape, rows_of(vectors, near),
                        {"neighbours", "V", Role::key, others, setup.dims, of_vectors(vectors)});
  const Part unit_word = unit_rows(word).as("unit_word", "\\frac{w}{\\| w \\|}");
  const Part unit_rest = unit_rows(rest).as("unit_neighbours", "\\frac{v}{\\| v \\|}");
  record.cosine = (unit_word * transposed(unit_rest)).as("cosine", "\\cos(w, v)");
  record.distance = distance(word, rest).as("distance", "\\| w - v \\|");
  record.near = {id};
  record.near.insert(record.near.end(), near.begin(), near.end());
  setup.words = as_on_map(setup, concat_rows({word, rest}));
  return setup;
}

Run run_word_map(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  const WordVectorsPtr vectors = chosen_vectors(inputs);
  if (vectors->words.size() < 3 || vectors->dim() < 2) {
    throw UserError(fmt::format(
        "a map needs at least 3 words of 2 dimensions; {} holds {} of {}: choose another file",
        vectors->origin, vectors->words.size(), vectors->dim()));
  }
  const auto words = static_cast<std::size_t>(number(inputs, "words"));
  const auto ground = map_ground(vectors, words, number(inputs, "unit_length") != 0,
                                 number(inputs, "map_content") != 0);
  run.notes.push_back(vectors->origin);
  if (!vectors->warning.empty()) run.notes.push_back(vectors->warning);
  WordMapRecord record;
  const MapSetup setup = record_neighbours(inputs, ground, run, record);
  record.pca = record_pca(inputs, setup, run);
  record.tsne = record_similarities(inputs, setup);
  record.axes = record_axes(inputs, setup, run);
  record.plane = record_plane(inputs, setup);
  record.groups = record_groups(inputs, setup, run);
  record.alone = record_alone(inputs, setup);
  record.odd = record_odd(inputs, setup);
  record.naming = ground->naming;
  record.mapped = ground->mapped;
  run.records.add(std::move(record));
  return run;
}

OptionSpec component(const char* name, const char* label, double initial) {
  return shown_in_view(
      integer_option(name, label, "Which principal component runs along this axis, counted from 1.",
                     initial, 1, 1000));
}

const RegisterScene registered{
    {.name = "word-map",
     .what =
         "Words as points of a plane: principal components, t-SNE, directions that mean something, "
         "and the plane of an analogy; with the neighbours of a word and why they are near.",
     .subject = Subject::word_vectors,
     .options =
         {words_option(),
          choice_option("measure", "\\mathrm{near}",
                        "How nearness is measured: by the angle, or by the distance.", "cosine",
                        {"cosine", "euclid"}),
          integer_option("neighbours", "k", "How many neighbours are shown.", 10.0, 1, 100),
          integer_option("words", "\\mathrm{words}",
                         "How many words are on the map: the first, the most frequent.", 10'000.0,
                         3, 100'000),
          toggle_option("unit_length", "\\| v \\| = 1",
                        "Divides every vector by its length before it is mapped.", false),
          shown_in_view(toggle_option(
              "map_content", "\\mathrm{content}",
              "Leaves function words, such as “the” and “of”, off the map, and out of its "
              "components.",
              false)),
          toggle_option("solid", "\\mathrm{3D}",
                        "Three principal components instead of two; drag to turn them.", false),
          component("map_x", "x", 1),
          component("map_y", "y", 2),
          component("map_z", "z", 3),
          text_option("map_word", "The word whose neighbours are shown; empty: the first."),
          shown_in_view(toggle_option(
              "map_alone", "\\mathrm{alone}",
              "Shows the word and its neighbours alone, along the components of these words.",
              false)),
          text_option("map_groups",
                      "At most six groups in colour, with commas between; empty: of those with at "
                      "least one word in a hundred the six whose words point most alike."),
          text_option("map_group", "The group whose words are lit alone; empty: none."),
          text_option("map_axis_x",
                      "The horizontal axis, from the word or words after the minus to those before "
                      "it; of several the mean is taken.",
                      "she - he"),
          text_option("map_axis_y", "The vertical axis, likewise.", "big - small"),
          text_option(
              "map_pairs",
              "Pairs that lines join on the axes, \"king queen, actor actress\"; or a "
              "section of make-questions: family, capital-of-country, plural, comparative."),
          text_option("map_odd", "Three to eight words, of which one belongs least.",
                      "dog cat horse violin"),
          text_option("map_plane", "Three or four words a b c d of an analogy a : b = c : d.",
                      "man king woman queen"),
          shown_in_view(number_option("map_perplexity", "\\mathrm{perplexity}",
                                      "How many neighbours each word tries to keep, softly.", 30.0,
                                      2, 200)),
          shown_in_view(number_option(
              "map_rate", "\\mathrm{rate}",
              "Learning rate of the descent; 0: chosen by the number of words.", 0.0, 0, 10'000)),
          shown_in_view(number_option(
              "map_exaggeration", "\\mathrm{exaggeration}",
              "Similarities are multiplied by this in the first 250 iterations.", 12.0, 1, 100)),
          shown_in_view(integer_option("map_seed", "\\mathrm{seed}",
                                       "Of the first positions of t-SNE.", 1.0, 0,
                                       4'294'967'295.0))},
     .slots = {{.name = slots::vectors.name, .stand_in = "word_set"}},
     .run = run_word_map}};

}  // namespace

}  // namespace glassformer
