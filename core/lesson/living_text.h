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
//   \sum \mean \max \min \norm {path}{row}{col}   of all the cells that are selected
//   \argmax{path}{row}{*}     the label of the column where the row is largest, \argmin likewise;
//                             \argmax{path}{*}{col} that of the row
//   \rank{path}{row}{col}     of the cell among its row, 1 for the largest
//   \row{path}{row} \col{path}{col}   the label; \rows{path} \cols{path}  how many there are
//   \option{name}             the value that the option has
//   \own{text}                shown only while the numbers are the lesson's own
//
// Rows and columns are selectors (core/lesson/cells.h). Between $ and $ numbers are written for
// formulas. What the run does not have is a dash; of data that is not the lesson's own, a sentence
// that would have one is left out.
struct LivingText {
  const Run* run = nullptr;
  const Inputs* inputs = nullptr;
  bool own_data = true;  // nothing that the run depends on was changed by the user
};
std::string filled(std::string_view text, const LivingText& from);
std::string filled_formula(std::string_view formula, const LivingText& from);  // without the $

// What is wrong with the text: a command without its braces, a path or row that the run lacks.
std::vector<std::string> check_living(std::string_view text, const LivingText& from);
std::vector<std::string> check_living_formula(std::string_view formula, const LivingText& from);

// Whether the text has a part that speaks of the lesson's own data, and whether it has no other.
bool speaks_of_own_data(std::string_view text);
bool speaks_only_of_own_data(std::string_view text);
// What is left of the markup where the user's data takes the place of the lesson's.
std::string without_own_data(std::string_view text);

}  // namespace glassformer
