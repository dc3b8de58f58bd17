#pragma once

#include <string>

namespace glassformer {

struct Processor {
  std::string model;    // as the system names it; empty: it does not
  int threads = 1;      // that the mathematics uses
  std::string widest;   // the widest vectors it has, as GLASSFORMER_CPU names them
  std::string vectors;  // those that are used
  std::string beyond;   // instructions beyond them that are used; may be empty
};
Processor this_processor();

}  // namespace glassformer
