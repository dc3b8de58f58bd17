#include <algorithm>
#include <filesystem>

#include "core/formats/folder.h"
#include "core/lesson/lesson.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

bool names_a_file(std::string_view text) {
  return text.find('/') != text.npos || text.ends_with(".json");
}

}  // namespace

std::vector<Lesson> shipped_lessons() {
  const fs::path folder = assets_folder() / "lessons";
  std::vector<Lesson> lessons;
  for (const fs::path& name : names_in(folder)) {
    if (name.extension() != ".json" || name == "schema.json") continue;
    lessons.push_back(read_lesson(folder / name));
  }
  std::sort(lessons.begin(), lessons.end(), [](const Lesson& a, const Lesson& b) {
    return a.order != b.order ? a.order < b.order : a.id < b.id;
  });
  for (std::size_t i = 1; i < lessons.size(); ++i) {
    const auto same = std::find_if(lessons.begin(), lessons.begin() + static_cast<long>(i),
                                   [&](const Lesson& l) { return l.id == lessons[i].id; });
    if (same == lessons.begin() + static_cast<long>(i)) continue;
    throw UserError(lessons[i].file.string() + " and " + same->file.string() +
                    " have the same id, " + lessons[i].id + "; give one of them another");
  }
  return lessons;
}

Lesson find_lesson(std::string_view id_or_file) {
  if (names_a_file(id_or_file)) return read_lesson(id_or_file);
  std::error_code none;
  // Nearly always its file has its name: the others need not be read.
  const fs::path named = assets_folder() / "lessons" / (std::string(id_or_file) + ".json");
  if (id_or_file != "schema" && fs::is_regular_file(named, none)) {
    if (Lesson lesson = read_lesson(named); lesson.id == id_or_file) return lesson;
  }
  std::vector<std::string> ids;
  for (Lesson& lesson : shipped_lessons()) {
    if (lesson.id == id_or_file) return std::move(lesson);
    ids.push_back(lesson.id);
  }
  if (fs::is_regular_file(id_or_file, none)) return read_lesson(id_or_file);
  // "notes.txt": whoever names a file does not want a list of lessons.
  if (std::filesystem::path(id_or_file).has_extension()) {
    throw UserError("there is no file '" + std::string(id_or_file) +
                    "', and no lesson of that name");
  }
  const std::string near = nearest(id_or_file, ids);
  throw UserError("there is no lesson '" + std::string(id_or_file) + "'; " +
                  (near.empty() ? "" : "did you mean '" + near + "'? ") +
                  "'glassformer lessons' lists them; a file is named with a slash or .json at its "
                  "end");
}

}  // namespace glassformer
