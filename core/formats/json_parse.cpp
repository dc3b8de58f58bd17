#include <utf8proc.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/formats/json.h"
#include "core/tensor/error.h"

namespace glassformer {

// How far the parser has read. JsonBuilder, which Json names as its friend, has one: so it is not
// in the unnamed namespace.
struct JsonPosition {
  std::uint32_t line = 1;
  std::uint32_t token_line = 1;
};

namespace {

constexpr std::string_view spaces = " \t\r\n";

std::uint32_t line_of(std::string_view text, std::size_t byte) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
  return static_cast<std::uint32_t>(1 + std::count(text.begin(), end, '\n'));
}

// Reads the text for nlohmann's parser and remembers the line of the last character that was no
// space. The parser looks at most one character beyond a number: a space, or something that stands
// on the same line. So that line is the line of the token that an event is about.
class Characters {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Characters(const char* at, JsonPosition* position) : at_(at), position_(position) {}
  reference operator*() const { return *at_; }
  Characters& operator++() {
    if (*at_ == '\n') {
      ++position_->line;
    } else if (spaces.find(*at_) == spaces.npos) {
      position_->token_line = position_->line;
    }
    ++at_;
    return *this;
  }
  Characters operator++(int) {
    Characters old = *this;
    ++*this;
    return old;
  }
  bool operator==(const Characters& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  JsonPosition* position_;
};

// Where the first byte stands that is no text in UTF-8 (RFC 3629: no surrogates, no overlong
// forms), or is 0, at which the parser would end as if nothing followed.
std::optional<std::size_t> not_utf8(std::string_view text) {
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  std::size_t i = 0;
  while (i < text.size()) {
    if (bytes[i] == 0) return i;
    if (bytes[i] < 0x80) {
      ++i;
      continue;
    }
    utf8proc_int32_t code = 0;
    const auto left = static_cast<utf8proc_ssize_t>(text.size() - i);
    const auto length = utf8proc_iterate(bytes + i, left, &code);
    if (length <= 0) return i;
    i += static_cast<std::size_t>(length);
  }
  return std::nullopt;
}

// What people most often get wrong, in their own terms. `at` is just after what was not understood.
// `whole` says that it was whole, only not in its place.
std::string mistake(std::string_view text, std::size_t at, bool whole) {
  const std::string_view read = text.substr(0, std::min(at, text.size()));
  const auto last = read.find_last_not_of(spaces);
  if (last == read.npos) return "";
  const auto before = last == 0 ? read.npos : read.find_last_not_of(spaces, last - 1);
  const std::string_view here = text.substr(last);
  for (const std::string_view quote : {"“", "”", "„", "‘", "’", "«", "»"}) {
    if (!here.starts_with(quote)) continue;
    return "texts stand between straight quotes, \" and \", not between curly ones such as " +
           std::string(quote) + "; a word processor turns them, a plain editor does not";
  }
  for (const auto& [python, json] :
       {std::pair{"True", "true"}, {"False", "false"}, {"None", "null"}}) {
    if (here.starts_with(python)) {
      return std::string(python) + " is Python's; JSON writes " + json + ", with a small letter";
    }
  }
  const char c = read[last];
  const char previous = before == read.npos ? '\0' : read[before];
  if ((c == ']' || c == '}') && previous == ',') {
    return std::string("a comma stands before the closing ") + c + "; take it away";
  }
  if (c == ',' && previous == ',') return "two commas follow each other; take one away";
  if (c == ',' && (previous == '[' || previous == '{')) {
    return std::string("a comma follows the opening ") + previous + "; take it away";
  }
  if (c == '\'') return "texts stand between double quotes, not single ones";
  if (c == '/' || c == '#') return "JSON has no comments; take it away";
  if (c == 'N' || c == 'I' || (c == 'a' && previous == 'N') || (c == 'n' && previous == 'I')) {
    return "JSON has no NaN and no Infinity; where one may stand it is a text, \"nan\", \"inf\" or "
           "\"-inf\"";
  }
  if (whole && (c == '"' || c == '{' || c == '[' || (c >= '0' && c <= '9'))) {
    return "a comma is missing before it, or a quote or a bracket";
  }
  return "";
}

}  // namespace

// Builds the cells from the events of nlohmann's parser, which keeps no stack of calls.
class JsonBuilder {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  JsonBuilder(Json& json, std::string_view text, const JsonPosition& position)
      : json_(json), text_(text), position_(position) {}

  bool null() { return push(Json::Kind::null); }
  bool boolean(bool value) { return number(Json::Kind::boolean, value ? 1 : 0); }
  // Only of what begins with a minus: 0 is −0 here, which has its sign as a double.
  bool number_integer(number_integer_t value) {
    return number(value == 0 ? -0.0 : static_cast<double>(value));
  }
  bool number_unsigned(number_unsigned_t value) { return number(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t&) { return number(value); }
  bool binary(binary_t&) { return false; }  // only other formats than JSON have it

  bool string(string_t& value) {
    push(Json::Kind::string);
    json_.cells_.back().text = {static_cast<std::uint32_t>(json_.strings_.size()),
                                static_cast<std::uint32_t>(value.size())};
    json_.strings_ += value;
    const auto bad = std::find_if(value.begin(), value.end(), [](char c) {
      return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
    });
    if (bad != value.end()) {
      fail(last(), "holds the control character U+00" + std::string(*bad < 16 ? "0" : "1") +
                       "0123456789ABCDEF"[*bad & 15] + ", which cannot be shown; take it away");
    }
    return true;
  }
  bool key(string_t& value) {
    string(value);
    return awaits_value_ = true;
  }

  bool start_object(std::size_t) { return open(Json::Kind::object); }
  bool start_array(std::size_t) { return open(Json::Kind::array); }
  bool end_array() { return close(); }
  bool end_object() {
    const std::uint32_t object = open_.back();
    close();
    std::vector<std::uint32_t> keys;
    for (std::uint32_t i = object + 1; i < json_.cells_.size(); i = json_.next(i + 1)) {
      keys.push_back(i);
    }
    std::sort(keys.begin(), keys.end(), [this](std::uint32_t a, std::uint32_t b) {
      const int order = json_.text(a).compare(json_.text(b));
      return order != 0 ? order < 0 : a < b;
    });
    const auto twice = std::adjacent_find(
        keys.begin(), keys.end(),
        [this](std::uint32_t a, std::uint32_t b) { return json_.text(a) == json_.text(b); });
    if (twice == keys.end()) return true;
    fail(twice[1], "stands twice, first on line " + std::to_string(json_.cells_[twice[0]].line) +
                       "; keep one of the two");
  }

  bool parse_error(std::size_t byte, const std::string&, const nlohmann::json::exception& error) {
    std::string path = "top level";
    if (!open_.empty()) path = json_.path(awaits_value_ ? last() : open_.back());
    std::string_view what = error.what();
    // nlohmann's own words stand behind "[…] … at line 1, column 2: syntax error while … - ".
    if (const auto at = what.find(" - "); at != what.npos) {
      what.remove_prefix(at + 3);
    } else if (const auto bracket = what.find("] "); bracket != what.npos) {
      what.remove_prefix(bracket + 2);
    }
    std::string sentence;
    if (what.starts_with("unexpected end of input")) {
      sentence = "the file ends in the middle; a bracket, a brace or more is missing";
    } else if (what.starts_with("number overflow")) {
      sentence =
          "the number is too large for a double (beyond 1.8e308); write \"inf\" if infinity "
          "is meant";
    } else {
      const std::string known = mistake(text_, byte, what.starts_with("unexpected"));
      sentence = "is not valid JSON here: " + (known.empty() ? excerpt(what, 160) : known);
    }
    json_.fail(line_of(text_, byte > 0 ? byte - 1 : 0), path, sentence);
  }

 private:
  std::uint32_t last() const { return static_cast<std::uint32_t>(json_.cells_.size()) - 1; }
  [[noreturn]] void fail(std::uint32_t index, const std::string& sentence) const {
    json_.fail(json_.cells_[index].line, json_.path(index), sentence);
  }
  bool push(Json::Kind kind) {
    Json::Cell cell;
    cell.kind = kind;
    cell.line = position_.token_line;
    json_.cells_.push_back(cell);
    awaits_value_ = false;
    return true;
  }
  bool number(Json::Kind kind, double value) {
    push(kind);
    json_.cells_.back().number = value;
    return true;
  }
  bool number(double value) { return number(Json::Kind::number, value); }
  bool open(Json::Kind kind) {
    push(kind);
    json_.cells_.back().end = std::numeric_limits<std::uint32_t>::max();
    if (open_.size() == Json::deepest) {
      fail(last(), "lies deeper than " + std::to_string(Json::deepest) +
                       " levels of brackets; no file for this program needs that");
    }
    open_.push_back(last());
    return true;
  }
  bool close() {
    json_.cells_[open_.back()].end = last() + 1;
    open_.pop_back();
    return true;
  }

  Json& json_;
  std::string_view text_;
  const JsonPosition& position_;
  std::vector<std::uint32_t> open_;
  bool awaits_value_ = false;  // the last cell is a key
};

Json Json::parse(std::string_view text, const std::filesystem::path& named) {
  Json json;
  json.name_ = named.string();
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    json.fail(1, "top level", "the file is UTF-16; save it as UTF-8");
  }
  if (const auto byte = not_utf8(text)) {
    json.fail(line_of(text, *byte), "top level",
              "byte " + std::to_string(*byte) + " is no text in UTF-8; save the file as UTF-8");
  }
  if (text.find_first_not_of(spaces) == text.npos) {
    json.fail(1, "top level", "the file is empty; a JSON object {…} is expected");
  }
  if (text[text.find_first_not_of(spaces)] == '<') {
    json.fail(1, "top level",
              "the file is a web page or XML, which begins with '<', and not JSON; get the file "
              "itself, not the page that shows it");
  }
  // One cell for every value and key: no more than separators and brackets, plus the first.
  json.cells_.reserve(1 +
                      static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
                        return c == ',' || c == ':' || c == '[' || c == '{';
                      })));
  JsonPosition position;
  JsonBuilder builder(json, text, position);
  nlohmann::json::sax_parse(Characters(text.data(), &position),
                            Characters(text.data() + text.size(), &position), &builder);
  return json;
}

}  // namespace glassformer
