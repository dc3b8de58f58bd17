#include "app/widgets/focus.h"

#include <algorithm>
#include <utility>

namespace glassformer {

void Focus::end_frame() {
  walked_ = std::exchange(stops_, {});
  std::ranges::stable_sort(walked_, {}, &Stop::part);
}

std::optional<Stop> Focus::now() const {
  const auto found = std::ranges::find(walked_, at_, &Stop::id);
  return at_ == 0 || found == walked_.end() ? std::nullopt : std::optional(*found);
}

bool Focus::has(std::uint64_t id) const {
  return std::ranges::find(walked_, id, &Stop::id) != walked_.end();
}

std::optional<Stop> Focus::walk(bool back) {
  if (walked_.empty()) return std::nullopt;
  const auto count = walked_.size();
  const auto found = std::ranges::find(walked_, at_, &Stop::id);
  std::size_t next = back ? count - 1 : 0;
  if (at_ != 0 && found != walked_.end()) {
    const auto here = static_cast<std::size_t>(found - walked_.begin());
    next = (here + (back ? count - 1 : 1)) % count;
  }
  at_ = walked_[next].id;
  return walked_[next];
}

std::optional<Stop> Focus::next_part(bool back) {
  const std::optional<Stop> here = now();
  if (!here) return walk(back);
  std::vector<int> parts;
  for (const Stop& stop : walked_) {
    if (parts.empty() || parts.back() != stop.part) parts.push_back(stop.part);
  }
  const auto at = static_cast<std::size_t>(std::ranges::find(parts, here->part) - parts.begin());
  const int wanted = parts[(at + (back ? parts.size() - 1 : 1)) % parts.size()];
  const Stop first = *std::ranges::find(walked_, wanted, &Stop::part);
  at_ = first.id;
  return first;
}

std::optional<Stop> Focus::first_text(int part) const {
  const auto found = std::ranges::find_if(walked_, [&](const Stop& stop) {
    return stop.part == part && stop.kind == Stop::Kind::text;
  });
  return found == walked_.end() ? std::nullopt : std::optional(*found);
}

}  // namespace glassformer
