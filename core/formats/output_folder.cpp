#include "core/formats/output_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ranges>
#include <system_error>
#include <utility>

#include "core/formats/because.h"
#include "core/formats/file.h"
#include "core/formats/output_file.h"
#include "core/formats/unfinished.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, const std::string& what) {
  throw UserError(file.string() + ": " + what);
}

}  // namespace

OutputFolder::OutputFolder(fs::path folder) : folder_(std::move(folder)) {
  try {
    make();
  } catch (...) {
    take_away();
    throw;
  }
}

OutputFolder::~OutputFolder() {
  take_away();
}

void OutputFolder::make() {
  std::error_code error;
  if (folder_.empty()) throw UserError("no folder is named; give the one to write into");
  if (fs::exists(folder_, error) && !fs::is_directory(folder_, error)) {
    fail(folder_, "is a file, not a folder; name another place");
  }
  std::vector<fs::path> missing;
  for (fs::path at = folder_; !at.empty() && !fs::exists(at, error); at = at.parent_path()) {
    if (!at.filename().empty()) missing.push_back(at);  // "a/b/" has an empty name at its end
  }
  for (const fs::path& one : missing | std::views::reverse) {
    made_.insert(made_.begin(), one);
    if (!fs::create_directory(one, error)) made_.erase(made_.begin());
    if (error) fail(folder_, "no folder can be made there: " + because(error.value()));
  }
  remove_unfinished_folders(folder_ / "new");
  std::string name = unfinished_name(folder_ / "new");
  if (::mkdtemp(name.data()) == nullptr) {
    fail(folder_, "nothing can be written into it: " + because(errno));
  }
  within_ = std::move(name);
  descriptor_ = ::open(within_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ >= 0) mark_as_written(descriptor_);
}

// Without memory, too: it may be that there is none.
void OutputFolder::take_away() {
  for (const fs::path& place : places_) ::unlink(place.c_str());
  if (!within_.empty()) ::rmdir(within_.c_str());
  if (descriptor_ >= 0) ::close(descriptor_);
  for (const fs::path& one : made_) ::rmdir(one.c_str());  // only if it is empty
}

void OutputFolder::add(const std::string& name, const std::function<void(const fs::path&)>& write) {
  places_.push_back(fs::path(within_) / name);
  names_.push_back(name);
  const fs::path& place = places_.back();
  try {
    write(place);
  } catch (const UserError& error) {
    std::string said = error.what();
    for (const auto& [from, to] :
         {std::pair{place, folder_ / name}, std::pair{fs::path(within_), folder_}}) {
      if (const std::size_t at = said.find(from.string()); at != said.npos) {
        said.replace(at, from.string().size(), to.string());
      }
    }
    throw UserError(said);
  }
}

void OutputFolder::add(const std::string& name, std::string_view bytes) {
  add(name, [&](const fs::path& place) { write_file(place, bytes); });
}

void OutputFolder::finish() {
  std::vector<std::pair<fs::path, fs::path>> all;
  std::error_code none;
  for (const std::string& name : names_) {
    all.emplace_back(fs::path(within_) / name, behind_links(folder_ / name));
    if (fs::is_directory(all.back().second, none)) {
      fail(folder_ / name, "is a folder where a file is to be; name another place");
    }
  }
  Renames names;
  try {
    for (const auto& [place, target] : all) {
      const fs::file_status old = fs::status(target, none);
      if (fs::exists(old)) fs::permissions(place, old.permissions(), none);
      names.add(place, target);
    }
  } catch (...) {
    names.take_back();
    throw;
  }
  made_.clear();
}

}  // namespace glassformer
