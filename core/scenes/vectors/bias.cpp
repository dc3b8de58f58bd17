#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "core/embed/search/neighbours.h"
#include "core/nn/axes.h"
#include "core/scenes/chosen.h"
#include "core/scenes/last_results.h"
#include "core/scenes/options.h"
#include "core/scenes/records/printed_bias.h"
#include "core/scenes/scene.h"
#include "core/scenes/vectors/bias_parts.h"
#include "core/scenes/vectors/left_bias.h"
#include "core/scenes/vectors/map_parts.h"
#include "core/scenes/vectors/map_words.h"
#include "core/scenes/vectors/opposites.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"
#include "core/text/word_list.h"

// What word vectors learn from the people whose text they read, after Bolukbasi et al. 2016 ("Man
// is to computer programmer as woman is to homemaker?"). axis.*: the direction g from one word to
// another; all.*: the mean of all words, from which the words are measured, since what all words
// have in common also has a part along g; words.*: how far words lie along it; extremes.*: the
// words of all that lie farthest; pairs.*: the analogies that the direction makes (their equation
// 1); printed.*: the words and pairs that the lecture prints; neutral.*: the same words with their
// part along g taken away; pair.*: two words made equally far from all neutral ones (their section
// 6, "neutralize and equalize"); before and after: cosines with the two words. near.*: the
// neighbours of a word, among which its opposite is; opposites.* and alike.*: how near pairs of
// opposites are, and pairs of like meaning.
namespace glassformer {

namespace {

constexpr int shown_pairs = 14, shown_extremes = 12;

Part mean_size(Part x) {
  const Part below = relu(-1 * x);
  return mean_cols(relu(x) + below);
}

// The mean of the sizes: the direct bias of the paper (section 5.2, c = 1).
void record_direct_bias(Part product) {
  mean_size(product).as("direct", "\\frac{1}{n} \\sum \\| g w \\|", Role::output);
}

Part record_extremes(const BiasSetup& setup) {
  const std::vector<float> lengths = words_along(setup, bias_counted);
  std::vector<int> order(lengths.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return lengths[static_cast<std::size_t>(a)] > lengths[static_cast<std::size_t>(b)];
  });
  const std::size_t each = std::min<std::size_t>(shown_extremes, order.size() / 2);
  std::vector<int> ids(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(each));
  ids.insert(ids.end(), order.end() - static_cast<std::ptrdiff_t>(each), order.end());
  const Tape::Scope scope(setup.g.tape(), "extremes");
  return record_projection(setup, ids).along;
}

struct WordPair {
  int first, second;
  float score;
};

// S(x, y) = cos(g, x − y) where ‖x − y‖ ≤ 1: the best of all pairs, no word twice.
std::vector<WordPair> best_pairs(const BiasSetup& setup) {
  const WordVectors& vectors = *setup.vectors;
  const std::vector<float> lengths = words_along(setup, bias_searched);
  const std::size_t n = lengths.size(), dim = vectors.dim();
  std::vector<float> units(dim * n);  // [dim, n]: those of many words side by side
  for (std::size_t i = 0; i < n; ++i) {
    const std::vector<float> row = unit(vectors.vectors[i]);
    for (std::size_t d = 0; d < dim; ++d) units[d * n + i] = row[d];
  }
  std::vector<WordPair> pairs;
  std::vector<float> dots(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::ranges::fill(dots, 0.0F);
    for (std::size_t d = 0; d < dim; ++d) {
      const float* const words = units.data() + d * n;
      const float own = words[i];
      for (std::size_t j = 0; j < n; ++j) dots[j] += own * words[j];
    }
    for (std::size_t j = 0; j < n; ++j) {
      const float step = lengths[i] - lengths[j];
      if (!(step > 0)) continue;
      const float square = 2 - 2 * dots[j];  // ‖x − y‖²
      if (!(square <= 1) || square < 1e-6F) continue;
      pairs.push_back({static_cast<int>(i), static_cast<int>(j), step / std::sqrt(square)});
    }
  }
  // There may be a million: only those at the head are brought into order.
  const auto worse = [](const WordPair& a, const WordPair& b) {
    return std::tuple(a.score, -a.first, -a.second) < std::tuple(b.score, -b.first, -b.second);
  };
  std::make_heap(pairs.begin(), pairs.end(), worse);
  std::vector<WordPair> kept;
  while (!pairs.empty() && static_cast<int>(kept.size()) < shown_pairs) {
    std::pop_heap(pairs.begin(), pairs.end(), worse);
    const WordPair pair = pairs.back();
    pairs.pop_back();
    const bool used = std::any_of(kept.begin(), kept.end(), [&](const WordPair& k) {
      return k.first == pair.first || k.second == pair.second || k.first == pair.second ||
             k.second == pair.first;
    });
    if (!used) kept.push_back(pair);
  }
  return kept;
}

// The same for the same direction.
std::vector<WordPair> kept_pairs(const BiasSetup& setup) {
  static LastResults<BiasDirection, std::vector<WordPair>, 8> kept;
  return kept.get(BiasDirection(setup.vectors, setup.g.value().row(0)),
                  [&] { return best_pairs(setup); });
}

Part record_pairs(const BiasSetup& setup) {
  std::vector<int> first, second;
  for (const WordPair& pair : kept_pairs(setup)) {
    first.push_back(pair.first);
    second.push_back(pair.second);
  }
  Axis axis{"pair", {}, -1};
  const auto left = names_of(*setup.vectors, first), right = names_of(*setup.vectors, second);
  for (std::size_t i = 0; i < left.size(); ++i) axis.labels.push_back(left[i] + " – " + right[i]);
  return record_scores(setup, first, second, axis, "pairs");
}

// The words that were named; or the occupations; sorted along g.
std::vector<int> examined(const Inputs& inputs, const BiasSetup& setup, Run& run) {
  const WordVectors& vectors = *setup.vectors;
  std::vector<std::string> absent;
  std::vector<int> ids = ids_of(vectors, listed_words(text(inputs, "words")), absent);
  if (ids.empty()) {
    for (std::size_t i = 0; i < vectors.groups.size(); ++i) {
      if (vectors.groups[i] == "occupation") ids.push_back(static_cast<int>(i));
    }
  }
  if (ids.empty()) {  // vectors that know no kinds of words
    std::vector<std::string> printed(printed_bias::she.begin(), printed_bias::she.end());
    printed.insert(printed.end(), printed_bias::he.begin(), printed_bias::he.end());
    ids = ids_of(vectors, printed, absent);
  }
  if (ids.empty()) {  // of another language
    constexpr std::size_t frequent = 12;
    ids = content_words_first(vectors, vectors.words.size()).words;
    ids.resize(std::min(frequent, ids.size()));
  }
  if (!absent.empty()) {
    run.notes.push_back(fmt::format("the vectors lack {}, for example “{}”",
                                    number_of(absent.size(), "word"), absent[0]));
  }
  std::stable_sort(ids.begin(), ids.end(), [&](int a, int b) {
    const auto g = setup.g.value().row(0);
    return cosine(vectors.vectors[static_cast<std::size_t>(a)], g) >
           cosine(vectors.vectors[static_cast<std::size_t>(b)], g);
  });
  return ids;
}

// w − (w·g) g, of length 1 again.
Part record_neutral(const BiasSetup& setup, Part unit, Part product) {
  const Tape::Scope scope(unit.tape(), "neutral");
  const Part part = (transposed(product) * setup.g).as("along", "(w g) g", Role::key);
  const Part rest = (unit - part).as("rest", "w - (w g) g");
  const Part neutral = unit_rows(rest).as("unit", "w'", Role::value);
  record_direct_bias((setup.g * transposed(neutral)).as("projection", "g W'^{\\top}"));
  return neutral;
}

// Two words at one place but for g, and of length 1: ν ± √(1 − ‖ν‖²) g.
void record_equalised(const Inputs& inputs, const BiasSetup& setup, Part unit, Part neutral,
                      Run& run, BiasRecord& record) {
  const WordVectors& vectors = *setup.vectors;
  const std::vector<int> ids =
      two_ids(vectors, listed_words(text(inputs, "pair")), {"woman", "man"}, run);
  run.tokens[1] = names_of(vectors, ids);
  Tape& tape = run.tape;
  const Axis ends{"word", run.tokens[1], -1}, middle{"", {"mean"}, -1};
  Part pair, equal;
  {
    const Tape::Scope scope(tape, "pair");
    pair = units_of(tape, vectors, ids).as("unit", "E", {Role::key, ends, setup.dims});
    const Part mean = mean_rows(pair).as("mean", "\\mu", {.rows = middle});
    const Part of_mean = mean * transposed(setup.g) * setup.g;
    const Part nu = (mean - of_mean).as("nu", "\\nu");
    double square = 0;
    for (const Real cell : nu.value().cells()) {
      square += static_cast<double>(cell) * static_cast<double>(cell);
    }
    const double root = std::sqrt(std::max(0.0, 1 - square));
    const Part along =
        (pair * transposed(setup.g)).as("along", "E g^{\\top}", {.cols = numbered("")});
    const bool first_up = along.value()(0, 0) >= along.value()(1, 0);
    Mat factors(2, 1);
    factors(first_up ? 0 : 1, 0) = static_cast<Real>(root);
    factors(first_up ? 1 : 0, 0) = static_cast<Real>(-root);
    const Part factor =
        put(tape, std::move(factors),
            {"factor", "\\pm \\sqrt{1 - \\| \\nu \\|^2}", Role::plain, ends, numbered(""),
             all_cells(fmt::format("± √(1 − ‖ν‖²) = ± √(1 − {:.4g}): with it both words have "
                                   "length 1 again.",
                                   square))});
    equal = add_row(factor * setup.g, nu).as("equal", "E'", Role::value);
  }
  record.left = name_left(pair, neutral);
  record.before = (unit * transposed(pair)).as("before", "W E^{\\top}");
  record.after = (neutral * transposed(equal)).as("after", "W' E'^{\\top}");
}

Part record_near(const Inputs& inputs, const BiasSetup& setup, Run& run) {
  const WordVectors& vectors = *setup.vectors;
  const std::string wanted = text(inputs, "near");
  const int id = id_or_first(vectors, wanted, "Neighbours", run);
  std::vector<int> ids{id};
  for (const Scored& one :
       neighbours(vectors.vectors, vectors.vectors[static_cast<std::size_t>(id)], 10,
                  Nearness::cosine, ids)) {
    ids.push_back(one.id);
  }
  ids.erase(ids.begin());
  Tape& tape = run.tape;
  const Tape::Scope scope(tape, "near");
  const Axis word{"word", names_of(vectors, {id}), -1},
      others{"neighbour", names_of(vectors, ids), -1};
  const Part query = units_of(tape, vectors, {id}).as("word", "w", {Role::query, word, setup.dims});
  const Part rest = units_of(tape, vectors, ids).as("others", "V", {Role::key, others, setup.dims});
  return (query * transposed(rest)).as("cosine", "\\cos(w, v)");
}

Run run_bias(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  BiasRecord record;
  const BiasSetup setup = record_direction(inputs, run, record);
  const std::vector<int> ids = examined(inputs, setup, run);
  Part unit, product;
  {
    const Tape::Scope scope(run.tape, "words");
    const Projection projection = record_projection(setup, ids);
    unit = projection.unit;
    record.along = projection.along;
    product = (setup.g * transposed(unit)).as("product", "g W^{\\top}");
    mean_size(projection.along)
        .as("spread", "\\frac{1}{n} \\sum | g (w - \\bar{w}) |", Role::output);
    record_direct_bias(product);
  }
  record.words = setup.vectors->words.size();
  record.counted = std::min(bias_counted, record.words);
  record.searched = std::min(bias_searched, record.words);
  record.extremes = record_extremes(setup);
  record.pairs = record_pairs(setup);
  record_printed(setup, record);
  const Part neutral = record_neutral(setup, unit, product);
  record.neutral = run.tape.find("neutral.projection");
  record_equalised(inputs, setup, unit, neutral, run, record);
  record_moved(inputs, setup, run, record);
  record_clusters(inputs, setup, run, record);
  record.near = record_near(inputs, setup, run);
  record_opposites(setup.vectors, run, record);
  run.output = record.along;
  run.records.add(record);
  return run;
}

const RegisterScene registered{
    {.name = "bias",
     .what =
         "What word vectors learn from people: words along a direction such as she − he, the "
         "analogies that it makes, neutralise and equalise, and opposites that lie side by side.",
     .subject = Subject::word_vectors,
     .options = {shown_in_view(words_option()),
                 shown_in_view(choice_option(
                     std::string(bias_options::direction.name), "\\text{direction}",
                     "one pair: from one word to another. ten pairs: the mean of what she − he and "
                     "nine more pairs give.",
                     std::string(bias_options::one_pair),
                     {std::string(bias_options::one_pair), std::string(bias_options::ten_pairs)})),
                 shown_in_view(integer_option(
                     std::string(bias_options::farthest.name), "\\text{farthest}",
                     "How many words at either end are to be told apart after neutralising; 0: "
                     "none.",
                     bias_options::farthest.initial, 0, 2000)),
                 text_option(std::string(bias_options::moved.name),
                             "The word whose neighbours are shown before and after neutralising.",
                             std::string(bias_options::moved.initial)),
                 text_option("axis", "The direction, from the second word to the first.",
                             "she - he"),
                 text_option("words", "The words that are looked at; empty: occupations."),
                 text_option("pair", "The two words that are equalised.", "woman man"),
                 text_option("near", "The word whose neighbours are shown.", "hot")},
     .slots = {{.name = slots::vectors.name, .stand_in = "word_set"}},
     .run = run_bias}};

}  // namespace

}  // namespace glassformer
