#pragma once

#include <string>

namespace glassformer {

// What a path is to be opened as, told by names and first bytes. Nothing is read whole for that.
struct Opening {
  enum class As {
    attention,
    lesson,
    model,
    questions,
    recording,
    sentences,
    text,
    vectors,
    nothing
  };
  As as = As::nothing;
  std::string path;      // what is to be read: of a file inside a model's folder, the folder
  std::string why = {};  // of nothing: a sentence that says what it is and what would open it
};

// A file, a folder, or an entry of a zip file, as it was named, dropped or picked. A leading ~ is
// the home folder.
Opening opening_of(const std::string& path);

// "~/x" → "/home/me/x"; anything else stays.
std::string without_tilde(const std::string& path);

}  // namespace glassformer
