#include "core/scenes/sheet.h"

#include <fmt/format.h>

#include <utility>

#include "core/text/number_of.h"

namespace glassformer {

namespace {

Dim as_many(const Part& part, int count, Axis axis, std::string_view what) {
  return exactly(
      count, std::move(axis),
      fmt::format("{} has {}", part.path(), number_of(static_cast<std::size_t>(count), what)));
}

std::string both(const std::string& rows, const std::string& cols) {
  if (rows.empty() || rows == cols) return cols;
  return cols.empty() ? rows : rows + ", " + cols;
}

}  // namespace

Dim Dim::over(Axis other) const {
  return {size, std::move(other), why};
}

Dim any(int drawn, Axis axis) {
  return {{0, drawn}, std::move(axis)};
}

Dim exactly(int count, Axis axis, std::string why) {
  return {{count, count}, std::move(axis), std::move(why)};
}

Dim rows_of(const Part& part) {
  return as_many(part, part.shape().rows, part.rows(), "row");
}

Dim cols_of(const Part& part) {
  return as_many(part, part.shape().cols, part.cols(), "column");
}

Sheet::Sheet(const Inputs& inputs, Run& run) : inputs_(inputs), run_(run) {
  run_.tape = Tape(inputs.edits);
}

Material& Sheet::material() {
  if (!material_) material_.emplace(inputs_);
  return *material_;
}

void Sheet::tell(int turns) {
  if (material_) material_->tell(run_, turns);
}

Part Sheet::take(std::string name, std::string symbol, Role role, const Dim& rows, const Dim& cols,
                 std::optional<double> deviation) {
  const std::string path = tape().scope() + name;
  LeafPtr leaf = material().given(path);
  const int height = leaf != nullptr ? leaf->value.rows() : rows.size.drawn;
  leaf = material().take(path, rows.size, cols.size, deviation.value_or(weight_deviation(height)),
                         both(rows.why, cols.why));
  return put(std::move(leaf), {std::move(name), std::move(symbol), role, rows.axis, cols.axis});
}

Part Sheet::put(Mat value, Label label) {
  return glassformer::put(tape(), std::move(value), std::move(label));
}

Part Sheet::put(LeafPtr leaf, Label label) {
  return glassformer::put(tape(), std::move(leaf), std::move(label));
}

}  // namespace glassformer
