#include "core/formats/nameless_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <utility>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

// Where the user wants it, or else on a disk: /tmp is often a part of the memory.
std::string folder() {
  const char* const named = std::getenv("TMPDIR");
  if (named != nullptr && *named != '\0') return named;
  std::error_code none;
  return std::filesystem::is_directory("/var/tmp", none) ? "/var/tmp" : "/tmp";
}

[[noreturn]] void fail(const char* what, int error) {
  throw UserError(
      fmt::format("{}: a file for what has no room in memory {}: {}; make room there or "
                  "name another folder in TMPDIR",
                  folder(), what, std::strerror(error)));
}

int open_nameless() {
  std::string name = folder() + "/glassformer-XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) fail("cannot be made", errno);
  ::unlink(name.c_str());
  return file;
}

}  // namespace

NamelessFile::~NamelessFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

NamelessFile::NamelessFile(NamelessFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

NamelessFile& NamelessFile::operator=(NamelessFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void NamelessFile::write(std::uint64_t at, std::span<const std::byte> bytes) {
  if (descriptor_ < 0) descriptor_ = open_nameless();
  while (!bytes.empty()) {
    const ssize_t n = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail("cannot be written", n < 0 ? errno : ENOSPC);
    at += static_cast<std::uint64_t>(n);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

void NamelessFile::read(std::uint64_t at, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t n = ::pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail("cannot be read", n < 0 ? errno : EIO);
    at += static_cast<std::uint64_t>(n);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

}  // namespace glassformer
