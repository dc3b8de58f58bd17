#pragma once

#include <optional>

#include "core/scenes/scene.h"

namespace glassformer {

OptionSpec links_of_option();  // "links_of"

// The alignment error rate of these weights, where the lesson gives the true links of the very
// sentence as "links": [target words, source words], 1 for a link. Which sentence that is stands in
// the option above; of any other there is none.
std::optional<double> alignment_error(const Inputs& inputs, const Mat& weights);

}  // namespace glassformer
