#include "core/lesson/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

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

// The rows or columns that the selector means; none: the axis has no such one.
std::optional<std::vector<int>> found(const Selector& selector, const Axis& axis, int count) {
  if (const auto two = either(selector, axis)) {
    const auto first = found(two->first, axis, count);
    return first ? first : found(two->second, axis, count);
  }
  if (selector.text == "*") {
    std::vector<int> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  if (selector.text == "last") return std::vector{count - 1};
  if (const auto index = index_of(selector.text)) {
    if (*index < 0 || *index >= count) return {};
    return std::vector{*index};
  }
  const auto& labels = axis.labels.words();
  auto at = std::find(labels.begin(), labels.end(), selector.text);
  // A piece that begins a word carries the space before it.
  if (at == labels.end()) at = std::find(labels.begin(), labels.end(), " " + selector.text);
  const auto index = static_cast<int>(at - labels.begin());
  if (at == labels.end() || index >= count) return {};
  return std::vector{index};
}

std::vector<int> selected(const Selector& selector, const Axis& axis, int count,
                          const std::string& path, const char* what) {
  if (auto there = found(selector, axis, count)) return std::move(*there);
  if (const auto two = either(selector, axis)) {
    return selected(two->second, axis, count, path, what);
  }
  if (const auto index = index_of(selector.text)) {
    throw UserError(
        fmt::format("{} has no {} {}: it has {}, counted from 0", path, what, *index, count));
  }
  const auto& labels = axis.labels.words();
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
