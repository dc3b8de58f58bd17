#include "app/platform/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include "core/tensor/error.h"

namespace glassformer {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, const std::string& why) {
  throw UserError(fmt::format("{} cannot be written: {}. Choose another place, or free that one.",
                              file.string(), why));
}

void write_all(int handle, std::string_view bytes, const fs::path& file) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(handle, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(file, std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

// A file of its own name beside the target; removed again unless it is renamed.
class Beside {
 public:
  explicit Beside(const fs::path& target)
      : target_(target),
        name_(target.string() + ".XXXXXX"),
        handle_(mkostemp(name_.data(), O_CLOEXEC)) {
    if (handle_ < 0) fail(target_, std::strerror(errno));
  }
  ~Beside() {
    if (handle_ >= 0) close(handle_);
    if (!renamed_) unlink(name_.c_str());
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

  void write(std::string_view bytes) { write_all(handle_, bytes, target_); }
  void become_target() {
    // mkostemp leaves the file to its owner alone; others may read what a program writes, as the
    // umask says.
    const mode_t mask = umask(0);
    umask(mask);
    if (fchmod(handle_, 0666 & ~mask) != 0 || fsync(handle_) != 0) {
      fail(target_, std::strerror(errno));
    }
    if (rename(name_.c_str(), target_.c_str()) != 0) fail(target_, std::strerror(errno));
    renamed_ = true;
  }

 private:
  fs::path target_;
  std::string name_;
  int handle_;
  bool renamed_ = false;
};

// /dev/stdout and the like cannot be renamed over.
void write_device(const fs::path& device, std::string_view bytes) {
  const int handle = open(device.c_str(), O_WRONLY | O_CLOEXEC);
  if (handle < 0) fail(device, std::strerror(errno));
  try {
    write_all(handle, bytes, device);
  } catch (...) {
    close(handle);
    throw;
  }
  close(handle);
}

}  // namespace

void write_file(const fs::path& file, std::string_view bytes) {
  std::error_code error;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), error);
  if (error) fail(file, error.message());
  if (fs::is_directory(file, error)) fail(file, "it is a folder");
  // A link stays a link: what it points to is replaced.
  const fs::path target = fs::is_symlink(file, error) ? fs::weakly_canonical(file, error) : file;
  if (fs::exists(target, error) && !fs::is_regular_file(target, error)) {
    write_device(target, bytes);
    return;
  }
  Beside beside(target);
  beside.write(bytes);
  beside.become_target();
}

}  // namespace glassformer
