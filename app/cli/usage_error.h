#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace glassformer {

// What is wrong with a command line, as a person would say it: CLI11 says "question: At least 3
// required but received 1". `command` is what was understood of it.
std::string usage_error(const CLI::ParseError& error, const CLI::App& command);

}  // namespace glassformer
