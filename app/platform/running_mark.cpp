#include "app/platform/running_mark.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <vector>

namespace glassformer {

namespace {

constexpr std::string_view beginning = "window-";

// What is written in the mark while the window opens: a count of one digit.
int count_in(int descriptor) {
  char digit = '0';
  const bool there = ::pread(descriptor, &digit, 1, 0) == 1;
  return there && digit >= '1' && digit <= '9' ? digit - '0' : 0;
}

int number_in(std::string_view name) {
  int number = 0;
  std::from_chars(name.data() + beginning.size(), name.data() + name.size(), number);
  return number;
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
  for (const auto& mark : marks) look_at(mark);
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

// One that is there without its lock is taken away.
void RunningMark::look_at(const std::filesystem::path& mark) {
  const int descriptor = ::open(mark.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
    killed_ = true;
    if (const int count = count_in(descriptor); count > ended_while_opening_) {
      ended_while_opening_ = count;
      process_that_ended_ = number_in(mark.filename().string());
    }
    ::unlink(mark.c_str());
  }
  ::close(descriptor);
}

void RunningMark::opening() {
  const char digit = static_cast<char>('0' + std::min(ended_while_opening_ + 1, 9));
  opening_ = descriptor_ >= 0 && ::pwrite(descriptor_, &digit, 1, 0) == 1;
}

void RunningMark::opened() {
  // A mark that cannot be emptied would be taken for one of a window that did not get further.
  if (opening_ && ::ftruncate(descriptor_, 0) != 0) remove();
  opening_ = false;
}

void RunningMark::remove() {
  if (descriptor_ < 0) return;
  ::unlink(file_.c_str());
  ::close(descriptor_);
  descriptor_ = -1;
}

}  // namespace glassformer
