#include "core/lesson/living_text.h"

#include <gtest/gtest.h>

#include "core/grad/ops.h"
#include "core/lesson/lesson.h"
#include "core/lesson/wording.h"

namespace glassformer {
namespace {

// Two scores, 14 and 12 after the division: weights 0.8808 and 0.1192.
class LivingTextTest : public ::testing::Test {
 protected:
  LivingTextTest()
      : lesson_(parse_lesson(R"({"id": "a", "title": "A", "model": "attention",
          "config": {"d_k": 64}, "tokens": [["Thinking", "Machines"], ["Thinking"]],
          "given": {"scores": [[112, 96]], "v": [[3, 4], [0, 1]]}})",
                             "a.json")),
        run_(glassformer::run(lesson_.inputs)) {}

  std::string fill(std::string_view text, bool own = true) const {
    return filled(text, {run_.get(), &lesson_.inputs, {own, own, own, own, own}});
  }
  std::vector<std::string> flaws(std::string_view text) const {
    return check_living(text, {run_.get(), &lesson_.inputs});
  }

  Lesson lesson_;
  RunPtr run_;
};

TEST_F(LivingTextTest, NumbersComeFromTheRun) {
  EXPECT_EQ(fill("It is \\value{weights}{0}{0}."), "It is 0.881.");
  EXPECT_EQ(fill("\\value[6]{weights}{0}{last}"), "0.119203");
  EXPECT_EQ(fill("\\percent{weights}{0}{Thinking}"), "88.1 %");
  EXPECT_EQ(fill("\\sum{scaled}{0}{*} \\mean{scaled}{*}{*} \\min{scaled}{0}{*}"), "26 13 12");
  EXPECT_EQ(fill("\\norm{v}{0}{*}"), "5");
  EXPECT_EQ(fill("\\rows{v} by \\cols{v}"), "2 by 2");
  EXPECT_EQ(fill("d_k = \\option{d_k}"), "d_k = 64");
}

TEST_F(LivingTextTest, WordsComeFromTheAxes) {
  EXPECT_EQ(fill("\\argmax{weights}{0}{*} before \\argmin{weights}{0}{*}"),
            "Thinking before Machines");
  EXPECT_EQ(fill("\\argmax{v}{*}{1}"), "Thinking");
  EXPECT_EQ(fill("\\argmax{weights}{*}{1}"), "Thinking") << "the one row, not the column";
  EXPECT_EQ(fill("\\row{weights}{0}, \\col{weights}{1}"), "Thinking, Machines");
  EXPECT_EQ(fill("\\rank{weights}{0}{1}"), "2");
}

TEST_F(LivingTextTest, TheFirstOfTwoRowsThatIsThereIsMeant) {
  EXPECT_EQ(fill("\\col{weights}{1|0}"), "Machines");
  EXPECT_EQ(fill("\\col{weights}{5|0}"), "Thinking");
  EXPECT_EQ(fill("\\col{weights}{it|Machines}, \\col{weights}{9|5|last}"), "Machines, Machines");
  EXPECT_NE(flaws("\\col{weights}{5|7}"), std::vector<std::string>{});
}

TEST_F(LivingTextTest, FormulasKeepTheirOwnCommands) {
  EXPECT_EQ(fill("$\\frac{1}{\\value{scaled}{0}{0}}$"), "$\\frac{1}{14}$");
  EXPECT_EQ(fill("$\\max(0, x) + \\sum_j a_j$"), "$\\max(0, x) + \\sum_j a_j$");
  EXPECT_EQ(fill("$\\argmax{weights}{0}{*}$"), "$\\text{Thinking}$");
  EXPECT_EQ(filled_formula("E = \\value{scaled}{0}{1}", {run_.get(), &lesson_.inputs}), "E = 12");
}

TEST_F(LivingTextTest, SmallNumbersAreWrittenAsPowers) {
  Lesson sharp = lesson_;
  sharp.inputs.options["scale"] = 0.0;
  const RunPtr run = glassformer::run(sharp.inputs);
  const LivingText from{run.get(), &sharp.inputs};
  EXPECT_EQ(filled("\\value{weights}{0}{1}", from), "1.13\u2009×\u200910⁻⁷");
  EXPECT_EQ(filled("$\\value{weights}{0}{1}$", from), "$1.13 \\cdot 10^{−7}$");
}

// The loss is the sum of the cells of x y: its gradient by a cell of x is the sum of a row of y.
TEST(LivingGradient, ComesFromTheRunsLoss) {
  glassformer::Run made;
  const Var x = made.tape.input(Mat{{1, 2}});
  made.tape.name(x, {.name = "x"});
  const Var y = made.tape.input(Mat{{3, 0}, {5, -1}});
  made.tape.name(y, {.name = "y"});
  made.loss = matmul(made.tape, x, y);
  const Var aside = made.tape.input(Mat{{1}});
  made.tape.name(aside, {.name = "aside"});
  made.tape.backward(made.loss);
  const Inputs none;
  const LivingText from{&made, &none};
  EXPECT_EQ(filled("\\grad{x}{0}{0} and \\grad[5]{x}{0}{last}", from), "3 and 4");
  EXPECT_EQ(filled("\\gradnorm{x}{0}{*}", from), "5");
  // Its rows get 1 and 1 and 2 and 2.
  EXPECT_EQ(filled("\\gradargmax{y}", from), "2");
  EXPECT_EQ(filled("\\value{x}{0}{0}", from), "1");
  EXPECT_EQ(filled("\\grad{aside}{0}{0}", from), "–");
  EXPECT_EQ(check_living("\\grad{aside}{0}{0} \\grad{x}{0}", from).size(), 2U);
}

TEST_F(LivingTextTest, WhatHoldsForTheLessonsOwnDataIsLeftOut) {
  const std::string text = "So it is. \\own{The lecture prints $\\frac{1}{2}$ and {0.88}.}";
  EXPECT_EQ(fill(text), "So it is. The lecture prints $\\frac{1}{2}$ and {0.88}.");
  EXPECT_EQ(fill(text, false), "So it is.");
  EXPECT_EQ(fill("$\\owner{x}$", false), "$\\owner{x}$");
}

TEST_F(LivingTextTest, ASentenceThatTheUsersDataCannotFillIsLeftOut) {
  const std::string lacking = "\\value{weights}{9}{0}";
  EXPECT_EQ(fill("One. It has " + lacking + ", or {a. B} and $x. Y$ of it. Three.", false),
            "One. Three.");
  EXPECT_EQ(fill("It has " + lacking + ".", false), "");
  EXPECT_EQ(fill("It has " + lacking + ".", true), "It has –.") << "the lesson's own is checked";
  EXPECT_EQ(fill("With e.g. five, 1.5 and no. 3! Is it? It is", false),
            "With e.g. five, 1.5 and no. 3! Is it? It is");
}

TEST_F(LivingTextTest, WhatIsNotThereIsADashAndAFlaw) {
  EXPECT_EQ(fill("\\value{wights}{0}{0}"), "–");
  EXPECT_EQ(flaws("\\value{weights}{0}{0}"), std::vector<std::string>{});
  for (const char* text : {"\\value{wights}{0}{0}", "\\value{weights}{1}{0}", "\\value{weights}{0}",
                           "\\value{weights}{0}{Tinking}", "\\value[x]{weights}{0}{0}",
                           "\\option{dk}", "\\own{open"}) {
    EXPECT_EQ(flaws(text).size(), 1U) << text;
  }
}

TEST_F(LivingTextTest, AConditionChoosesBetweenTwoTexts) {
  const auto said = [&](const std::string& condition) {
    return fill("\\if{" + condition + "}{yes}{no}");
  };
  EXPECT_EQ(said("\\argmax{weights}{0}{*} = Thinking"), "yes");
  EXPECT_EQ(said("\\argmax{weights}{0}{*} = Machines"), "no");
  EXPECT_EQ(said("\\argmax{weights}{0}{*} != Machines"), "yes");
  EXPECT_EQ(said("\\value{scaled}{0}{0} > 13.5"), "yes");
  EXPECT_EQ(said("\\value{scaled}{0}{0} > \\value{scaled}{0}{1}"), "yes");
  EXPECT_EQ(said("\\cols{v} <= 1"), "no");
  EXPECT_EQ(said("\\share{scaled}{*}{*}{> 13} = 0.5"), "yes");
  EXPECT_EQ(said("\\option{d_k} = 64 and not \\rows{v} = 3"), "yes");
  EXPECT_EQ(said("\\rows{v} = 3 or \\rows{v} = 2"), "yes");
  EXPECT_EQ(said("\\rows{v} = 2 and \\rows{v} = 3"), "no");
  EXPECT_EQ(said("\\value{weights}{0}{0} ~ 0.881"), "yes") << "as it is written";
  EXPECT_EQ(said("\\value{weights}{0}{0} = 0.881"), "no");
  EXPECT_EQ(said("\\value{weights}{0}{0} ~ \\value{weights}{0}{1}"), "no");
  EXPECT_EQ(said("\\value{weights}{0}{0}"), "yes") << "the run has it";
  EXPECT_EQ(said("\\value{weights}{9}{0}"), "no");
  EXPECT_EQ(fill("\\if{\\rows{v} = 2}{\\if{ours}{A}{B}}{C}."), "A.");
  EXPECT_EQ(fill("\\if{\\rows{v} = 2}{\\if{ours}{A}{B}}{C}.", false), "B.");
  EXPECT_EQ(fill("$\\if{\\cols{v} = 2}{a}{b}^2$"), "$a^2$");
}

TEST_F(LivingTextTest, NumbersMayBeCountedAndWrittenAsWords) {
  EXPECT_EQ(fill("\\count{scaled}{*}{*}{> 13} of \\cols{scaled}, \\share{scaled}{*}{*}{> 13}"),
            "1 of 2, 50 %");
  EXPECT_EQ(fill("\\many{\\cols{v}}{column}{columns}, and \\many{\\rows{weights}}{row}{rows}."),
            "Two columns, and one row.");
  EXPECT_EQ(flaws("\\many{2}{column}{columns}").size(), 1U);
  EXPECT_EQ(flaws("\\count{scaled}{*}{*}{13}").size(), 1U);
}

TEST(LivingText, PiecesAreCalledWithoutTheirSpace) {
  const Lesson lesson = parse_lesson(R"({"id": "a", "title": "A", "model": "attention",
      "tokens": [["The", " cat"], [" cat"]], "given": {"scores": [[1, 2]], "v": [[3], [4]]}})",
                                     "a.json");
  const RunPtr run = glassformer::run(lesson.inputs);
  const LivingText from{run.get(), &lesson.inputs};
  EXPECT_EQ(filled("“\\argmax{weights}{0}{*}” has \\value{v}{cat}{0}.", from), "“cat” has 4.");
}

TEST_F(LivingTextTest, WhatIsOursIsToldApart) {
  const auto with = [&](Ours own) {
    return filled(
        "\\if{our text}{T}{-}\\if{our model}{M}{-}\\if{our vectors}{V}{-}"
        "\\if{our recording}{R}{-}\\own{A}",
        {run_.get(), &lesson_.inputs, own});
  };
  EXPECT_EQ(with({}), "TMVRA");
  EXPECT_EQ(with({.text = false, .all = false}), "-MVR");
  EXPECT_EQ(with({.model = false, .all = false}), "T-VR");
  EXPECT_EQ(with({.vectors = false, .all = false}), "TM-R");
  EXPECT_EQ(with({.recording = false, .all = false}), "TMV-");
  Inputs changed = lesson_.inputs;
  EXPECT_TRUE(ours(changed, lesson_.inputs).all);
  changed.options["d_k"] = 9.0;
  EXPECT_FALSE(ours(changed, lesson_.inputs).all);
  EXPECT_TRUE(ours(changed, lesson_.inputs).text);
  changed.tokens[0] = {"others"};
  EXPECT_FALSE(ours(changed, lesson_.inputs).text);
}

TEST_F(LivingTextTest, AConditionThatCannotBeReadIsAFlaw) {
  for (const char* text : {"\\if{our txt}{a}{b}", "\\if{ours}{a}", "\\if{\\rows{v} > many}{a}{b}",
                           "\\if{\\rows{u} > 1}{a}{b}", "\\if{\\rows > 1}{a}{b}",
                           "\\if{ours}{a}{\\if{theirs}{b}{c}}", "\\if{ours}{a}{\\value{v}{0}}"}) {
    EXPECT_EQ(flaws(text).size(), 1U) << text;
  }
  EXPECT_EQ(flaws("\\if{ours}{a}{\\value{of_another_model}{0}{0}}"), std::vector<std::string>{})
      << "what does not stand need not be there";
}

TEST(LivingText, WhatIsLeftWithoutTheLessonsDataMustRead) {
  EXPECT_EQ(without_own_data("It is\\own{ \\value{a}{0}{0}}."), "It is.");
  const auto found = [](std::string_view text) { return broken_without_own(text).size(); };
  EXPECT_EQ(found("It is small\\own{: 0.1}. Next."), 0u);
  EXPECT_EQ(found("It is \\own{small}."), 1u);
  EXPECT_EQ(found("One. \\own{Two, }three."), 1u);
  EXPECT_EQ(found("\\own{Two, }three."), 1u);
  EXPECT_EQ(found("More: \\own{two}"), 1u);
  EXPECT_EQ(found("\\if{ours}{One.}{Two.} Three."), 0u);
  EXPECT_EQ(found("\\if{ours}{One}{two} three."), 1u);
  EXPECT_EQ(found("\\if{ours}{One.}{Two.}Three."), 2u);
}

}  // namespace
}  // namespace glassformer
