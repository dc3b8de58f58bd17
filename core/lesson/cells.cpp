#include "core/lesson/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "core/tensor/error.h"
#include "core/text/nearest.h"

namespace glassformer {

namespace {

std::optional<int> index_of(std::string_view text) {
  int index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return index;
}

// "5|0", "it|last": the first of these that the axis has, so that a name holds for a text of any
// length. A label may have the sign in it.
std::optional<std::pair<Selector, Selector>> either(const Selector& selector, const Axis& axis) {
  const std::size_t bar = selector.text.find('|');
  if (bar == selector.text.npos || bar == 0 || bar + 1 == selector.text.size()) return {};
  const auto& labels = axis.labels.words();
  if (std::ranges::find(labels, selector.text) != labels.end()) return {};
  return std::pair(Selector{selector.text.substr(0, bar)}, Selector{selector.text.substr(bar + 1)});
}

std::vector<int> selected(const Selector& selector, const Axis& axis, int count,
                          const std::string& path, const char* what) {
  if (const auto two = either(selector, axis)) {
    try {
      return selected(two->first, axis, count, path, what);
    } catch (const UserError&) {
      return selected(two->second, axis, count, path, what);
    }
  }
  if (selector.text == "*") {
    std::vector<int> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  if (selector.text == "last") return {count - 1};
  if (const auto index = index_of(selector.text)) {
    if (*index >= 0 && *index < count) return {*index};
    throw UserError(
        fmt::format("{} has no {} {}: it has {}, counted from 0", path, what, *index, count));
  }
  const auto& labels = axis.labels.words();
  auto found = std::find(labels.begin(), labels.end(), selector.text);
  // A piece that begins a word carries the space before it.
  if (found == labels.end()) found = std::find(labels.begin(), labels.end(), " " + selector.text);
  const auto index = static_cast<int>(found - labels.begin());
  if (found != labels.end() && index < count) return {index};
  constexpr std::size_t listed = 1000;  // to look through more takes longer than a frame
  throw UserError(fmt::format(
      "{} has no {} \"{}\"{}", path, what, selector.text,
      labels.size() > listed ? ""
                             : instead_of(selector.text, fmt::format("{}s are", what), labels)));
}

}  // namespace

Cells find_cells(const Tape& tape, const CellsName& name) {
  const Var var = tape.find(name.path);
  if (!var) {
    throw UserError(fmt::format("the run has no matrix '{}'{}", name.path,
                                instead_of(name.path, "matrices are", tape.paths())));
  }
  const Label& label = tape.node(var).label;
  const Shape shape = tape.shape(var);
  return {var, selected(name.row, label.rows, shape.rows, name.path, "row"),
          selected(name.col, label.cols, shape.cols, name.path, "column")};
}

std::vector<double> values_of(const Tape& tape, const Cells& cells) {
  const Mat& value = tape.value(cells.var);
  std::vector<double> values;
  values.reserve(cells.size());
  for (const int row : cells.rows) {
    for (const int col : cells.cols) values.push_back(value(row, col));
  }
  return values;
}

}  // namespace glassformer
