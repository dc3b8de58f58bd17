#include <algorithm>
#include <array>
#include <cstdint>

#include "core/embed/corpus/counted_words.h"
#include "core/embed/corpus/word_splitter.h"
#include "core/embed/corpus/wordnet.h"

namespace glassformer {

namespace {

constexpr std::uint64_t used_often = 3;
constexpr std::size_t places = 15;  // the lexicographers' file of the nouns of location

// Madrid, not "city".
bool is_named_place(const WordNet::Set& set) {
  return set.file == places &&
         std::any_of(set.pointers.begin(), set.pointers.end(),
                     [](const WordNet::Pointer& p) { return p.relation == "@i"; });
}

// Cut as the trainings are to cut the text.
constexpr WordOptions cut{true, WordOptions::Signs::drop, false};

class Counter : public WordSplitter::Taker {
 public:
  void count(std::string_view text) {
    WordSplitter splitter(cut);
    splitter.feed(text, *this);
    splitter.finish(*this);
  }
  // Whether every word of a phrase is used often.
  bool knows(std::string_view phrase) {
    asking_ = true;
    known_ = true;
    count(phrase);
    asking_ = false;
    return known_;
  }

 private:
  void word(std::string_view word) override {
    if (!asking_) {
      words_.count(word);
      return;
    }
    const int id = words_.words.find(word);
    known_ = known_ && id >= 0 && words_.counts[static_cast<std::size_t>(id)] >= used_often;
  }
  void sentence_end() override {}

  CountedWords words_;
  bool asking_ = false, known_ = true;
};

// The relations in which the words of both sides stand beside each other: kinds and instances,
// parts, members and substances, causes and consequences, what is similar, what is derived.
constexpr std::array<std::string_view, 11> told{"@", "@i", "#p", "#m", "#s", "&",
                                                "^", "*",  ">",  "+",  "\\"};

// Once would drown in the definitions: by similarity and analogies twice measured better.
constexpr int told_times = 2;

std::string in_a_row(const std::vector<std::string>& words) {
  std::string row;
  for (const std::string& word : words) row += (row.empty() ? "" : " ") + word;
  return row;
}

}  // namespace

void write_wordnet_text(const WordNet& wordnet, const std::function<void(std::string_view)>& take) {
  Counter used;
  for (const WordNet::Set& set : wordnet.sets) {
    used.count(set.definition);
    for (const std::string& example : set.examples) used.count(example);
  }
  std::vector<std::vector<std::string>> known(wordnet.sets.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    for (const std::string& word : wordnet.sets[i].words) {
      if (is_named_place(wordnet.sets[i]) || used.knows(word)) known[i].push_back(word);
    }
  }
  // One word of a set, or all that are used often; none if it is not.
  const auto side = [&](std::size_t set, std::size_t word) {
    if (word == 0) return in_a_row(known[set]);
    const std::string& one = wordnet.sets[set].words[word - 1];
    const bool listed = std::find(known[set].begin(), known[set].end(), one) != known[set].end();
    return listed ? one : std::string();
  };
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i].empty()) continue;
    const WordNet::Set& set = wordnet.sets[i];
    std::string lines;
    const std::string words = in_a_row(known[i]);
    lines += words + " " + set.definition + " " + words + "\n";
    for (const std::string& example : set.examples) lines += example + "\n";
    for (const WordNet::Pointer& pointer : set.pointers) {
      if (std::find(told.begin(), told.end(), pointer.relation) == told.end()) continue;
      const std::string of = side(i, pointer.of), to = side(pointer.target, pointer.to);
      if (of.empty() || to.empty()) continue;
      for (int time = 0; time < told_times; ++time) lines += of + " " + to + "\n";
    }
    take(lines);
  }
}

}  // namespace glassformer
