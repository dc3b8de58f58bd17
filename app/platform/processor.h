#pragma once

#include <string>

namespace glassformer {

struct Processor {
  std::string model;      // as the system names it; empty: it does not
  int threads = 1;        // that the mathematics uses
  std::string vectors;    // the widest vector instructions it has
  std::string built_for;  // those that this program was built to use
};
Processor this_processor();

}  // namespace glassformer
