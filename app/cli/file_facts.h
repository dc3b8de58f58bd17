#pragma once

#include <optional>
#include <string>

namespace glassformer {

// What a file is that is no model: a lesson, a session, word vectors, questions, a text, pairs or a
// recording; and which commands read it; as text, or as JSON. Nothing for a model, and for what is
// not there. Throws UserError for a file of a kind that is not read, saying which that is.
std::optional<std::string> file_facts(const std::string& named, bool json);

}  // namespace glassformer
