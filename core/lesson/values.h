#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "core/lesson/changes.h"
#include "core/lesson/form.h"
#include "core/lesson/lesson.h"

// The kinds of values that a lesson file holds.
namespace glassformer::kinds {

inline constexpr std::size_t max_labels = 4096;

Kind<std::string> text();  // at most 100 000 bytes
Kind<std::vector<std::string>> texts(std::size_t most);
Kind<int> integer(int min, int max, int initial = 0);
Kind<double> tolerance(double initial);
Kind<Mat> matrix();  // [[1, 2], [3, 4]]: rows of one length, at least one cell
Kind<std::vector<std::vector<std::string>>> printed();  // the same of texts
Kind<std::pair<int, int>> place();                      // [row, col], from 0
Kind<StepCell> step_cell();                             // selectors of one row and column
Kind<std::vector<Spot>> spots(std::size_t least, std::size_t most);  // names in each
Kind<CellsName> cells_name(std::size_t least);                       // [path, row, column]

Kind<std::string> model();
// A sentence or two, labels instead, options of the scene, its matrices, an order of the tokens.
template <class T>
using Two = std::array<std::optional<T>, 2>;
Kind<Two<std::string>> sentences();
Kind<Two<std::vector<std::string>>> labels();
Kind<std::map<std::string, Option>> config(std::string separator);
Kind<std::map<std::string, LeafPtr>> given();
Kind<std::vector<int>> permutation();
// Cells by path. A step may take one back, with null; a lesson that begins may not.
Kind<std::map<std::string, std::vector<CellChange>>> edits(std::size_t most, bool takes_back,
                                                           std::string separator);
Kind<ViewState> view_state();

// Of which these are made.
void check_list(Json::Value value, std::size_t most);
int read_index(Json::Value value);  // of a row or a column
double read_cell(
    Json::Value value);  // a number that a matrix can hold: finite in 32 bits, or "inf"
std::string in_json(double number);
std::string in_json(const Mat& m, const std::string& separator);
template <class Items, class Format>
std::string in_list(const Items& items, const std::string& separator, Format format) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : separator) + format(item);
  return "[" + text + "]";
}

// A list of what another kind describes, one to a line.
std::string in_lines(const std::vector<std::string>& items);
template <class T>
Kind<std::vector<T>> list(const Kind<T>& kind, std::size_t most) {
  return {"\"type\": \"array\", \"maxItems\": " + std::to_string(most) + ", \"items\": {" +
              kind.schema + "}",
          [read = kind.read, most](Json::Value value, const Scene* scene) {
            check_list(value, most);
            std::vector<T> all;
            value.each([&](Json::Value one) { all.push_back(read(one, scene)); });
            return all;
          },
          [write = kind.write](const std::vector<T>& all) {
            std::vector<std::string> items;
            for (const T& one : all) items.push_back(write(one));
            return in_lines(items);
          }};
}

// What the schema says once of all of them: "name": {…} each.
const std::vector<std::pair<std::string, std::string>>& definitions();

}  // namespace glassformer::kinds
