#include "core/embed/search/kept_searches.h"

#include <algorithm>

namespace glassformer {

namespace {

constexpr std::size_t min_numbers = 4'000'000;  // fewer are scanned in less than a millisecond
constexpr std::size_t max_kept = 2;

}  // namespace

RowSearchPtr KeptSearches::of(const Rows& rows) {
  if (failed_ || rows.count() * rows.dim() < min_numbers) return nullptr;
  const auto known = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) {
    return kept.data == rows.data() && kept.count == rows.count();
  });
  if (known != kept_.end()) {
    std::rotate(kept_.begin(), known, known + 1);
    Kept& last = kept_.front();
    if (!last.search) last.search = makes_(rows);
    return last.search;
  }
  if (kept_.size() == max_kept) kept_.pop_back();
  kept_.insert(kept_.begin(),
               {rows.data(), rows.count(), when_asked_again_ ? nullptr : makes_(rows)});
  return kept_.front().search;
}

void KeptSearches::give_up() {
  failed_ = true;
  kept_.clear();
}

void KeptSearches::tidy() {
  std::erase_if(kept_,
                [](const Kept& kept) { return kept.search && !kept.search->rows().is_shared(); });
}

}  // namespace glassformer
