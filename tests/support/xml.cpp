#include "tests/support/xml.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <vector>

namespace glassformer::testing {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::string check() {
    if (text_.starts_with("<?xml ")) at_ = text_.find("?>") + 2;
    while (error_.empty() && at_ < text_.size()) {
      if (text_[at_] == '<') {
        tag();
      } else {
        character_data();
      }
    }
    if (error_.empty() && !open_.empty()) fail("<" + open_.back() + "> is never closed");
    if (error_.empty() && roots_ != 1) fail("there must be one element around all");
    return error_;
  }

 private:
  void fail(const std::string& what) { error_ = what + " at byte " + std::to_string(at_); }
  bool take(std::string_view expected) {
    if (!text_.substr(at_).starts_with(expected)) return false;
    at_ += expected.size();
    return true;
  }
  std::string name() {
    const std::size_t first = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
            std::string_view(":-_").find(text_[at_]) != std::string_view::npos)) {
      ++at_;
    }
    if (at_ == first) fail("a name is missing");
    return std::string(text_.substr(first, at_ - first));
  }
  void character() {
    if (text_[at_] == '&') {
      constexpr std::array<std::string_view, 5> known{"&lt;", "&gt;", "&amp;", "&quot;", "&apos;"};
      if (std::none_of(known.begin(), known.end(), [&](auto entity) { return take(entity); })) {
        fail("an unknown entity");
      }
      return;
    }
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (byte == '<' || (byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r')) {
      fail("a forbidden character");
      return;
    }
    ++at_;
  }
  void character_data() {
    if (open_.empty() && std::isspace(static_cast<unsigned char>(text_[at_])) == 0) {
      fail("text outside of the document");
      return;
    }
    character();
  }
  void tag() {
    ++at_;
    if (take("/")) {
      const std::string closed = name();
      if (open_.empty() || open_.back() != closed || !take(">")) {
        fail("</" + closed + "> closes what is not open");
        return;
      }
      open_.pop_back();
      return;
    }
    if (open_.empty()) ++roots_;
    const std::string element = name();
    std::set<std::string> attributes;
    while (error_.empty()) {
      const bool space = take(" ");
      if (take("/>")) return;
      if (take(">")) {
        open_.push_back(element);
        return;
      }
      if (!space) {
        fail("a space is missing before an attribute");
        return;
      }
      const std::string attribute = name();
      if (!attributes.insert(attribute).second) fail(attribute + " stands twice");
      if (error_.empty() && !take("=\"")) fail("a value in quotes is missing");
      while (error_.empty() && at_ < text_.size() && text_[at_] != '"') character();
      if (error_.empty() && !take("\"")) fail("a quote is never closed");
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string> open_;
  int roots_ = 0;
  std::string error_;
};

}  // namespace

std::string xml_error(std::string_view document) {
  return Reader(document).check();
}

}  // namespace glassformer::testing
