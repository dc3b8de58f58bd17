#include "app/widgets/cell_numbers.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "app/widgets/even_numbers.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::size_t kAllLookedAt = 4096;  // cells; of more only those in view
constexpr int kTyped = 2;                   // most decimals of numbers that a person typed
constexpr std::initializer_list<float> kShares{1.0F, 0.88F, 0.78F};  // of the usual size of letters
constexpr double kTiny = 1e-3;  // where all are smaller, they are written as multiples of a power
constexpr const char* kDot = "·";

// The largest type in which most numbers fit a cell.
Type number_type(const Ui& ui, const MatrixLayout& layout) {
  Type type = ui.theme.number();
  for (const float size : {16.0F, 18.0F, 22.0F, 28.0F}) {
    const Type larger{Face::number, ui.theme.px(size)};
    if (larger.size > 0.5F * layout.cell) break;
    // Cells that were made wide for their numbers hold the longest.
    const char* usual = layout.wide > layout.cell ? "−0.0123" : "−0.123";
    if (ui.canvas.width(usual, larger) > 0.86F * layout.wide) break;
    type = larger;
  }
  return type;
}

std::string without_zero(std::string number) {
  if (const auto zero = number.find("0."); zero != std::string::npos && (zero == 0 || zero == 3)) {
    number.erase(zero, 1);
  }
  return number;
}

}  // namespace

CellNumbers::CellNumbers(const MatrixDrawing& d)
    : ui_(d.ui), room_(d.layout.wide - d.ui.theme.px(3.5F)), type_(number_type(d.ui, d.layout)) {
  double largest = largest_magnitude(d.spec);
  if (largest > 0 && largest < kTiny) {
    power_ = static_cast<int>(std::floor(std::log10(largest)));
    unit_ = std::pow(10.0, power_);
    largest /= unit_;
  }
  choose(range(d, even_decimals(largest)));
}

CellNumbers::Range CellNumbers::range(const MatrixDrawing& d, int full) {
  Range range;
  const bool few = power_ == 0 && d.spec.values->size() <= kFewCells;
  const int most_typed = few ? kFewTyped : kTyped;
  int typed = 0;  // decimals that write all of them as they are
  const auto look = [&](double value) {
    value /= unit_;
    if (!std::isfinite(value)) return;
    range.least = std::min(range.least, value);
    signed_ = signed_ || value < 0;
    range.most = std::max(range.most, value);
    const double size = std::abs(value);
    if (size > 0 && (smallest_ == 0 || size < smallest_)) smallest_ = size;
    range.decimals = std::max(range.decimals, exact_decimals(value, full));
    typed = std::max(typed, exact_decimals(value, most_typed + 1));
  };
  if (d.spec.values->size() <= kAllLookedAt) {
    for (const Real value : d.spec.values->host().cells()) look(static_cast<double>(value));
  } else {
    for (int r = d.view.row_from; r < d.view.row_to; ++r) {
      for (int c = d.view.col_from; c < d.view.col_to; ++c) look(d.grid.value(r, c));
    }
  }
  // A 9.5 beside a 672 was typed, and stays 9.5: what must have room are these very numbers. So
  // does the sum 1.0013 of weights that were printed, which 1.00 would deny.
  if (typed > most_typed) return range;
  range.typed = std::max(range.decimals, typed);
  if (typed <= kTyped) range.decimals = range.typed;
  if (d.spec.values->size() > kFewCells) return range;
  for (const Real value : d.spec.values->host().cells()) {
    std::string text = format_decimals(static_cast<double>(value) / unit_, range.typed);
    if (ui_.canvas.width(text, type_) > ui_.canvas.width(range.longest, type_)) {
      range.longest = std::move(text);
    }
  }
  return range;
}

bool CellNumbers::fits(const std::string& text, Type type) const {
  return ui_.canvas.width(text, type) <= room_;
}

std::string CellNumbers::written(double value) const {
  // What is nearer to one unit of the last decimal than to nothing reads as that unit.
  const double unit = std::pow(10.0, -decimals_);
  const bool less = value != 0 && std::abs(value) < unit;
  const std::string text = format_decimals(less ? std::copysign(unit, value) : value, decimals_);
  return bare_ ? without_zero(text) : text;
}

bool CellNumbers::rounds_to_nothing(double value) const {
  return value != 0 && std::abs(value) < 0.5 * std::pow(10.0, -decimals_);
}

// Fewer decimals before the zero goes, and that before the type gets smaller; with one decimal
// little of a weight is left, so it comes last.
void CellNumbers::choose(const Range& range) {
  // Where the zero goes, numbers from 1 on may have one decimal less: "−.32" beside "−1.5".
  const auto try_it = [&](int decimals, bool bare, Type type) {
    decimals_ = decimals;
    bare_ = bare;
    const auto room_for = [&](double value) {
      // The widest number of that sign, not one that happens to be whole.
      const double wide = std::abs(value) < 1 ? 0.88 : std::floor(std::abs(value)) + 0.88;
      const double signed_wide = value < 0 ? -wide : wide;
      const bool less = bare && decimals > 1 && wide > 1;
      return value == 0 ||
             fits(less ? format_decimals(signed_wide, decimals - 1) : written(signed_wide), type);
    };
    const bool as_typed = !range.longest.empty() && !bare && decimals == range.typed;
    const bool all =
        as_typed ? fits(range.longest, type) : room_for(range.least) && room_for(range.most);
    if (!all) return false;
    type_ = type;
    return true;
  };
  const Type usual = type_;
  for (int decimals = std::max(range.typed, range.decimals); decimals >= 2; --decimals) {
    if (try_it(decimals, false, usual)) return;
  }
  const int few = std::min(range.decimals, 2);
  const float least = ui_.theme.number().size;
  for (const float share : kShares) {
    Type smaller = usual;
    smaller.size = std::max(least, usual.size * share);
    for (int decimals = few; decimals >= 0; --decimals) {
      if (decimals < few && decimals == 0 && range.most < 10 && range.least > -10) break;
      if (try_it(decimals, false, smaller) || try_it(decimals, true, smaller)) return;
    }
  }
  try_it(std::min(few, 1), true, usual);
}

Type CellNumbers::smaller(float share) const {
  Type type = type_;
  type.size = std::max(ui_.theme.number().size, type_.size * share);
  return type;
}

CellNumbers::Text CellNumbers::of(double value) const {
  value /= unit_;
  if (rounds_to_nothing(value)) return {kDot, type_};
  const std::string text = written(value);
  if (fits(text, type_)) return {text, type_};
  const bool large = std::abs(value) >= 1 && decimals_ > 1;
  const std::string less = large ? format_decimals(value, decimals_ - 1) : text;
  for (const float share : kShares) {
    for (const std::string& shorter : {text, less, bare_ ? without_zero(less) : less}) {
      if (fits(shorter, smaller(share))) return {shorter, smaller(share)};
    }
  }
  for (const float share : kShares) {
    for (const int digits : {2, 1}) {
      const std::string compact = format_compact(value, digits);
      if (fits(compact, smaller(share))) return {compact, smaller(share)};
    }
  }
  return {};
}

std::string CellNumbers::note() const {
  std::string note;
  if (power_ != 0) {
    const std::string power = format_power(std::pow(10.0, power_), 1);
    note = "× " + power.substr(power.find("10"));
  }
  if (!rounds_to_nothing(smallest_)) return note;
  const double below = 0.5 * std::pow(10.0, -decimals_);
  return note + (note.empty() ? "" : ", ") + kDot + (signed_ ? " within ±" : " below ") +
         format_decimals(below, decimals_ + 1);
}

}  // namespace glassformer
