#pragma once

#include "core/scenes/records/since_2017.h"
#include "core/scenes/sheet.h"

// Whole networks of such blocks: one that has not learned yet, and those that were trained.
namespace glassformer {

inline constexpr int kMostRead = 64;  // tokens that the untrained network reads

// The length of the gradient of each layer's W_2 in a network that has not learned, which predicts
// each word of the sentence from those before it (Xiong et al. 2020, section 3.3 and figure 3):
// [layers, 2], with the norm after the sum and before the sub-layer.
Var name_gradients(Sheet& sheet, const std::vector<std::string>& tokens, int layers,
                   std::uint64_t seed);

// What assets/recordings/since-2017.safetensors holds (core/train/block_trials.h).
Since2017Record::Trials name_trials(Sheet& sheet);

}  // namespace glassformer
