#pragma once

#include <string>
#include <string_view>

namespace glassformer::testing {

// What is wrong with a document that should be well-formed XML, in the subset that we write:
// a declaration, elements, attributes in double quotes, text and the five entities. Empty: nothing.
std::string xml_error(std::string_view document);

}  // namespace glassformer::testing
