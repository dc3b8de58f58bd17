#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/jobs/latest.h"
#include "core/lesson/lesson.h"

namespace glassformer {

// What was opened lately, the newest first, at most 12. Kept beside the settings in recent.json,
// where there is a folder for them; what cannot be read or written is left out, for it is a
// convenience.
class RecentFiles {
 public:
  enum class Kind { lesson, session, model, vectors, questions, text, pairs, recording, attention };
  struct File {
    std::string path;  // whole
    Kind kind = Kind::lesson;
    bool operator==(const File&) const = default;
  };
  static constexpr std::size_t most = 12;

  // From now on it is kept in that folder; what another window has kept there is read.
  void keep_in(const std::filesystem::path& folder);
  void add(const std::string& path, Kind kind);
  void remove(const std::string& path);
  const std::vector<File>& all() const { return all_; }

  // Which of them are still there is asked of the disk only now and when the list changes, and in
  // the background: a disk may be slow. Until it answers, what it said last holds.
  void look_for_missing();
  bool looking() const { return looking_->busy(); }
  void wait() const { looking_->wait(); }  // until it has answered
  bool is_missing(const File& file) const;

 private:
  void read();
  void write() const;

  std::filesystem::path file_;  // empty: kept nowhere
  std::vector<File> all_;
  using Paths = std::vector<std::string>;
  std::unique_ptr<Latest<Paths>> looking_ = std::make_unique<Latest<Paths>>();
  mutable Paths missing_;
};

// A lesson, or a session if it was written while somebody worked with it.
RecentFiles::Kind kind_of(const Lesson& lesson);

// "model", "word vectors" …
std::string_view name_of(RecentFiles::Kind kind);
// The same for a row of the list: "missing" where the file is.
std::string_view kind_shown(const RecentFiles& recent, const RecentFiles::File& file);

}  // namespace glassformer
