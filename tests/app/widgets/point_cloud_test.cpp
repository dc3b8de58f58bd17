#include "app/widgets/point_cloud.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "app/views/vectors/map_legend.h"
#include "app/widgets/cloud_parts.h"
#include "tests/app/widgets/fake_fonts.h"

namespace glassformer {
namespace {

using testing::overlapping_texts;
using testing::Screen;
using Kind = Command::Kind;

const Rect kArea{100, 50, 800, 600};

// A grid of points, each with its number as its name.
struct Grid {
  explicit Grid(int side) {
    for (int i = 0; i < side * side; ++i) {
      x.push_back(static_cast<float>(i % side));
      y.push_back(static_cast<float>(i / side));
      names.push_back("word" + std::to_string(i));
    }
    cloud.id = "cloud";
    cloud.x = x;
    cloud.y = y;
    cloud.colors = {Color{200, 0, 0, 255}};
    cloud.name = [this](int i) -> std::string_view { return names[static_cast<std::size_t>(i)]; };
  }
  CloudTouch draw(Screen& screen) {
    return screen.frame([&](Ui& ui) { return draw_point_cloud(ui, cloud, camera, kArea); });
  }
  Vec at(int point) const {
    const auto i = static_cast<std::size_t>(point);
    return CloudPlane{kArea, camera.x, camera.y, camera.unit}.at(x[i], y[i]);
  }
  std::vector<float> x, y;
  std::vector<std::string> names;
  PointCloud cloud;
  CloudCamera camera;
};

TEST(PointCloud, ShowsAllPointsWithNamesThatDoNotOverlap) {
  Screen screen;
  Grid grid(12);
  grid.draw(screen);
  EXPECT_EQ(screen.count(Kind::circle), 144);
  EXPECT_TRUE(screen.shows("word0"));
  EXPECT_EQ(overlapping_texts(screen.texts()), "");
  for (int i = 0; i < 144; ++i) EXPECT_TRUE(kArea.contains(grid.at(i)));
}

// Where colours are what a text speaks of, the points around the lit ones keep theirs.
TEST(PointCloud, LitPointsLeaveTheOthersGreyOrInTheirColours) {
  const auto colored = [](bool keeps) {
    Screen screen;
    Grid grid(12);
    grid.cloud.lit = {{5, Color{0, 0, 200, 255}}};
    grid.cloud.keeps_colors = keeps;
    grid.draw(screen);
    EXPECT_TRUE(screen.shows("word5"));
    EXPECT_FALSE(screen.shows("word0")) << "only what is lit is named";
    int red = 0;
    for (const Command& command : screen.canvas.commands()) {
      red += command.kind == Kind::circle && command.color == Color{200, 0, 0, 255} ? 1 : 0;
    }
    return red;
  };
  EXPECT_EQ(colored(false), 0);
  EXPECT_GE(colored(true), 143);
}

TEST(PointCloud, ShowsMoreNamesWhenItIsNearer) {
  Screen screen;
  Grid grid(60);
  grid.draw(screen);
  const std::size_t before = screen.texts().size();
  EXPECT_FALSE(screen.shows("word1830"));
  screen.input.mouse = grid.at(1830);
  const Vec kept = screen.input.mouse;
  screen.input.wheel = 14;
  grid.draw(screen);
  screen.input.wheel = 0;
  grid.draw(screen);
  EXPECT_NEAR(grid.at(1830).x, kept.x, 0.1) << "the place under the pointer stays";
  EXPECT_NEAR(grid.at(1830).y, kept.y, 0.1);
  EXPECT_TRUE(screen.shows("word1830"));
  EXPECT_GT(before, 10U);
  EXPECT_EQ(overlapping_texts(screen.texts()), "");
}

TEST(PointCloud, DrawsVeryManyPointsAsOnePicture) {
  Screen screen;
  Grid grid(100);
  grid.draw(screen);
  ASSERT_EQ(screen.count(Kind::image), 1);
  EXPECT_EQ(screen.count(Kind::circle), 0);
  const ImagePtr image = grid.camera.image;
  const auto pixel = [&](Vec at) {
    const auto x = static_cast<int>(at.x - kArea.x), y = static_cast<int>(at.y - kArea.y);
    return image->rgba[static_cast<std::size_t>(y * image->width + x)];
  };
  EXPECT_EQ(pixel(grid.at(5050)), 0xFF0000C8U);
  EXPECT_NE(pixel({kArea.x + 3, kArea.y + 3}), 0xFF0000C8U);
  grid.draw(screen);
  EXPECT_EQ(grid.camera.image, image) << "nothing has changed: it is not painted again";
  grid.cloud.stamp = 1;
  grid.draw(screen);
  EXPECT_NE(grid.camera.image, image);
}

TEST(PointCloud, IsGreyAndWithoutNamesWhereNothingIsToBeLit) {
  Screen screen;
  Grid few(9), many(100);
  few.cloud.none_lit = many.cloud.none_lit = true;
  few.draw(screen);
  EXPECT_EQ(screen.count(Kind::circle), 81);
  EXPECT_TRUE(screen.texts().empty());
  for (const Command& command : screen.canvas.commands()) {
    EXPECT_FALSE(command.kind == Kind::circle && command.color == few.cloud.colors[0]);
  }
  many.draw(screen);
  const ImagePtr grey = many.camera.image;
  many.cloud.none_lit = false;
  many.draw(screen);
  EXPECT_NE(many.camera.image->rgba, grey->rgba);
}

TEST(PointCloud, QuietPointsAreSmallBehindAndNamedLast) {
  Screen screen;
  Grid grid(12), plain(12);
  plain.draw(screen);
  EXPECT_TRUE(screen.shows("word0"));
  const std::size_t names = screen.texts().size();
  std::vector<std::uint8_t> shade(144, 0);
  shade[65] = 1;
  grid.cloud.shade = shade;
  grid.cloud.colors = {{120, 120, 120, 255}, {200, 0, 0, 255}};
  grid.cloud.quiet = 0;
  grid.draw(screen);
  EXPECT_TRUE(screen.shows("word65"));
  EXPECT_LT(screen.texts().size(), names) << "all else is quiet";
  float quiet = 0, loud = 0;
  bool behind = true;
  for (const Command& command : screen.canvas.commands()) {
    if (command.kind != Kind::circle) continue;
    if (command.color == grid.cloud.colors[1]) loud = command.rect.w;
    if (command.color != grid.cloud.colors[0]) continue;
    quiet = command.rect.w;
    behind = behind && loud == 0;
  }
  EXPECT_LT(quiet, loud);
  EXPECT_TRUE(behind);
}

TEST(PointCloud, NamesInTheOrderThatIsAskedFor) {
  Screen screen;
  Grid grid(60);
  grid.draw(screen);
  EXPECT_TRUE(screen.shows("word0"));
  std::vector<int> naming;
  for (int i = 3599; i >= 0; --i) naming.push_back(i);
  grid.cloud.naming = naming;
  grid.draw(screen);
  EXPECT_TRUE(screen.shows("word3599"));
  EXPECT_FALSE(screen.shows("word0"));
}

TEST(PointCloud, FitsWhatIsLitWhereThatIsAskedFor) {
  Screen screen;
  Grid grid(60);
  grid.cloud.lit = {{0, {0, 0, 200, 255}}, {61, {0, 0, 200, 255}}, {122, {0, 0, 200, 255}}};
  grid.draw(screen);
  const float whole = grid.at(122).x - grid.at(0).x;
  grid.cloud.fits_lit = true;
  grid.draw(screen);
  EXPECT_GT(grid.at(122).x - grid.at(0).x, 10 * whole);
  for (const int point : {0, 61, 122}) EXPECT_TRUE(kArea.contains(grid.at(point)));
  grid.cloud.lit.pop_back();
  grid.draw(screen);
  EXPECT_FALSE(kArea.contains(grid.at(122))) << "other points are lit now";
}

TEST(PointCloud, IsHoveredAndClicked) {
  Screen screen;
  Grid grid(9);
  grid.draw(screen);
  screen.input.mouse = grid.at(40) + Vec{3, -2};
  grid.draw(screen);
  EXPECT_EQ(grid.draw(screen).hovered, 40);
  screen.input.down = true;
  grid.draw(screen);
  screen.input.down = false;
  EXPECT_EQ(grid.draw(screen).clicked, 40);
  EXPECT_TRUE(screen.shows("word40"));
  screen.input.mouse = (grid.at(40) + grid.at(50)) * 0.5F;
  EXPECT_EQ(grid.draw(screen).hovered, -1);
}

TEST(PointCloud, IsMovedByDragging) {
  Screen screen;
  Grid grid(9);
  screen.input.mouse = {400, 300};
  grid.draw(screen);
  const Vec before = grid.at(40);
  screen.input.down = true;
  grid.draw(screen);
  screen.input.mouse = {430, 280};
  grid.draw(screen);
  EXPECT_NEAR(grid.at(40).x, before.x + 30, 0.01);
  EXPECT_NEAR(grid.at(40).y, before.y - 20, 0.01);
  EXPECT_TRUE(grid.camera.free);
}

// A drag moves the map; it chooses no word, wherever it began.
TEST(PointCloud, AClickChoosesAndADragDoesNot) {
  Screen screen;
  Grid grid(9);
  grid.draw(screen);
  screen.input.mouse = grid.at(40);
  grid.draw(screen);
  screen.input.down = true;
  grid.draw(screen);
  screen.input.down = false;
  EXPECT_EQ(grid.draw(screen).clicked, 40);
  screen.input.down = true;
  grid.draw(screen);
  screen.input.mouse = screen.input.mouse + Vec{30, 0};
  grid.draw(screen);
  screen.input.down = false;
  const CloudTouch touch = grid.draw(screen);
  EXPECT_EQ(touch.clicked, -1);
  EXPECT_FALSE(touch.clicked_nothing);
}

TEST(PointCloud, NamesGreyPointsWhereOneHasComeNear) {
  Screen screen;
  Grid grid(20);
  grid.cloud.lit = {{0, Color{1, 2, 3, 255}}};
  grid.draw(screen);
  EXPECT_LE(screen.texts().size(), 1U);
  screen.input.mouse = grid.at(210);
  screen.input.wheel = 8;
  grid.draw(screen);
  screen.input.wheel = 0;
  grid.draw(screen);
  EXPECT_TRUE(screen.shows("word210"));
  EXPECT_GT(screen.texts().size(), 5U);
  EXPECT_EQ(overlapping_texts(screen.texts()), "");
}

TEST(PointCloud, LassoTakesWhatIsInsideTheLoop) {
  Screen screen;
  Grid grid(9);
  grid.cloud.lasso = true;
  std::vector<std::uint8_t> hidden(81);
  hidden[41] = 1;
  grid.cloud.hidden = hidden;
  grid.draw(screen);
  const Vec a = grid.at(30), d = grid.at(50);  // columns 3 … 5, rows 3 … 5
  const std::vector<Vec> corners{
      {a.x - 9, a.y + 9}, {d.x + 9, a.y + 9}, {d.x + 9, d.y - 9}, {a.x - 9, d.y - 9}};
  screen.input.down = true;
  for (const Vec corner : corners) {
    screen.input.mouse = corner;
    grid.draw(screen);
  }
  screen.input.down = false;
  EXPECT_EQ(grid.draw(screen).lassoed, (std::vector<int>{30, 31, 32, 39, 40, 48, 49, 50}));
}

TEST(PointCloud, GreysAndSilencesTheRestWhileSomethingIsLit) {
  Screen screen;
  Grid grid(9);
  grid.cloud.lit = {{3, Color{1, 2, 3, 255}}, {77, Color{4, 5, 6, 255}}};
  grid.cloud.links = {{3, 77}};
  grid.draw(screen);
  EXPECT_TRUE(screen.shows("word3"));
  EXPECT_TRUE(screen.shows("word77"));
  EXPECT_EQ(screen.texts().size(), 2U);
  EXPECT_EQ(screen.count(Kind::line), 1);
}

TEST(PointCloud, TakesOnePointAndNone) {
  Screen screen;
  Grid one(1), none(0);
  one.draw(screen);
  EXPECT_TRUE(std::isfinite(one.camera.unit));
  none.draw(screen);
  EXPECT_EQ(screen.count(Kind::circle), 0);
}

// Groups that have no room are counted; the last, of those without a group, is always there.
TEST(MapLegend, SaysHowManyGroupsHaveNoRoom) {
  std::vector<ColorLegend> legend;
  for (int i = 0; i < 12; ++i) legend.push_back({"group " + std::to_string(i), {}, i, false});
  legend.push_back({"others", {}, -1, false});
  Screen screen;
  const Rect row{100, 50, 400, 30};
  screen.frame([&](Ui& ui) { return draw_map_legend(ui, legend, row); });
  int shown = 0;
  for (const ColorLegend& one : legend) shown += screen.count(one.name);
  EXPECT_GT(shown, 2);
  EXPECT_TRUE(screen.shows("others"));
  EXPECT_TRUE(screen.shows("+ " + std::to_string(13 - shown) + " more"));
  for (const Command& text : screen.texts()) EXPECT_LE(text.rect.right(), row.right() + 1);
}

}  // namespace
}  // namespace glassformer
