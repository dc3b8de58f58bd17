#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "core/embed/vectors/word_list.h"
#include "core/nn/axes.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/records/hidden_word.h"
#include "core/scenes/vectors/company.h"
#include "core/tensor/error.h"
#include "core/text/tokenize.h"
#include "core/text/unicode.h"

// "You shall know a word by the company it keeps" (Firth 1957; lecture 004): what a word that one
// has never seen may mean, from the words around it alone. Nodes, over the words of the text:
// counts N [words, contexts]; row.total, column.total, total;
// lift = N_ij N / (N_i N_j), how many times more often than by chance; pmi, its logarithm (Church
// and Hanks 1990), and ppmi, what of that is above 0 (Levy and Goldberg 2014, neural word embedding
// as implicit matrix factorization, §3.3); unit, the rows of length 1; hidden, the row of the
// hidden word; cosine with every word. Of the hidden word and those most alike: company, their rows
// in its contexts; own, the first of them; product with it, lengths, and nearest, the cosines of
// these as one works them out by hand.
namespace glassformer {

namespace {

constexpr int kNearest = 8;

// The words most alike, the hidden one left out, and those that share no context with it; equal
// ones as they stand in the text.
std::vector<int> most_alike(const Mat& cosine, int hidden) {
  std::vector<int> ids(static_cast<std::size_t>(cosine.rows()));
  std::iota(ids.begin(), ids.end(), 0);
  ids.erase(ids.begin() + hidden);
  std::erase_if(ids, [&](int id) { return cosine(id, 0) <= 0; });
  std::stable_sort(ids.begin(), ids.end(),
                   [&](int a, int b) { return cosine(a, 0) > cosine(b, 0); });
  ids.resize(std::min<std::size_t>(ids.size(), kNearest));
  return ids;
}

std::vector<std::string> picked(const std::vector<std::string>& words,
                                const std::vector<int>& ids) {
  std::vector<std::string> labels;
  for (const int id : ids) labels.push_back(words[static_cast<std::size_t>(id)]);
  return labels;
}

// Where the text does not hold the wanted word, the first one that it holds.
int find_hidden(const Inputs& inputs, const WordList& words, Run& run) {
  if (words.empty()) {
    throw UserError(
        "hidden-word: no sentence of the text has two words, so no word has company; type more");
  }
  const std::string wanted = text(inputs, "hidden");
  const int found = words.find(with_small_first(as_compared(wanted)));
  if (found >= 0) return found;
  run.notes.push_back(fmt::format(
      "“{}” stands beside no other word in this text; this is about “{}”", wanted, words[0]));
  return 0;
}

// What the most alike have in common with the hidden word, and their cosines from it. Contexts
// that the hidden word does not have add nothing to a product with its row. Where no word is
// alike, its own row alone.
void record_nearest(Part rows, Part cosine, int hidden, const std::vector<int>& ids,
                    const Company& met, HiddenWordRecord& record) {
  const Axis words = rows.rows();
  std::vector<int> shown = ids, shared;
  shown.insert(shown.begin(), hidden);
  for (int j = 0; j < rows.shape().cols; ++j) {
    if (rows.value()(hidden, j) != 0) shared.push_back(j);
  }
  const Axis word{"word", picked(words.labels, shown), -1},
      alike{"word", picked(words.labels, ids), -1},
      context{"context", picked(rows.cols().labels, shared), -1};
  const Part whole = gather(rows, shown);
  record.neighbours = picked(met.words, shared);
  const Part company = transpose(gather(transpose(whole), shared))
                           .as("company", rows.symbol() + "'", {Role::plain, word, context});
  record.company = company;
  const Part own = slice_rows(company, 0, 1)
                       .as("own", "a", {.rows = Axis{"word", picked(words.labels, {hidden}), -1}});
  record.own = own;
  if (ids.empty()) return;
  const auto first = [&](Part x) { return slice_rows(x, 0, 1); };
  const auto others = [&](Part x) { return slice_rows(x, 1, static_cast<int>(ids.size())); };
  const Part a = first(company);
  const Part product =
      (others(company) * transposed(a)).as("product", "a \\cdot b", {.rows = alike});
  const Part length = lengths(whole).as("length", "\\|a\\|", {.rows = word});
  const Part of_a = first(length);
  const Part both = (others(length) * of_a).as("lengths", "\\|a\\| \\, \\|b\\|", {.rows = alike});
  record.product = product;
  record.length = length;
  // A row whose counts were all set to 0 by hand has no direction, and is like no other.
  const auto all = both.value().cells();
  const bool quotients = std::find(all.begin(), all.end(), Real{0}) == all.end();
  record.nearest = (quotients ? product / both : gather(cosine, ids))
                       .as("nearest", "\\cos(a, b)", {.rows = alike});
}

Run run_hidden_word(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  Tape& tape = run.tape;
  if (inputs.text[0].empty()) {
    throw UserError("hidden-word: there is no text; type some sentences at the top");
  }
  // A sentence of one word has no company, and is left out.
  const CompanyText read = read_company_text(inputs.text[0], {});
  const int hidden = find_hidden(inputs, read.words, run);
  const Company company = count_company(read, static_cast<int>(number(inputs, "window")),
                                        choice(inputs, "company") == "slots");
  const int v = company.counts.rows(), contexts = company.counts.cols();
  check_memory(inputs, 6.0 * v * contexts, fmt::format("{} words and {} contexts", v, contexts));
  run.tokens[0] = tokenize(inputs.text[0]);
  const std::vector<std::string> words = labels_of(read.words);
  const Part counts = put(tape, company.counts,
                          {"counts", "N", Role::plain, Axis{"word", words, -1},
                           Axis{"context", labels_of(company.contexts), -1},
                           all_cells("Counted: how often the word stands in this context.")});
  const std::string weigh = choice(inputs, "weigh");
  const Part rows = weigh == "counts" ? counts : name_weighed(counts, weigh == "ppmi");
  const Part unit = unit_rows(rows).as("unit", "U", Role::key);
  const Part query =
      gather(unit, {hidden})
          .as("hidden", "u_{?}", {Role::query, Axis{"word", picked(words, {hidden}), -1}});
  const Part cosine =
      (unit * transposed(query)).as("cosine", "U u_{?}^{\\top}", {.cols = numbered("")});
  HiddenWordRecord record;
  record.counts = counts;
  record.hidden = query;
  record_nearest(rows, cosine, hidden, most_alike(cosine.value(), hidden), company, record);
  run.output = record.nearest ? record.nearest : record.company;
  run.records.add(std::move(record));
  return run;
}

const RegisterScene registered{
    {.name = "hidden-word",
     .what = "What an unknown word may mean, from the words around it: counts, how much more often "
             "than "
             "by chance, and the words with the most similar company.",
     .subject = Subject::word_vectors,
     .options =
         {choice_option("company", "company",
                        "What counts as the same context: the same word at the same "
                        "distance, or the same word anywhere in the window.",
                        "slots", {"slots", "around"}),
          text_option("hidden", "The word whose meaning is looked for.", "berimbau"),
          integer_option("window", "window", "How many words to each side are company.", 2.0, 1,
                         20),
          choice_option(
              "weigh", "weigh",
              "What is compared: plain counts, how many times more often than by chance (lift), "
              "or the logarithm of that where it is above 0 (PPMI).",
              "ppmi", {"counts", "lift", "ppmi"})},
     .sentences = 1,
     .run = run_hidden_word}};

}  // namespace

}  // namespace glassformer
