#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/lesson/fields.h"
#include "core/scenes/scene.h"

namespace glassformer {

// What a lesson gives to its model: "model", "config", "text", "tokens", "given", "edits" and
// "permutation" of the lesson's object. Names are held against the model; shapes are not: they
// depend on the options, and run() says what does not fit.
Inputs read_inputs(const Fields& lesson);

// Its parts, as steps name them too.
std::map<std::string, Option> read_config(Json::Value config, const Scene& scene);
std::array<std::optional<std::string>, 2> read_sentences(Json::Value text);
std::array<std::optional<std::vector<std::string>>, 2> read_tokens(Json::Value tokens);
std::vector<int> read_permutation(Json::Value permutation);  // [] for none

}  // namespace glassformer
