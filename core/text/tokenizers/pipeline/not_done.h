#pragma once

#include <string>

#include "core/formats/json_object.h"
#include "core/tensor/error.h"

namespace glassformer {

// What a tokenizer.json asks for and this program does not do: the file is no broken one, and the
// model beside it can be opened without its tokenizer.
struct NotDone : UserError {
  using UserError::UserError;
};

// Throws NotDone, "FILE:LINE: PATH: SENTENCE".
[[noreturn]] void not_done(Json::Value value, const std::string& sentence);

// The "type" of a part of a tokenizer.json, which must be given.
std::string type_of(const JsonObject& part);

// Throws NotDone: "pre_tokenizer: the type "Rot13" is not done here; NFC, NFD … are".
[[noreturn]] void unknown_type(const JsonObject& part, const std::string& known);

}  // namespace glassformer
