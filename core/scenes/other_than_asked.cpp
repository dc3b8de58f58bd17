#include "core/scenes/other_than_asked.h"

namespace glassformer {

namespace {

constexpr std::string_view mark = "Not as asked: ";

}  // namespace

void tell_other(Run& run, std::string_view what) {
  run.notes.push_back(std::string(mark) + std::string(what));
}

std::vector<std::string> other_than_asked(const Run& run) {
  std::vector<std::string> found;
  for (const std::string& note : run.notes) {
    if (note.starts_with(mark)) found.push_back(note.substr(mark.size()));
  }
  return found;
}

}  // namespace glassformer
