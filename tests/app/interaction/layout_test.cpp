#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>

#include "tests/app/interaction/driver.h"
#include "tests/app/lessons/shipped.h"

namespace glassformer::testing {
namespace {

struct Screen {
  int width, height;
  bool dark, presenter;
};

struct Case {
  std::string lesson;
  std::string name;
  std::array<std::string, 2> text;  // empty: the lesson's own
  Screen screen;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

std::string sentence(int words) {
  static const std::vector<std::string> kWords{
      "the", "animal", "did", "not",   "cross", "street",          "because",
      "it",  "was",    "too", "tired", "to",    "extraordinarily", "go"};
  std::string text;
  for (int i = 0; i < words; ++i) {
    text += (i == 0 ? "" : " ") + kWords[static_cast<std::size_t>(i) % kWords.size()];
  }
  return text;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Lesson& lesson : testing::shipped()) {
    for (const Screen screen :
         {Screen{1280, 720, false, false}, Screen{1280, 720, false, true},
          Screen{1600, 1000, true, false}, Screen{2560, 1440, false, false}}) {
      std::string name = lesson.id + "_" + std::to_string(screen.width) +
                         (screen.dark ? "_dark" : "_light") +
                         (screen.presenter ? "_presenter" : "");
      std::replace(name.begin(), name.end(), '-', '_');
      all.push_back({lesson.id, name, {}, screen});
      // A lesson that gives its own numbers has no room for other words.
      if (lesson.inputs.text[0].empty()) continue;
      const bool two = !lesson.inputs.text[1].empty();
      for (const int words : {3, 40}) {
        all.push_back({lesson.id,
                       name + "_" + std::to_string(words) + "_tokens",
                       {sentence(words), two ? sentence(words) : std::string{}},
                       screen});
      }
    }
  }
  return all;
}

// The ink of a line of text: its box without the room above and below the letters.
Rect ink(const Command& text) {
  const Rect box = text.rect;
  // A prime stands above a subscript.
  if (text.text == "′")
    return intersect({box.x, box.y + 0.1F * box.h, box.w, 0.2F * box.h}, text.clip);
  const Rect core{box.x + 1, box.y + 0.3F * box.h, box.w - 2, 0.42F * box.h};
  return intersect(core, text.clip);
}

std::string described(const Command& text) {
  return "“" + text.text + "” at (" + std::to_string(static_cast<int>(text.rect.x)) + ", " +
         std::to_string(static_cast<int>(text.rect.y)) + "), " +
         std::to_string(static_cast<int>(text.rect.w)) + " × " +
         std::to_string(static_cast<int>(text.rect.h));
}

class Layout : public ::testing::TestWithParam<Case> {
 protected:
  Layout()
      : d_(GetParam().lesson,
           {GetParam().screen.width, GetParam().screen.height, settings(), false}) {
    const Case& c = GetParam();
    for (int i = 0; i < 2; ++i) {
      const std::string& text = c.text[static_cast<std::size_t>(i)];
      if (!text.empty()) d_.session().post(SetText{i, text});
    }
    d_.rest();
    EXPECT_TRUE(d_.session().message.empty()) << d_.session().message;
  }
  static Settings settings() {
    Settings settings;
    settings.dark = GetParam().screen.dark;
    settings.presenter = GetParam().screen.presenter;
    return settings;
  }

  void check(const std::string& when) {
    const auto texts = d_.texts();
    const Vec size = d_.target().size();
    std::vector<std::string> faults;
    const float least = 14 * d_.scale() - 0.01F;
    for (const Command* text : texts) {
      if (text->type.size < least) {
        faults.push_back(described(*text) + " is only " + std::to_string(text->type.size) + " px");
      }
      const Rect seen = ink(*text);
      if (seen.w > 0 &&
          (seen.x < 0 || seen.y < 0 || seen.right() > size.x + 1 || seen.bottom() > size.y + 1)) {
        faults.push_back(described(*text) + " leaves the screen");
      }
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const Rect a = ink(*texts[i]);
      if (a.w <= 0 || a.h <= 0) continue;
      for (std::size_t j = i + 1; j < texts.size(); ++j) {
        if (texts[i]->layer != texts[j]->layer) continue;
        const Rect common = intersect(a, ink(*texts[j]));
        if (common.w <= 1 || common.h <= 1) continue;
        faults.push_back(described(*texts[i]) + " and " + described(*texts[j]) + " overlap");
      }
    }
    constexpr std::size_t kTold = 6;
    for (std::size_t i = 0; i < std::min(kTold, faults.size()); ++i) {
      ADD_FAILURE() << GetParam().name << ", " << when << ": " << faults[i]
                    << (i + 1 == kTold ? " … " + std::to_string(faults.size()) + " in all" : "");
    }
  }
  Driver d_;
};

TEST_P(Layout, TextIsLargeEnoughAndNothingOverlaps) {
  const int steps = static_cast<int>(d_.session().lesson().steps.size());
  for (int step = 0; step < steps; ++step) {
    d_.session().step = step;
    d_.session().enter_step();
    d_.rest();
    check("step " + std::to_string(step + 1));
  }
  d_.press(Key::f);
  d_.rest();
  check("the whole picture");
  d_.press(Key::m);
  d_.rest();
  check("lines");
  d_.press(Key::question, false, true);
  check("help");
  d_.press(Key::escape);
  d_.press(Key::s, true);
  check("save");
}

std::string test_name(const ::testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Screens, Layout, ::testing::ValuesIn(cases()), test_name);

// A long notice at the size of a projector: the map gives it room, axes and buttons with it.
TEST(Layout, ANoticeCoversNothingOfAMap) {
  Driver d("word-map", {.width = 1280, .height = 720});
  for (int sentences = 1; sentences <= 4; ++sentences) {
    std::string words = "Noticed:";
    for (int i = 0; i < sentences; ++i) {
      words += " this line tells about the file that was opened from the search, and goes on.";
    }
    d.app().notify({words});
    d.rest();
    const auto texts = d.texts();
    const auto first = std::ranges::find(texts, "Noticed:", [](const Command* c) { return c->text; });
    ASSERT_NE(first, texts.end());
    const float top = (*first)->rect.y - 14;  // of its frame
    bool has_axis = false;
    for (const Command* text : texts) {
      if (text->layer > 0 || !d.app().stage().contains(text->rect.center())) continue;
      has_axis = has_axis || text->text == "component 1";
      EXPECT_LE(text->rect.bottom(), top) << text->text << " under " << sentences << " sentences";
    }
    EXPECT_TRUE(has_axis);
    EXPECT_LE(d.app().stage().bottom() + 5, top);
  }
}

}  // namespace
}  // namespace glassformer::testing
