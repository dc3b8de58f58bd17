#include "app/files/file_look.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

#include "app/widgets/theme.h"
#include "core/embed/files/read_vectors.h"
#include "core/formats/byte_source.h"
#include "core/formats/safetensors.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

bool parts_cells(char c) {
  return c == ',' || c == ';';
}

}  // namespace

FileLook::FileLook(std::string file) : file_(std::move(file)) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(file_, none)) return;
  try {
    beginning_ = first_bytes(file_);
  } catch (const UserError&) {
    // Whoever opens it says why.
  }
}

bool FileLook::contains(std::string_view mark) const {
  return beginning_ && beginning_->find(mark) != std::string::npos;
}

bool FileLook::is_blank() const {
  return beginning_ && beginning_->find_first_not_of(" \t\r\n") == std::string::npos;
}

std::string_view FileLook::first_line() const {
  std::string_view line = std::string_view(*beginning_).substr(0, beginning_->find('\n'));
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  return line;
}

bool FileLook::is_weights() const {
  if (file_.ends_with(".safetensors")) return true;
  // A packed one is not read; who is asked for it says so.
  return beginning_ && !file_.ends_with(".gz") && begins_like_safetensors(*beginning_);
}

// Its first word has a list of numbers; a lesson begins with its name.
bool FileLook::holds_json_vectors() const {
  if (!file_.ends_with(".json") || !beginning_) return false;
  try {
    if (recognise_vectors(file_) != VectorFormat::json) return false;
  } catch (const UserError&) {
    return false;
  }
  const std::size_t first = beginning_->find_first_not_of(" \t\r\n", beginning_->find('[') + 1);
  constexpr std::string_view begins_number = "-.0123456789";
  return first != std::string::npos &&
         begins_number.find((*beginning_)[first]) != std::string::npos;
}

bool FileLook::holds_model() const {
  return contains("glassformer model") || contains("glassformer translator");
}

bool FileLook::holds_word_vectors() const {
  return contains("glassformer word vectors") || (is_weights() && contains("\"vectors\":"));
}

bool FileLook::holds_recording() const {
  return contains("\"recording\":");
}

std::optional<QuestionFormat> FileLook::questions() const {
  return beginning_ ? recognise_questions(*beginning_) : std::nullopt;
}

bool FileLook::holds_sentences() const {
  if (!beginning_ || file_.ends_with(".gz")) return false;  // they are not read from packed files
  if (contains(std::string_view("\0", 1))) return false;
  const std::string_view line = first_line();
  return line.find('\t') != line.npos &&
         line.find_first_not_of("0123456789+-.eE\t\r ") != line.npos;
}

bool FileLook::holds_text() const {
  if (!beginning_ || contains(std::string_view("\0", 1))) return false;
  // Tables of numbers may be separated by commas or semicolons, which stand in texts too.
  std::string cells(first_line());
  if (cells.find(' ') == std::string::npos) std::ranges::replace_if(cells, parts_cells, ' ');
  std::istringstream line{cells};
  int words = 0, numbers = 0;
  for (std::string word; line >> word; ++words) numbers += parse_number(word) ? 1 : 0;
  // A header, or a row of a table; perhaps behind a word.
  return numbers == 0 || (numbers < words && (numbers < words - 1 || words < 3));
}

bool FileLook::is_text() const {
  return (file_.ends_with(".txt") || file_.ends_with(".txt.gz")) && holds_text();
}

}  // namespace glassformer
