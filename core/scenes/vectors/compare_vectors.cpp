#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "core/embed/files/default_vectors.h"
#include "core/embed/search/neighbours.h"
#include "core/nn/axes.h"
#include "core/scenes/chosen.h"
#include "core/scenes/options.h"
#include "core/scenes/part.h"
#include "core/scenes/records/compare_vectors.h"
#include "core/scenes/scene.h"
#include "core/scenes/vectors/shared_words.h"
#include "core/tensor/error.h"
#include "core/text/number_format.h"
#include "core/text/number_of.h"

// Two sets of word vectors over the words that they share. left.* and right.*: the chosen word, its
// neighbours in that set, their cosines, and found, 1 for each of them that the other set has among
// its neighbours too; left.overlap is the share of those. left.map and right.map: all words along
// the principal components of the left set, the right one turned onto it first.
namespace glassformer {

namespace {

// The right set: what is given; else what the option says; the output vectors of a left one that
// has none are those that ship.
WordVectorsPtr right_of(const Inputs& inputs, const WordVectorsPtr& left) {
  if (auto compared = inputs.resources.get(slots::compared)) return compared;
  const std::string wanted = choice(inputs, std::string(compare_vectors_options::right.name));
  if (wanted == compare_vectors_options::lsa) return lsa_vectors();
  if (wanted == compare_vectors_options::real) return real_vectors();
  if (left->outputs.empty()) return default_vectors();
  return output_vectors(left);
}

std::string count_of(std::size_t words) {
  return format_count(static_cast<double>(words));
}

struct Side {
  std::vector<int> near;  // places in the list of shared words
  CompareVectorsRecord::Side nodes;
};

Mat rows_of(const Rows& rows, std::span<const int> places) {
  Mat made(static_cast<int>(places.size()), static_cast<int>(rows.dim()));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto from = rows[static_cast<std::size_t>(places[i])];
    std::copy(from.begin(), from.end(), made.row(static_cast<int>(i)).begin());
  }
  return made;
}

std::vector<std::string> names_of(const SharedWords& words, std::span<const int> places) {
  std::vector<std::string> names;
  for (const int place : places) names.push_back(words.name(static_cast<std::size_t>(place)));
  return names;
}

Side record_side(Run& run, const SharedWords& words, const Rows& rows, int chosen, int count) {
  Tape& tape = run.tape;
  Side side;
  const std::vector<int> self{chosen};
  for (const Scored& one : neighbours(rows, rows[static_cast<std::size_t>(chosen)],
                                      static_cast<std::size_t>(count), Nearness::cosine, self)) {
    side.near.push_back(one.id);
  }
  const Axis one{"word", names_of(words, self), -1},
      others{"neighbour", names_of(words, side.near), -1};
  const Axis dims = numbered("dim");
  const Part word = put(tape, rows_of(rows, self), {"word", "w", Role::query, one, dims});
  const Part rest =
      put(tape, rows_of(rows, side.near), {"neighbours", "V", Role::key, others, dims});
  const Part unit_word = unit_rows(word).as("unit_word", "\\frac{w}{\\| w \\|}");
  const Part unit_rest = unit_rows(rest).as("unit_neighbours", "\\frac{v}{\\| v \\|}");
  side.nodes.word = word;
  side.nodes.cosine = (unit_word * transposed(unit_rest)).as("cosine", "\\cos(w, v)");
  return side;
}

// Which of a side's neighbours the other has too, and the share of them.
void record_overlap(Run& run, Side& side, const Side& other) {
  const auto n = static_cast<int>(side.near.size());
  Mat found(1, n);
  for (int k = 0; k < n; ++k) {
    const auto at =
        std::find(other.near.begin(), other.near.end(), side.near[static_cast<std::size_t>(k)]);
    found(0, k) = at != other.near.end() ? 1 : 0;
  }
  const Part cosine(run.tape, side.nodes.cosine);
  const Part named = put(run.tape, std::move(found),
                         {"found", "f", Role::mask, cosine.rows(), cosine.cols(),
                          all_cells("1 where the other set has this neighbour too.")});
  side.nodes.found = named;
  side.nodes.overlap =
      mean_cols(named).as("overlap", "\\frac{1}{k} \\sum_{j} f_{j}", Role::probability);
}

Part name_map(Run& run, const LeafPtr& map, const Axis& words) {
  return put(run.tape, map,
             {"map", "M", Role::output, words,
              Axis{"component", {"component 1 of the left", "component 2 of the left"}, -1},
              all_cells("Both sets lie on the plane of the left one's first two components; "
                        "the right one is turned onto it first.")});
}

Run run_compare(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  const WordVectorsPtr left = chosen_vectors(inputs);
  const auto words =
      shared_words(left, right_of(inputs, left), static_cast<std::size_t>(number(inputs, "words")));
  if (words->count() < 3) {
    throw UserError(
        fmt::format("{} and {} share {}, and a comparison needs at least 3: "
                    "choose sets of one language, written alike",
                    left->origin, words->right->origin, number_of(words->count(), "word")));
  }
  const std::string wanted = text(inputs, "map_word");
  int chosen = words->find(wanted);
  if (chosen < 0) {
    if (!wanted.empty()) {
      run.notes.push_back(
          fmt::format("“{}” is not among the {} words that both have: “{}” is "
                      "shown instead",
                      wanted, count_of(words->count()), words->words[0]));
    }
    chosen = 0;
  }
  run.notes.push_back("left: " + left->origin);
  run.notes.push_back("right: " + words->right->origin);
  run.notes.push_back(words->count() < words->in_both
                          ? fmt::format("{} words are in both; the first {} are compared",
                                        count_of(words->in_both), count_of(words->count()))
                          : fmt::format("{} words are in both", count_of(words->count())));
  const int count = static_cast<int>(number(inputs, "neighbours"));
  Side sides[2];
  for (int s = 0; s < 2; ++s) {
    const Tape::Scope scope(run.tape, s == 0 ? "left" : "right");
    sides[s] = record_side(run, *words, words->rows[static_cast<std::size_t>(s)], chosen, count);
  }
  std::vector<int> places(words->count());
  std::iota(places.begin(), places.end(), 0);
  const Axis all{"word", names_of(*words, places), -1};
  for (int s = 0; s < 2; ++s) {
    const Tape::Scope scope(run.tape, s == 0 ? "left" : "right");
    record_overlap(run, sides[s], sides[1 - s]);
    sides[s].nodes.map = name_map(run, words->maps[static_cast<std::size_t>(s)], all);
  }
  run.records.add(CompareVectorsRecord{{sides[0].nodes, sides[1].nodes}});
  run.tokens[0] = names_of(*words, std::vector<int>{chosen});
  run.output = sides[0].nodes.cosine;
  return run;
}

const RegisterScene registered{
    {.name = "compare-vectors",
     .what = "Two sets of word vectors side by side, over the words that both have: the neighbours "
             "of a "
             "word in each, how many of them are the same, and two maps turned onto each other.",
     .subject = Subject::word_vectors,
     .options = {integer_option("neighbours", "k", "How many neighbours are shown.", 10.0, 1, 40),
                 integer_option("words", "\\mathrm{words}",
                                "How many words are compared: the first that both have.", 5'000.0,
                                3, 20'000),
                 shown_in_view(choice_option(
                     std::string(compare_vectors_options::right.name), "\\text{right}",
                     "The right set: the output vectors of the left one, LSA of the same text, or "
                     "the real words, learned from another text.",
                     std::string(compare_vectors_options::outputs),
                     {std::string(compare_vectors_options::outputs),
                      std::string(compare_vectors_options::lsa),
                      std::string(compare_vectors_options::real)})),
                 text_option("map_word", "The word whose neighbours are shown; empty: the first.")},
     .slots = {{.name = slots::vectors.name}, {.name = slots::compared.name}},
     .run = run_compare}};

}  // namespace

}  // namespace glassformer
