#include "core/lesson/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "core/formats/json_object.h"

namespace glassformer::kinds {

namespace {

constexpr std::size_t max_text = 100'000;
constexpr std::size_t max_listed = 1000;      // spots
constexpr int largest_index = 1'000'000'000;  // of a row or a column

[[noreturn]] void expected(Json::Value value, const std::string& what) {
  value.fail("must be " + what + ", not " + value.described());
}

std::string ref(const char* name) {
  return fmt::format("\"$ref\": \"#/$defs/{}\"", name);
}

std::string read_text(Json::Value value) {
  if (!value.is(Json::Kind::string)) expected(value, "a text in double quotes");
  if (value.string().size() > max_text) {
    value.fail(
        fmt::format("is a text of {} bytes; at most {} are read", value.string().size(), max_text));
  }
  return std::string(value.string());
}

std::vector<std::string> read_texts(Json::Value value, std::size_t most) {
  check_list(value, most);
  std::vector<std::string> all;
  value.each([&](Json::Value text) { all.push_back(read_text(text)); });
  return all;
}

// The shortest decimal of a 32-bit number, unless reading it as a double first would round it to a
// neighbour: then the longer decimal, which is exact.
std::string in_json(float number) {
  if (!std::isfinite(number)) return kinds::in_json(static_cast<double>(number));
  const std::string digits = shortest(number);
  const bool exact = static_cast<float>(std::strtod(digits.c_str(), nullptr)) == number;
  return exact ? digits : shortest(static_cast<double>(number));
}

std::string in_json(const std::vector<std::string>& list) {
  return in_list(list, ", ", [](const std::string& one) { return json_string(one); });
}

// "1 cell", "2 cells"
std::string cells_text(std::size_t count) {
  return fmt::format("{} cell{}", count, count == 1 ? "" : "s");
}

void check_row(Json::Value row, std::size_t cols, const char* advice) {
  if (row.size() == cols) return;
  row.fail(fmt::format("the row has {}, the first row has {}; {}", cells_text(row.size()),
                       cells_text(cols), advice));
}

Mat read_matrix(Json::Value value) {
  const std::string form = "a matrix, a list of rows [[1, 2], [3, 4]]";
  if (!value.is(Json::Kind::array)) expected(value, form);
  const std::size_t rows = value.size(), cols = rows == 0 ? 0 : value[0].size();
  value.each([&](Json::Value row) {
    if (!row.is(Json::Kind::array)) expected(row, "a row [1, 2] of " + form);
    check_row(row, cols, "the rows of a matrix are equally long");
  });
  if (rows * cols == 0) value.fail("the matrix has no cells; give it at least one number");
  Mat m(static_cast<int>(rows), static_cast<int>(cols));
  auto cell = m.cells().begin();
  value.each([&](Json::Value row) {
    row.each([&](Json::Value number) { *cell++ = static_cast<Real>(read_cell(number)); });
  });
  return m;
}

// [path], [path, row] or [path, row, column], counted from 0.
Spot read_spot(Json::Value value, std::size_t least, std::size_t most) {
  const std::size_t size = value.is(Json::Kind::array) ? value.size() : 0;
  if (size < least || size > most || size == 0) {
    constexpr std::array forms{"[path]", "[path, row]", "[path, row, column]"};
    expected(value, fmt::format("{}{}, counted from 0", forms.at(least - 1),
                                most == least ? "" : fmt::format(" to {}", forms.at(most - 1))));
  }
  Spot spot{read_text(value[0]), {}, {}};
  if (size > 1) spot.row = read_index(value[1]);
  if (size > 2) spot.col = read_index(value[2]);
  return spot;
}

std::string write_spot(const Spot& spot) {
  std::string text = "[" + json_string(spot.path);
  if (spot.row) text += ", " + std::to_string(*spot.row);
  if (spot.col) text += ", " + std::to_string(*spot.col);
  return text + "]";
}

Selector read_selector(Json::Value value) {
  if (value.is(Json::Kind::string)) return {read_text(value)};
  return {std::to_string(read_index(value))};
}

std::string write_selector(const Selector& one) {
  const bool digits =
      !one.text.empty() && one.text.find_first_not_of("0123456789") == one.text.npos;
  return digits ? one.text : json_string(one.text);
}

}  // namespace

int read_index(Json::Value value) {
  return whole_number(value, 0, largest_index);
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

std::string in_json(double number) {
  if (std::isnan(number)) return std::signbit(number) ? "\"-nan\"" : "\"nan\"";
  if (std::isinf(number)) return number > 0 ? "\"inf\"" : "\"-inf\"";
  return shortest(number);
}

std::string in_json(const Mat& m, const std::string& separator) {
  std::vector<std::string> rows;
  for (int r = 0; r < m.rows(); ++r) {
    rows.push_back(in_list(m.row(r), ", ", [](Real x) { return in_json(x); }));
  }
  return in_list(rows, separator, [](const std::string& row) { return row; });
}

void check_list(Json::Value value, std::size_t most) {
  if (!value.is(Json::Kind::array)) expected(value, "a list […]");
  if (value.size() > most) {
    value.fail(fmt::format("is a list of {}; at most {} are read", value.size(), most));
  }
}

std::string in_lines(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "\n    " : ",\n    ") + item;
  return "[" + text + "\n  ]";
}

Kind<std::string> text() {
  return {ref("text"), [](Json::Value value, const Scene*) { return read_text(value); },
          [](const std::string& held) { return json_string(held); }};
}

Kind<std::vector<std::string>> texts(std::size_t most) {
  return {
      fmt::format("\"type\": \"array\", \"maxItems\": {}, \"items\": {{{}}}", most, ref("text")),
      [most](Json::Value value, const Scene*) { return read_texts(value, most); },
      [](const std::vector<std::string>& held) { return in_json(held); }};
}

Kind<int> integer(int min, int max, int initial) {
  return {fmt::format("\"type\": \"integer\", \"minimum\": {}, \"maximum\": {}{}", min, max,
                      initial < min ? "" : fmt::format(", \"default\": {}", initial)),
          [min, max](Json::Value value, const Scene*) { return whole_number(value, min, max); },
          [](const int& held) { return std::to_string(held); }};
}

Kind<double> tolerance(double initial) {
  return {fmt::format("\"type\": \"number\", \"minimum\": 0, \"default\": {}", shortest(initial)),
          [](Json::Value value, const Scene*) {
            if (!value.is(Json::Kind::number) || value.number() < 0) {
              expected(value, "a number from 0 up");
            }
            return value.number();
          },
          [](const double& held) { return in_json(held); }};
}

Kind<Mat> matrix() {
  return {ref("matrix"), [](Json::Value value, const Scene*) { return read_matrix(value); },
          [](const Mat& held) { return in_json(held, ",\n                "); }};
}

Kind<std::vector<std::vector<std::string>>> printed() {
  static constexpr std::size_t most = 10'000;  // cells
  const std::string rows =
      fmt::format("\"type\": \"array\", \"minItems\": 1, \"maxItems\": {}", most);
  return {fmt::format("{}, \"items\": {{{}, \"items\": {{{}}}}}", rows, rows, ref("text")),
          [](Json::Value value, const Scene*) {
            check_list(value, most);
            std::vector<std::vector<std::string>> all;
            value.each([&](Json::Value row) {
              all.push_back(read_texts(row, most));
              check_row(row, all.front().size(), "write \"\" where nothing was printed");
              if (all.size() * all.front().size() > most) {
                value.fail(fmt::format("holds more than {} cells", most));
              }
            });
            if (all.empty() || all.front().empty()) {
              value.fail("holds no cells; give it at least one");
            }
            return all;
          },
          [](const std::vector<std::vector<std::string>>& held) {
            return in_list(held, ",\n                ",
                           [](const std::vector<std::string>& row) { return in_json(row); });
          }};
}

Kind<std::pair<int, int>> place() {
  return {ref("place"),
          [](Json::Value value, const Scene*) {
            if (!value.is(Json::Kind::array) || value.size() != 2) {
              expected(value, "a place [row, column], counted from 0");
            }
            const int row = read_index(value[0]);
            return std::pair(row, read_index(value[1]));
          },
          [](const std::pair<int, int>& held) {
            return fmt::format("[{}, {}]", held.first, held.second);
          }};
}

Kind<StepCell> step_cell() {
  const std::string either =
      fmt::format("{{\"anyOf\": [{{{}}}, {{{}, \"minLength\": 1}}]}}", ref("index"), ref("text"));
  return {fmt::format("\"type\": \"array\", \"prefixItems\": [{}, {}], \"items\": false, "
                      "\"minItems\": 2",
                      either, either),
          [](Json::Value value, const Scene*) {
            if (!value.is(Json::Kind::array) || value.size() != 2) {
              expected(value, "a place [row, column], counted from 0");
            }
            const auto read = [](Json::Value one, std::string_view not_here) {
              const std::string text = read_selector(one).text;
              if (text.empty() || text == "*" || text == not_here) {
                expected(one, "one row or column: a number from 0, \"last\" or a token's name");
              }
              return text;
            };
            std::string row = read(value[0], StepCell::largest);
            return StepCell{std::move(row), read(value[1], "")};
          },
          [](const StepCell& held) {
            return fmt::format("[{}, {}]", write_selector({held.row}), write_selector({held.col}));
          }};
}

Kind<std::vector<Spot>> spots(std::size_t least, std::size_t most) {
  return {fmt::format("\"type\": \"array\", \"maxItems\": {}, \"items\": {{{}}}", max_listed,
                      ref("spot")),
          [least, most](Json::Value value, const Scene*) {
            check_list(value, max_listed);
            std::vector<Spot> all;
            value.each([&](Json::Value one) { all.push_back(read_spot(one, least, most)); });
            return all;
          },
          [](const std::vector<Spot>& held) { return in_list(held, ", ", write_spot); }};
}

Kind<CellsName> cells_name(std::size_t least) {
  return {ref("cells"),
          [least](Json::Value value, const Scene*) {
            const std::size_t size = value.is(Json::Kind::array) ? value.size() : 0;
            if (size < least || size > 3) {
              expected(value,
                       "[path, row, column], where a row or a column is a number from 0, \"last\", "
                       "\"*\" or a label");
            }
            CellsName name{read_text(value[0]), {}, {"0"}};
            if (size > 1) name.row = read_selector(value[1]);
            if (size > 2) name.col = read_selector(value[2]);
            return name;
          },
          [](const CellsName& held) {
            return fmt::format("[{}, {}, {}]", json_string(held.path), write_selector(held.row),
                               write_selector(held.col));
          }};
}

const std::vector<std::pair<std::string, std::string>>& definitions() {
  static const std::vector<std::pair<std::string, std::string>> all{
      {"text", fmt::format(R"({{"type": "string", "maxLength": {}}})", max_text)},
      {"labels", fmt::format("{{{}}}", texts(max_labels).schema)},
      {"index",
       described("A row or a column, counted from 0.",
                 fmt::format(R"("type": "integer", "minimum": 0, "maximum": {})", largest_index))},
      {"place",
       described(
           "[row, column]",
           fmt::format(
               R"("type": "array", "prefixItems": [{{{0}}}, {{{0}}}], "items": false, "minItems": 2)",
               ref("index")))},
      {"cell",
       described(
           "A number that 32 bits hold, or what JSON cannot write as a number: an infinity, "
           "or nan, which is not a number, with its sign.",
           R"("anyOf": [{"type": "number", "minimum": -3.4028235e38, "maximum": 3.4028235e38}, {"enum": ["inf", "-inf", "nan", "-nan"]}])")},
      {"matrix",
       described(
           "A list of rows of one length: [[1, 2], [3, 4]].",
           fmt::format(
               R"("type": "array", "minItems": 1, "items": {{"type": "array", "minItems": 1, "items": {{{}}}}})",
               ref("cell")))},
      {"spot",
       described(
           "[path, row, column], counted from 0; without the column a row, without both a "
           "matrix.",
           fmt::format(
               R"("type": "array", "prefixItems": [{{{0}}}, {{{1}}}, {{{1}}}], "items": false, "minItems": 1)",
               ref("text"), ref("index")))},
      {"cells",
       described(
           "[path, row, column]: a row or a column is a number from 0, \"last\", \"*\" for "
           "all, or a label of that axis.",
           R"("type": "array", "minItems": 1, "maxItems": 3, "items": {"type": ["string", "integer"]})")},
  };
  return all;
}

}  // namespace glassformer::kinds
