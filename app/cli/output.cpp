#include "app/cli/output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "core/formats/mapped_file.h"
#include "core/tensor/error.h"

namespace glassformer {

void print(std::string_view bytes) {
  check_mapped_files();  // an answer from numbers that went away is none
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
  if (written && std::fflush(stdout) == 0) return;
  if (errno == EPIPE) throw OutputClosed{};
  throw UserError(std::string("standard output cannot be written: ") + std::strerror(errno) +
                  "; send it elsewhere");
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

void check_second_free(std::span<const std::filesystem::path> written) {
  std::error_code none;
  if (written.size() < 2 || !std::filesystem::exists(written[1], none) ||
      std::filesystem::exists(written[0], none)) {
    return;
  }
  throw UserError(fmt::format(
      "{}: is there already, and the words of {} would be written over it; move it or choose "
      "another name",
      written[1].string(), written[0].string()));
}

}  // namespace glassformer
