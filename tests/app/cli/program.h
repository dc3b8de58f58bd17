#pragma once

#include <string>
#include <vector>

namespace glassformer::testing {

// What the program said and how it ended.
struct Ran {
  int code = -1;        // exit code; 128 + the signal when one ended it
  std::string out;      // standard output
  std::string err;      // standard error
  long peak_bytes = 0;  // most memory it ever held
};

struct Setting {
  std::vector<std::string> environment;  // "NAME=VALUE", added to what the test has
  std::string stdout_to;                 // a file that takes standard output instead
  bool close_reader = false;             // nobody reads standard output, and SIGPIPE is ignored
};

// Runs the real program, with nothing on standard input.
Ran run_program(const std::vector<std::string>& arguments, const Setting& setting = {});

}  // namespace glassformer::testing
