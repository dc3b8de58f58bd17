#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/text/question_answers.h"

namespace glassformer {

// A question and an answer behind it as a decoder alone reads them.
struct AskedIds {
  std::vector<int> question;  // with what texts of its tokenizer begin with
  std::vector<int> answer;    // with the end mark, if there is one

  std::vector<int> together() const;
  int rows() const { return static_cast<int>(question.size() + answer.size()); }
};
// The answer begins behind a space. Throws UserError: an empty question or answer, broken UTF-8,
// more tokens than the model reads.
AskedIds asked_ids(const Checkpoint& checkpoint, std::string_view question,
                   std::string_view answer);

// log π(y | x), the sum of the logarithms of the probabilities of the answer's tokens (Rafailov et
// al. 2023, section 3), of each: [1, answers]. One pass over all of them.
Var log_probabilities(Pass& pass, const NextTokenNetwork& network,
                      std::span<const AskedIds* const> all);
std::vector<double> log_probabilities(const Checkpoint& checkpoint,
                                      std::span<const AskedIds* const> all);

// What the model writes behind each question, the most probable token each time, until the end mark
// or so many tokens.
struct Written {
  std::vector<int> ids;  // without the end mark
  std::string text;
  bool ended = false;
};
std::vector<Written> written_behind(const Checkpoint& checkpoint,
                                    std::span<const std::string> questions, int most);

}  // namespace glassformer
