// A row of words of which a click chooses one: the first and the last of them as well as any other.
// Off by one at either end, such a list works for whoever clicks into its middle.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

#include "core/scenes/scene.h"
#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

struct List {
  const char* lesson;
  const char* title;   // of the step
  const char* option;  // it takes the place of the word that is clicked, from 1
  bool on_stage;       // in a picture; false: among the controls
  const char* text = nullptr;
};

void PrintTo(const List& list, std::ostream* out) {
  *out << list.lesson << ", " << list.title << ", " << list.option;
}

double value_of(Driver& d, const char* option) {
  return std::get<double>(option_value(d.session().inputs(), option));
}

// Where the word stands in the list's part of the window.
std::vector<Vec> places_of(Driver& d, const std::string& word, bool on_stage) {
  const Rect stage = d.app().stage();
  std::vector<Vec> found;
  for (const Command* text : d.texts()) {
    const Vec at = text->rect.center();
    if (text->text != word || at.y < 60 * d.scale() || at.x > d.side().x) continue;
    if (stage.contains(at) == on_stage) found.push_back(at);
  }
  return found;
}

class ListEnds : public ::testing::TestWithParam<List> {};

TEST_P(ListEnds, CanBeChosen) {
  const List& list = GetParam();
  Driver d(list.lesson);
  if (list.text != nullptr) d.session().post(SetText{0, list.text});
  d.go_to_step(list.title);
  if (d.session().asking()) d.session().answer();
  d.rest();
  const std::vector<std::string> words = d.session().run()->tokens[0];
  ASSERT_GT(words.size(), 2U);
  const int last = static_cast<int>(words.size()) - 1;
  for (const int i : {1, 0, last, 1, last, 0}) {
    const std::string& word = words[static_cast<std::size_t>(i)];
    const std::vector<Vec> places = places_of(d, word, list.on_stage);
    EXPECT_FALSE(places.empty()) << "“" << word << "” is not there";
    // A word that stands there twice is two places of the list.
    const bool chosen = std::ranges::any_of(places, [&](Vec place) {
      d.click(place);
      d.rest();
      return value_of(d, list.option) == i + 1;
    });
    EXPECT_TRUE(chosen) << "“" << word << "”, number " << i + 1 << ", cannot be chosen";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Words, ListEnds,
    ::testing::Values(
        List{"bengio", "Predict the next word", "predict", false},
        List{"whole-text", "Every word is the centre once", "centre", false},
        List{"whole-text", "Every word is the centre once", "centre", true},
        List{"whole-text", "So take the logarithm", "centre", true},
        List{"pieces", "The same merges, for any word", "word", false, "low lowest wider"},
        List{"since-2017", "A gate for every number", "word", false},
        List{"word2vec-step", "Given the centre, predict a word of its context", "centre", false}),
    [](const auto& info) {
      std::string name = std::string(info.param.lesson) + (info.param.on_stage ? "_stage" : "");
      std::replace(name.begin(), name.end(), '-', '_');
      return name + "_" + std::to_string(info.index);
    });

}  // namespace
}  // namespace glassformer::testing
