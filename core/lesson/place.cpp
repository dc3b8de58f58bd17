#include "core/lesson/place.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/formats/file.h"
#include "core/formats/json_object.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

using Value = Json::Value;
constexpr std::size_t largest = 64 << 20;  // more than any lesson may have

// Follows "steps[2].text" as far as the document goes; nothing if it does not begin there.
std::optional<Value> follow(Value root, std::string_view path) {
  std::optional<Value> at;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find_first_of(".["), path.size());
    const std::string_view key = path.substr(0, end);
    path.remove_prefix(end);
    const Value from = at.value_or(root);
    std::optional<Value> next;
    if (!key.empty()) {
      next = member(from, key);
    } else if (path.starts_with('[')) {
      std::size_t index = 0;
      const auto [after, error] =
          std::from_chars(path.data() + 1, path.data() + path.size(), index);
      if (error != std::errc() || index >= from.size()) return at;
      next = from[index];
      path.remove_prefix(std::min(path.find(']'), path.size() - 1) + 1);
    }
    if (!next) return at;
    at = next;
    if (path.starts_with('.')) path.remove_prefix(1);
  }
  return at;
}

bool speaks_of(std::string_view sentence, std::string_view word) {
  const auto part_of_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
  };
  for (std::size_t at = 0; (at = sentence.find(word, at)) != sentence.npos; ++at) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !part_of_word(sentence[at - 1])) &&
        (end == sentence.size() || !part_of_word(sentence[end]))) {
      return true;
    }
  }
  return false;
}

int line_of(Value root, std::string_view sentence) {
  if (const auto at = follow(root, sentence.substr(0, sentence.find(": ")))) return at->line();
  std::optional<Value> found;
  for (const char* const list : {"given", "config", "edits"}) {
    const auto members = member(root, list);
    if (!members) continue;
    members->each_member([&](std::string_view name, Value value) {
      if (!found && speaks_of(sentence, name)) found = value;
    });
  }
  for (const char* const key : {"permutation", "tokens", "text", "labels", "edits"}) {
    if (!found && speaks_of(sentence, key)) found = member(root, key);
  }
  if (!found) found = member(root, "model");
  return found ? found->line() : 1;
}

}  // namespace

std::string placed(const std::filesystem::path& file, std::string_view sentence) {
  const std::string name = file.string();
  if (name.empty() || sentence.find(name) != sentence.npos) return std::string(sentence);
  int line = 0;
  try {
    const Json document = Json::parse(read_file(file, largest), file);
    line = line_of(document.root(), sentence);
  } catch (const UserError&) {  // it was read a moment ago, and is another now
  }
  return name + (line > 0 ? ":" + std::to_string(line) : "") + ": " + std::string(sentence);
}

}  // namespace glassformer
