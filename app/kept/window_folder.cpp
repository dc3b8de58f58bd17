#include "app/kept/window_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace glassformer {

namespace {

constexpr int kMostWindows = 64;

}  // namespace

WindowFolder::WindowFolder(const std::filesystem::path& settings) : path_(settings) {
  if (settings.empty()) return;
  for (int number = 1; number <= kMostWindows; ++number) {
    const auto folder = number == 1 ? settings : settings / fmt::format("window-{}", number);
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) return;
    const auto lock = folder / "session.lock";
    const int descriptor = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0) return;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
      path_ = folder;
      number_ = number;
      descriptor_ = descriptor;
      return;
    }
    const bool is_taken = errno == EWOULDBLOCK;
    ::close(descriptor);
    if (!is_taken) return;  // a file system without locks
  }
}

WindowFolder::~WindowFolder() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace glassformer
