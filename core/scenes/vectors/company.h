#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/vectors/word_list.h"
#include "core/scenes/part.h"

// The company that the words of a short text keep: who stands beside whom, and in which sentence.
namespace glassformer {

struct CompanyText {
  WordList words;
  std::vector<std::vector<int>> sentences;
  std::vector<std::string> whole;  // the same with all their words, "a zebra drank"
};

// What of a text is counted.
struct CompanyRules {
  std::set<std::string> left_out = {};  // words
  int least_count = 1;                  // rarer words are left out
  std::size_t least_words = 2;          // and then sentences with fewer words
};

// Words with a small first letter; signs part nothing and count as nothing, but for the end of a
// sentence.
CompanyText read_company_text(const std::string& text, const CompanyRules& rules);

// The words of a list that is typed: "a, the of".
std::set<std::string> words_listed(const std::string& list);

// Who stands beside whom: [words, contexts]. A context is a word somewhere in the window, or, where
// slots are told apart, a word at its distance: "the _", "_ player", "from … _".
struct Company {
  WordList contexts;
  std::vector<std::string> words;  // that make the contexts
  Mat counts;
};
Company count_company(const CompanyText& text, int window, bool slots);

// How often each word stands in each sentence: [words, sentences].
Mat count_in_sentences(const CompanyText& text);

std::vector<std::string> labels_of(const WordList& list);

// How much more often than by chance each word stands in each context (beyond_chance.h): the lift,
// or with `logs` the PPMI. Records row.total, column.total, total, expected, lift and, with `logs`,
// pmi and ppmi, and returns the last of them.
Part name_weighed(Part counts, bool logs);
// The same where it is known what is to be expected: lift, pmi and ppmi.
Part name_above_chance(Part counts, Part expected, bool logs);

}  // namespace glassformer
