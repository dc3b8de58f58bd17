#include "core/formats/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/formats/because.h"
#include "core/formats/output_file.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, const std::string& what) {
  throw UserError(file.string() + ": " + what);
}

[[noreturn]] void fail_short(const fs::path& file) {
  fail(file, "became shorter while it was read; try again");
}

// Closes when it goes, whatever happens in between.
struct Descriptor {
  int fd = -1;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
};

}  // namespace

std::string readable_size(std::uintmax_t bytes) {
  if (bytes < 1000) return fmt::format("{} bytes", bytes);
  const double b = static_cast<double>(bytes);
  if (b < 1e6) return fmt::format("{:.1f} kB", b / 1e3);
  if (b < 1e9) return fmt::format("{:.1f} MB", b / 1e6);
  return fmt::format("{:.1f} GB", b / 1e9);
}

InputFile::InputFile(const fs::path& file) : file_(file) {
  // Without O_NONBLOCK a pipe that nobody writes to would block here for ever.
  Descriptor in{::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
  if (in.fd < 0 && errno == ENOENT) fail(file, "there is no such file; check its name and folder");
  if (in.fd < 0) fail(file, "cannot be opened: " + because(errno));
  struct stat status {};
  if (::fstat(in.fd, &status) != 0) fail(file, "cannot be read: " + because(errno));
  if (S_ISDIR(status.st_mode)) fail(file, "is a folder; name a file in it");
  if (!S_ISREG(status.st_mode)) {
    fail(file, "is not an ordinary file (a device or a pipe); save it as a file first");
  }
  size_ = static_cast<std::uintmax_t>(status.st_size);
  descriptor_ = std::exchange(in.fd, -1);
}

InputFile::~InputFile() {
  ::close(descriptor_);
}

std::size_t InputFile::read_some(std::uintmax_t offset, char* to, std::size_t max) const {
  for (;;) {
    const ssize_t n = ::pread(descriptor_, to, max, static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(file_, "cannot be read: " + because(errno));
    // Of what was there when it was opened nothing may be missing: half a text is no text.
    if (n == 0 && max > 0 && offset < size_) fail_short(file_);
    return static_cast<std::size_t>(n);
  }
}

void InputFile::read(std::uintmax_t offset, char* to, std::size_t count) const {
  for (std::size_t have = 0; have < count;) {
    const std::size_t n = read_some(offset + have, to + have, count - have);
    if (n == 0) fail_short(file_);
    have += n;
  }
}

std::string read_file(const fs::path& file, std::size_t max) {
  const InputFile in(file);
  const std::uintmax_t size = in.size();
  const auto too_large = [&] {
    fail(file, "is larger than " + readable_size(max) + ", the most that is read");
  };
  if (size > max) too_large();
  std::string bytes(static_cast<std::size_t>(size), '\0');
  std::size_t have = 0;
  for (;;) {  // until the end, wherever it is now: /proc files claim 0 bytes, others may grow
    if (have == bytes.size()) bytes.resize(have + 4096);
    const std::size_t n = in.read_some(have, bytes.data() + have, bytes.size() - have);
    if (n == 0) break;
    have += n;
    if (have > max) too_large();
  }
  bytes.resize(have);
  return bytes;
}

void write_file(const fs::path& file, std::string_view bytes) {
  OutputFile out(file);
  out.write(bytes);
  out.finish();
}

}  // namespace glassformer
