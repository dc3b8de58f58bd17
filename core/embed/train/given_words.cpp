#include "core/embed/train/given_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/tensor/error.h"

namespace glassformer {

void check(const GivenWords& given, const Word2VecConfig& config) {
  const WordVectors& vectors = *given.vectors;
  if (config.input != InputRows::skip_gram || config.objective != Objective::negative_sampling ||
      config.subwords.on || config.published) {
    throw UserError(
        "only skip-gram with negative sampling, of words alone and not as published, begins from "
        "vectors that are there (--from); leave --model, --loss, --subwords and --published out");
  }
  if (vectors.outputs.empty()) {
    throw UserError(given.name +
                    ": holds no output vectors, which a training goes on from; give a file that "
                    "train vectors --model sg wrote as .safetensors");
  }
  if (vectors.dim() != static_cast<std::size_t>(config.dim)) {
    throw UserError(
        fmt::format("{}: its vectors have {} dimensions; give --dim {}, or leave it out",
                    given.name, vectors.dim(), vectors.dim()));
  }
}

EncodedText joined(EncodedText text, const WordVectors& given) {
  WordList all;
  std::vector<std::uint64_t> counts;
  const auto count = [&](std::string_view word, std::uint64_t times) {
    const WordList::Added added = all.add(word);
    if (added.fresh) counts.push_back(0);
    counts[static_cast<std::size_t>(added.id)] += times;
    return added.id;
  };
  for (std::size_t i = 0; i < given.words.size(); ++i) {
    count(given.words[i], given.counts.empty() ? 0 : given.counts[i]);
  }
  std::vector<std::int32_t> number;  // of each word of the text, among all
  for (std::size_t i = 0; i < text.words.size(); ++i) {
    number.push_back(count(text.words[i], text.counts[i]));
  }
  std::vector<std::int32_t> order(all.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return counts[static_cast<std::size_t>(a)] > counts[static_cast<std::size_t>(b)];
  });
  std::vector<std::int32_t> rank(all.size());
  EncodedText made = std::move(text);
  made.words = {};
  made.counts.clear();
  for (const std::int32_t id : order) {
    const auto at = static_cast<std::size_t>(id);
    rank[at] = made.words.add(all[at]).id;
    made.counts.push_back(counts[at]);
  }
  for (std::int32_t& id : number) id = rank[static_cast<std::size_t>(id)];
  made.ids.map(number);
  made.groups.clear();
  return made;
}

}  // namespace glassformer
