#include "core/embed/train/id_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
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

[[noreturn]] void fail(const char* what) {
  const int error = errno;
  throw UserError(
      fmt::format("{}: a file for the numbers of the words {}: {}; make room there or "
                  "name another folder in TMPDIR",
                  folder(), what, std::strerror(error)));
}

int open_nameless() {
  std::string name = folder() + "/glassformer-ids-XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) fail("cannot be made");
  ::unlink(name.c_str());
  return file;
}

void write_at(int file, std::uint64_t from, std::span<const std::int32_t> ids) {
  const char* bytes = reinterpret_cast<const char*>(ids.data());
  std::size_t left = ids.size_bytes();
  auto at = static_cast<off_t>(from * sizeof(std::int32_t));
  while (left > 0) {
    const ssize_t n = ::pwrite(file, bytes, left, at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail("cannot be written");
    bytes += n;
    at += n;
    left -= static_cast<std::size_t>(n);
  }
}

void read_at(int file, std::uint64_t from, std::span<std::int32_t> ids) {
  char* bytes = reinterpret_cast<char*>(ids.data());
  std::size_t left = ids.size_bytes();
  auto at = static_cast<off_t>(from * sizeof(std::int32_t));
  while (left > 0) {
    const ssize_t n = ::pread(file, bytes, left, at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail("cannot be read");
    bytes += n;
    at += n;
    left -= static_cast<std::size_t>(n);
  }
}

}  // namespace

IdStore::~IdStore() {
  if (file_ >= 0) ::close(file_);
}

IdStore::IdStore(IdStore&& other) noexcept
    : most_(other.most_),
      file_(std::exchange(other.file_, -1)),
      stored_(std::exchange(other.stored_, 0)),
      tail_(std::exchange(other.tail_, {})) {}

IdStore& IdStore::operator=(IdStore&& other) noexcept {
  std::swap(most_, other.most_);
  std::swap(file_, other.file_);
  std::swap(stored_, other.stored_);
  std::swap(tail_, other.tail_);
  return *this;
}

void IdStore::spill() {
  if (file_ < 0) file_ = open_nameless();
  write_at(file_, stored_, tail_);
  stored_ += tail_.size();
  tail_.clear();
}

std::size_t IdStore::read(std::uint64_t from, std::span<std::int32_t> to) const {
  if (from >= size()) return 0;
  to = to.first(std::min<std::uint64_t>(to.size(), size() - from));
  std::size_t of_file = 0;
  if (from < stored_) {
    of_file = static_cast<std::size_t>(std::min<std::uint64_t>(to.size(), stored_ - from));
    read_at(file_, from, to.first(of_file));
  }
  const std::span<std::int32_t> rest = to.subspan(of_file);
  if (!rest.empty()) {
    std::copy_n(tail_.begin() + static_cast<std::ptrdiff_t>(from + of_file - stored_), rest.size(),
                rest.begin());
  }
  return to.size();
}

void IdStore::map(std::span<const std::int32_t> table) {
  bool after_end = true;
  const auto change = [&](std::vector<std::int32_t>& ids) {
    std::size_t kept = 0;
    for (const std::int32_t old : ids) {
      const std::int32_t id = old < 0 ? old : table[static_cast<std::size_t>(old)];
      // Of a sentence that nothing is left of, no end stays either.
      if (id == dropped || (id < 0 && after_end)) continue;
      after_end = id < 0;
      ids[kept++] = id;
    }
    ids.resize(kept);
  };
  // What is written never overtakes what is read: both go from the front, and none is added.
  std::vector<std::int32_t> block;
  std::uint64_t written = 0;
  for (std::uint64_t at = 0; at < stored_;) {
    block.resize(
        static_cast<std::size_t>(std::min<std::uint64_t>(most_in_memory / 4, stored_ - at)));
    read_at(file_, at, block);
    at += block.size();
    change(block);
    write_at(file_, written, block);
    written += block.size();
  }
  stored_ = written;
  change(tail_);
}

}  // namespace glassformer
