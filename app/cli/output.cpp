#include "app/cli/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "core/tensor/error.h"

namespace glassformer {

void print(std::string_view bytes) {
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
  if (written && std::fflush(stdout) == 0) return;
  if (errno == EPIPE) throw OutputClosed{};
  throw UserError(std::string("standard output cannot be written: ") + std::strerror(errno) +
                  "; send it elsewhere, or name a file with -o");
}

}  // namespace glassformer
