#include "core/scenes/vectors/counted_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/embed/train/alias_table.h"
#include "core/nn/axes.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "core/text/tokenize.h"

namespace glassformer {

namespace {

constexpr double max_counted = 999'999'999;

// "fat 3, fridge 2": words and how often they come; a word without a number comes once.
void read_counts(const std::string& list, CountedText& text) {
  int last = -1;
  for (const std::string& token : tokenize(list)) {
    if (token == "," || token == ";" || token == ".") continue;
    const bool digits =
        std::all_of(token.begin(), token.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (digits && last >= 0) {
      if (token.size() > 9) {
        throw UserError("word2vec-step: " + token + " is more often than can be counted here");
      }
      text.counts[static_cast<std::size_t>(last)] = std::max(1UL, std::stoul(token));
      last = -1;
      continue;
    }
    const WordList::Added added = text.words.add(token);
    if (added.fresh) text.counts.push_back(1);
    last = added.id;
  }
}

}  // namespace

std::vector<std::string> CountedText::labels(const std::vector<int>& ids) const {
  std::vector<std::string> labels;
  for (const int id : ids) labels.push_back(word(id));
  return labels;
}

Axis CountedText::axis() const {
  Axis axis{"word", {}, -1};
  for (std::size_t i = 0; i < words.size(); ++i) axis.labels.push_back(std::string(words[i]));
  return axis;
}

CountedText read_counted_text(const Inputs& inputs) {
  CountedText read;
  if (const std::string list = text(inputs, "counts"); !list.empty()) read_counts(list, read);
  const std::size_t listed = read.words.size();
  if (inputs.text[0].empty()) {
    throw UserError("word2vec-step: there is no sentence; type one at the top");
  }
  for (const std::string& token : tokenize(inputs.text[0])) {
    const WordList::Added added = read.words.add(token);
    if (added.fresh) read.counts.push_back(0);
    // What the list says about a word is how often it comes; others are counted in the sentence.
    if (static_cast<std::size_t>(added.id) >= listed) {
      ++read.counts[static_cast<std::size_t>(added.id)];
    }
    read.sentence.push_back(added.id);
  }
  if (read.sentence.size() < 2) {
    throw UserError("word2vec-step: one word has no context; type a sentence of several");
  }
  return read;
}

Edits with_whole_counts(Edits edits) {
  const auto found = edits.find("counts");
  if (found == edits.end()) return edits;
  for (CellEdit& edit : found->second) {
    if (edit.value > max_counted) {
      throw UserError(fmt::format(
          "word2vec-step: a word cannot come {:g} times here; type a count up to {:.0f}",
          edit.value, max_counted));
    }
    edit.value = edit.value >= 1 ? std::round(edit.value) : 1;
  }
  return edits;
}

Part name_counts(Tape& tape, CountedText& text) {
  Mat counts(1, static_cast<int>(text.counts.size()));
  for (int i = 0; i < counts.cols(); ++i) {
    counts(0, i) = static_cast<Real>(text.counts[static_cast<std::size_t>(i)]);
  }
  const Part named = put(tape, std::move(counts),
                         {"counts", "N", Role::plain, numbered(""), text.axis(),
                          all_cells("Counted: how often the word stands in the text.")});
  for (const CellEdit& edit : tape.node(named).edits) {
    text.counts[static_cast<std::size_t>(edit.col)] = static_cast<std::uint64_t>(edit.value);
  }
  return named;
}

// By way of logarithms.
Part name_noise(Part counts, double power) {
  const Tape::Scope scope(counts.tape(), "noise");
  Mat logs(1, counts.shape().cols);
  for (int i = 0; i < logs.cols(); ++i) {
    logs(0, i) =
        static_cast<Real>(std::log(static_cast<double>(std::max<Real>(1, counts.value()(0, i)))));
  }
  const Part log = put(counts.tape(), std::move(logs),
                       {"log", "\\ln N", Role::plain, counts.rows(), counts.cols(),
                        all_cells("The natural logarithm of the count.")});
  const Part raised = exp(power * log).as("raised", fmt::format("N^{{{:g}}}", power));
  return share(raised).as("share", "P");
}

std::vector<int> draw_words(const Mat& shares, int count, std::uint64_t seed) {
  std::vector<double> weights;
  for (const Real share : shares.cells()) {
    weights.push_back(std::isfinite(share) ? std::max(0.0, static_cast<double>(share)) : 0);
  }
  if (std::none_of(weights.begin(), weights.end(), [](double weight) { return weight > 0; })) {
    throw UserError(
        "word2vec-step: no word has a share of the noise, so none can be drawn; give one a "
        "share above 0");
  }
  const AliasTable noise(weights);
  Rng rng(seed);
  std::vector<int> drawn(static_cast<std::size_t>(count));
  for (int& word : drawn) word = noise.draw(rng.next());
  return drawn;
}

}  // namespace glassformer
