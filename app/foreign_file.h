#pragma once

#include <string>
#include <string_view>

namespace glassformer {

// What a file of another kind is, and what would open it or make it one that opens here: "a PDF
// document; a PDF viewer opens it, and its text saved as .txt can be learned from here". Known by
// its first bytes, else by its ending; empty: it is none of the kinds that are known.
std::string foreign_file(std::string_view first_bytes, std::string_view ending);

}  // namespace glassformer
