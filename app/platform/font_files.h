#pragma once

#include <memory>
#include <optional>
#include <string>

namespace glassformer {

struct FontFile {
  std::string path;
  int index = 0;  // within a collection or of a named instance, as FreeType counts
  std::string family;
  bool italic = false;  // the style of the file itself, which may lack what was asked for
  bool bold = false;
};

// The fonts of the system, through fontconfig. Nothing here throws: without fonts nothing is found.
// The list of them is read once and kept for all that the program draws.
class FontFiles {
 public:
  FontFiles();
  ~FontFiles();
  FontFiles(const FontFiles&) = delete;
  FontFiles& operator=(const FontFiles&) = delete;

  // The file of this family nearest to the style; none if the family is not installed.
  std::optional<FontFile> family(const std::string& name, bool bold, bool italic) const;
  // The font of emoji in colour; none if there is none.
  std::optional<FontFile> emoji() const;
  // Any outline font that has the character, a sans serif if there is a choice.
  std::optional<FontFile> covering(char32_t character, bool bold) const;

 private:
  struct Config;
  std::shared_ptr<Config> config_;
};

}  // namespace glassformer
