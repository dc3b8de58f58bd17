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

void check_apart(const std::string& read, std::span<const std::filesystem::path> written) {
  for (const std::filesystem::path& file : written) {
    std::error_code none;
    if (read.empty() || !std::filesystem::equivalent(read, file, none)) continue;
    throw UserError(file.string() +
                    ": is read and would be overwritten; name another file to "
                    "write");
  }
}

}  // namespace glassformer
