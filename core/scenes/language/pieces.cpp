#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/embed/vectors/word_list.h"
#include "core/nn/axes.h"
#include "core/scenes/language/cheapest_cut.h"
#include "core/scenes/language/merging.h"
#include "core/scenes/language/three_cuts.h"
#include "core/scenes/options.h"
#include "core/scenes/records/pieces.h"
#include "core/scenes/sheet.h"
#include "core/tensor/error.h"
#include "core/text/tokenize.h"
#include "core/text/unicode.h"

// Pieces of words (lecture 004, tokenisation): byte pair encoding by hand (Sennrich, Haddow and
// Birch 2016), WordPiece's longest match (Wu et al. 2016, section 4.1), the cheapest cut of a
// unigram model (Kudo 2018), and one text in words, characters and pieces. Nodes: counts N [words,
// 1] of the words that are learned from; merged, how often each pair came when it was merged;
// pairs, how often each comes now; pieces [pieces, 1] of the text, how many letters each has; tried
// [tries, 1]; costs, uses, paths, share, reached: cheapest_cut.h; lengths, unknown, sizes.*:
// three_cuts.h.
namespace glassformer {

namespace {

constexpr double kMostCounted = 1e9;
constexpr std::size_t kMostWords = 200, kMostLetters = 64;
constexpr int kPairs = 12;  // that are shown

class Pieces {
 public:
  explicit Pieces(const Inputs& inputs)
      : inputs_(inputs), sheet_(inputs, run_), kind_(choice(inputs, "kind")) {}

  Run run() {
    read_text();
    read_words();
    if (kind_ == "three ways") {
      name_three_cuts(sheet_, record_, inputs_.text[0], whole("size"));
      run_.output = record_.lengths;
    } else if (kind_ == "unigram") {
      find_cheapest();
    } else {
      learn();
    }
    run_.records.add(std::move(record_));
    return std::move(run_);
  }

 private:
  int whole(const char* option) const { return static_cast<int>(number(inputs_, option)); }
  Spelling spelling() const { return kind_ == "wordpiece" ? Spelling::inside : Spelling::end_mark; }

  void read_text() {
    if (inputs_.text[0].empty()) {
      throw UserError("pieces: there is no text to be cut; type one at the top");
    }
    run_.tokens[0] = tokenize(inputs_.text[0]);
    const int last = static_cast<int>(run_.tokens[0].size());
    record_.chosen = std::min(whole("word"), last) - 1;
    record_.word = run_.tokens[0][static_cast<std::size_t>(record_.chosen)];
    if (characters(record_.word).size() > kMostLetters) {
      throw UserError(fmt::format("pieces: “{}” has more than {} letters; type a shorter word",
                                  record_.word, kMostLetters));
    }
  }

  // One was counted when the word was read.
  static void add_count(std::string_view word, const std::string& number, double& count) {
    constexpr std::size_t digits = 12;  // of what may be too much, but is a number
    const double more = number.size() > digits ? 2 * kMostCounted : std::stod(number);
    if (more > kMostCounted) {
      throw UserError(fmt::format("pieces: the count of “{} {}” is too large; type at most {:.0f}",
                                  word, number, kMostCounted));
    }
    count = std::min(kMostCounted, count - 1 + more);
  }

  // "low 5, lower 2"; a word without a number comes once, and one that is named twice as often as
  // both say.
  void read_words() {
    WordList words;
    std::vector<double> counts;
    int last = -1;
    for (const std::string& token : tokens_of(text(inputs_, "words"))) {
      if (token == "," || token == ";" || token == ".") continue;
      const bool digits = token.find_first_not_of("0123456789") == std::string::npos;
      if (digits && last >= 0) {
        add_count(words[static_cast<std::size_t>(last)], token,
                  counts[static_cast<std::size_t>(last)]);
        last = -1;
        continue;
      }
      if (is_punctuation(token)) {
        throw UserError(fmt::format(
            "pieces: “{}” is no word; type words with how often each comes, as “low 5, lower 2”",
            token));
      }
      if (characters(token).size() > kMostLetters) {
        throw UserError(fmt::format("pieces: “{}” has more than {} letters", token, kMostLetters));
      }
      last = words.add(token).id;
      if (words.size() > counts.size()) counts.push_back(0);
      counts[static_cast<std::size_t>(last)] += 1;
    }
    if (words.empty()) {
      throw UserError("pieces: there are no words to learn from; type some, as “low 5, lower 2”");
    }
    if (words.size() > kMostWords) {
      throw UserError(fmt::format("pieces: {} words are more than can be shown; type at most {}",
                                  words.size(), kMostWords));
    }
    Mat column(static_cast<int>(counts.size()), 1);
    Axis axis{"word", {}, -1};
    for (int i = 0; i < column.rows(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      column(i, 0) = static_cast<Real>(counts[at]);
      axis.labels.push_back(std::string(words[at]));
    }
    const Part named =
        sheet_.put(std::move(column), {"counts", "N", Role::plain, axis, numbered(""),
                                       all_cells("How often the word stands in the text.")});
    record_.counts = named;
    for (int i = 0; i < named.shape().rows; ++i) {
      const double count = std::round(named.value()(i, 0));  // it may have been set by hand
      record_.words.push_back(
          {spell(axis_label(axis, i), spelling()), count > 0 ? std::min(count, kMostCounted) : 0});
    }
  }

  void learn() {
    std::set<std::string> vocabulary;
    for (const Spelled& word : record_.words) {
      vocabulary.insert(word.pieces.begin(), word.pieces.end());
    }
    record_.merges = learn_merges(record_.words, whole("merges"));
    for (const PairCount& merge : record_.merges) {
      vocabulary.insert(joined(merge.left, merge.right));
    }
    if (!record_.merges.empty()) {
      record_.merged = name_pairs(record_.merges, "merged", "m", "merge",
                                  "How often this pair came when it was merged.");
    }
    std::vector<PairCount> pairs = count_pairs(record_.words);
    std::ranges::stable_sort(pairs, std::greater<>(), &PairCount::count);
    std::string counted =
        "How often the two stand beside each other in all words, each word as often as it comes.";
    if (pairs.size() > kPairs) {
      counted += fmt::format(" Of {} pairs the {} most frequent are shown.", pairs.size(), kPairs);
      pairs.resize(kPairs);
    }
    if (!pairs.empty()) record_.pairs = name_pairs(pairs, "pairs", "n", "pair", counted);
    record_.letters = spell(record_.word, spelling());
    record_.tree = merge_tree(record_.letters, record_.merges);
    if (spelling() == Spelling::inside) try_longest(vocabulary);
    name_pieces(vocabulary);
  }

  Part name_pairs(const std::vector<PairCount>& pairs, const char* name, const char* symbol,
                  const char* axis, const std::string& origin) {
    Mat counts(static_cast<int>(pairs.size()), 1);
    Axis rows{axis, {}, -1};
    for (int i = 0; i < counts.rows(); ++i) {
      const PairCount& pair = pairs[static_cast<std::size_t>(i)];
      counts(i, 0) = static_cast<Real>(pair.count);
      rows.labels.push_back(pair.name());
    }
    return sheet_.put(std::move(counts),
                      {name, symbol, Role::plain, rows, numbered(""), all_cells(origin)});
  }

  // The longest piece that the rest of the word begins with, again and again.
  void try_longest(const std::set<std::string>& vocabulary) {
    const int letters = static_cast<int>(record_.letters.size());
    for (int begin = 0; begin < letters;) {
      int end = letters;
      for (; end > begin; --end) {
        const std::string piece = stretch(begin, end);
        const bool known = vocabulary.contains(piece);
        record_.tries.push_back({begin, end, piece, known});
        if (known) break;
      }
      if (end == begin) break;  // a letter that was never seen: the whole word is unknown
      begin = end;
    }
    Mat known(static_cast<int>(record_.tries.size()), 1);
    Axis rows{"looked for", {}, -1};
    for (int i = 0; i < known.rows(); ++i) {
      const PiecesRecord::Try& one = record_.tries[static_cast<std::size_t>(i)];
      known(i, 0) = one.known ? 1 : 0;
      rows.labels.push_back(one.piece);
    }
    record_.tried =
        sheet_.put(std::move(known), {"tried", "t", Role::mask, rows, numbered(""),
                                      all_cells("1: it is in the vocabulary. 0: it is not.")});
  }

  std::string stretch(int begin, int end) const {
    std::string piece = record_.letters[static_cast<std::size_t>(begin)];
    for (int i = begin + 1; i < end; ++i) {
      piece = joined(piece, record_.letters[static_cast<std::size_t>(i)]);
    }
    return piece;
  }

  // The chosen word in pieces. One with a letter that was never seen is unknown as a whole to
  // WordPiece; to byte pair encoding that letter is.
  void name_pieces(const std::set<std::string>& vocabulary) {
    std::vector<std::string> all;
    if (spelling() == Spelling::inside) {
      for (const PiecesRecord::Try& one : record_.tries) {
        if (one.known) all.push_back(one.piece);
      }
      if (record_.tries.empty() || !record_.tries.back().known) all = {"[UNK]"};
    } else {
      for (const int root : record_.tree.roots) {
        const std::string& piece = record_.tree.nodes[static_cast<std::size_t>(root)].piece;
        all.push_back(vocabulary.contains(piece) ? piece : "<unk>");
      }
    }
    name_cut(all);
  }

  void name_cut(const std::vector<std::string>& cut) {
    Mat letters(static_cast<int>(cut.size()), 1);
    Axis rows{"piece", {}, -1};
    for (int i = 0; i < letters.rows(); ++i) {
      const std::string& piece = cut[static_cast<std::size_t>(i)];
      const bool inside = piece.starts_with(kInsideMark) && piece.size() > kInsideMark.size();
      letters(i, 0) = static_cast<Real>(characters(piece).size() - (inside ? 2 : 0));
      rows.labels.push_back(piece);
    }
    run_.output = sheet_.put(std::move(letters), {"pieces", "l", Role::plain, rows, numbered(""),
                                                  all_cells("How many characters the piece has.")});
    record_.pieces = run_.output;
  }

  // How many letters of the word no piece with a price has.
  int letters_without(const PieceCosts& costs) const {
    const auto priced = [&](std::string_view letter) {
      return std::ranges::any_of(costs, [&](const auto& cost) {
        return cost.first.find(letter) != std::string::npos &&
               record_.word.find(cost.first) != std::string::npos;
      });
    };
    const auto letters = characters(record_.word);
    return static_cast<int>(letters.size() - std::ranges::count_if(letters, priced));
  }

  void find_cheapest() {
    PieceCosts costs = read_piece_costs(text(inputs_, "costs"));
    if (!costs.empty() &&
        letters_without(costs) * 2 > static_cast<int>(characters(record_.word).size())) {
      run_.notes.push_back(
          fmt::format("Most letters of “{}” have no price; the prices are learned from the words "
                      "and from it",
                      record_.word));
      costs.clear();
      record_.words.push_back({spell(record_.word, spelling()), 1});
    }
    const bool typed = !costs.empty();
    const std::string spelled = typed ? record_.word : std::string(kEndMark) + record_.word;
    for (const std::string_view letter : characters(spelled)) record_.letters.emplace_back(letter);
    if (!typed) {
      for (std::size_t i = 0; i < record_.words.size(); ++i) {
        Spelled& word = record_.words[i];  // the space stands before the word here
        std::rotate(word.pieces.begin(), word.pieces.end() - 1, word.pieces.end());
      }
      costs = learn_piece_costs(record_.words, whole("pieces"));
    }
    name_cheapest_cut(sheet_, record_, std::move(costs), run_.notes);
    std::vector<std::string> best;
    if (!record_.paths.empty()) {
      const Axis& names = run_.tape.node(record_.costs).label.cols;
      for (const int edge : record_.paths.front()) {
        best.push_back(axis_label(names, record_.edges[static_cast<std::size_t>(edge)].piece));
      }
    }
    name_cut(best);
  }

  const Inputs& inputs_;
  Run run_;
  Sheet sheet_;
  PiecesRecord record_;
  std::string kind_;
};

Run run_pieces(const Inputs& inputs) {
  return Pieces(inputs).run();
}

OptionSpec of_kind(const char* kind, OptionSpec spec) {
  return shown_while("kind", std::string(kind), std::move(spec));
}

// How many pieces are learned; costs that are typed are not.
OptionSpec of_learned_costs(OptionSpec spec) {
  spec.shown = [](const Inputs& inputs, const Run&) {
    return choice(inputs, "kind") == "unigram" && text(inputs, pieces_options::costs.name).empty();
  };
  return spec;
}

const RegisterScene registered{
    {.name = "pieces",
     .what = "A text in pieces of words: merges learned from a few words, the longest match, the "
             "cheapest cut, and words, characters and pieces beside each other.",
     .subject = Subject::transformer,
     .options =
         {choice_option("kind", "\\text{cut by}", "How words are cut.", "bpe",
                        {"bpe", "wordpiece", "unigram", "three ways"}),
          shown_in_view(integer_option(std::string(pieces_options::word.name), "word",
                                       "Which word of the text is looked at, from 1.",
                                       pieces_options::word.initial, 1,
                                       static_cast<double>(max_tokens))),
          shown_in_view(text_option(std::string(pieces_options::words.name),
                                    "The words that are learned from, with how often each comes.",
                                    std::string(pieces_options::words.initial))),
          integer_option("merges", "\\text{merges}", "How many pairs are merged, at most.", 10, 0,
                         1000),
          shown_in_view(text_option(std::string(pieces_options::costs.name),
                                    "Unigram: pieces with what each costs, −log p; empty: learned "
                                    "from the words.")),
          of_learned_costs(integer_option("pieces", "\\text{pieces}",
                                          "How many pieces are learned.", 20, 4, 1000)),
          of_kind("three ways",
                  integer_option("size", "\\text{vocabulary}", "The largest size of a vocabulary.",
                                 300, 40, 2000))},
     .sentences = 1,
     .run = run_pieces}};

}  // namespace

}  // namespace glassformer
