#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/scenes/scene.h"

namespace glassformer {

// The numbers and words of a lesson's text, taken from the run:
//
//   \value{path}{row}{col}    the cell as cells print it; \value[6]{…} with six digits
//   \percent{path}{row}{col}  "88.1 %"
//   \grad{path}{row}{col}     the gradient of the loss there, as \value writes it;
//   \gradnorm{path}{row}{col} its length over all the cells that are selected
//   \gradargmax{path}         the label of the row whose gradient is longest
//   \sum \mean \max \min \norm {path}{row}{col}   of all the cells that are selected
//   \count{path}{row}{col}{< 0}  how many of them are so; \share{…}{…}{…}{= 0} as a percentage
//   \argmax{path}{row}{*}     the label of the column where the row is largest, \argmin likewise;
//                             \argmax{path}{*}{col} that of the row
//   \rank{path}{row}{col}     of the cell among its row, 1 for the largest
//   \row{path}{row} \col{path}{col}   the label; \rows{path} \cols{path}  how many there are
//   \option{name}             the value that the option has
//   \model{fact} \vectors{fact}   what is known of the model or the vectors (core/scenes/facts.h):
//                             \model{language}, \model{layers}, \vectors{words}
//   \many{number}{word}{words}    "one layer", "three layers": the number is a command
//   \if{condition}{text}{otherwise}   the text where the condition holds, else the other one, which
//                             may be empty
//   \own{text}                \if{ours}{text}{}
//
// A condition is made of terms with `and`, `or` (which binds less) and `not` before them:
//
//   our text, our model, our vectors   what the numbers are made from is what the lesson brings
//   our recording                      so is the recorded training that it plays
//   ours                      all of it is, and no option or cell was changed by hand either
//   \argmax{looks}{5}{*} = animal      also !=, <, >, <=, >=: commands, numbers and words; \share
//                             counts from 0 to 1 there
//   \value{probabilities}{boîte}{rouge}   a command alone: the run has it
//
// A term that speaks of what the run does not have is false.
//
// Rows and columns are selectors (core/lesson/cells.h). Between $ and $ numbers are written for
// formulas. What the run does not have is a dash; of data that is not the lesson's own, a sentence
// that would have one is left out.

// What of that which a run is made from is the lesson's own.
struct Ours {
  bool text = true, model = true, vectors = true;
  bool recording = true;
  bool all = true;  // these, and every option and cell
};
// The inputs beside those that the lesson has at this step.
Ours ours(const Inputs& inputs, const Inputs& of_lesson);

struct LivingText {
  const Run* run = nullptr;
  const Inputs* inputs = nullptr;
  Ours own = {};
};
std::string filled(std::string_view text, const LivingText& from);
// The markup that stands, its conditions decided.
std::string chosen(std::string_view text, const LivingText& from);
std::string filled_formula(std::string_view formula, const LivingText& from);  // without the $

// What is wrong with the text: a command without its braces, a path or row that the run lacks, a
// condition that cannot be read. Both texts of a condition are read, but only the one that stands
// is held against the run.
std::vector<std::string> check_living(std::string_view text, const LivingText& from);
std::vector<std::string> check_living_formula(std::string_view formula, const LivingText& from);

// The markup as it stands where each condition holds, and where none does.
std::string with_conditions(std::string_view text, bool hold);
inline std::string without_own_data(std::string_view text) {
  return with_conditions(text, false);
}

}  // namespace glassformer
