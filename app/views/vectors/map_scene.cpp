#include "app/views/vectors/map_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "app/widgets/arcs.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::size_t kGroups = 60;  // the largest; the others share a colour
constexpr int kShades = 16;          // of how frequent a word is

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  return (a ^ b) * 0x9e3779b97f4a7c15ULL + (a >> 29U);
}

std::string times(std::uint64_t count) {
  return typeset_numbers(fmt::format("{} {}", count, count == 1 ? "time" : "times"));
}

// If all cells are numbers; a cell with nothing or "-" in it is nan.
std::optional<std::vector<double>> numbers_of(const std::vector<std::string>& cells) {
  std::vector<double> numbers;
  bool any = false;
  for (const std::string& cell : cells) {
    double& number = numbers.emplace_back(std::numeric_limits<double>::quiet_NaN());
    if (cell.empty() || cell == "-") continue;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(number))
      return {};
    any = true;
  }
  if (!any) return {};
  return numbers;
}

}  // namespace

bool MapScene::changed(std::uint64_t stamp) {
  if (placed_ == stamp && !x_.empty()) return false;
  placed_ = stamp;
  extra_.clear();
  ++stamp_;
  return true;
}

void MapScene::place(const Mat& map, double turn, double tilt, std::uint64_t stamp) {
  const bool solid = map.cols() > 2;
  if (solid) {
    stamp =
        mixed(mixed(stamp, std::bit_cast<std::uint64_t>(turn)), std::bit_cast<std::uint64_t>(tilt));
  }
  if (!changed(stamp)) return;
  const auto n = static_cast<std::size_t>(map.rows());
  x_.resize(n);
  y_.resize(n);
  words_ = n;
  const auto ct = static_cast<float>(std::cos(turn)), st = static_cast<float>(std::sin(turn));
  const auto cp = static_cast<float>(std::cos(tilt)), sp = static_cast<float>(std::sin(tilt));
  for (int r = 0; r < map.rows(); ++r) {
    const auto i = static_cast<std::size_t>(r);
    const float x = map(r, 0), y = map.cols() > 1 ? map(r, 1) : 0;
    x_[i] = x;
    y_[i] = y;
    if (!solid) continue;
    // About the upright axis, then towards the eye.
    const float z = map(r, 2), depth = -st * x + ct * z;
    x_[i] = ct * x + st * z;
    y_[i] = cp * y - sp * depth;
  }
}

void MapScene::place(const Mat& map, const std::vector<int>& ids, std::size_t words,
                     std::uint64_t stamp) {
  if (!changed(stamp)) return;
  x_.assign(words, 0);
  y_.assign(words, 0);
  words_ = words;
  for (int r = 0; r < map.rows(); ++r) {
    const auto i = static_cast<std::size_t>(ids[static_cast<std::size_t>(r)]);
    x_[i] = map(r, 0);
    y_[i] = map(r, 1);
  }
}

void MapScene::place(const std::vector<float>& x, const std::vector<float>& y,
                     std::uint64_t stamp) {
  if (!changed(stamp)) return;
  x_ = x;
  y_ = y;
  words_ = x.size();
}

void MapScene::place_on_card(DeviceMatPtr points, std::uint64_t stamp) {
  on_card_ = std::move(points);
  card_stamp_ = stamp;
}

void MapScene::add_points(std::vector<Extra> points) {
  if (points == extra_) return;
  extra_ = std::move(points);
  x_.resize(words_);
  y_.resize(words_);
  for (const Extra& one : extra_) {
    x_.push_back(one.x);
    y_.push_back(one.y);
  }
  ++stamp_;
}

void MapScene::color(const Theme& theme, const WordVectorsPtr& vectors, MapColors by,
                     const GroupColors& groups) {
  if (vectors != vectors_) hidden_.clear();
  const bool same = vectors == vectors_ && by == by_ && groups == groups_ && page_ == theme.page;
  if (same && shade_.size() >= x_.size()) return;
  vectors_ = vectors;
  by_ = by;
  groups_ = groups;
  page_ = theme.page;
  quiet_ = -1;
  ++stamp_;
  legend_.clear();
  shade_.assign(std::max(x_.size(), vectors->words.size() + 1), 0);
  colors_.assign(1, theme.tensor(Role::value));
  switch (by.by) {
    case MapColors::By::group:
      if (groups.chosen.empty()) {
        color_by_name(theme, vectors->groups);
      } else {
        color_by_group(theme, vectors->groups);
      }
      break;
    case MapColors::By::frequency:
      if (vectors->counts.size() == vectors->words.size()) {
        color_by_count(theme, vectors->counts);
      } else {
        color_by_rank(theme, vectors->words.size());
      }
      break;
    case MapColors::By::column: {
      if (by.column >= vectors->columns.size()) break;
      const std::vector<std::string>& cells = vectors->columns[by.column].cells;
      const auto numbers = numbers_of(cells);
      if (numbers) {
        color_by_number(theme, *numbers);
      } else {
        color_by_name(theme, cells);
      }
      break;
    }
  }
}

void MapScene::color_scale(const Theme& theme) {
  colors_.clear();
  for (int s = 0; s < kShades; ++s) {
    const double share = static_cast<double>(s) / (kShades - 1);
    colors_.push_back(theme.unit_value(theme.dark ? 0.25 + 0.75 * share : 0.85 * share));
  }
}

// Evenly on a scale of logarithms, as in Zipf's law.
void MapScene::color_by_count(const Theme& theme, const std::vector<std::uint64_t>& counts) {
  if (counts.empty()) return;
  const auto logarithm = [](std::uint64_t count) {
    return std::log(static_cast<double>(std::max<std::uint64_t>(count, 1)));
  };
  const auto [fewest, most] = std::minmax_element(counts.begin(), counts.end());
  const double from = logarithm(*most), to = logarithm(*fewest);
  std::vector<double> rarity;
  for (const std::uint64_t count : counts) {
    rarity.push_back(from > to ? (from - logarithm(count)) / (from - to) : 0);
  }
  shade_by_rarity(theme, rarity);
  legend_.front().name = fmt::format("{} in the text", times(*most));
  legend_.back().name = times(*fewest);
  if (*most == *fewest) legend_.pop_back();  // all alike
}

// Where the counts are not known: files begin with the words that are met most often.
void MapScene::color_by_rank(const Theme& theme, std::size_t words) {
  const double most = std::log(static_cast<double>(words) + 1);
  std::vector<double> rarity;
  for (std::size_t i = 0; i < words; ++i) {
    rarity.push_back(std::log(static_cast<double>(i) + 1) / most);
  }
  shade_by_rarity(theme, rarity);
  legend_.front().name = "first in the file";
  legend_.back().name = "last";
}

void MapScene::shade_by_rarity(const Theme& theme, const std::vector<double>& rarity) {
  color_scale(theme);
  for (std::size_t i = 0; i < std::min(shade_.size(), rarity.size()); ++i) {
    const int level = static_cast<int>(rarity[i] * (kShades - 1));
    shade_[i] = static_cast<std::uint8_t>(theme.dark ? kShades - 1 - level : level);
  }
  const auto first = static_cast<int>(theme.dark ? kShades - 1 : 0);
  legend_ = {{"", colors_[static_cast<std::size_t>(first)], -1},
             {"", colors_[static_cast<std::size_t>(kShades - 1 - first)], -1}};
}

// A word whose number is not known has a colour of its own.
void MapScene::color_by_number(const Theme& theme, const std::vector<double>& numbers) {
  color_scale(theme);
  colors_.push_back(mix(theme.page, theme.ink, 0.35F));
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const double number : numbers) {
    if (std::isnan(number)) continue;
    least = std::min(least, number);
    most = std::max(most, number);
  }
  const double range = most > least ? most - least : 1;
  // The large stand out from the page in either theme.
  const auto shade_at = [&](double share) {
    const int level = static_cast<int>(std::lround(share * (kShades - 1)));
    return theme.dark ? level : kShades - 1 - level;
  };
  bool unknown = false;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const bool known = !std::isnan(numbers[i]);
    unknown = unknown || !known;
    shade_[i] = static_cast<std::uint8_t>(known ? shade_at((numbers[i] - least) / range) : kShades);
  }
  for (const double number : {least, (least + most) / 2, most}) {
    const int shade = shade_at((number - least) / range);
    legend_.push_back({format_cell(number), colors_[static_cast<std::size_t>(shade)], -1});
    if (most <= least) break;
  }
  if (unknown) legend_.push_back({"unknown", colors_.back(), kShades});
}

void MapScene::color_by_name(const Theme& theme, const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::map<std::string, std::size_t> sizes;
  for (const std::string& name : names) ++sizes[name];
  std::vector<std::pair<std::string, std::size_t>> by_size(sizes.begin(), sizes.end());
  std::stable_sort(by_size.begin(), by_size.end(), [](const auto& a, const auto& b) {
    // Words of no name are the rest, however many they are.
    return a.first.empty() != b.first.empty() ? b.first.empty() : a.second > b.second;
  });
  colors_.assign(1, mix(theme.page, theme.ink, 0.35F));
  std::map<std::string, std::uint8_t> shades;
  for (const auto& [name, size] : by_size) {
    if (name.empty() || legend_.size() == kGroups) break;
    const auto shade = static_cast<int>(colors_.size());
    colors_.push_back(head_color(theme, shade - 1));
    legend_.push_back({name, colors_.back(), shade});
    shades[name] = static_cast<std::uint8_t>(shade);
  }
  if (shades.size() < by_size.size()) legend_.push_back({"other", colors_.front(), 0});
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto found = shades.find(names[i]);
    if (found != shades.end()) shade_[i] = found->second;
  }
}

// Few colours, that they may be told apart, and all else quiet.
void MapScene::color_by_group(const Theme& theme, const std::vector<std::string>& names) {
  if (names.empty()) return;
  quiet_ = 0;
  colors_.assign(1, mix(theme.page, theme.ink, theme.dark ? 0.28F : 0.22F));
  for (std::size_t g = 0; g < groups_.chosen.size(); ++g) {
    colors_.push_back(head_color(theme, static_cast<int>(g)));
    const bool off = !groups_.lit.empty() && groups_.lit != groups_.chosen[g];
    legend_.push_back({groups_.chosen[g], colors_.back(), static_cast<int>(g) + 1, off});
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (const ColorLegend& one : legend_) {
      if (!one.off && one.name == names[i]) shade_[i] = static_cast<std::uint8_t>(one.shade);
    }
  }
}

std::string MapScene::group_of(int shade) const {
  for (const ColorLegend& one : legend_) {
    if (one.shade == shade) return one.name == groups_.lit ? std::string() : one.name;
  }
  return {};
}

void MapScene::isolate(const std::vector<int>& points) {
  ++stamp_;
  hidden_.clear();
  if (points.empty()) return;
  hidden_.assign(std::max(shade_.size(), x_.size() + 1), 1);
  for (const int point : points) hidden_[static_cast<std::size_t>(point)] = 0;
}

void MapScene::isolate_shade(int shade) {
  std::vector<int> points;
  for (std::size_t i = 0; i < words_; ++i) {
    if (shade_[i] == shade) points.push_back(static_cast<int>(i));
  }
  isolate(points);
}

std::string_view MapScene::name_of(int point) const {
  const auto i = static_cast<std::size_t>(point);
  return i < words_ ? vectors_->words[i] : std::string_view(extra_.at(i - words_).name);
}

PointCloud MapScene::cloud(const std::string& id) const {
  PointCloud cloud;
  cloud.id = id;
  cloud.stamp = stamp_;
  cloud.x = x_;
  cloud.y = y_;
  cloud.on_card = on_card_;
  cloud.card_stamp = card_stamp_;
  cloud.shade = shade_;
  cloud.hidden = hidden_;
  cloud.colors = colors_;
  cloud.quiet = quiet_;
  cloud.name = [this](int point) { return name_of(point); };
  return cloud;
}

}  // namespace glassformer
