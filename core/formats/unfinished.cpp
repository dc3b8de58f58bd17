#include "core/formats/unfinished.h"

#include <fcntl.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill is not of <csignal>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "core/formats/folder.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;
constexpr std::string_view part = ".part-";
constexpr std::string_view six = "XXXXXX";
constexpr std::size_t longest_name = 255 - 24;  // of what stands before

std::string beginning(const fs::path& target) {
  std::string name = target.filename().string();
  if (name.size() > longest_name) name.resize(longest_name);
  return name + std::string(part);
}

// The process that a name of unfinished_name() tells; nothing for another name.
std::optional<pid_t> writer_of(std::string_view name, std::string_view begins) {
  if (!name.starts_with(begins)) return std::nullopt;
  name.remove_prefix(begins.size());
  pid_t process = 0;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data(), end, process);
  if (error != std::errc() || process <= 0) return std::nullopt;
  const std::string_view rest(stop, static_cast<std::size_t>(end - stop));
  if (rest.size() != 1 + six.size() || rest[0] != '-') return std::nullopt;
  return process;
}

// Also of another machine, where the number of the process says nothing.
bool is_locked(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return true;
  const bool locked = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0;
  ::close(descriptor);
  return locked;
}

// Of earlier programs, of this target and of this type; what cannot be told is not among them.
std::vector<fs::path> left_of(const fs::path& target, fs::file_type type) {
  const std::string begins = beginning(target);
  std::vector<fs::path> left;
  std::error_code none;
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  try {
    for (const fs::path& name : names_in(folder)) {
      const auto writer = writer_of(name.string(), begins);
      if (!writer || ::kill(*writer, 0) == 0 || errno != ESRCH) continue;
      if (fs::symlink_status(folder / name, none).type() == type) left.push_back(folder / name);
    }
  } catch (const UserError&) {  // what cannot be looked at is not ours to tell
  }
  std::erase_if(left, is_locked);
  return left;
}

}  // namespace

std::string unfinished_name(const fs::path& target) {
  const std::string name = beginning(target) + std::to_string(::getpid()) + "-" + std::string(six);
  return (target.parent_path() / name).string();
}

void mark_as_written(int descriptor) {
  ::flock(descriptor, LOCK_EX | LOCK_NB);
}

void remove_unfinished(const fs::path& target) {
  std::error_code none;
  for (const fs::path& file : left_of(target, fs::file_type::regular)) fs::remove(file, none);
}

void remove_unfinished_folders(const fs::path& target) {
  std::error_code none;
  for (const fs::path& folder : left_of(target, fs::file_type::directory)) {
    fs::remove_all(folder, none);
  }
}

}  // namespace glassformer
