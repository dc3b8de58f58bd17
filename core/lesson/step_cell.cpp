#include "core/lesson/step_cell.h"

#include <algorithm>
#include <cmath>

#include "core/lesson/cells.h"
#include "core/lesson/living_text.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

enum class Along { rows, cols };

constexpr const char* kFarthest = "farthest";  // the number of the row that is farthest from 0

// Of one row or one column; a name that is not there is `otherwise`. Nothing: it lies outside.
std::optional<int> index_of(const std::string& selector, Along along, Var focus, const Tape& tape,
                            std::optional<int> otherwise) {
  const bool number = selector.find_first_not_of("0123456789") == selector.npos;
  CellsName name{tape.node(focus).path, {"0"}, {"0"}};
  (along == Along::rows ? name.row : name.col).text = selector;
  try {
    const Cells cells = find_cells(tape, name);
    return along == Along::rows ? cells.rows.front() : cells.cols.front();
  } catch (const UserError&) {
    return number ? std::nullopt : otherwise;
  }
}

std::string said(const std::string& selector, const LivingText& from) {
  return selector.find('\\') == selector.npos ? selector : filled(selector, from);
}

std::optional<int> largest_of(const Tape& tape, Var focus, int row) {
  const auto cells = tape.value(focus).row(row);
  return static_cast<int>(std::ranges::max_element(cells) - cells.begin());
}

int farthest_of(const Tape& tape, Var focus, int row) {
  const auto cells = tape.value(focus).row(row);
  const auto size = [](Real cell) { return std::abs(cell); };
  return static_cast<int>(std::ranges::max_element(cells, {}, size) - cells.begin());
}

}  // namespace

bool StepCell::is_living() const {
  return row.find('\\') != row.npos || col.find('\\') != col.npos;
}

std::optional<std::pair<int, int>> place_of(const StepCell& cell, Var focus,
                                            const LivingText& from) {
  const Tape& tape = from.run->tape;
  const Shape shape = tape.shape(focus);
  if (shape.rows == 0 || shape.cols == 0) return {};
  const auto row = index_of(said(cell.row, from), Along::rows, focus, tape, shape.rows - 1);
  if (!row) return {};
  const std::optional<int> largest = largest_of(tape, focus, *row);
  const std::string wanted = said(cell.col, from);
  if (wanted == kFarthest) return std::pair(*row, farthest_of(tape, focus, *row));
  const auto col =
      wanted == StepCell::largest ? largest : index_of(wanted, Along::cols, focus, tape, largest);
  if (!col) return {};
  return std::pair(*row, *col);
}

std::vector<std::string> check_step_cell(const StepCell& cell, Var focus, const LivingText& from) {
  std::vector<std::string> flaws;
  const auto add = [&](const std::string& flaw) {
    if (std::ranges::find(flaws, flaw) == flaws.end()) flaws.push_back(flaw);
  };
  for (const Along along : {Along::rows, Along::cols}) {
    const std::string& text = along == Along::rows ? cell.row : cell.col;
    const std::vector<std::string> unread = check_living(text, from);
    for (const std::string& flaw : unread) add(flaw);
    if (!unread.empty()) continue;
    for (const std::string& branch :
         {text, with_conditions(text, true), with_conditions(text, false)}) {
      const std::string selector = said(branch, from);
      const bool of_row = selector == StepCell::largest || selector == kFarthest;
      if (along == Along::cols && of_row) continue;
      CellsName name{from.run->tape.node(focus).path, {"0"}, {"0"}};
      (along == Along::rows ? name.row : name.col).text = selector;
      try {
        find_cells(from.run->tape, name);
      } catch (const UserError& error) {
        add(error.what());
      }
    }
  }
  return flaws;
}

}  // namespace glassformer
