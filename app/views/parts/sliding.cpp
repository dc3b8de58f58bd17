#include "app/views/parts/sliding.h"

#include "app/views/view.h"
#include "app/widgets/motion.h"

namespace glassformer {

namespace {

constexpr auto kSeconds = static_cast<float>(kMotionSeconds);

}  // namespace

Sliding::Row Sliding::row(const std::string& name, int column, int line) {
  Row row{static_cast<float>(column), static_cast<float>(line)};
  if (list_.empty()) return row;
  row.id = Ui::id(list_ + " " + name, static_cast<Ui::Id>(++seen_[name]));
  row.column = glide(ui_, row.id ^ 0x10, row.column, kSeconds);
  row.line = glide(ui_, row.id ^ 0x20, row.line, kSeconds);
  row.slides = row.column != static_cast<float>(column) || row.line != static_cast<float>(line);
  return row;
}

float Sliding::bar(const Row& row, float share, bool hidden) {
  if (row.id == 0) return share;
  return glide(ui_, row.id ^ 0x30, hidden ? 0 : share, kSeconds);
}

}  // namespace glassformer
