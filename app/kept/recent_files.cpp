#include "app/kept/recent_files.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <system_error>

#include "core/formats/file.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::size_t kLargest = std::size_t{256} * 1024;
constexpr std::array<std::string_view, 9> kNames{
    "lesson",    "session",   "model", "word vectors", "questions", "text", "pairs of sentences",
    "recording", "attentions"};

std::string text_of(const nlohmann::json& entry, const char* key) {
  const auto found = entry.find(key);
  return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

}  // namespace

std::string_view name_of(RecentFiles::Kind kind) {
  return kNames.at(static_cast<std::size_t>(kind));
}

RecentFiles::Kind kind_of(const Lesson& lesson) {
  const bool touched = lesson.at_step > 0 || !lesson.changes.empty();
  return touched ? RecentFiles::Kind::session : RecentFiles::Kind::lesson;
}

void RecentFiles::keep_in(const std::filesystem::path& folder) {
  if (folder.empty()) return;
  file_ = folder / "recent.json";
  read();
  look_for_missing();
}

void RecentFiles::read() {
  std::error_code none;
  if (file_.empty() || !std::filesystem::exists(file_, none)) return;
  try {
    const auto list = nlohmann::json::parse(read_file(file_, kLargest), nullptr, false);
    if (!list.is_array()) return;
    std::vector<File> read;
    for (const auto& entry : list) {
      if (!entry.is_object() || read.size() == most) continue;
      const auto* const kind = std::ranges::find(kNames, text_of(entry, "kind"));
      std::string path = text_of(entry, "path");
      if (kind == kNames.end() || path.empty()) continue;
      read.push_back({std::move(path), static_cast<Kind>(kind - kNames.begin())});
    }
    all_ = std::move(read);
  } catch (const UserError&) {
  }
}

void RecentFiles::write() const {
  if (file_.empty()) return;
  auto list = nlohmann::json::array();
  for (const File& file : all_) {
    list.push_back({{"path", file.path}, {"kind", std::string(name_of(file.kind))}});
  }
  try {
    std::error_code failed;
    std::filesystem::create_directories(file_.parent_path(), failed);
    // A path need not be UTF-8.
    write_file(file_, list.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  } catch (const UserError&) {
  }
}

void RecentFiles::add(const std::string& path, Kind kind) {
  read();  // another window may have opened something
  std::error_code unknown;
  std::filesystem::path whole = std::filesystem::absolute(path, unknown);
  if (unknown) whole = path;
  File file{whole.lexically_normal().string(), kind};
  std::erase_if(all_, [&](const File& one) { return one.path == file.path; });
  all_.insert(all_.begin(), std::move(file));
  if (all_.size() > most) all_.resize(most);
  write();
  look_for_missing();
}

void RecentFiles::remove(const std::string& path) {
  read();
  std::erase_if(all_, [&](const File& one) { return one.path == path; });
  write();
}

void RecentFiles::look_for_missing() {
  looking_->ask([all = all_] {
    Paths missing;
    for (const File& file : all) {
      std::error_code unknown;
      if (!std::filesystem::exists(file.path, unknown)) missing.push_back(file.path);
    }
    return missing;
  });
}

bool RecentFiles::is_missing(const File& file) const {
  if (auto answer = looking_->take()) missing_ = std::move(*answer);
  return std::ranges::find(missing_, file.path) != missing_.end();
}

std::string_view kind_shown(const RecentFiles& recent, const RecentFiles::File& file) {
  return recent.is_missing(file) ? "missing" : name_of(file.kind);
}

}  // namespace glassformer
