#pragma once

#include <string>
#include <vector>

namespace glassformer {

// What a program writes to its standard output until it ends. Throws UserError if it cannot be
// started or fails.
std::string child_output(const std::vector<std::string>& command);

// A process that does nothing but keep the first core busy, as long as this lives.
class BusyCore {
 public:
  BusyCore();
  ~BusyCore();
  BusyCore(const BusyCore&) = delete;
  BusyCore& operator=(const BusyCore&) = delete;

 private:
  int process_ = -1;
};

}  // namespace glassformer
