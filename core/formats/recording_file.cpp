#include "core/formats/recording_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/formats/assets.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr const char* kKind = "recording";
constexpr const char* kMadeBy = "made_by";

}  // namespace

RecordingFile::RecordingFile(const std::filesystem::path& file, std::string_view kind,
                             std::string command)
    : file_(file), command_(std::move(command)), content_(read_safetensors(file)) {
  if (text(kKind) != kind) fail(fmt::format("holds no {}", kind));
}

bool RecordingFile::has(const std::string& key) const {
  return content_.metadata.contains(key);
}

const std::string& RecordingFile::text(const std::string& key) const {
  const auto found = content_.metadata.find(key);
  if (found == content_.metadata.end()) fail("lacks the text \"" + key + "\"");
  return found->second;
}

std::vector<std::string> RecordingFile::lines(const std::string& key) const {
  return lines_of(text(key));
}

std::vector<int> RecordingFile::numbers(const std::string& key) const {
  std::vector<int> found;
  if (text(key).empty()) return found;
  for (const std::string& line : lines(key)) {
    int number = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error != std::errc() || end != line.data() + line.size() || number < 0) {
      fail(fmt::format("has \"{}\" among the numbers of \"{}\"", line, key));
    }
    found.push_back(number);
  }
  return found;
}

const Mat* RecordingFile::find(const std::string& name) const {
  const auto found = std::ranges::find(content_.tensors, name, &NamedTensor::name);
  return found == content_.tensors.end() ? nullptr : &found->value;
}

const Mat& RecordingFile::matrix(const std::string& name, int cols) const {
  const Mat* found = find(name);
  if (found == nullptr || (cols > 0 && found->cols() != cols)) {
    fail(fmt::format("lacks the matrix \"{}\"{}", name,
                     cols > 0 ? fmt::format(" with {} columns", cols) : std::string()));
  }
  return *found;
}

void RecordingFile::fail(const std::string& why) const {
  throw UserError(
      fmt::format("{}: the recording {}; make it again with '{}'", file_.string(), why, command_));
}

RecordingKind recording_kind(const std::filesystem::path& file) {
  auto says = read_safetensors_metadata(file);
  if (!says.contains(kKind)) throw UserError(file.string() + ": is no recorded training");
  return {says[kKind], says[kMadeBy]};
}

TensorFile begin_recording(std::string_view kind, const std::string& command) {
  TensorFile content;
  content.metadata = {{kKind, std::string(kind)}, {kMadeBy, command}};
  return content;
}

void add_matrix(TensorFile& recording, std::string name, Mat value) {
  const Shape shape = value.shape();
  recording.tensors.push_back({std::move(name), {shape.rows, shape.cols}, std::move(value), "F32"});
}

std::string joined_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? "" : "\n") + lines[i];
  return text;
}

std::string joined_lines(const std::vector<int>& numbers) {
  std::vector<std::string> lines;
  for (const int number : numbers) lines.push_back(std::to_string(number));
  return joined_lines(lines);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n', begin)) {
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  lines.push_back(text.substr(begin));
  return lines;
}

std::filesystem::path recording_file(std::string_view name) {
  return assets_folder() / "recordings" / (std::string(name) + ".safetensors");
}

}  // namespace glassformer
