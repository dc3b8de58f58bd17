#pragma once

#include <string>
#include <vector>

#include "core/nn/attention.h"
#include "core/scenes/scene.h"

namespace glassformer {

// One option of each kind; `label` in formula markup.
OptionSpec number_option(std::string name, std::string label, std::string help, double initial,
                         double min, double max);
OptionSpec integer_option(std::string name, std::string label, std::string help, double initial,
                          double min, double max);
OptionSpec toggle_option(std::string name, std::string label, std::string help, bool initial);
OptionSpec choice_option(std::string name, std::string label, std::string help, std::string initial,
                         std::vector<std::string> choices);
OptionSpec text_option(std::string name, std::string help, std::string initial = "");

// The same option, but the controls above the canvas show it only …
OptionSpec shown_while(std::string option, Option value, OptionSpec spec);  // … with that value
OptionSpec shown_if_random(OptionSpec spec);  // … if something is drawn from the seed
OptionSpec shown_in_view(OptionSpec spec);    // … never: the view has a control of its own

// The options that several scenes share, so that they are named, explained and limited alike.
OptionSpec weights_option(std::string help);  // a shipped model, where none is chosen

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

// Reads those that the scene has: scale, d_k, temperature and the mask of the shape [n, m].
AttentionSpec read_attention_spec(const Inputs& inputs, Shape scores);

}  // namespace glassformer
