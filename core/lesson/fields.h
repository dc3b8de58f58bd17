#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/json.h"
#include "core/tensor/mat.h"

// What a lesson is made of, read from JSON values one kind at a time. Each function throws
// UserError with file, line and path when the value is of another kind or out of range.
namespace glassformer {

// An object whose keys are all known: a slip of the finger is named, with the key it came near.
class Fields {
 public:
  Fields(Json::Value object, std::span<const std::string_view> known);
  std::optional<Json::Value> find(std::string_view key) const;
  // Fails with "FIELD is missing; WHAT" when it is not there.
  Json::Value need(std::string_view key, const std::string& what) const;

 private:
  Json::Value object_;
};

void check_list(Json::Value value, std::size_t max);  // fails unless a list of at most `most`
std::string read_text(Json::Value value);             // at most 100 000 bytes
std::string optional_text(std::optional<Json::Value> value);  // "" when absent
std::vector<std::string> read_texts(Json::Value value, std::size_t max);
int read_integer(Json::Value value, int min, int max);
// A number that a matrix can hold: finite in 32 bits, or the text "inf" or "-inf".
double read_cell(Json::Value value);
// [[1, 2], [3, 4]]: rows of one length, at least one cell.
Mat read_matrix(Json::Value value);
// "1 cell", "2 cells"
std::string cells_text(std::size_t count);
inline constexpr int largest_index = 1'000'000'000;  // of a row or a column
// [row, col], counted from 0.
std::pair<int, int> read_place(Json::Value value);

}  // namespace glassformer
