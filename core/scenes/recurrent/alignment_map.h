#pragma once

#include <optional>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/scenes/scene.h"

// How a decoder's attention is laid out to be read: a row for each word that was written.
namespace glassformer {

// The weights with each row named by the word that it led to, not by the one before it:
// SCOPE.alignment.
Var named_by_what_follows(Run& run, const Checkpoint& checkpoint, Var weights,
                          const std::vector<int>& target, std::string_view scope);

// The alignment error rate of these weights, where the lesson gives the true links of the very
// sentence as "links": [target words, source words], 1 for a link.
std::optional<double> alignment_error(const Inputs& inputs, const Mat& weights);

}  // namespace glassformer
