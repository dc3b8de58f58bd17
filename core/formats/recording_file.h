#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/safetensors.h"

namespace glassformer {

// A recorded training: a safetensors file whose metadata has texts, one of them the kind of
// recording. What it must hold and lacks is a UserError that names the file and how to make it.
class RecordingFile {
 public:
  // `kind`: what write() was given; `command`: what makes such a file again.
  RecordingFile(const std::filesystem::path& file, std::string_view kind, std::string command);

  bool has(const std::string& key) const;
  const std::string& text(const std::string& key) const;
  std::vector<std::string> lines(const std::string& key) const;  // as joined_lines() joined them
  std::vector<int> numbers(const std::string& key) const;        // lines that are whole numbers
  const Mat* find(const std::string& name) const;                // null: there is none
  const Mat& matrix(const std::string& name, int cols) const;    // 0: any number of columns
  [[noreturn]] void fail(const std::string& why) const;

 private:
  std::filesystem::path file_;
  std::string command_;
  TensorFile content_;
};

// What a recording says of itself. Throws UserError if the file is none.
struct RecordingKind {
  std::string kind;     // what write() was given
  std::string made_by;  // the command
};
RecordingKind recording_kind(const std::filesystem::path& file);

// The metadata of a recording of this kind, to be filled and written.
TensorFile begin_recording(std::string_view kind, const std::string& command);
void add_matrix(TensorFile& recording, std::string name, Mat value);

std::string joined_lines(const std::vector<std::string>& lines);
std::string joined_lines(const std::vector<int>& numbers);
std::vector<std::string> lines_of(const std::string& text);

// assets/recordings/NAME.safetensors
std::filesystem::path recording_file(std::string_view name);

}  // namespace glassformer
