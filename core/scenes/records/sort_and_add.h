#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace sort_and_add_options {
inline constexpr TextKey letters{"letters", "chafed"};
inline constexpr TextKey numbers{"numbers", "57 + 68"};
inline constexpr NumberKey written{"written", 1};
inline constexpr NumberKey head{"head"};
}  // namespace sort_and_add_options

// What the scene sort-and-add computed: a small decoder wrote an answer behind a question.
struct SortAndAddRecord {
  bool adds = false, backwards = false;
  std::vector<std::string> read;     // the question, the mark, and what is written but for the last
  std::vector<std::string> written;  // the answer, as the model wrote it
  std::string truth;                 // the right one
  int question = 0;                  // so many of `read` stand before the mark
  int chosen = 0;                    // which one of `written` is looked at
  std::size_t head = 0;              // which site of the run is laid out
  // Whose lines are drawn: of the head that is laid out; to the tokens that matter, of the head
  // that looks most at them; or of all.
  enum class Lines { one, needed, all };
  Lines lines = Lines::one;
  std::vector<int> needed;  // of `read`: the letter that is written; the digits of its column
                            // and of those right of it
  std::vector<std::size_t> needed_heads;  // of each: the head with most weight on its group
  Var looks;    // [written, read]: the weights of that head, while each is written
  Var answer;   // [written, vocabulary]: the probabilities
  Var hits;     // [written, 1]: 1 where its largest weight lies on what is needed
  Var groups;   // [heads, groups]: of the chosen one's weights, how much falls on which tokens
  Var usual;    // the same on average over questions that nothing was learned from
  Var carried;  // [heads, 2]: of sums, the weight right of the tens without and with a carry
  Var exact;    // [moments, 2]: share of sums that are right, backwards and forwards
  std::vector<int> steps;  // of the moments
};

}  // namespace glassformer
