#pragma once

#include <vector>

#include "core/nn/attention.h"
#include "core/scenes/scene.h"

// The options that several models share, so that they are named, explained and limited alike.
namespace glassformer {

OptionSpec scale_option();
OptionSpec d_k_option();
OptionSpec temperature_option();
std::vector<OptionSpec> mask_options();  // mask, padding, window
OptionSpec seed_option();
OptionSpec positions_option();
OptionSpec width_option(double initial);  // d_model
OptionSpec heads_option(double initial);

// One list out of several.
std::vector<OptionSpec> join(std::initializer_list<std::vector<OptionSpec>> lists);

// Reads those that the model has: scale, d_k, temperature and the mask of the shape [n, m].
AttentionSpec read_attention_spec(const Inputs& inputs, Shape scores);

}  // namespace glassformer
