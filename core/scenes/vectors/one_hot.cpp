#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/embed/vectors/folded_words.h"
#include "core/embed/vectors/word_vectors.h"
#include "core/nn/axes.h"
#include "core/scenes/chosen.h"
#include "core/scenes/options.h"
#include "core/scenes/records/one_hot.h"
#include "core/scenes/sheet.h"
#include "core/tensor/error.h"
#include "core/text/tokenize.h"
#include "core/text/unicode.h"

// From one-hot words to dense vectors (lecture 004): the rows of a sentence over a vocabulary, the
// lookup in the embedding matrix C as a product, and the distances between words before and after.
// Nodes: x [tokens, words], c [words, d], e = X C, row (the rows of C picked), difference = e −
// row, onehot.distances and dense.distances [tokens, tokens], and dense.cosine, which leaves out
// that trained rows of frequent words are longer. What the vocabulary lacks is <unk>. Where trained
// vectors lack words of the sentence, dense.* are of learned, the rows of the others: a row of
// zeros would lie in the middle of all, the nearest to each.
namespace glassformer {

namespace {

constexpr const char* kUnknown = "<unk>";

std::vector<std::string> cut(const std::string& text, bool into_characters) {
  std::vector<std::string> tokens;
  for (const std::string& word : tokenize(text)) {
    if (!into_characters) {
      tokens.push_back(word);
      continue;
    }
    for (const std::string_view character : characters(word)) tokens.emplace_back(character);
  }
  if (tokens.size() > max_tokens) {
    throw UserError(fmt::format(
        "one-hot: {} characters are too many; at most {} can be shown: take a shorter sentence",
        tokens.size(), max_tokens));
  }
  return tokens;
}

// Each token once, sorted; the last place is for all others.
std::vector<std::string> vocabulary_of(const std::vector<std::string>& tokens) {
  std::set<std::string> sorted(tokens.begin(), tokens.end());
  sorted.erase(kUnknown);
  std::vector<std::string> words(sorted.begin(), sorted.end());
  words.emplace_back(kUnknown);
  return words;
}

// A word that is unknown as written is looked up with its first letter small, then in whatever form
// its accents and apostrophes have.
std::vector<int> ids_in(const std::vector<std::string>& words,
                        const std::vector<std::string>& tokens) {
  const auto unknown = words.end() - 1;
  const auto find = [&](const std::string& token) {
    const auto at = std::lower_bound(words.begin(), unknown, token);
    return at != unknown && *at == token ? at : unknown;
  };
  std::vector<int> ids;
  for (const std::string& token : tokens) {
    auto at = find(token);
    if (at == unknown) at = find(with_small_first(token));
    if (at == unknown) {
      at = std::find_if(words.begin(), unknown,
                        [&](const std::string& word) { return folded(word) == folded(token); });
    }
    ids.push_back(static_cast<int>(at - words.begin()));
  }
  return ids;
}

// The rows of the chosen word vectors; a word that they lack, and <unk>, is a row of zeros.
Mat trained_rows(const WordVectors& vectors, const std::vector<std::string>& words, Run& run) {
  Mat rows(static_cast<int>(words.size()), static_cast<int>(vectors.dim()));
  std::string absent;
  for (std::size_t w = 0; w < words.size(); ++w) {
    int id = vectors.words.find(words[w]);
    if (id < 0) id = vectors.words.find(as_compared(words[w]));
    if (id < 0) {
      absent += (absent.empty() ? "" : ", ") + words[w];
      continue;
    }
    const auto from = vectors.vectors[static_cast<std::size_t>(id)];
    std::copy(from.begin(), from.end(), rows.row(static_cast<int>(w)).begin());
  }
  run.notes.push_back(fmt::format("C holds trained vectors: {}", vectors.origin));
  if (!absent.empty()) run.notes.push_back("zeros, because not learned: " + absent);
  return rows;
}

// The tokens whose row is no row of zeros.
std::vector<int> learned_tokens(const Mat& rows) {
  std::vector<int> learned;
  for (int i = 0; i < rows.rows(); ++i) {
    const auto row = rows.row(i);
    if (std::any_of(row.begin(), row.end(), [](Real x) { return x != 0; })) learned.push_back(i);
  }
  return learned;
}

std::vector<std::string> picked(const std::vector<std::string>& tokens,
                                const std::vector<int>& ids) {
  std::vector<std::string> all;
  for (const int id : ids) all.push_back(tokens[static_cast<std::size_t>(id)]);
  return all;
}

void name_distances(const char* scope, Part rows, const char* of) {
  const Tape::Scope within(rows.tape(), scope);
  distance(rows, rows).as("distances", fmt::format("\\|{0}_i - {0}_j\\|", of), Role::score);
}

// How far from one another the dense rows are, and how nearly they point the same way: their
// products over their lengths. A row of zeros points nowhere.
void name_dense(Part e) {
  name_distances("dense", e, "e");
  const Tape::Scope within(e.tape(), "dense");
  const Part length = lengths(e);
  const auto all = length.value().cells();
  if (std::find(all.begin(), all.end(), Real{0}) != all.end()) return;
  const Part product = (e * transposed(e)).as("product", "e_i \\cdot e_j");
  const Part both =
      (length * transposed(length)).as("lengths", "\\|e_i\\| \\, \\|e_j\\|", Role::plain);
  (product / both).as("cosine", "\\cos(e_i, e_j)");
}

Run run_one_hot(const Inputs& inputs) {
  Run run;
  Sheet sheet(inputs, run);
  const bool into_characters = choice(inputs, "level") == "characters";
  if (inputs.text[0].empty()) {
    throw UserError("one-hot: there is no sentence; type one at the top");
  }
  run.tokens[0] = cut(inputs.text[0], into_characters);
  const std::string known = text(inputs, "vocabulary");
  const std::vector<std::string> words =
      vocabulary_of(known.empty() ? run.tokens[0] : cut(known, into_characters));
  const std::vector<int> ids = ids_in(words, run.tokens[0]);
  const int n = static_cast<int>(ids.size()), v = static_cast<int>(words.size());
  check_memory(inputs, 3.0 * n * n + 2.0 * n * v, fmt::format("{} tokens of {} words", n, v));

  Mat one_hot(n, v);
  for (int i = 0; i < n; ++i) one_hot(i, ids[static_cast<std::size_t>(i)]) = 1;
  const Axis tokens{"token", run.tokens[0], 0}, word{"word", words, -1}, width = numbered("d");
  OneHotRecord record;
  const Part x = sheet.put(
      std::move(one_hot),
      {"x", "X", Role::plain, tokens, word, all_cells("1 in the word's own column, 0 elsewhere.")});
  record.x = x;
  name_distances("onehot", x, "x");

  const bool trained = choice(inputs, "table") == "trained";
  const Part c = trained
                     ? sheet.put(trained_rows(*chosen_vectors(inputs), words, run),
                                 {"c", "C", Role::query_weight, word, width})
                     : sheet.take("c", "C", Role::query_weight,
                                  exactly(v, word, fmt::format("the vocabulary has {} words", v)),
                                  any(static_cast<int>(number(inputs, "d_model")), width), 1);
  const Part e = (x * c).as("e", "E", Role::input);
  const Part row = gather(c, ids).as("row", "C_{w}", {Role::input, tokens});
  (e - row).as("difference", "E - C_{w}", Role::plain);
  record.c = c;
  record.row = row;
  const std::vector<int> learned =
      trained ? learned_tokens(row.value()) : std::vector<int>(ids.size());
  if (learned.size() == ids.size()) {
    name_dense(e);
  } else if (!learned.empty()) {
    const Axis rest{"token", picked(run.tokens[0], learned), -1};
    const Part of_learned = gather(e, learned).as("learned", "E_{\\text{learned}}", {.rows = rest});
    record.learned = of_learned;
    name_dense(of_learned);
  }
  run.output = e;
  run.records.add(record);
  sheet.tell();
  return run;
}

const RegisterScene registered{
    {.name = "one-hot",
     .what = "A sentence as one-hot rows, the lookup in an embedding matrix as a product, and the "
             "distances between its words before and after.",
     .subject = Subject::word_vectors,
     .options = {choice_option("level", "tokens", "What a token is: a word, or a character.",
                               "words", {"words", "characters"}),
                 text_option("vocabulary",
                             "A text whose words are the vocabulary; empty: the words of the "
                             "sentence itself. All others are <unk>."),
                 choice_option("table", "C",
                               "The embedding matrix: random from the seed, or word vectors: the "
                               "chosen ones, or those that come with the program.",
                               "random", {"random", "trained"}),
                 width_option(3), seed_option()},
     .givens = {"c"},
     .sentences = 1,
     .slots = {{.name = slots::vectors.name}},
     .run = run_one_hot}};

}  // namespace

}  // namespace glassformer
