#pragma once

#include <string>
#include <string_view>
#include <vector>

// Byte pair encoding as it was published (Sennrich, Haddow and Birch 2016, "Neural Machine
// Translation of Rare Words with Subword Units", section 3.2, algorithm 1), on a handful of words:
// every pair is counted anew for every merge. core/text/bpe.h is what trains on a real text.
namespace glassformer {

// How words are taken apart at first.
enum class Spelling {
  end_mark,  // l o w ␣: a mark for the space behind the word
  inside,    // l ##o ##w: all but the first letter are marked (Wu et al. 2016, section 4.1)
};
inline constexpr std::string_view kEndMark = "␣";
inline constexpr std::string_view kInsideMark = "##";

std::vector<std::string> spell(std::string_view word, Spelling spelling);
// What two neighbours make: "es" and "t" "est", "##e" and "##s" "##es".
std::string joined(std::string_view left, std::string_view right);

// A word in the pieces that it falls into now, and how often it comes.
struct Spelled {
  std::vector<std::string> pieces;
  double count = 0;
};
struct PairCount {
  std::string left, right;
  double count = 0;
  std::string name() const { return left + " + " + right; }
};

// How often each pair of neighbours comes, in the order in which they are met.
std::vector<PairCount> count_pairs(const std::vector<Spelled>& words);
// Joins the pair wherever it stands, from left to right. Returns whether it stood anywhere.
bool merge_pair(std::vector<std::string>& pieces, std::string_view left, std::string_view right);
// Merges the most frequent pair, of several the one that is met first, until `most` merges are made
// or no pair comes twice. Afterwards `words` are in the pieces that come of it.
std::vector<PairCount> learn_merges(std::vector<Spelled>& words, int most);

// A word as a tree: its letters, and above them what the merges make of them, in the order in which
// the merges were learned.
struct MergeTree {
  struct Node {
    std::string piece;
    int left = -1, right = -1;  // nodes; −1: it is a letter
    int merge = -1;             // which one made it
    int begin = 0, end = 0;     // the letters below it
  };
  std::vector<Node> nodes;  // the letters first, from left to right
  std::vector<int> roots;   // the pieces of the word, from left to right
};
MergeTree merge_tree(const std::vector<std::string>& letters, const std::vector<PairCount>& merges);

}  // namespace glassformer
