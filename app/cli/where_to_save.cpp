#include "app/cli/where_to_save.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "app/platform/folders.h"
#include "core/formats/file.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

// Where there may be room when there is none beside the file.
std::vector<fs::path> other_folders() {
  std::error_code none;
  std::vector<fs::path> folders{fs::temp_directory_path(none), fs::current_path(none)};
  if (const fs::path cache = cache_folder(); !cache.empty()) {
    folders.push_back(cache.parent_path());  // the user's own, which the program need not make
  }
  return folders;
}

// Null: the file was written into a new folder within that one. Otherwise nothing is left there.
bool kept_in(const fs::path& folder, const fs::path& out,
             const std::function<void(const fs::path&)>& write, fs::path& kept) {
  if (folder.empty()) return false;
  std::string made = (folder / "glassformer-kept-XXXXXX").string();
  if (::mkdtemp(made.data()) == nullptr) return false;
  kept = fs::path(made) / out.filename();
  try {
    write(kept);
    return true;
  } catch (const UserError&) {
    std::error_code none;
    fs::remove_all(made, none);
    return false;
  }
}

}  // namespace

void check_writable(const std::string& name) {
  if (name.empty()) throw UserError("-o names no file; give the one to write");
  if (is_stream(name)) return;
  try {
    const OutputFile trial(name);
  } catch (const UserError& error) {
    const std::string why = error.what();
    throw UserError(why + (why.ends_with("place") ? " with -o" : "; choose another with -o"));
  }
}

void check_training_file(const std::string& out) {
  if (!out.empty() && is_stream(out)) {
    throw UserError(out +
                    ": is a device or a pipe, and a training keeps a file and its checkpoint "
                    "beside it; name a file on a disk with -o");
  }
  check_writable(out);
}

void tell_replaced(const std::string& out, std::string_view when) {
  std::error_code none;
  if (!fs::exists(out, none)) return;
  std::fprintf(stderr, "glassformer: %s is there already, and this training replaces it %s\n",
               out.c_str(), std::string(when).c_str());
}

void check_room(const fs::path& out, double bytes, std::string_view what) {
  std::error_code error;
  const fs::path folder = behind_links(fs::absolute(out, error)).parent_path();
  if (error || folder.empty()) return;  // whoever writes it says why
  const fs::space_info space = fs::space(folder, error);
  if (error || bytes <= static_cast<double>(space.available)) return;
  throw UserError(fmt::format(
      "{}: {} needs about {} there, and {} are free; make room, or choose another place with -o",
      out.string(), what, readable_size(static_cast<std::uintmax_t>(bytes)),
      readable_size(space.available)));
}

LaterOutput::LaterOutput(std::string name) : name_(std::move(name)) {
  if (name_.empty()) return;
  if (is_stream(name_)) {
    stream_ = std::make_unique<OutputFile>(name_);
  } else {
    check_writable(name_);
  }
}

void LaterOutput::write(std::string_view bytes) {
  if (!stream_) return write_file(name_, bytes);
  stream_->write(bytes);
  stream_->finish();
}

OutputLock::OutputLock(const fs::path& out) {
  file_ = behind_links(out).string() + ".lock";
  const auto same_file = [&] {  // another may have ended, and taken it away, in between
    struct stat opened {
    }, named{};
    return ::fstat(descriptor_, &opened) == 0 && ::stat(file_.c_str(), &named) == 0 &&
           opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
  };
  do {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) break;  // whoever writes the model says why
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) continue;
    const bool taken = errno == EWOULDBLOCK;
    ::close(std::exchange(descriptor_, -1));
    if (!taken) break;  // a file system without locks
    throw UserError(out.string() +
                    ": another training writes this model now, and the one that ends last would "
                    "replace the other's; wait for its end, or name another file with -o");
  } while (!same_file());
  if (descriptor_ < 0) file_.clear();
}

OutputLock::~OutputLock() {
  if (descriptor_ < 0) return;
  ::unlink(file_.c_str());
  ::close(descriptor_);
}

void check_checkpoint(const fs::path& file, bool resume,
                      const std::function<bool(const fs::path&)>& ended) {
  std::error_code none;
  const bool there = fs::exists(file, none);
  const bool empty = there && fs::file_size(file, none) == 0;
  if (resume && !there) {
    throw UserError(file.string() +
                    ": there is no checkpoint to go on from; leave out --resume to start over");
  }
  if (resume && empty) {
    throw UserError(file.string() +
                    ": is empty, so there is nothing to go on from; remove it and leave out "
                    "--resume");
  }
  if (!resume && there && !empty && !ended(file)) {
    throw UserError(file.string() +
                    ": holds a training that was stopped; go on with it by --resume, or remove "
                    "that file to start over");
  }
}

void keep_elsewhere(const UserError& error, const fs::path& out, std::string_view what,
                    const std::function<void(const fs::path&)>& write) {
  fs::path kept;
  for (const fs::path& folder : other_folders()) {
    if (!kept_in(folder, out, write, kept)) continue;
    throw UserError(fmt::format("{}. {} in {}", error.what(), what, kept.string()));
  }
  throw error;
}

}  // namespace glassformer
