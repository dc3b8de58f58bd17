#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/embed/vectors/word_list.h"

namespace glassformer {

// The words of a text in the order in which they first came, and how often each did.
struct CountedWords {
  WordList words;
  std::vector<std::uint64_t> counts;  // of each word

  // The word came once more; its number.
  std::int32_t count(std::string_view word) {
    const WordList::Added added = words.add(word);
    if (added.fresh) counts.push_back(0);
    ++counts[static_cast<std::size_t>(added.id)];
    return added.id;
  }
  // All words of another text came too; ids[i] becomes the number of its word i.
  void count_all(const CountedWords& other, std::vector<std::int32_t>& ids) {
    words.add_all(other.words, ids);
    counts.resize(words.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
      counts[static_cast<std::size_t>(ids[i])] += other.counts[i];
    }
  }
};

}  // namespace glassformer
