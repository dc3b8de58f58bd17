#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>

#include "core/embed/corpus/wordnet.h"
#include "core/embed/corpus/wordnet_names.h"
#include "core/formats/assets.h"
#include "core/formats/file.h"

namespace glassformer {

namespace {

// The relations in which the words of both sides stand beside each other: kinds and instances,
// parts, members and substances, causes and consequences, what is similar, what is derived.
constexpr std::array<std::string_view, 11> told{"@", "@i", "#p", "#m", "#s", "&",
                                                "^", "*",  ">",  "+",  "\\"};

// Once would drown in the definitions: by similarity three times measured better than twice, four
// times no better.
constexpr int told_times = 3;

std::string in_a_row(const std::vector<std::string>& words) {
  std::string row;
  for (const std::string& word : words) row += (row.empty() ? "" : " ") + word;
  return row;
}

bool says_capital(const WordNet::Set& set) {
  return glassformer::says_capital(in_a_row(set.words));
}

}  // namespace

std::vector<std::string> everyday_words() {
  constexpr std::size_t most_bytes = 1 << 20;
  std::istringstream file(read_file(assets_folder() / "words" / "everyday.txt", most_bytes));
  return {std::istream_iterator<std::string>(file), {}};
}

void write_wordnet_text(const WordNet& wordnet, const WordNetTextOptions& options,
                        const std::function<void(std::string_view)>& take) {
  const WordNetNames names(wordnet, options);
  // One word of a set, or all that are told of; none if it is not.
  const auto side = [&](std::size_t set, std::size_t word) {
    const std::vector<std::string>& known = names.told(set);
    if (word == 0) return in_a_row(known);
    const std::string& one = wordnet.sets[set].words[word - 1];
    return std::find(known.begin(), known.end(), one) != known.end() ? one : std::string();
  };
  for (std::size_t i = 0; i < wordnet.sets.size(); ++i) {
    if (names.told(i).empty()) continue;
    const WordNet::Set& set = wordnet.sets[i];
    std::string lines;
    const std::string words = in_a_row(names.told(i));
    lines += words + " " + without_years(set.definition) + " " + words + "\n";
    for (const std::string& example : set.examples) lines += example + "\n";
    for (const WordNet::Pointer& pointer : set.pointers) {
      if (std::find(told.begin(), told.end(), pointer.relation) == told.end()) continue;
      if (names.is_held_out(i) && pointer.relation == "@i" &&
          says_capital(wordnet.sets[pointer.target])) {
        continue;
      }
      const std::string of = side(i, pointer.of), to = side(pointer.target, pointer.to);
      if (of.empty() || to.empty()) continue;
      for (int time = 0; time < told_times; ++time) lines += of + " " + to + "\n";
    }
    take(lines);
  }
}

}  // namespace glassformer
