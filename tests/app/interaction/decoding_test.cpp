#include <gtest/gtest.h>

#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

// The shipped lesson: "Yesterday, the old man saw a beautiful bird in the garden."
class DecodingView : public ::testing::Test {
 protected:
  DecodingView() : d("decoding") { d.rest(); }

  std::string prefix() {
    const auto& options = d.session().inputs().options;
    const auto found = options.find("prefix");
    return found == options.end() ? "" : std::get<std::string>(found->second);
  }
  // The first candidate of the beam that was dropped at that step and is a word.
  std::pair<int, std::string> dropped(int step) {
    const RunPtr run = d.session().run();
    const Var beam = run->tape.find("beam");
    const Mat& table = run->tape.value(beam);
    int best = -1;
    for (int r = 0; r < table.rows(); ++r) {
      const bool fits = table(r, 0) == step && table(r, 6) == 0 &&
                        axis_label(run->tape.node(beam).label.rows, r) != "</s>";
      if (fits && (best < 0 || table(r, 4) > table(best, 4))) best = r;
    }
    return {best, axis_label(run->tape.node(beam).label.rows, best)};
  }

  Driver d;
};

TEST_F(DecodingView, ADroppedWordThatIsClickedBeginsAnotherTranslation) {
  d.session().step = 6;  // it shows the tree
  d.session().enter_step();
  d.rest();
  const std::string first = d.session().run()->tokens[1][1];
  const auto [row, word] = dropped(0);
  ASSERT_GE(row, 0);
  d.click(d.where_in(word, d.app().stage()));
  d.rest();
  EXPECT_EQ(prefix(), word);
  EXPECT_EQ(d.session().run()->tokens[1][1], word);
  EXPECT_TRUE(d.shows("has to begin with: " + word));
  d.click(d.where("let it choose again"));
  d.rest();
  EXPECT_EQ(prefix(), "");
  EXPECT_EQ(d.session().run()->tokens[1][1], first);
  EXPECT_TRUE(d.session().undo());  // like any change
}

TEST_F(DecodingView, AColumnIsChosenByItsWord) {
  EXPECT_TRUE(d.shows("what follows “begin”"));
  d.click(d.where("vieil"));
  d.rest();
  EXPECT_TRUE(d.shows("what follows “vieil”") || d.shows("what follows “le”"));
}

TEST_F(DecodingView, ASecondSentenceIsFedInPlaceOfItsOwnWords) {
  d.session().post(SetText{1, "Hier, le vieux homme dort."});
  d.rest();
  EXPECT_TRUE(d.session().message.empty()) << d.session().message;
  EXPECT_EQ(d.session().run()->tokens[1][4], "vieux");
  EXPECT_TRUE(d.shows("vieux"));
}

TEST_F(DecodingView, AnotherSentenceIsTranslatedAtOnce) {
  d.session().post(SetText{0, "the white cats sleep"});
  d.rest();
  EXPECT_EQ(d.session().run()->tokens[1],
            (std::vector<std::string>{"<s>", "les", "chats", "blancs", "dorment"}));
}

}  // namespace
}  // namespace glassformer::testing
