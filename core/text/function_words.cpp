#include "core/text/function_words.h"

#include <algorithm>
#include <array>

namespace glassformer {

namespace {

// In the order of their bytes, to be searched by halves.
constexpr auto kWords = [] {
  std::array words = std::to_array<std::string_view>({
      "a",       "an",         "the",      "this",      "that",       "these",      "those",
      "each",    "every",      "either",   "neither",   "some",       "any",        "no",
      "all",     "both",       "half",     "such",      "what",       "which",      "whose",
      "i",       "me",         "my",       "mine",      "myself",     "you",        "your",
      "yours",   "yourself",   "he",       "him",       "his",        "himself",    "she",
      "her",     "hers",       "herself",  "it",        "its",        "itself",     "we",
      "us",      "our",        "ours",     "ourselves", "they",       "them",       "their",
      "theirs",  "themselves", "who",      "whom",      "whoever",    "whatever",   "whichever",
      "one",     "one's",      "oneself",  "someone",   "somebody",   "something",  "anyone",
      "anybody", "anything",   "everyone", "everybody", "everything", "nobody",     "nothing",
      "none",    "another",    "other",    "others",    "of",         "in",         "to",
      "with",    "for",        "by",       "on",        "up",         "out",        "as",
      "from",    "at",         "off",      "down",      "into",       "upon",       "over",
      "under",   "about",      "above",    "across",    "after",      "against",    "along",
      "among",   "around",     "before",   "behind",    "below",      "beneath",    "beside",
      "besides", "between",    "beyond",   "despite",   "during",     "except",     "inside",
      "like",    "near",       "onto",     "outside",   "past",       "per",        "since",
      "through", "throughout", "till",     "toward",    "towards",    "underneath", "until",
      "unto",    "via",        "within",   "without",   "and",        "or",         "but",
      "nor",     "so",         "yet",      "if",        "because",    "although",   "though",
      "unless",  "whereas",    "whether",  "while",     "than",       "when",       "where",
      "why",     "how",        "am",       "is",        "are",        "was",        "were",
      "be",      "been",       "being",    "do",        "does",       "did",        "doing",
      "done",    "have",       "has",      "had",       "having",     "can",        "could",
      "may",     "might",      "must",     "shall",     "should",     "will",       "would",
      "ought",   "cannot",     "can't",    "don't",     "doesn't",    "didn't",     "isn't",
      "aren't",  "wasn't",     "weren't",  "won't",     "wouldn't",   "couldn't",   "shouldn't",
      "not",     "very",       "too",      "also",      "just",       "only",       "even",
      "then",    "there",      "here",     "now",       "again",      "ever",       "never",
      "always",  "often",      "quite",    "rather",    "almost",     "more",       "most",
      "less",    "least",      "much",     "many",      "few",        "several",    "etc",
  });
  std::sort(words.begin(), words.end());
  return words;
}();

}  // namespace

bool is_function_word(std::string_view word) {
  return std::binary_search(kWords.begin(), kWords.end(), word);
}

}  // namespace glassformer
