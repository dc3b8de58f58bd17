#pragma once

#include <string>
#include <vector>

#include "tests/architecture/includes.h"

namespace glassformer::testing {

// What breaks the rules of direction, a sentence each: "core/grad/tape.cpp:3 includes …". Empty:
// nothing. The rules stand in rules.cpp, as a table of folders.
std::vector<std::string> broken_rules(const std::vector<SourceFile>& files);

// Each circle of files that include one another: "a.h -> b.h -> a.h".
std::vector<std::string> include_cycles(const std::vector<SourceFile>& files);

}  // namespace glassformer::testing
