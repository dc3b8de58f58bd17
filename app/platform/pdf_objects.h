#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// The objects of a PDF document, numbered from 1 as they are promised or added, with the table
// of where they lie.
class PdfObjects {
 public:
  int promise();  // a number, for what is set later
  void set(int number, std::string object) { objects_[index(number)] = std::move(object); }
  int add(std::string object);
  // Packed; `entries` are what its dictionary says besides: "/Type /XObject".
  int add_stream(std::string_view bytes, std::string_view entries = {});
  std::string document(int catalog, int information) const;

 private:
  static std::size_t index(int number) { return static_cast<std::size_t>(number - 1); }
  std::vector<std::string> objects_;
};

std::string reference(int number);  // "7 0 R"

// A text of a document: UTF-16, as hexadecimal digits without the brackets.
std::string utf16_digits(std::u32string_view text);

}  // namespace glassformer
