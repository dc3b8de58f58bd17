#include "core/formats/json.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

bool plain(std::string_view key) {
  return !key.empty() && key.size() <= 60 && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
}

template <class Number>
std::string in_digits(Number number) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  return {digits, end};
}

}  // namespace

std::string shortest(double number) {
  return in_digits(number);
}

std::string shortest(float number) {
  return in_digits(number);
}

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string excerpt(std::string_view text, std::size_t max) {
  std::size_t end = 0, count = 0;
  while (end < text.size() && count < max) {
    ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
    ++count;
  }
  std::string cut(text.substr(0, end));
  for (char& c : cut) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return end < text.size() ? cut + "…" : cut;
}

std::size_t Json::Value::size() const {
  std::size_t count = 0;
  if (is(Kind::array)) each([&](Value) { ++count; });
  if (is(Kind::object)) each_member([&](std::string_view, Value) { ++count; });
  return count;
}

Json::Value Json::Value::operator[](std::size_t i) const {
  std::uint32_t index = index_ + 1;
  while (i-- > 0) index = json_->next(index);
  return Value(json_, index);
}

void Json::Value::fail(const std::string& sentence) const {
  json_->fail(json_->cells_[index_].line, path(), sentence);
}

std::string Json::Value::described() const {
  switch (kind()) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return boolean() ? "true" : "false";
    case Kind::number:
      return "the number " + shortest(number());
    case Kind::string:
      return "the text " + json_string(excerpt(string(), 40));
    case Kind::array:
      return size() == 0 ? "an empty list" : "a list of " + std::to_string(size());
    case Kind::object:
      return "an object {…}";
  }
  return "";
}

std::uint32_t Json::next(std::uint32_t index) const {
  const Cell& cell = cells_[index];
  return cell.kind == Kind::array || cell.kind == Kind::object ? cell.end : index + 1;
}

std::string_view Json::text(std::uint32_t index) const {
  const Slice slice = cells_[index].text;
  return std::string_view(strings_).substr(slice.begin, slice.length);
}

// Walks from the top to the value; only errors ask for it. Works while the document is being built,
// too: an open container ends beyond everything.
std::string Json::path(std::uint32_t index) const {
  std::string path;
  std::uint32_t at = 0;
  while (at != index) {
    std::uint32_t child = at + 1;
    if (cells_[at].kind == Kind::array) {
      std::size_t i = 0;
      for (; next(child) <= index; child = next(child)) ++i;
      path += "[" + std::to_string(i) + "]";
    } else {
      while (child + 1 < cells_.size() && next(child + 1) <= index) child = next(child + 1);
      const std::string_view key = text(child);
      if (!path.empty()) path += ".";
      path += plain(key) ? std::string(key) : json_string(excerpt(key, 60));
      if (child == index) break;  // the key itself
      ++child;
    }
    at = child;
  }
  return path.empty() ? "top level" : path;
}

void Json::fail(std::uint32_t line, const std::string& path, const std::string& sentence) const {
  throw UserError(name_ + ":" + std::to_string(line) + ": " + excerpt(path, 200) + ": " + sentence);
}

}  // namespace glassformer
