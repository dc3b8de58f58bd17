#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "app/shell/step_words.h"
#include "app/stage/measure.h"
#include "app/widgets/plain_formula.h"
#include "core/lesson/forms.h"
#include "core/lesson/living_text.h"
#include "core/scenes/scene.h"
#include "core/text/unicode.h"
#include "tests/app/interaction/driver.h"

// Every step of the lessons, as a class sees it.
namespace glassformer::testing {
namespace {

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

// Words between “ and ”.
std::vector<std::string> quoted(const std::string& line) {
  std::vector<std::string> found;
  for (std::size_t open = line.find("“"); open != std::string::npos;
       open = line.find("“", open + 1)) {
    const std::size_t from = open + std::string("“").size(), close = line.find("”", from);
    if (close == std::string::npos) break;
    found.push_back(line.substr(from, close - from));
  }
  return found;
}

// The listed ones, and those on a decoder alone.
std::vector<Lesson> every_lesson() {
  std::vector<Lesson> all = shipped_lessons();
  all.insert(all.end(), second_forms().begin(), second_forms().end());
  return all;
}

void take_form(Driver& d, const Lesson& lesson) {
  if (d.session().lesson().inputs.scene == lesson.inputs.scene) return;
  d.session().open(lesson);
  d.rest();
}

class EveryStepOnStage : public ::testing::TestWithParam<std::pair<int, int>> {};

TEST_P(EveryStepOnStage, TheHeroFillsTheStageAndCanBeRead) {
  const auto [width, height] = GetParam();
  Driver::Options options{width, height};
  options.settings.presenter = true;
  const float unit = static_cast<float>(height) / 720;
  for (const Lesson& lesson : every_lesson()) {
    Driver d(lesson.id, options);
    take_form(d, lesson);
    const Theme theme = make_theme(false, 1);
    Rect stage;
    for (std::size_t k = 0; k < lesson.steps.size(); ++k) {
      d.session().step = static_cast<int>(k);
      d.session().enter_step();
      d.rest();
      const std::string where = about(lesson, k);
      const auto& parts = d.app().parts();
      ASSERT_FALSE(parts.empty()) << where;
      if (k > 0) {
        EXPECT_EQ(d.app().stage(), stage) << where << ": the stage moved";
      }
      stage = d.app().stage();
      for (const DrawnPart& part : parts) {
        const PartMeasure m =
            measure_part({d.app().canvas(), theme, d.app().drawn()}, part, d.session().run()->tape);
        const bool hero = part.standing.place == StagePlace::hero;
        const float least = (hero ? 24 : 20) * unit - 0.01F;
        if (m.text_px[0] > 0) {
          EXPECT_GE(m.text_px[0], least) << where << ' ' << part.standing.part;
        }
        if (m.digit_px[0] > 0) {
          EXPECT_GE(m.digit_px[0], 20 * unit - 0.01F) << where;
        }
        if (!hero) continue;
        const bool shaped =
            std::ranges::any_of(view_traits(lesson.view).parts, [&](const PartSpec& spec) {
              return spec.name == part.standing.part && spec.keeps_shape;
            });
        EXPECT_NE(held_by(m, stage, shaped, lesson.steps[k].small), "")
            << where << ": " << 100 * m.drawn.w * m.drawn.h / (stage.w * stage.h)
            << " % of the stage";
        if (lesson.steps[k].small.empty()) {
          // Where a curve of times lies that are measured now, nobody knows before.
          const Scene* scene = find_scene(lesson.inputs.scene);
          const bool measured = scene != nullptr && scene->subject == Subject::speed;
          EXPECT_GE(m.tiles, measured ? 14 : 20) << where;
        }
      }
    }
  }
}

// Whether a part of the stage has the word.
bool is_named(Driver& d, const std::string& word) {
  const auto& commands = d.app().canvas().commands();
  return std::ranges::any_of(d.app().parts(), [&](const DrawnPart& part) {
    const auto from = commands.begin() + static_cast<std::ptrdiff_t>(part.first);
    return std::any_of(
        from, commands.begin() + static_cast<std::ptrdiff_t>(part.last), [&](const Command& c) {
          return c.kind == Command::Kind::text && c.text.find(word) != std::string::npos;
        });
  });
}

// What the line for the room quotes, word for word, stands on the stage, as a name of a row, a
// column or a point.
TEST_P(EveryStepOnStage, EveryWordThatTheLineQuotesIsNamed) {
  const auto [width, height] = GetParam();
  Driver::Options options{width, height};
  options.settings.presenter = true;
  for (const Lesson& lesson : every_lesson()) {
    Driver d(lesson.id, options);
    take_form(d, lesson);
    const auto check = [&](std::size_t k) {
      const std::string line = nlohmann::json::parse(d.app().layout())["line"];
      for (const std::string& words : quoted(line)) {
        std::istringstream each(words);
        bool named = true;
        for (std::string word; each >> word;) {
          word.erase(word.find_last_not_of(".,;:!?") + 1);  // tokens of their own
          named = named && (word == "…" || is_named(d, word));
        }
        EXPECT_TRUE(named) << about(lesson, k) << " does not show “" << words << "”: " << line;
      }
    };
    for (std::size_t k = 0; k < lesson.steps.size(); ++k) {
      d.session().step = static_cast<int>(k);
      d.session().enter_step();
      d.rest();
      if (d.session().asking()) {
        d.session().answer();
        d.rest();
      }
      check(k);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, EveryStepOnStage,
                         ::testing::Values(std::pair{1280, 720}, std::pair{1920, 1080}));

TEST(EveryStepOnStage, SaysALineForTheRoom) {
  constexpr std::size_t longest = 90;
  for (const Lesson& lesson : every_lesson()) {
    Driver::Options options{1280, 720};
    options.settings.presenter = true;
    Driver d(lesson.id, options);
    take_form(d, lesson);
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

// The share of the pixels within the rect that differ.
double changed_share(const Pixels& a, const Pixels& b, Rect within) {
  std::size_t changed = 0, all = 0;
  for (int y = static_cast<int>(within.y); y < static_cast<int>(within.bottom()); ++y) {
    for (int x = static_cast<int>(within.x); x < static_cast<int>(within.right()); ++x) {
      const std::size_t at = 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(a.width) +
                                  static_cast<std::size_t>(x));
      changed += std::equal(&a.rgba[at], &a.rgba[at] + 3, &b.rgba[at]) ? 0 : 1;
      ++all;
    }
  }
  return static_cast<double>(changed) / static_cast<double>(std::max<std::size_t>(1, all));
}

// Numbers with decimals.
std::vector<std::string> numbers_in(const std::string& answer) {
  std::vector<std::string> found;
  for (std::size_t at = 0; at < answer.size();) {
    std::size_t end = at;
    while (end < answer.size() &&
           (std::isdigit(static_cast<unsigned char>(answer[end])) != 0 || answer[end] == '.'))
      ++end;
    const std::string number = answer.substr(at, end - at);
    if (number.find('.') < number.size() - 1 && number.size() > 2) found.push_back(number);
    at = std::max(end, at + 1);
  }
  return found;
}

// How often the text stands on the screen.
std::ptrdiff_t times(const Driver& d, const std::string& text) {
  const auto texts = d.texts();
  return std::ranges::count_if(texts, [&](const Command* c) { return c->text == text; });
}

// What everybody can see: a word that names rows and columns, or one of those that the lesson was
// given among its options.
bool is_open(Driver& d, const std::string& word) {
  const Inputs& inputs = d.session().inputs();
  for (const OptionSpec& spec : find_scene(inputs.scene)->options) {
    const auto set = inputs.options.find(std::string(spec.name));
    const Option& value = set == inputs.options.end() ? spec.initial : set->second;
    const auto* text = std::get_if<std::string>(&value);
    if (text != nullptr && text->find(word) != std::string::npos) return true;
  }
  // Lines between the tokens name these at both ends.
  const auto has_it = [&](const auto& tokens) {
    return std::ranges::find(tokens, word) != tokens.end();
  };
  if (d.session().lines && std::ranges::any_of(d.session().run()->tokens, has_it)) return true;
  const Tape& tape = d.session().run()->tape;
  return std::ranges::any_of(d.app().drawn().all(), [&](const DrawnCells& drawn) {
    const Var var = tape.find(drawn.path);
    if (!var) return false;
    const Label& label = tape.node(var).label;
    const auto names = [&](const Axis& axis) {
      return std::ranges::find(axis.labels, word) != axis.labels.end();
    };
    return names(label.rows) || names(label.cols);
  });
}

// An answer is an event: the hero changes, and until then no string gives it away, neither its
// numbers nor its words. A word that can be seen anyway gives nothing away by being there, nor does
// one that the question names.
TEST(EveryStepOnStage, AnAnswerIsAnEvent) {
  constexpr double least = 0.02;  // of the hero's pixels
  for (const Lesson& lesson : every_lesson()) {
    Driver::Options options{1280, 720};
    options.settings.presenter = true;
    Driver d(lesson.id, options);
    take_form(d, lesson);
    for (std::size_t k = 0; k < lesson.steps.size(); ++k) {
      if (!lesson.steps[k].ask) continue;
      d.session().step = static_cast<int>(k);
      d.session().enter_step();
      d.rest();
      const std::string where = about(lesson, k);
      ASSERT_TRUE(d.session().asking()) << where;
      const LivingText living{d.session().run().get(), &d.session().shown(), {}};
      const std::string answer = as_read(filled(lesson.steps[k].ask->line, living));
      const std::string question = as_read(filled(lesson.steps[k].ask->question, living));
      for (const std::string& word : quoted(answer)) {
        if (is_open(d, word) || question.find(word) != std::string::npos) continue;
        EXPECT_FALSE(d.shows_part(word)) << where << " shows “" << word << "” before its answer";
      }
      std::map<std::string, std::ptrdiff_t> numbers;
      for (const std::string& number : numbers_in(answer)) numbers[number] = times(d, number);
      const Color background = d.app().background();
      const Pixels before = d.target().picture(d.app().canvas(), background);
      const Rect stage = d.app().stage();
      d.session().answer();
      d.rest();
      EXPECT_EQ(d.app().stage(), stage) << where << ": the stage moved";
      // Other cells may hold the same number; that of the answer was hidden.
      for (const auto& [number, before_answer] : numbers) {
        const std::ptrdiff_t after_answer = times(d, number);
        EXPECT_TRUE(before_answer < after_answer || before_answer == 0)
            << where << " shows " << number << " before its answer";
      }
      const Pixels after = d.target().picture(d.app().canvas(), background);
      const Rect hero = d.app().parts().front().standing.rect;
      EXPECT_GE(changed_share(before, after, hero), least) << where;
    }
  }
}

// At most one step in forty.
TEST(EveryStepOnStage, FewHaveAReasonToBeSmall) {
  std::size_t small = 0, all = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    all += lesson.steps.size();
    small += static_cast<std::size_t>(
        std::ranges::count_if(lesson.steps, [](const Step& s) { return !s.small.empty(); }));
  }
  EXPECT_LE(40 * small, all + 39);
}

}  // namespace
}  // namespace glassformer::testing
