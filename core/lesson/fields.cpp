#include "core/lesson/fields.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text/nearest.h"

namespace glassformer {

namespace {

constexpr std::size_t max_text = 100'000;

[[noreturn]] void expected(Json::Value value, const std::string& what) {
  value.fail("must be " + what + ", not " + value.described());
}

}  // namespace

std::string cells_text(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " cell" : " cells");
}

Fields::Fields(Json::Value object, std::span<const std::string_view> known) : object_(object) {
  if (!object.is(Json::Kind::object)) expected(object, "an object {…}");
  object.each_member([&](std::string_view key, Json::Value value) {
    if (std::find(known.begin(), known.end(), key) != known.end()) return;
    const std::vector<std::string> names(known.begin(), known.end());
    value.fail("there is no such key here" + instead_of(key, "keys are", names));
  });
}

std::optional<Json::Value> Fields::find(std::string_view key) const {
  std::optional<Json::Value> found;
  object_.each_member([&](std::string_view name, Json::Value value) {
    if (name == key) found = value;
  });
  return found;
}

Json::Value Fields::need(std::string_view key, const std::string& what) const {
  if (const auto found = find(key)) return *found;
  object_.fail("the key \"" + std::string(key) + "\" is missing; " + what);
}

void check_list(Json::Value value, std::size_t max) {
  if (!value.is(Json::Kind::array)) expected(value, "a list […]");
  if (const std::size_t size = value.size(); size > max) {
    value.fail("is a list of " + std::to_string(size) + "; at most " + std::to_string(max) +
               " are read");
  }
}

std::string read_text(Json::Value value) {
  if (!value.is(Json::Kind::string)) expected(value, "a text in double quotes");
  if (value.string().size() > max_text) {
    value.fail("is a text of " + std::to_string(value.string().size()) + " bytes; at most " +
               std::to_string(max_text) + " are read");
  }
  return std::string(value.string());
}

std::string optional_text(std::optional<Json::Value> value) {
  return value ? read_text(*value) : "";
}

std::vector<std::string> read_texts(Json::Value value, std::size_t max) {
  check_list(value, max);
  std::vector<std::string> texts;
  value.each([&](Json::Value text) { texts.push_back(read_text(text)); });
  return texts;
}

int read_integer(Json::Value value, int min, int max) {
  const std::string range =
      "a whole number from " + std::to_string(min) + " to " + std::to_string(max);
  if (!value.is(Json::Kind::number)) expected(value, range);
  const double number = value.number();
  if (number != std::floor(number) || number < min || number > max) expected(value, range);
  return static_cast<int>(number);
}

double read_cell(Json::Value value) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (value.is(Json::Kind::string)) {
    if (value.string() == "inf") return infinity;
    if (value.string() == "-inf") return -infinity;
    if (value.string() == "nan") return nan;
    if (value.string() == "-nan") return -nan;
  }
  if (!value.is(Json::Kind::number)) expected(value, "a number, \"inf\", \"-inf\" or \"nan\"");
  if (!std::isfinite(static_cast<float>(value.number()))) {
    value.fail(shortest(value.number()) +
               " is beyond what 32 bits hold (3.4e38); write \"inf\" if infinity is meant");
  }
  return value.number();
}

Mat read_matrix(Json::Value value) {
  const std::string matrix = "a matrix, a list of rows [[1, 2], [3, 4]]";
  if (!value.is(Json::Kind::array)) expected(value, matrix);
  std::size_t rows = 0, cols = 0;
  value.each([&](Json::Value row) {
    if (!row.is(Json::Kind::array)) expected(row, "a row [1, 2] of " + matrix);
    const std::size_t size = row.size();
    if (rows++ == 0) cols = size;
    if (size != cols) {
      row.fail("the row has " + cells_text(size) + ", the first row has " + cells_text(cols) +
               "; the rows of a matrix are equally long");
    }
  });
  if (rows * cols == 0) value.fail("the matrix has no cells; give it at least one number");
  Mat m(static_cast<int>(rows), static_cast<int>(cols));
  auto cell = m.cells().begin();
  value.each([&](Json::Value row) {
    row.each([&](Json::Value number) { *cell++ = static_cast<Real>(read_cell(number)); });
  });
  return m;
}

std::pair<int, int> read_place(Json::Value value) {
  if (!value.is(Json::Kind::array) || value.size() != 2) {
    expected(value, "a place [row, column], counted from 0");
  }
  return {read_integer(value[0], 0, largest_index), read_integer(value[1], 0, largest_index)};
}

}  // namespace glassformer
