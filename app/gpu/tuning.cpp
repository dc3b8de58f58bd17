#include "app/gpu/tuning.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/gpu/measured_cards.h"
#include "core/tensor/device_mat.h"

namespace glassformer {

namespace {

const char* name_of(ProductSize size) {
  constexpr std::array<const char*, product_sizes> names{"few cells", "some cells", "many cells"};
  return names[static_cast<std::size_t>(size)];
}

std::string entry_of(const Tiling& t) {
  return nlohmann::json{t.rows, t.cols, t.own_rows, t.own_cols, t.depth, t.groups}.dump();
}

const std::vector<Tiling>& uncut() {
  static const std::vector<Tiling> tilings{
      {64, 64, 8, 4, 16}, {64, 64, 8, 8, 16}, {128, 64, 8, 8, 8}, {128, 128, 8, 8, 8}};
  return tilings;
}

// Cards have from some ten to some hundred and fifty cores, and each likes to have several groups.
std::vector<Tiling> cut_too() {
  std::vector<Tiling> all;
  for (Tiling tiling : uncut()) {
    for (const int groups : {0, 64, 128, 256, 512}) {
      tiling.groups = groups;
      all.push_back(tiling);
    }
  }
  return all;
}

std::optional<Tiling> measured(std::span<const Tiling> candidates,
                               const std::function<double(const Tiling&)>& seconds) {
  std::vector<double> fastest_of(candidates.size(), std::numeric_limits<double>::max());
  for (int round = 0; round < Tuning::rounds; ++round) {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      try {
        if (!std::isnan(fastest_of[i]))
          fastest_of[i] = std::min(fastest_of[i], seconds(candidates[i]));
      } catch (const DeviceError&) {  // too many threads, or too much shared memory, for this card
        fastest_of[i] = std::numeric_limits<double>::quiet_NaN();
      }
    }
  }
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < fastest_of.size(); ++i) {
    if (!std::isnan(fastest_of[i]) && (!best || fastest_of[i] < fastest_of[*best])) best = i;
  }
  return best ? std::optional(candidates[*best]) : std::nullopt;
}

}  // namespace

std::span<const Tiling> Tuning::candidates(ProductSize size) {
  static const std::vector<Tiling> all = cut_too();
  return size == ProductSize::many ? uncut() : all;
}

Tiling Tuning::fastest(ProductSize size, const std::function<double(const Tiling&)>& seconds) {
  std::optional<Tiling>& chosen = chosen_[static_cast<std::size_t>(size)];
  if (!chosen) chosen = kept(size);
  if (!chosen) {
    if (const auto best = measured(candidates(size), seconds)) {
      keep(size, *best);
      chosen = best;
    } else {
      chosen = small();
    }
  }
  return *chosen;
}

std::optional<Tiling> Tuning::kept(ProductSize size) const {
  const std::string found = kept_of_card(file_, card_, name_of(size));
  const auto known = candidates(size);
  const auto same =
      std::ranges::find_if(known, [&](const Tiling& t) { return entry_of(t) == found; });
  if (same == known.end()) return std::nullopt;
  return *same;
}

void Tuning::keep(ProductSize size, const Tiling& tiling) const {
  keep_of_card(file_, card_, name_of(size), entry_of(tiling));
}

}  // namespace glassformer
