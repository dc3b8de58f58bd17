#include "core/embed/corpus/wordnet_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <optional>

#include "core/embed/corpus/wordnet.h"
#include "core/embed/vectors/folded_words.h"
#include "core/formats/json.h"
#include "core/formats/line_reader.h"
#include "core/tensor/error.h"
#include "core/text/function_words.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

// In the order of lexnames(5WN). "Tops" holds the nouns at the top of the tree, which the other
// noun files are named after.
constexpr std::array<std::string_view, 45> kGroups{"adjective",
                                                   "adjective from a noun",
                                                   "adverb",
                                                   "most general noun",
                                                   "act",
                                                   "animal",
                                                   "artifact",
                                                   "attribute",
                                                   "body",
                                                   "cognition",
                                                   "communication",
                                                   "event",
                                                   "feeling",
                                                   "food",
                                                   "group",
                                                   "location",
                                                   "motive",
                                                   "object",
                                                   "person",
                                                   "phenomenon",
                                                   "plant",
                                                   "possession",
                                                   "process",
                                                   "quantity",
                                                   "relation",
                                                   "shape",
                                                   "state",
                                                   "substance",
                                                   "time",
                                                   "body (verb)",
                                                   "change (verb)",
                                                   "cognition (verb)",
                                                   "communication (verb)",
                                                   "competition (verb)",
                                                   "consumption (verb)",
                                                   "contact (verb)",
                                                   "creation (verb)",
                                                   "emotion (verb)",
                                                   "motion (verb)",
                                                   "perception (verb)",
                                                   "possession (verb)",
                                                   "social (verb)",
                                                   "stative (verb)",
                                                   "weather (verb)",
                                                   "participle"};

using Tally = std::array<std::uint64_t, kGroups.size()>;  // of one word, by file

// Of each word of the list: how often it was tagged, or in how many sets it is.
class Tallies {
 public:
  explicit Tallies(const WordList& words) : of_(words.size()) {
    for (std::size_t i = 0; i < words.size(); ++i) numbers_.add(key_of(words[i]));
    ids_.resize(numbers_.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      of_[i] = static_cast<std::size_t>(numbers_.find(key_of(words[i])));
    }
  }
  void add(std::string_view word, std::size_t file, std::uint64_t count) {
    const int id = numbers_.find(key_of(word));
    if (id >= 0 && file < kGroups.size()) ids_[static_cast<std::size_t>(id)][file] += count;
  }
  std::uint64_t all(std::size_t word) const {
    const Tally& tally = ids_[of_[word]];
    return std::accumulate(tally.begin(), tally.end(), std::uint64_t{0});
  }
  // The file of most; nothing where all are zero.
  std::optional<std::size_t> most(std::size_t word) const {
    const Tally& tally = ids_[of_[word]];
    const auto found = std::max_element(tally.begin(), tally.end());
    if (*found == 0) return {};
    return static_cast<std::size_t>(found - tally.begin());
  }
  bool ties(std::size_t word) const {
    const Tally& tally = ids_[of_[word]];
    return std::ranges::count(tally, *std::ranges::max_element(tally)) > 1;
  }

 private:
  // Small letters, and one sign for what parts a phrase.
  static std::string key_of(std::string_view word) {
    std::string key = folded(word);
    std::replace(key.begin(), key.end(), ' ', '_');
    return key;
  }
  WordList numbers_;
  std::vector<std::size_t> of_;  // the number of each word of the list
  std::vector<Tally> ids_;
};

bool has_capital(std::string_view word) {
  return std::ranges::any_of(word, [](char c) { return c >= 'A' && c <= 'Z'; });
}

// Fewer uses of a word than this say little against a name that is spelt like it: WordNet's texts
// have its senses tagged, but not names.
constexpr std::uint64_t kFewUses = 5;

// "dog%1:05:00:: 1 42"
struct Tagged {
  std::string_view word;
  std::size_t file = 0;
  std::uint64_t count = 0;
};
std::optional<Tagged> read_tagged(std::string_view line) {
  Tagged made;
  const std::size_t percent = line.find('%'), last = line.rfind(' ');
  const std::size_t colon = line.find(':', percent == std::string_view::npos ? 0 : percent);
  if (percent == 0 || percent == std::string_view::npos || colon == std::string_view::npos ||
      last == std::string_view::npos || last < colon) {
    return {};
  }
  made.word = line.substr(0, percent);
  const char* const end = line.data() + line.size();
  const auto file = std::from_chars(line.data() + colon + 1, end, made.file);
  const auto count = std::from_chars(line.data() + last + 1, end, made.count);
  if (file.ec != std::errc() || file.ptr == end || *file.ptr != ':' ||
      made.file >= kGroups.size() || count.ec != std::errc() || count.ptr != end ||
      made.count > 1'000'000'000) {
    return {};
  }
  return made;
}

}  // namespace

std::string_view lexicographer_group(std::size_t file) {
  return file < kGroups.size() ? kGroups[file] : std::string_view();
}

std::vector<std::string> wordnet_groups(const WordNet& wordnet, ByteSource& counts,
                                        const std::string& named, const WordList& words,
                                        std::vector<std::string>* tied) {
  Tallies tagged(words), sets(words), names(words);
  LineReader lines(counts, named);
  for (std::string_view line; lines.next(line);) {
    if (line.empty()) continue;
    const auto read = read_tagged(line);
    if (!read) {
      throw UserError(fmt::format(
          "{}, line {}: '{}' stands where a sense, its number and a count should, as in "
          "'dog%1:05:00:: 1 42'; install WordNet 3 again (Debian's wordnet-base)",
          named, lines.line(), excerpt(std::string(line), 40)));
    }
    tagged.add(read->word, read->file, read->count);
  }
  for (const WordNet::Set& set : wordnet.sets) {
    for (const std::string& word : set.words) {
      sets.add(word, set.file, 1);
      if (has_capital(word)) names.add(word, set.file, 1);
    }
  }
  // In a list without capitals "john" is rather John than a toilet.
  bool small = true;
  for (std::size_t i = 0; i < words.size() && small; ++i) small = !has_capital(words[i]);
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_function_word(folded(words[i]))) {
      groups.emplace_back();
      continue;
    }
    const bool name = small && names.most(i) && tagged.all(i) < kFewUses;
    const Tallies& counted = name ? names : tagged.most(i) ? tagged : sets;
    const auto file = counted.most(i);
    groups.emplace_back(file ? kGroups[*file] : std::string_view());
    if (file && tied != nullptr && counted.ties(i)) tied->emplace_back(words[i]);
  }
  return groups;
}

std::vector<std::string> wordnet_groups(const fs::path& folder, const WordList& words,
                                        std::vector<std::string>* tied) {
  const WordNet wordnet = read_wordnet(folder);
  const fs::path counts = folder / "cntlist.rev";
  std::error_code none;
  if (!fs::is_regular_file(counts, none)) {
    throw UserError(counts.string() +
                    ": is not there; install WordNet ('apt-get install wordnet-base'), whose "
                    "counts say which sense of a word is meant most");
  }
  return wordnet_groups(wordnet, *open_bytes(counts), counts.string(), words, tied);
}

}  // namespace glassformer
