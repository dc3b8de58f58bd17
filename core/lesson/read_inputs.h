#pragma once

#include "core/lesson/fields.h"
#include "core/scenes/scene.h"

namespace glassformer {

// What a lesson gives to its model: "model", "config", "text", "tokens", "given", "edits" and
// "permutation" of the lesson's object. Names are held against the model; shapes are not: they
// depend on the options, and run() says what does not fit.
Inputs read_inputs(const Fields& lesson);

}  // namespace glassformer
