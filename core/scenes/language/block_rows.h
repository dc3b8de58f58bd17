#pragma once

#include "core/scenes/records/since_2017.h"
#include "core/scenes/sheet.h"

// What a block of 2017 and one of today make of a row, and of where a word stands.
namespace glassformer {

inline constexpr int kMostShift = 32;  // positions

// x: the sentence [tokens, d_model].
Since2017Record::Norms name_norms(Sheet& sheet, Part x, int word, double offset);
Since2017Record::Gate name_gate(Sheet& sheet, Part x, int word);
Since2017Record::Turns name_turns(Sheet& sheet, Part x, int word, int other, int shift);

}  // namespace glassformer
