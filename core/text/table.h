#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace glassformer {

// The parts of a text between the signs `at`; one part more than there are signs.
std::vector<std::string> split_at(std::string_view text, char at);
// The same without empty parts, for words.
std::vector<std::string> parts_of(std::string_view text, char at);

// A tab-separated UTF-8 table with a header; one row at a time, its cells by the name of their
// column. Every failure is a UserError that names the file and the line.
class Table {
 public:
  explicit Table(const std::filesystem::path& file);

  bool next();  // on to the next row; false behind the last
  const std::vector<std::string>& columns() const { return columns_; }
  const std::vector<std::string>& cells() const { return cells_; }
  const std::string& operator[](std::string_view column) const;

  // The cell as one of the named choices.
  template <class T>
  T choice(std::string_view column,
           std::initializer_list<std::pair<std::string_view, T>> choices) const {
    for (const auto& [name, value] : choices) {
      if ((*this)[column] == name) return value;
    }
    none_of_the_choices(column);
  }

  [[noreturn]] void fail(const std::string& what) const;

 private:
  [[noreturn]] void none_of_the_choices(std::string_view column) const;

  std::filesystem::path file_;
  std::vector<std::string> lines_, columns_, cells_;
  std::size_t line_ = 0;
};

}  // namespace glassformer
