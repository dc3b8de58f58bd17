#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/scenes/records/word_arithmetic.h"

namespace glassformer {

// How words get their scores, step by step: a bar for each word of the question begins where the
// one before has ended, upwards or downwards; of products, it grows or shrinks to so many times as
// much. All words share one scale.
void draw_term_steps(Ui& ui, Session& session, WordArithmeticRecord::Way WordArithmeticRecord::*way,
                     const std::vector<std::string>& answers, Rect area);

}  // namespace glassformer
