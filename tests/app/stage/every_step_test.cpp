#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "app/shell/step_words.h"
#include "app/stage/measure.h"
#include "app/widgets/plain_formula.h"
#include "core/lesson/living_text.h"
#include "core/text/unicode.h"
#include "tests/app/interaction/driver.h"

// Every step of the lessons that name places, as a class sees it.
namespace glassformer::testing {
namespace {

// Those whose views still divide the stage by themselves. It can only shrink.
const std::set<std::string> kNotMoved = {"alignments",
                                         "architecture",
                                         "bahdanau",
                                         "bengio",
                                         "bias",
                                         "bias-real",
                                         "bottleneck",
                                         "cbow-softmax",
                                         "compare-vectors",
                                         "convolutions",
                                         "cross-attention",
                                         "decoding",
                                         "evaluate",
                                         "glove",
                                         "gradients",
                                         "hard-and-soft",
                                         "hidden-word",
                                         "history",
                                         "how-much-data",
                                         "huffman-tree",
                                         "layer-speed",
                                         "loop-and-matrix",
                                         "lsa",
                                         "luong",
                                         "masked-scores",
                                         "matrix-product-speed",
                                         "multi-head",
                                         "one-hot",
                                         "permutation",
                                         "pixels",
                                         "positional-curves",
                                         "positional-distances",
                                         "recurrent-state",
                                         "results",
                                         "score-functions",
                                         "subwords",
                                         "tanh-is-crucial",
                                         "thinking-machines",
                                         "training",
                                         "weather-stations",
                                         "weighted-sum",
                                         "who-is-it",
                                         "whole-text",
                                         "why-near",
                                         "word-arithmetic",
                                         "word-map",
                                         "word-map-real",
                                         "word-training",
                                         "word-training-real",
                                         "word2vec-step"};

bool is_moved(const Lesson& lesson) {
  return !lesson.places.empty();
}

TEST(EveryStepOnStage, ALessonIsMovedOrOnTheListOfThoseThatAreNot) {
  for (const Lesson& lesson : shipped_lessons()) {
    EXPECT_NE(is_moved(lesson), kNotMoved.contains(lesson.id)) << lesson.id;
  }
}

// What is read of a text with formulas between $ and $.
std::string as_read(const std::string& text) {
  std::string read;
  bool formula = false;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('$', at), text.size());
    const std::string piece = text.substr(at, end - at);
    read += formula ? plain_formula(piece) : piece;
    formula = !formula;
    at = end + 1;
  }
  return read;
}

std::string about(const Lesson& lesson, std::size_t step) {
  return lesson.id + " step " + std::to_string(step + 1) + " (" + lesson.steps[step].title + ")";
}

class EveryStepOnStage : public ::testing::TestWithParam<std::pair<int, int>> {};

TEST_P(EveryStepOnStage, TheHeroFillsTheStageAndCanBeRead) {
  const auto [width, height] = GetParam();
  Driver::Options options{width, height};
  options.settings.presenter = true;
  const float unit = static_cast<float>(height) / 720;
  for (const Lesson& lesson : shipped_lessons()) {
    if (!is_moved(lesson)) continue;
    Driver d(lesson.id, options);
    const Theme theme = make_theme(false, 1);
    Rect stage;
    for (std::size_t k = 0; k < lesson.steps.size(); ++k) {
      d.session().step = static_cast<int>(k);
      d.session().enter_step();
      d.rest();
      const std::string where = about(lesson, k);
      const auto& parts = d.app().parts();
      ASSERT_FALSE(parts.empty()) << where;
      if (k > 0) EXPECT_EQ(d.app().stage(), stage) << where << ": the stage moved";
      stage = d.app().stage();
      for (const DrawnPart& part : parts) {
        const PartMeasure m = measure_part(d.app().canvas(), theme, part, d.session().run()->tape);
        const bool hero = part.standing.place == StagePlace::hero;
        const float least = (hero ? 24 : 20) * unit - 0.01F;
        if (m.text_px[0] > 0) EXPECT_GE(m.text_px[0], least) << where << ' ' << part.standing.part;
        if (m.digit_px[0] > 0) EXPECT_GE(m.digit_px[0], 20 * unit - 0.01F) << where;
        if (!hero) continue;
        const bool shaped =
            std::ranges::any_of(view_traits(lesson.view).parts, [&](const PartSpec& spec) {
              return spec.name == part.standing.part && spec.keeps_shape;
            });
        EXPECT_NE(held_by(m, stage, shaped, lesson.steps[k].small), "")
            << where << ": " << 100 * m.drawn.w * m.drawn.h / (stage.w * stage.h)
            << " % of the stage";
        if (lesson.steps[k].small.empty()) EXPECT_GE(m.tiles, 20) << where;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, EveryStepOnStage,
                         ::testing::Values(std::pair{1280, 720}, std::pair{1920, 1080}));

TEST(EveryStepOnStage, SaysALineForTheRoom) {
  constexpr std::size_t longest = 90;
  for (const Lesson& lesson : shipped_lessons()) {
    if (!is_moved(lesson)) continue;
    Driver::Options options{1280, 720};
    options.settings.presenter = true;
    Driver d(lesson.id, options);
    for (std::size_t k = 0; k < lesson.steps.size(); ++k) {
      d.session().step = static_cast<int>(k);
      d.session().enter_step();
      d.rest();
      const Step& step = lesson.steps[k];
      EXPECT_FALSE(step.line.empty()) << about(lesson, k);
      const LivingText living{d.session().run().get(), &d.session().shown(), {}};
      const auto check = [&](const std::string& markup) {
        const std::string line = as_read(filled(markup, living));
        EXPECT_LE(characters_as_read(line).size(), longest) << about(lesson, k) << ": " << line;
      };
      check(step.line);
      if (!step.ask) continue;
      EXPECT_FALSE(step.ask->line.empty()) << about(lesson, k) << ": the answer has no line";
      check(step.ask->line);
    }
  }
}

// At most one step in forty of the lessons that are moved.
TEST(EveryStepOnStage, FewHaveAReasonToBeSmall) {
  std::size_t small = 0, all = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    if (!is_moved(lesson)) continue;
    all += lesson.steps.size();
    small += static_cast<std::size_t>(
        std::ranges::count_if(lesson.steps, [](const Step& s) { return !s.small.empty(); }));
  }
  EXPECT_LE(40 * small, all + 39);
}

}  // namespace
}  // namespace glassformer::testing
