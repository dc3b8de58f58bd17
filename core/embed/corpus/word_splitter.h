#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// How a text is cut into words. As it stands, words are what white space parts, as word2vec has it.
// Letters with accents are composed and apostrophes of one kind, ', so that equal words are equal
// bytes however they were typed.
struct WordOptions {
  bool lower = false;  // every letter small
  // Signs are what is neither letter nor digit; an apostrophe between letters ("didn't") and a dot
  // or comma between digits ("3.14") belong to their word and are none.
  enum class Signs {
    keep,   // part of the word they stand at
    apart,  // each a word of its own
    drop,   // they part words, as white space does
  } signs = Signs::keep;
  bool replace_broken = false;  // bytes that are no UTF-8: U+FFFD for each, instead of kept
  // What counts as a word.
  enum class Unit {
    words,
    characters,  // each character, and no space: for texts without spaces
    pieces,      // parts of words that come together often (text_pieces.h)
  } unit = Unit::words;
  int pieces = 4000;  // at most so many different ones
  // An apostrophe ends a word: "l'eau" is "l'" and "eau".
  bool elisions_apart = false;
};

// Cuts bytes that come piece by piece into words. A line is a sentence. What takes the words is
// called with views that are valid during the call only.
class WordSplitter {
 public:
  struct Taker {
    virtual ~Taker() = default;
    virtual void word(std::string_view) = 0;
    virtual void sentence_end() = 0;
  };
  // What was odd so far.
  struct Oddities {
    std::uint64_t bytes = 0;            // read so far
    std::uint64_t broken = 0;           // words with bytes that are no UTF-8
    std::uint64_t first_broken_at = 0;  // byte at which the first of them begins
    std::uint64_t zero_bytes = 0;       // counted, and taken for white space
    std::uint64_t cut = 0;              // words longer than max_word_bytes, cut there
  };
  static constexpr std::size_t max_word_bytes = 1000;  // bytes

  // The first byte that comes is number `first_byte` of the text.
  explicit WordSplitter(const WordOptions& options, std::uint64_t first_byte = 0)
      : options_(options) {
    oddities_.bytes = first_byte;
  }
  // Where a text can be cut in two: behind this byte a new word begins, whatever comes.
  static bool parts_words(char byte);

  void feed(std::string_view bytes, Taker& taker);
  // What comes next was fed to another, who began here, between two words.
  void pass(const Oddities& other);
  void finish(Taker& taker);  // the end of the text
  const Oddities& oddities() const { return oddities_; }

 private:
  void take(std::string_view token, unsigned classes, std::uint64_t at, Taker& taker);
  void take_characters(std::string_view token, Taker& taker);

  WordOptions options_;
  Oddities oddities_;
  std::string held_;  // of a word that the next piece goes on with
  unsigned held_classes_ = 0;
  std::uint64_t held_at_ = 0;
  std::string lower_, rebuilt_, one_form_;  // reused
};

}  // namespace glassformer
