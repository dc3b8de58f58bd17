#include "app/platform/running_mark.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <vector>

namespace glassformer {

namespace {

constexpr std::string_view beginning = "window-";

// Whether the file is there without its lock; it is taken away then.
bool was_left(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool left = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  if (left) ::unlink(file.c_str());
  ::close(descriptor);
  return left;
}

}  // namespace

RunningMark::RunningMark(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (folder.empty() || failed) return;
  std::vector<std::filesystem::path> marks;
  for (auto entry = std::filesystem::directory_iterator(folder, failed);
       !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed)) {
    if (entry->path().filename().string().starts_with(beginning)) marks.push_back(entry->path());
  }
  for (const auto& mark : marks) killed_ = was_left(mark) || killed_;
  // Locked under another name: nobody finds it without its lock.
  const auto hidden = folder / fmt::format(".window-{}", ::getpid());
  const int made = ::open(hidden.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (made < 0) return;
  file_ = folder / fmt::format("{}{}", beginning, ::getpid());
  if (::flock(made, LOCK_EX | LOCK_NB) == 0 && ::rename(hidden.c_str(), file_.c_str()) == 0) {
    descriptor_ = made;
    return;
  }
  ::unlink(hidden.c_str());
  ::close(made);
}

void RunningMark::remove() {
  if (descriptor_ < 0) return;
  ::unlink(file_.c_str());
  ::close(descriptor_);
  descriptor_ = -1;
}

}  // namespace glassformer
