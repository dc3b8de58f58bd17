#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/lesson/lesson.h"
#include "core/tensor/error.h"

// Any bytes are either a lesson or an error that is a sentence. A lesson that was read can be
// written, and what was written is read again and written the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  glassformer::Lesson lesson;
  try {
    lesson = glassformer::parse_lesson(text, "made-up.json");
  } catch (const glassformer::UserError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
    return 0;
  }
  const std::string once = glassformer::write_lesson(lesson);
  const std::string twice =
      glassformer::write_lesson(glassformer::parse_lesson(once, "written.json"));
  if (once != twice) std::abort();
  return 0;
}
