#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstddef>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer::testing {

// Reads the documents that we write: each object from where the table says that it lies.
class PdfReader {
 public:
  explicit PdfReader(std::string document) : document_(std::move(document)) {
    EXPECT_TRUE(document_.starts_with("%PDF-1.7\n"));
    const std::size_t said = document_.rfind("startxref\n");
    const std::size_t table = number_at(said + 10);
    EXPECT_EQ(document_.substr(table, 7), "xref\n0 ");
    const std::size_t count = number_at(table + 7);
    std::size_t row = document_.find('\n', table + 7) + 1;
    for (std::size_t i = 1; i < count; ++i) {
      row += 20;
      const std::size_t at = number_at(row);
      const std::string head = std::to_string(i) + " 0 obj\n";
      EXPECT_EQ(document_.substr(at, head.size()), head);
      const std::size_t from = at + head.size();
      objects_.push_back(document_.substr(from, document_.find("\nendobj\n", from) - from));
    }
  }

  const std::vector<std::string>& objects() const { return objects_; }
  // "12 0 R" behind the name in that object: object 12.
  const std::string& behind(const std::string& object, std::string_view name) const {
    const std::size_t at = object.find(name);
    EXPECT_NE(at, object.npos) << name << " in " << object.substr(0, 400);
    return objects_.at(std::strtoul(object.c_str() + at + name.size(), nullptr, 10) - 1);
  }
  const std::string& page() const {
    for (const std::string& object : objects_) {
      if (object.find("/Type /Page ") != object.npos) return object;
    }
    return objects_.front();
  }
  std::string content() const { return stream(behind(page(), "/Contents ")); }

  static std::string stream(const std::string& object) {
    const std::size_t from = object.find("stream\n") + 7, to = object.rfind("\nendstream");
    std::string out(std::size_t{1} << 22, '\0');
    uLongf size = out.size();
    EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                         reinterpret_cast<const Bytef*>(object.data() + from), to - from),
              Z_OK);
    out.resize(size);
    return out;
  }

  // What each text of the page says, one a line, characters of the basic plane as UTF-8.
  std::string text() const {
    std::map<std::string, std::map<std::string, std::string>> meanings;
    const std::string content = this->content();
    std::string out;
    for (std::size_t at = content.find("BT /F"); at != content.npos;
         at = content.find("BT /F", at + 1)) {
      const std::string font = content.substr(at + 3, content.find(' ', at + 3) - at - 3);
      auto& known = meanings[font];
      if (known.empty()) known = meanings_of(behind(behind(page(), font + " "), "/ToUnicode "));
      for (std::size_t i = at, end = content.find("TJ", at); i < end; ++i) {
        if (content[i] == '<') out += known[content.substr(i + 1, 4)];
      }
      out += '\n';
    }
    return out;
  }

 private:
  std::size_t number_at(std::size_t at) const {
    return std::strtoul(document_.c_str() + at, nullptr, 10);
  }
  static std::string utf8(const std::string& digits) {
    std::string out;
    for (std::size_t i = 0; i + 4 <= digits.size(); i += 4) {
      const unsigned long c = std::strtoul(digits.substr(i, 4).c_str(), nullptr, 16);
      if (c < 0x80) {
        out += static_cast<char>(c);
      } else if (c < 0x800) {
        out += {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 0x3F))};
      } else {
        out += {static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 0x3F)),
                static_cast<char>(0x80 | (c & 0x3F))};
      }
    }
    return out;
  }
  static std::map<std::string, std::string> meanings_of(const std::string& object) {
    const std::string map = stream(object);
    std::map<std::string, std::string> known;
    const std::size_t lists = map.find("beginbfchar");
    for (std::size_t at = map.find("> <", lists); at != map.npos; at = map.find("> <", at + 1)) {
      known[map.substr(at - 4, 4)] = utf8(map.substr(at + 3, map.find('>', at + 3) - at - 3));
    }
    return known;
  }

  std::string document_;
  std::vector<std::string> objects_;
};

}  // namespace glassformer::testing
