#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// Small tasks for a decoder alone, each a line "question=answer" of fixed length: letters and the
// same in order, "cabbac=aabbcc" (minGPT's demo), or two numbers and their sum, which is written
// from its last digit, "57+68=521", or from its first, "57+68=125" (minGPT's play_math). Numbers
// are filled up with zeros. All questions are numbered, so that some can be kept apart.
struct AnswerTask {
  enum class Kind { sort, add };
  static constexpr char mark = '=';

  Kind kind = Kind::sort;
  int letters = 6, kinds = 3;  // of sort: how many, and of how many kinds, from 'a'
  int digits = 2;              // of add: of each of the two numbers
  bool backwards = true;       // of add: the sum's last digit is written first

  bool operator==(const AnswerTask&) const = default;

  // Throws UserError: which number cannot be, and what it may be.
  void check() const;
  std::int64_t questions() const;                  // how many different ones there are
  std::string question(std::int64_t which) const;  // "cabbac", "57+68"
  // Of a question as question() writes them.
  std::string answer(std::string_view question) const;
  std::string line(std::int64_t which) const;  // "57+68=521"
  int question_length() const;                 // in characters, without the mark
  int answer_length() const;
  std::string characters() const;  // all that a line may have
  std::string words() const;       // "6 letters of 3 kinds", "sums of 2 digits, written backwards"
};

// So many different questions, drawn from the seed and sorted: the same on every machine. Throws
// UserError unless some are left to learn from.
std::vector<std::int64_t> kept_apart(const AnswerTask& task, int count, std::uint64_t seed);

}  // namespace glassformer
