// What every step of every lesson draws on the stage lies in its place, and is what it was, in
// figures: how much of each kind, where, and in which colours. A picture (pictures_test.cpp) is of
// one step of a lesson and forgives a lost label; these do not. After a change that is meant, look
// at the step, then write them anew:
//   ./test --update
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "core/grad/ops.h"
#include "core/grad/tape.h"
#include "core/tensor/rng.h"
#include "tests/app/interaction/driver.h"
#include "tests/app/lessons/shipped.h"
#include "tests/support/paths.h"

namespace glassformer::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kKinds = 10;  // of commands, in the order of Command::Kind
constexpr std::size_t kSums = 5;    // left, top, right and bottom edges in px; colours

// Of the commands of a part: how many of each kind, the sums of their edges and colours, and a
// figure of the words among them. Numbers are no words: their last digits are others on another
// processor.
struct PartFigures {
  std::string part;
  std::array<int, kKinds> count{};
  std::array<double, kSums> sum{};
  unsigned words = 0;
};

Rect box_of(const Command& c) {
  if (c.points.empty()) return c.rect;
  const auto [left, right] = std::ranges::minmax(c.points, {}, &Vec::x);
  const auto [top, bottom] = std::ranges::minmax(c.points, {}, &Vec::y);
  return {left.x, top.y, right.x - left.x, bottom.y - top.y};
}

double weighed(Color c) {
  return c.r + 2.0 * c.g + 3.0 * c.b + c.a;
}

// Of an image its mean colour.
double color_of(const Command& c) {
  if (c.kind != Command::Kind::image || !c.image) return weighed(c.color);
  const std::vector<std::uint32_t> pixels = c.image->pixels();
  double sum = 0;
  for (const std::uint32_t one : pixels) {
    const auto byte = [&](unsigned by) { return static_cast<std::uint8_t>(one >> by); };
    sum += weighed({byte(0), byte(8), byte(16), byte(24)});
  }
  return sum / static_cast<double>(std::max<std::size_t>(1, pixels.size()));
}

PartFigures figures_of(const Canvas& canvas, const DrawnPart& drawn) {
  PartFigures figures;
  figures.part = drawn.standing.part;
  std::replace(figures.part.begin(), figures.part.end(), ' ', '_');
  for (std::size_t i = drawn.first; i < drawn.last; ++i) {
    const Command& c = canvas.commands()[i];
    ++figures.count.at(static_cast<std::size_t>(c.kind));
    const Rect box = box_of(c);
    const std::array<double, kSums> own{box.x, box.y, box.right(), box.bottom(), color_of(c)};
    for (std::size_t k = 0; k < kSums; ++k) figures.sum[k] += own[k];
    const bool word =
        std::ranges::none_of(c.text,
                             [](char one) { return (one >= '0' && one <= '9') || one == '?'; }) &&
        c.text.find("…") == std::string::npos;
    if (word) figures.words += static_cast<unsigned>(hash(c.text) % 9973);
  }
  return figures;
}

std::string line_of(std::size_t step, const PartFigures& figures) {
  std::string line = fmt::format("{} {}", step + 1, figures.part);
  for (const int count : figures.count) line += fmt::format(" {}", count);
  for (const double sum : figures.sum) line += fmt::format(" {:.0f}", sum);
  return line + fmt::format(" {}", figures.words);
}

// What is seen of a command; of a curve its two ends, which it leaves towards others.
Rect seen_of(const Command& c) {
  Command ends = c;
  if (c.kind == Command::Kind::bezier) ends.points = {c.points.front(), c.points.back()};
  return intersect(box_of(ends), c.clip);
}

// What of a part is drawn outside its place; empty: nothing. Half a number at the end of an axis
// and the stop behind a line of words may hang over.
std::string outside(const Canvas& canvas, const DrawnPart& drawn) {
  const Rect place = drawn.standing.rect.inset(-20);
  for (std::size_t i = drawn.first; i < drawn.last; ++i) {
    const Command& c = canvas.commands()[i];
    const Rect box = seen_of(c);
    if (c.layer > 0 || (box.x >= place.x && box.y >= place.y && box.right() <= place.right() &&
                        box.bottom() <= place.bottom()))
      continue;
    return fmt::format("{} command {} of kind {}, “{}”: {:.0f}, {:.0f} … {:.0f}, {:.0f}",
                       drawn.standing.part, i - drawn.first, static_cast<int>(c.kind), c.text,
                       box.x, box.y, box.right(), box.bottom());
  }
  return {};
}

// Pictures that another rounding changes: the late steps of t-SNE, and bars of what is zero but for
// rounding. They are in no file.
bool is_of_rounding(const std::string& id, std::size_t step, const std::string& part) {
  return (id == "word-map" && part == "map" && step >= 7) ||
         (id == "lsa" && part == "near" && step == 13);
}

// A line for each part of each step.
std::vector<std::string> all_steps(const std::string& id) {
  Driver::Options options{1280, 720};
  options.settings.lessons_shown = false;
  Driver d(id, options);
  std::vector<std::string> lines;
  for (std::size_t step = 0; step < d.session().lesson().steps.size(); ++step) {
    d.session().step = static_cast<int>(step);
    d.session().enter_step();
    d.rest();
    if (d.session().asking()) {
      d.session().answer();
      d.rest();
    }
    for (const DrawnPart& part : d.app().parts()) {
      if (!is_of_rounding(id, step + 1, part.standing.part))
        lines.push_back(line_of(step, figures_of(d.app().canvas(), part)));
      EXPECT_EQ(outside(d.app().canvas(), part), "") << "step " << step + 1;
    }
  }
  return lines;
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Whether two lines say the same: counts and words exactly, sums but for rounding.
bool are_alike(const std::string& a, const std::string& b) {
  std::istringstream one(a), other(b);
  std::string p, q;
  for (std::size_t i = 0; one >> p && other >> q; ++i) {
    const bool is_sum = i >= 2 + kKinds && i < 2 + kKinds + kSums;
    if (!is_sum && p != q) return false;
    const double most = i == 2 + kKinds + kSums - 1 ? 60 : 12;  // of colours, of px
    if (is_sum && std::abs(std::stod(p) - std::stod(q)) > most) return false;
  }
  return one.eof() && other.eof();
}

// How this processor rounds: a figure of products, powers and sums of all widths. Where it is
// another than when the figures were written, a bar that is one pixel longer or two words of nearly
// the same probability are no fault, and nothing can be compared.
std::string rounding() {
  Tape tape;
  const Var x = tape.input(normal({37, 71}, 1, 1)), w = tape.input(normal({71, 53}, 1, 2));
  const Var y = gelu(tape, layer_norm(tape, matmul(tape, x, w), tape.input(Mat(1, 53, 1)),
                                      tape.input(Mat(1, 53))));
  const Var p = softmax(tape, matmul_nt(tape, y, y));
  std::string bytes;
  for (const Var var : {y, p}) {
    const auto cells = std::as_bytes(std::span(tape.value(var).cells()));
    bytes.append(reinterpret_cast<const char*>(cells.data()), cells.size());
  }
  return fmt::format("{:016x}", hash(bytes));
}

class StepPictures : public ::testing::TestWithParam<std::string> {};

TEST_P(StepPictures, StayInTheirPlacesAndAreAsTheyWere) {
  const auto found = std::ranges::find(shipped(), GetParam(), &Lesson::id);
  const fs::path golden = source_dir() / "tests/golden/steps" / (GetParam() + ".txt");
  const std::vector<std::string> now = all_steps(GetParam());
  if (found->group == "Speed") GTEST_SKIP() << "its pictures hold measured times";
  const char* update = std::getenv("GLASSFORMER_UPDATE_PICTURES");
  if (update != nullptr && *update != '\0' && std::string_view(update) != "0") {
    fs::create_directories(golden.parent_path());
    std::ofstream(golden.parent_path() / "rounding.txt") << rounding() << '\n';
    std::ofstream out(golden);
    for (const std::string& line : now) out << line << '\n';
    GTEST_SKIP() << "written: " << golden;
  }
  if (lines_of(golden.parent_path() / "rounding.txt") != std::vector{rounding()}) {
    GTEST_SKIP() << "this processor rounds otherwise than the one that the figures are from";
  }
  const std::vector<std::string> before = lines_of(golden);
  for (std::size_t i = 0; i < std::max(now.size(), before.size()); ++i) {
    const std::string was = i < before.size() ? before[i] : "", is = i < now.size() ? now[i] : "";
    EXPECT_TRUE(are_alike(was, is)) << "was " << was << "\nis  " << is;
  }
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Lessons, StepPictures, ::testing::ValuesIn(shipped_ids()), test_name);

}  // namespace
}  // namespace glassformer::testing
