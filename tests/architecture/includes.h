#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace glassformer::testing {

// One #include line of a source file.
struct Include {
  int line = 0;
  std::string target;  // as written between the quotes or brackets: "core/tensor/mat.h"
  bool quoted = false;
};

struct SourceFile {
  std::string path;  // from the top of the tree, with '/': "core/grad/tape.cpp"
  std::vector<Include> includes;
};

// Every .h and .cpp below core/ and app/ of the tree, sorted by path.
std::vector<SourceFile> read_sources(const std::filesystem::path& top);

}  // namespace glassformer::testing
