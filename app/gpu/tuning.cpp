#include "app/gpu/tuning.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/formats/file.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::size_t largest_file = 64 * 1024;

// What other cards wrote there, and no more than what can be read.
nlohmann::json read_all(const std::filesystem::path& file) {
  std::error_code none;
  if (file.empty() || !std::filesystem::exists(file, none)) return nlohmann::json::object();
  try {
    auto all = nlohmann::json::parse(read_file(file, largest_file), nullptr, false);
    return all.is_object() ? all : nlohmann::json::object();
  } catch (const UserError&) {
    return nlohmann::json::object();
  }
}

const char* name_of(ProductSize size) {
  constexpr std::array<const char*, product_sizes> names{"few cells", "some cells", "many cells"};
  return names[static_cast<std::size_t>(size)];
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

}  // namespace

std::span<const Tiling> Tuning::candidates(ProductSize size) {
  static const std::vector<Tiling> all = cut_too();
  return size == ProductSize::many ? uncut() : all;
}

Tiling Tuning::fastest(ProductSize size, const std::function<double(const Tiling&)>& seconds) {
  std::optional<Tiling>& chosen = chosen_[static_cast<std::size_t>(size)];
  if (!chosen) chosen = kept(size);
  if (!chosen) {
    std::optional<Tiling> best;
    double least = 0;
    for (const Tiling& tiling : candidates(size)) {
      const double spent = seconds(tiling);
      if (best && spent >= least) continue;
      least = spent;
      best = tiling;
    }
    keep(size, *best);
    chosen = best;
  }
  return *chosen;
}

std::optional<Tiling> Tuning::kept(ProductSize size) const {
  const nlohmann::json all = read_all(file_);
  const auto card = all.find(card_);
  if (card == all.end() || !card->is_object()) return std::nullopt;
  const auto found = card->find(name_of(size));
  if (found == card->end() || !found->is_array()) return std::nullopt;
  const auto known = candidates(size);
  const auto same = std::ranges::find_if(known, [&](const Tiling& t) {
    return *found == nlohmann::json{t.rows, t.cols, t.own_rows, t.own_cols, t.depth, t.groups};
  });
  if (same == known.end()) return std::nullopt;
  return *same;
}

// A convenience: where it cannot be written, the next start measures again.
void Tuning::keep(ProductSize size, const Tiling& t) const {
  if (file_.empty()) return;
  nlohmann::json all = read_all(file_);
  nlohmann::json& card = all[card_];
  if (!card.is_object()) card = nlohmann::json::object();
  card[name_of(size)] = {t.rows, t.cols, t.own_rows, t.own_cols, t.depth, t.groups};
  std::error_code none;
  std::filesystem::create_directories(file_.parent_path(), none);
  try {
    write_file(file_, all.dump(2) + "\n");
  } catch (const UserError&) {
  }
}

}  // namespace glassformer
