#pragma once

#include <string>
#include <string_view>

namespace glassformer {

// What a person is told of the exception that is being handled; called within a catch. A UserError
// has its own sentence. What the library says of its interior ("std::bad_alloc",
// "vector::reserve") never stands in one: memory that was refused becomes "there is not enough
// memory for this" and `instead`, which says what to do.
std::string told_of_failure(std::string_view instead = "try something smaller");

// Whether such a sentence tells that memory was refused: then what was asked for is not to blame.
bool tells_of_memory(std::string_view told);

}  // namespace glassformer
