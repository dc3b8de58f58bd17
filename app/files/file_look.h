#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/embed/eval/question_file.h"

namespace glassformer {

// What a file is that was dropped or named: told by its ending and its first bytes, which are read
// once. One that cannot be read holds nothing; nor does a pipe, whose bytes are for its reader.
class FileLook {
 public:
  explicit FileLook(std::string file);

  bool is_lesson() const { return file_.ends_with(".json"); }
  bool is_weights() const;          // a .safetensors, or what begins like one
  bool holds_json_vectors() const;  // {"word": [numbers], …}
  bool holds_model() const;         // of `train translate`
  bool holds_word_vectors() const;  // our own file of them
  bool holds_recording() const;     // a training that was recorded
  bool can_be_read() const { return beginning_.has_value(); }
  bool is_blank() const;                            // nothing but white space, as far as was looked
  std::optional<QuestionFormat> questions() const;  // for word vectors, or rated pairs
  bool holds_sentences() const;  // pairs of them between tabs, and no rows of numbers
  bool holds_text() const;       // running text, and no table of numbers as word vectors are
  bool is_text() const;          // and also is called so: .txt, .txt.gz

 private:
  bool contains(std::string_view mark) const;
  std::string_view first_line() const;

  std::string file_;
  std::optional<std::string> beginning_;
};

}  // namespace glassformer
