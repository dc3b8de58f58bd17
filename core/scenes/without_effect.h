#pragma once

#include "core/scenes/scene.h"

namespace glassformer {

// Whether the option, as things stand, changes nothing of the run: the lesson gives what it would
// set, or another option has to be chosen first. The controls above the canvas leave it out then
// (OptionSpec::shown). Options for which the view has a control of its own are not judged.
bool is_without_effect(const OptionSpec& spec, const Inputs& inputs, const Run& run);

}  // namespace glassformer
