#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace glassformer {

// What a file is that is no model: a lesson, a session, word vectors, questions, a text, pairs or a
// recording; and which commands read it. Nothing for a model, and for what is not there. Throws
// UserError for a file of a kind that is not read, saying which that is.
std::optional<nlohmann::ordered_json> file_facts(const std::string& named);

// The same as text.
std::string file_table(const nlohmann::ordered_json& facts);

}  // namespace glassformer
