#include "core/lesson/claim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/formats/json.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

std::string name_of(const CellsName& name) {
  return fmt::format("{}[{}, {}]", name.path, name.row.text, name.col.text);
}

double one_value(const Tape& tape, const CellsName& name) {
  const std::vector<double> values = values_of(tape, find_cells(tape, name));
  if (values.size() == 1) return values.front();
  throw UserError(name_of(name) + " names " + std::to_string(values.size()) +
                  " cells, where one is compared");
}

// The cell against all of its row; `beats` is strict, so that two largest are none.
std::string refuted_extreme(const CellsName& name, const Tape& tape,
                            const std::function<bool(double, double)>& beats, const char* word) {
  const double value = one_value(tape, name);
  const Cells cells = find_cells(tape, name);
  const std::vector<double> row = values_of(tape, find_cells(tape, {name.path, name.row, {}}));
  for (std::size_t col = 0; col < row.size(); ++col) {
    if (static_cast<int>(col) == cells.cols.front() || beats(value, row[col])) continue;
    return fmt::format("{} is {} and not the {} of its row: column {} holds {}", name_of(name),
                       shortest(value), word, col, shortest(row[col]));
  }
  return {};
}

std::string refuted_order(const CellsName& name, const Tape& tape,
                          const std::function<bool(double, double)>& after, const char* word) {
  const std::vector<double> values = values_of(tape, find_cells(tape, name));
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (after(values[i], values[i - 1])) continue;
    return fmt::format("{} does not {}: number {} is {}, the one before {}", name_of(name), word, i,
                       shortest(values[i]), shortest(values[i - 1]));
  }
  return {};
}

}  // namespace

std::string_view key_of(Claim::Kind kind) {
  switch (kind) {
    case Claim::Kind::largest:
      return "largest";
    case Claim::Kind::smallest:
      return "smallest";
    case Claim::Kind::greater:
      return "greater";
    case Claim::Kind::equal:
      return "equal";
    case Claim::Kind::falls:
      return "falls";
    case Claim::Kind::rises:
      return "rises";
  }
  return {};
}

std::string refuted(const Claim& claim, const Tape& tape) {
  const CellsName& first = claim.cells.front();
  switch (claim.kind) {
    case Claim::Kind::largest:
      return refuted_extreme(first, tape, std::greater<>(), "largest");
    case Claim::Kind::smallest:
      return refuted_extreme(first, tape, std::less<>(), "smallest");
    case Claim::Kind::falls:
      return refuted_order(first, tape, std::less<>(), "fall");
    case Claim::Kind::rises:
      return refuted_order(first, tape, std::greater<>(), "rise");
    case Claim::Kind::greater:
    case Claim::Kind::equal:
      break;
  }
  const CellsName& second = claim.cells.at(1);
  const double a = one_value(tape, first), b = one_value(tape, second);
  const bool equal = claim.kind == Claim::Kind::equal;
  if (equal ? std::abs(a - b) <= claim.tolerance : a > b) return {};
  return fmt::format("{} is {} and {} is {}: {}", name_of(first), shortest(a), name_of(second),
                     shortest(b), equal ? "they are not equal" : "the first is not greater");
}

}  // namespace glassformer
