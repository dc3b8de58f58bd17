#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "core/scenes/scene.h"

namespace glassformer::testing {

// The matrix of that path. One that is not there ends the test.
inline const Mat& at(const Run& run, std::string_view path) {
  const Var var = run.tape.find(path);
  if (!var) throw std::runtime_error("the run has no matrix " + std::string(path));
  return run.tape.value(var);
}
inline const Mat& at(const RunPtr& run, std::string_view path) {
  return at(*run, path);
}

// A scene of one sentence.
inline Inputs inputs_of(std::string scene, std::string text,
                        std::map<std::string, Option> options = {}) {
  Inputs inputs;
  inputs.scene = std::move(scene);
  inputs.text[0] = std::move(text);
  inputs.options = std::move(options);
  return inputs;
}

}  // namespace glassformer::testing
