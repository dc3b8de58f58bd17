// Each lesson's view, light and dark, against tests/golden/. After a change that is meant, look at
// the new pictures in build/pictures/, then rewrite the goldens:
//   ./test --update
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <ostream>

#include "tests/app/interaction/driver.h"
#include "tests/app/pictures/compare.h"
#include "tests/support/paths.h"

namespace glassformer::testing {
namespace {

namespace fs = std::filesystem;

// Another release of the drawing library lays the edge of a letter a little differently; a number
// that moved or a panel of another colour is far beyond this.
constexpr double kMean = 1.0;
constexpr double kShare = 0.004;

struct Picture {
  std::string lesson;
  std::string path;  // of the matrix whose step is shown
  std::string name;
  bool lines = false;
};

std::vector<Picture> pictures() {
  // The step that says most about the lesson.
  return {{"self-attention-by-hand", "scores", "self-attention-by-hand"},
          {"thinking-machines", "weights", "thinking-machines"},
          {"masked-scores", "weights", "masked-scores"},
          {"weighted-sum", "output", "weighted-sum"},
          {"weather-stations", "inverse.weights", "weather-stations"},
          {"loop-and-matrix", "scores", "loop-and-matrix"},
          {"score-functions", "cosine.weights", "score-functions"},
          {"recurrent-state", "memory", "recurrent-state"},
          {"bahdanau", "context", "bahdanau"},
          {"bahdanau", "alignment", "bahdanau-words"},
          {"tanh-is-crucial", "of_words", "tanh-is-crucial"},
          {"luong", "local-p.weights", "luong"},
          {"alignments", "bahdanau.alignment", "alignments"},
          {"convolutions", "unit.passed", "convolutions"},
          {"bottleneck", "vector", "bottleneck"},
          {"hard-and-soft", "alignment", "hard-and-soft"},
          {"how-much-data", "exact", "how-much-data"},
          {"who-is-it", "looks", "who-is-it"},
          {"history", "gain", "history"},
          {"multi-head", "head.1.weights", "multi-head"},
          {"multi-head", "head.1.weights", "multi-head-lines", true},
          {"cross-attention", "head.1.weights", "cross-attention"},
          {"permutation", "shuffled.output", "permutation"},
          {"positional-curves", "curves", "positional-curves"},
          {"positional-curves", "shift.turned", "positional-curves-shift"},
          {"positional-distances", "slide.distances", "positional-distances"},
          {"permutation", "positions", "permutation-positions"},
          {"architecture", "encoder.parameters", "architecture"},
          {"architecture", "flops.forward", "architecture-flops"},
          {"heads", "aggregate.cross.mean", "heads-together"},
          {"attention-file", "habits.previous", "attention-file"},
          {"pixels", "weights", "pixels"},
          {"gradients", "decoder.1.norm_2", "gradients"},
          {"decoding", "decoder.0.self_attention.head.1.mask", "decoding"},
          {"one-hot", "e", "one-hot"},
          {"hidden-word", "nearest", "hidden-word"},
          {"word-map", "pca.map", "word-map"},
          {"word-map", "plane.coordinates", "word-map-plane"},
          {"word2vec-step", "p", "word2vec-step"},
          {"huffman-tree", "tree.codes", "huffman-tree"},
          {"cbow-softmax", "p", "cbow-softmax"},
          {"bengio", "p", "bengio"},
          {"whole-text", "running.product", "whole-text"},
          {"lsa", "rank.a", "lsa"},
          {"glove", "cell.residual", "glove"},
          {"subwords", "shared", "subwords"},
          {"why-near", "share", "why-near"},
          {"why-near", "parts", "why-near-analogy"},
          {"word-map-real", "groups.together", "word-map-real"},
          {"compare-vectors", "left.cosine", "compare-vectors"},
          {"word-arithmetic", "add.score", "word-arithmetic"},
          {"evaluate", "misses.its", "evaluate"},
          {"bias", "after", "bias"},
          {"results", "de.table", "results"},
          {"results", "gnmt.relative", "results-side-by-side"}};
}

struct Case {
  Picture picture;
  bool dark;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.picture.name << (c.dark ? ", dark" : ", light");
}

// How long the forward pass took is the one thing in a picture that no two runs share.
void blank_the_time(Pixels& pixels, Driver& driver) {
  for (const Command* text : driver.texts()) {
    if (!text->text.starts_with("CPU  ")) continue;
    // A fixed place, since the text is as wide as its digits.
    const int left = pixels.width * 22 / 32, right = pixels.width * 109 / 128;
    EXPECT_GE(text->rect.x, left);
    EXPECT_LE(text->rect.right(), right);
    const int top = static_cast<int>(text->rect.y),
              bottom = top + static_cast<int>(text->rect.h) + 1;
    for (int y = std::max(0, top); y < std::min(pixels.height, bottom); ++y) {
      for (int x = std::max(0, left); x < std::min(pixels.width, right); ++x) {
        const auto at = 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels.width) +
                             static_cast<std::size_t>(x));
        for (std::size_t c = 0; c < 3; ++c) pixels.rgba[at + c] = 128;
      }
    }
  }
}

Pixels draw(const Case& c) {
  Driver::Options options;
  options.settings.dark = c.dark;
  // A new lesson makes the list longer: no reason to draw every picture anew.
  options.settings.lessons_shown = false;
  Driver d(c.picture.lesson, options);
  const auto& steps = d.session().lesson().steps;
  const auto found = std::find_if(steps.begin(), steps.end(),
                                  [&](const Step& step) { return step.focus == c.picture.path; });
  EXPECT_NE(found, steps.end()) << "no step of " << c.picture.lesson << " is about "
                                << c.picture.path;
  if (found == steps.end()) return {};
  d.session().step = static_cast<int>(found - steps.begin());
  d.session().enter_step();
  d.rest();
  if (c.picture.lines) {
    d.press(Key::m);
    d.rest();
  }
  Pixels pixels = d.target().picture(d.app().canvas(), d.app().background());
  blank_the_time(pixels, d);
  return coarser(halved(pixels));
}

class Pictures : public ::testing::TestWithParam<Case> {};

TEST_P(Pictures, AreAsTheyWere) {
  const Case& c = GetParam();
  const std::string name = c.picture.name + (c.dark ? "-dark" : "-light");
  const fs::path golden = source_dir() / "tests/golden" / (name + ".png");
  const Pixels now = draw(c);
  ASSERT_GT(now.width, 0);
  const char* update = std::getenv("GLASSFORMER_UPDATE_PICTURES");
  if (update != nullptr && *update != '\0' && std::string_view(update) != "0") {
    fs::create_directories(golden.parent_path());
    write_png(now, golden);
    GTEST_SKIP() << "written: " << golden;
  }
  const auto before = read_png(golden);
  const Difference off = before ? difference(*before, now) : Difference{255, 1};
  if (off.mean <= kMean && off.share <= kShare) return;
  const fs::path shown = fs::current_path() / "build/pictures";
  fs::create_directories(shown);
  write_png(now, shown / (name + ".png"));
  if (before) write_png(marked(*before, now), shown / (name + "-changed.png"));
  FAIL() << (before ? "differs from " : "there is no ") << golden << ": mean " << off.mean
         << " (at most " << kMean << "), " << 100 * off.share << " % of the pixels (at most "
         << 100 * kShare << "). Look at " << shown / (name + ".png")
         << "; if it is right, ./test --update takes it over";
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Picture& picture : pictures()) {
    for (const bool dark : {false, true}) all.push_back({picture, dark});
  }
  return all;
}

std::string test_name(const ::testing::TestParamInfo<Case>& info) {
  std::string name = info.param.picture.name + (info.param.dark ? "_dark" : "_light");
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Views, Pictures, ::testing::ValuesIn(cases()), test_name);

TEST(PictureComparison, SeesWhatAnEyeSees) {
  Pixels white{4, 4, std::vector<unsigned char>(64, 255)};
  Pixels spot = white;
  EXPECT_EQ(difference(white, spot).share, 0);
  spot.rgba[0] = 0;
  EXPECT_EQ(difference(white, spot).share, 1.0 / 16);
  EXPECT_EQ(difference(white, spot).mean, 255.0 / 48);
  EXPECT_EQ(difference(spot, white).mean, difference(white, spot).mean);
  EXPECT_EQ(difference(white, halved(white)).share, 1) << "another size is another picture";
  EXPECT_EQ(halved(white).width, 2);
  EXPECT_EQ(coarser(white).rgba[0], 255);
}

}  // namespace
}  // namespace glassformer::testing
