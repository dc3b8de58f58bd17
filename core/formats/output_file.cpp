#include "core/formats/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <optional>
#include <ranges>
#include <utility>

#include "core/formats/because.h"
#include "core/formats/unfinished.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t buffered = 1 << 18;

[[noreturn]] void fail(const fs::path& file, const std::string& what) {
  throw UserError(file.string() + ": " + what);
}

void write_all(int descriptor, std::string_view bytes, const fs::path& file) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(descriptor, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(file, "cannot be written: " + because(errno));
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

unsigned mode_of_new_files() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

// The open descriptor that a name stands for. To open such a name again would begin at the start of
// the file behind it, over what was written there before.
std::optional<int> named_descriptor(const fs::path& file) {
  std::string_view name = file.native();
  if (name == "/dev/stdout") return STDOUT_FILENO;
  if (name == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!name.starts_with(folder)) continue;
    name.remove_prefix(folder.size());
    int number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc{} && end == name.data() + name.size() && number >= 0) return number;
  }
  return std::nullopt;
}

bool is_special(const fs::file_status& status) {
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

}  // namespace

fs::path behind_links(const fs::path& file) {
  constexpr int most = 40;  // as the system follows them
  std::error_code error;
  fs::path at = file;
  for (int i = 0; i < most && fs::is_symlink(at, error); ++i) {
    const fs::path to = fs::read_symlink(at, error);
    if (error) break;
    at = at.parent_path() / to;
  }
  fs::path real = fs::weakly_canonical(at, error);
  return error ? at : real;
}

bool is_stream(const fs::path& file) {
  std::error_code none;
  return named_descriptor(file) || is_special(fs::status(file, none));
}

void Renames::add(fs::path place, fs::path target) {
  std::error_code none;
  const bool replaces = fs::exists(target, none);
  // Nothing may throw once it is done.
  done_.push_back({std::move(place), std::move(target), false});
  Done& one = done_.back();
  one.exchanged = replaces && ::renameat2(AT_FDCWD, one.place.c_str(), AT_FDCWD, one.target.c_str(),
                                          RENAME_EXCHANGE) == 0;
  if (one.exchanged) return;
  if (::rename(one.place.c_str(), one.target.c_str()) == 0) {
    if (replaces) done_.pop_back();  // there is nothing to bring back
    return;
  }
  const int error = errno;
  const fs::path refused = std::move(one.target);
  done_.pop_back();
  fail(refused, "cannot be replaced: " + because(error));
}

void Renames::take_back() {
  for (const Done& one : done_ | std::views::reverse) {
    if (one.exchanged) {
      ::renameat2(AT_FDCWD, one.place.c_str(), AT_FDCWD, one.target.c_str(), RENAME_EXCHANGE);
    } else {
      ::unlink(one.target.c_str());
    }
  }
  done_.clear();
}

OutputFile::OutputFile(const fs::path& file, std::function<bool()> keep_going)
    : file_(file), target_(file), keep_going_(std::move(keep_going)) {
  if (file.extension() == ".gz") {
    gzip_ = std::make_unique<GzipWriter>(
        [this](std::string_view packed) { write_all(descriptor_, packed, file_); });
  }
  if (const auto open = named_descriptor(file)) {
    descriptor_ = ::fcntl(*open, F_DUPFD_CLOEXEC, 0);
    if (descriptor_ < 0) fail(file, "cannot be written: " + because(errno));
    return;
  }
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (fs::is_directory(status)) fail(file, "is a folder; name a file to write");
  if (file.filename().empty()) fail(file, "names no file to write");
  if (const fs::path folder = file.parent_path(); !folder.empty()) {
    const fs::file_status of_folder = fs::status(folder, error);
    if (of_folder.type() == fs::file_type::not_found) {
      fail(file, "there is no folder " + folder.string() + "; make it, or name another");
    }
    if (fs::exists(of_folder) && !fs::is_directory(of_folder)) {
      fail(file, folder.string() + " is a file, not a folder; name another place");
    }
  }
  if (is_special(status)) {
    // /dev/null, a pipe: nothing to rename over, so the bytes simply go there. To open a pipe that
    // nobody reads would wait for ever.
    descriptor_ = ::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0 && errno == ENXIO) {
      fail(file, "is a pipe that nobody reads; start what reads it first, or name a file");
    }
    if (descriptor_ < 0 || ::fcntl(descriptor_, F_SETFL, 0) != 0) {
      fail(file, "cannot be written: " + because(errno));
    }
    return;
  }
  if (fs::is_symlink(file, error)) target_ = behind_links(file);
  mode_ =
      fs::exists(status) ? static_cast<unsigned>(status.permissions()) & 0777 : mode_of_new_files();
  remove_unfinished(target_);
  std::string name = unfinished_name(target_);
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail(file, "cannot be written into its folder: " + because(errno));
  beside_ = std::move(name);  // nothing may throw from here on: no destructor would take it away
  mark_as_written(descriptor_);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

void OutputFile::flush() {
  if (keep_going_ && !keep_going_()) fail(file_, "writing it was stopped, and it is as it was");
  send(buffer_);
  buffer_.clear();
}

void OutputFile::send(std::string_view bytes) {
  if (gzip_) {
    gzip_->write(bytes);
  } else {
    write_all(descriptor_, bytes, file_);
  }
}

void OutputFile::write(std::string_view bytes) {
  if (bytes.size() >= buffered) {
    flush();
    send(bytes);
    return;
  }
  buffer_.append(bytes);
  if (buffer_.size() >= buffered) flush();
}

void OutputFile::complete() {
  if (complete_) return;
  flush();
  if (gzip_) gzip_->finish();
  complete_ = true;
  if (beside_.empty()) return;
  if (::fchmod(descriptor_, mode_) != 0 || ::fsync(descriptor_) != 0) {
    fail(file_, "cannot be written: " + because(errno));
  }
}

void OutputFile::finish_both(OutputFile& first, OutputFile& second) {
  first.complete();
  second.complete();
  Renames names;
  try {
    for (const OutputFile* file : {&first, &second}) {
      if (!file->beside_.empty()) names.add(file->beside_, file->target_);
    }
  } catch (...) {
    names.take_back();
    throw;
  }
}

void OutputFile::finish() {
  complete();
  if (beside_.empty()) return;
  if (::rename(beside_.c_str(), target_.c_str()) != 0) {
    fail(file_, "cannot be replaced: " + because(errno));
  }
  beside_.clear();
}

}  // namespace glassformer
