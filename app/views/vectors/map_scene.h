#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/widgets/point_cloud.h"
#include "core/embed/vectors/word_vectors.h"
#include "core/tensor/mat.h"

namespace glassformer {

// How the points of a map are coloured, and what the colours stand for.
struct MapColors {
  enum class By { group, frequency, column };
  By by = By::group;
  std::size_t column = 0;  // of the vectors' columns
  bool operator==(const MapColors&) const = default;
};
// Which groups are in colour; all others are quiet. None chosen: all have colours.
struct GroupColors {
  std::vector<std::string> chosen;
  std::string lit;  // the only one that is; empty: all of them
  bool operator==(const GroupColors&) const = default;
};
struct ColorLegend {
  std::string name;
  Color color;
  int shade = 0;
  bool off = false;  // another one is lit alone
};

// The points of a map of words as a cloud wants them: worked out when something changes, and kept.
class MapScene {
 public:
  // Two columns are x and y; of three, a space is turned by the two angles, in radians.
  void place(const Mat& map, double turn, double tilt, std::uint64_t stamp);
  void place(const std::vector<float>& x, const std::vector<float>& y, std::uint64_t stamp);
  // The words as they lie on a card now, to be painted from there; null: as place() says.
  void place_on_card(DeviceMatPtr points, std::uint64_t stamp);
  // Points behind all others, until the next place(): what is no word, or none of the map.
  struct Extra {
    float x = 0, y = 0;
    std::string name;
    bool operator==(const Extra&) const = default;
  };
  void add_points(std::vector<Extra> points);
  // Some words of the set, by their numbers; the others are nowhere, and the caller hides them.
  void place(const Mat& map, const std::vector<int>& ids, std::size_t words, std::uint64_t stamp);
  void color(const Theme& theme, const WordVectorsPtr& vectors, MapColors by,
             const GroupColors& groups = {});
  // Shows these alone; none: all.
  void isolate(const std::vector<int>& points);
  bool isolated() const { return !hidden_.empty(); }
  bool shows(int point) const {
    const auto i = static_cast<std::size_t>(point);
    return i >= hidden_.size() || hidden_[i] == 0;
  }
  void isolate_shade(int shade);
  // What the option for the group that is lit alone becomes when this one is clicked.
  std::string group_of(int shade) const;

  const std::vector<ColorLegend>& legend() const { return legend_; }
  std::size_t words() const { return words_; }
  // Without what is lit or touched.
  PointCloud cloud(const std::string& id) const;

 private:
  bool changed(std::uint64_t stamp);
  void color_scale(const Theme& theme);  // kShades colours, from 0 at the page's far end to 1
  void color_by_count(const Theme& theme, const std::vector<std::uint64_t>& counts);
  void color_by_rank(const Theme& theme, std::size_t words);
  // From 0, the most frequent word, to 1.
  void shade_by_rarity(const Theme& theme, const std::vector<double>& rarity);
  void color_by_number(const Theme& theme, const std::vector<double>& numbers);
  void color_by_name(const Theme& theme, const std::vector<std::string>& names);
  void color_by_group(const Theme& theme, const std::vector<std::string>& names);
  std::string_view name_of(int point) const;

  std::vector<float> x_, y_;
  std::size_t words_ = 0;
  std::vector<Extra> extra_;
  std::vector<std::uint8_t> shade_, hidden_;
  std::vector<Color> colors_;
  std::vector<ColorLegend> legend_;
  WordVectorsPtr vectors_;
  MapColors by_;
  GroupColors groups_;
  int quiet_ = -1;  // the shade of words in no group that is in colour
  Color page_;
  DeviceMatPtr on_card_;
  std::uint64_t card_stamp_ = 0;
  std::uint64_t placed_ = 0;
  std::uint64_t stamp_ = 0;
};

}  // namespace glassformer
