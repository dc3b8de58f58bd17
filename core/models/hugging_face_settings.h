#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/json_object.h"
#include "core/models/hugging_face_tensors.h"
#include "core/models/network.h"
#include "core/nn/feed_forward.h"
#include "core/tensor/error.h"

// How a config.json of Hugging Face is read: for core/models/hugging_face*.cpp alone.
namespace glassformer {

// The sizes of a model have no default. What no model here can have is refused before anything is
// made of it.
int size_of(const JsonObject& settings, std::string_view key, int max);
// What this program computes in one way only.
void require(const JsonObject& settings, std::string_view key, bool wanted);
Activation activation_of(const JsonObject& settings, std::string_view key,
                         std::string_view otherwise);
void add_norm(std::vector<TensorNames>& names, const std::string& ours, const std::string& theirs);

// The network of those sizes; what it refuses are the sizes in that file.
template <class Made, class Config>
NetworkPtr network_of(const Config& config, const std::string& file) {
  try {
    return std::make_shared<Made>(config);
  } catch (const UserError& error) {
    throw UserError(file + ": " + error.what());
  }
}

}  // namespace glassformer
