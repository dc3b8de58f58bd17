#include "app/widgets/formula.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/formula_breaks.h"
#include "app/widgets/plain_formula.h"
#include "tests/app/widgets/fake_fonts.h"

namespace glassformer {
namespace {

using testing::Screen;

constexpr const char* kAttention =
    "\\tensor{weights}{A} = \\mathrm{softmax}\\left(\\frac{\\tensor{q}{\\mathbf{Q}} "
    "\\tensor{k}{\\mathbf{K}}^{\\top}}{\\sqrt{d_{k}}}\\right)\\tensor{v}{\\mathbf{V}}";

std::string error_of(const std::string& markup) {
  std::string error;
  EXPECT_FALSE(check_formula(markup, &error)) << markup;
  return error;
}

std::vector<Command> drawn(Screen& screen, std::string_view markup, float size = 18) {
  screen.frame([&](Ui& ui) {
    FormulaStyle style;
    style.size = size;
    style.ink = ui.theme.ink;
    return draw_formula(ui, markup, {100, 100}, style);
  });
  return screen.texts();
}

TEST(Formula, ReadsTheFormulasOfTheLectures) {
  for (const char* markup :
       {kAttention, "a(q,k) = \\frac{1}{\\|q-k\\|}", "e_{ij} = v^{T}\\tanh(W s_{i-1} + U h_j)",
        "c_i = \\sum_{j=1}^{n} \\alpha_{ij} h_j", "PE_{(pos,2i)} = \\sin(pos/10000^{2i/d_{model}})",
        "\\hat{x} \\bar{y} \\in \\mathbb{R}^{n \\times d_\\text{model}}",
        "s_i = (1-z_i)\\circ s_{i-1}", "x' = \\max_{j} x_j", "\\exp(-\\|q-k\\|^2/2)", "-\\infty",
        "QK^{T}", "W_{Q}", "", "\\sqrt[3]{x}", "f(x) = \\left\\{ x \\right.", "x\\,y\\;z\\quad w",
        "A \\to B", "0.5x"}) {
    std::string error;
    EXPECT_TRUE(check_formula(markup, &error)) << markup << ": " << error;
  }
}

// A floor stands on its corners, a ceiling hangs on them; both at right angles, turned inwards.
TEST(Formula, FloorsAndCeilingsHaveTheirCornersBelowAndAbove) {
  for (const bool floor : {true, false}) {
    Screen screen;
    drawn(screen, floor ? "\\left\\lfloor \\frac{a}{b} \\right\\rfloor"
                        : "\\left\\lceil \\frac{a}{b} \\right\\rceil");
    std::vector<std::vector<Vec>> brackets;
    for (const Command& one : screen.canvas.commands()) {
      if (one.kind == Command::Kind::polyline && one.points.size() == 3) {
        brackets.push_back(one.points);
      }
    }
    ASSERT_EQ(brackets.size(), 2U);
    for (const bool left : {true, false}) {
      const std::vector<Vec>& at = brackets[left ? 0 : 1];
      const Vec corner = at[1], upright = floor ? at[0] : at[2], foot = floor ? at[2] : at[0];
      EXPECT_NEAR(upright.x, corner.x, 0.01F);
      EXPECT_NEAR(foot.y, corner.y, 0.01F);
      EXPECT_EQ(foot.x > corner.x, left);
      EXPECT_EQ(corner.y > upright.y, floor);
    }
  }
}

TEST(Formula, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of("x + \\foo"),
            "unknown command \\foo (at character 5 of the formula \"x + \\foo\")");
  EXPECT_NE(error_of("\\frac{a}").find("\\frac is not followed by what it applies to"),
            std::string::npos);
  EXPECT_NE(error_of("{x").find("never closed"), std::string::npos);
  EXPECT_NE(error_of("x}").find("closes nothing (at character 2"), std::string::npos);
  EXPECT_NE(error_of("x^1^2").find("two superscripts"), std::string::npos);
  EXPECT_NE(error_of("x_").find("_ is not followed"), std::string::npos);
  EXPECT_NE(error_of("\\left( x").find("no \\right"), std::string::npos);
  EXPECT_NE(error_of("x \\right)").find("no \\left"), std::string::npos);
  EXPECT_NE(error_of("\\left x \\right)").find("needs a bracket"), std::string::npos);
  EXPECT_NE(error_of("\\tensor{q}").find("\\tensor needs"), std::string::npos);
  EXPECT_NE(error_of("\\mathbb{Q}").find("R, N and Z"), std::string::npos);
  EXPECT_NE(error_of("\\").find("lone"), std::string::npos);
  EXPECT_NE(error_of("αβ & x").find("at character 4"), std::string::npos)
      << "counted in characters";
}

TEST(Formula, HostileMarkupIsAnErrorLikeAnyOther) {
  for (const std::string& part :
       {std::string("{"), std::string("\\frac"), std::string("x^{"), std::string("\\left("),
        std::string("\\sqrt["), std::string("\\hat"), std::string("^"),
        std::string("\\tensor{q}{")}) {
    std::string markup;
    for (int i = 0; i < 1000; ++i) markup += part;
    EXPECT_FALSE(error_of(markup.substr(0, 3900)).empty());
  }
  EXPECT_NE(error_of(std::string(100000, 'x')).find("longer than"), std::string::npos);
  EXPECT_FALSE(error_of(std::string("\xff\xfe{\xc3", 4)).empty());
}

TEST(Formula, DrawsWhatItCannotReadAsItWasWritten) {
  Screen screen;
  drawn(screen, "x + \\foo{y}");
  EXPECT_TRUE(screen.shows("x + \\foo{y}"));
}

TEST(Formula, SetsEachKindOfLetterInItsFace) {
  Screen screen;
  for (const auto& text : drawn(screen, "\\mathbf{X} y \\mathrm{softmax} \\exp 12 \\alpha -")) {
    const Face face = text.text == "X"                       ? Face::math_bold
                      : text.text == "y" || text.text == "α" ? Face::math
                                                             : Face::math_upright;
    EXPECT_EQ(text.type.face, face) << text.text;
  }
  EXPECT_TRUE(screen.shows("softmax")) << "a word stays together";
  EXPECT_TRUE(screen.shows("−")) << "a true minus";
}

TEST(Formula, StaysWithinTheSizeThatItSays) {
  for (const float scale : {1.0F, 2.0F}) {
    for (const float size : {14.0F, 18.0F, 22.0F, 28.0F}) {
      Screen screen(scale);
      for (const char* markup :
           {kAttention, "\\sum_{j=1}^{n} x_j^2", "\\sqrt[3]{\\frac{x}{y}}", "\\hat{x}_{i}"}) {
        const auto texts = drawn(screen, markup, size * scale);
        const Vec box = formula_size(screen.canvas, markup, size * scale);
        for (const auto& command : screen.canvas.commands()) {
          if (command.kind == Command::Kind::text) {
            EXPECT_GE(command.rect.x, 100 - 0.1F) << command.text;
            EXPECT_LE(command.rect.right(), 100 + box.x + 0.1F) << markup << " " << command.text;
            const float baseline = command.rect.y + screen.fonts.ascent(command.type);
            EXPECT_GT(baseline, 100) << markup << " " << command.text;
            EXPECT_LE(baseline, 100 + box.y + 0.1F) << markup << " " << command.text;
          }
          for (const Vec p : command.points) {
            EXPECT_GE(p.x, 100 - 0.1F);
            EXPECT_LE(p.x, 100 + box.x + 0.1F) << markup;
          }
        }
        EXPECT_FALSE(texts.empty());
      }
    }
  }
}

TEST(Formula, UsesTheTypeScaleAndNeverLessThanItsSmallestSize) {
  for (const float scale : {1.0F, 1.6F, 2.0F}) {
    Screen screen(scale);
    for (const float size : {14.0F, 18.0F, 20.0F, 28.0F}) {
      for (const auto& text :
           drawn(screen, "x_{i_{j_{k}}}^{2^{2}} + \\frac{1}{\\frac{2}{3}}", size * scale)) {
        const float at_1 = text.type.size / scale;
        EXPECT_TRUE(at_1 == 14 || at_1 == 16 || at_1 == 18 || at_1 == 22 || at_1 == 28) << at_1;
      }
    }
  }
}

TEST(Formula, PutsScriptsAboveAndBelowTheLine) {
  Screen screen;
  float base = 0, above = 0, below = 0;
  for (const auto& text : drawn(screen, "x_{i}^{2}", 28)) {
    const float baseline = text.rect.y + screen.fonts.ascent(text.type);
    (text.text == "x" ? base : text.text == "2" ? above : below) = baseline;
  }
  EXPECT_LT(above, base - 5);
  EXPECT_GT(below, base + 3);
}

TEST(Formula, BracketsGrowWithWhatTheyHold) {
  Screen screen;
  drawn(screen, "\\left(\\frac{a}{b}\\right)");
  EXPECT_EQ(screen.count(Command::Kind::bezier), 2);
  EXPECT_FALSE(screen.shows("("));
  drawn(screen, "\\left(a\\right)");
  EXPECT_EQ(screen.count(Command::Kind::bezier), 0);
  EXPECT_TRUE(screen.shows("("));
}

TEST(Formula, TensorsHaveTheirColourAndAreTouched) {
  Screen screen;
  FormulaStyle style;
  style.size = 28;
  style.ink = rgb(0x000000);
  style.tensor_color = [](std::string_view path) {
    return path == "q" ? rgb(0x112233) : rgb(0x445566);
  };
  const auto draw = [&](Ui& ui) {
    return draw_formula(ui, "\\tensor{q}{Q}\\tensor{k}{K} = x", {100, 100}, style);
  };
  EXPECT_EQ(screen.frame(draw).hovered, "");
  Vec on_k;
  for (const auto& text : screen.texts()) {
    EXPECT_EQ(text.color, text.text == "Q"   ? rgb(0x112233)
                          : text.text == "K" ? rgb(0x445566)
                                             : style.ink);
    if (text.text == "K") on_k = text.rect.center();
  }
  EXPECT_EQ(screen.count(Command::Kind::fill), 0);
  screen.input.mouse = on_k;
  EXPECT_EQ(screen.frame(draw).hovered, "k");
  EXPECT_EQ(screen.count(Command::Kind::fill), 1) << "lit from below";
  screen.input.mouse = {0, 0};
  style.lit = "q";
  EXPECT_EQ(screen.frame(draw).hovered, "");
  EXPECT_EQ(screen.count(Command::Kind::fill), 1);
}

struct Lines {
  float height = 0;
  std::vector<Command> texts;
};

Lines prose(Screen& screen, std::string_view text, float width) {
  Lines lines;
  const ProseTouch touch = screen.frame([&](Ui& ui) {
    FormulaStyle style;
    style.ink = ui.theme.ink;
    return draw_prose(ui, text, {50, 40}, width, ui.theme.body(), style);
  });
  lines.height = touch.height;
  lines.texts = screen.texts();
  return lines;
}

TEST(Prose, BreaksLinesWithinTheWidth) {
  const std::string text =
      "The scores $QK^{T}$ are divided by $\\sqrt{d_{k}}$, so that the softmax does not saturate: "
      "$\\frac{\\exp s_{ij}}{\\sum_k \\exp s_{ik}}$ and **all** weights of a row sum to $1$.";
  for (float width = 120; width < 900; width += 37) {
    Screen screen;
    const Lines lines = prose(screen, text, width);
    for (const auto& word : lines.texts) {
      EXPECT_GE(word.rect.x, 50 - 0.1F);
      EXPECT_LE(word.rect.right(), 50 + width + 0.1F) << word.text << " at " << width;
      EXPECT_GE(word.rect.y, 40 - 4) << word.text;
      EXPECT_LE(word.rect.bottom(), 40 + lines.height + 4) << word.text;
    }
  }
}

TEST(Prose, KeepsTheTwoSidesOfATimesTogether) {
  for (float width = 90; width < 400; width += 11) {
    Screen screen;
    for (const auto& word :
         prose(screen, "Four queries make a 4 × 5 matrix of scores.", width).texts)
      EXPECT_EQ(word.text.find("×") != std::string::npos, word.text == "4 × 5") << word.text;
  }
}

TEST(Prose, MeasuresWhatItWouldDraw) {
  Screen screen;
  const Lines lines = prose(screen, "A line, $x_{i}$ and\n\na paragraph", 200);
  const ProseTouch measured = screen.frame([&](Ui& ui) {
    return draw_prose(ui, "A line, $x_{i}$ and\n\na paragraph", {0, 0}, 200, ui.theme.body(), {},
                      false);
  });
  EXPECT_EQ(measured.height, lines.height);
  EXPECT_TRUE(screen.canvas.commands().empty());
}

TEST(Prose, PutsFormulasOnTheLineOfTheWords) {
  Screen screen;
  const Lines lines = prose(screen, "word $x$ word", 500);
  ASSERT_EQ(lines.texts.size(), 3U);
  const auto baseline = [&](const Command& c) { return c.rect.y + screen.fonts.ascent(c.type); };
  EXPECT_FLOAT_EQ(baseline(lines.texts[0]), baseline(lines.texts[1]));
  EXPECT_FLOAT_EQ(baseline(lines.texts[0]), baseline(lines.texts[2]));
}

TEST(Prose, KeepsACommaWithItsFormula) {
  for (float width = 60; width < 200; width += 3) {
    Screen screen;
    const Lines lines = prose(screen, "word words $x$, more", width);
    float x_y = 0, comma_y = 1;
    for (const auto& c : lines.texts) {
      if (c.text == "x") x_y = c.rect.y;
      if (c.text == ",") comma_y = c.rect.y;
    }
    EXPECT_NEAR(x_y, comma_y, 1) << width;
  }
}

TEST(Prose, SetsBoldSpansAndLeavesLoneMarksAsTheyAre) {
  Screen screen;
  for (const auto& c : prose(screen, "a **bold** word, 2 * 3 ** 4 costs 5 $", 900).texts) {
    EXPECT_EQ(c.type.face, c.text == "bold" ? Face::bold : Face::text) << c.text;
  }
  EXPECT_TRUE(screen.shows("$"));
  EXPECT_TRUE(screen.shows("**"));
}

TEST(Prose, BreaksAWordThatIsLongerThanTheLine) {
  Screen screen;
  const Lines lines = prose(screen, std::string(500, 'w'), 100);
  for (const auto& c : lines.texts) EXPECT_LE(c.rect.right(), 150.1F);
  EXPECT_GT(lines.height, 500);
  EXPECT_EQ(prose(screen, "", 100).height, 0);
  prose(screen, "narrow ünïcödé", 1);
}

TEST(Prose, ReportsTheTensorUnderThePointer) {
  Screen screen;
  const auto draw = [](Ui& ui) {
    return draw_prose(ui, "the query $\\tensor{q}{Q}$ asks", {50, 40}, 500, ui.theme.body(), {});
  };
  screen.frame(draw);
  for (const auto& c : screen.texts()) {
    if (c.text == "Q") screen.input.mouse = c.rect.center();
  }
  EXPECT_EQ(screen.frame(draw).hovered, "q");
}

// By letters, as if all were equally wide: "first / second".
std::string broken(std::string_view formula) {
  const auto lines = broken_formula(
      formula, [](std::string_view part) { return static_cast<float>(part.size()); });
  return lines ? std::string(lines->first) + " / " + std::string(lines->second) : "whole";
}

TEST(TransposedMarkup, HasBracketsWhereTheSignWouldBindAPart) {
  EXPECT_EQ(transposed_markup("A"), "A^{\\top}");
  EXPECT_EQ(transposed_markup("\\alpha_{ij}"), "\\alpha_{ij}^{\\top}");
  EXPECT_EQ(transposed_markup("\\text{name}"), "\\text{name}^{\\top}");
  EXPECT_EQ(transposed_markup("HV"), "(HV)^{\\top}");
  EXPECT_EQ(transposed_markup("W^{O}"), "(W^{O})^{\\top}");
}

TEST(FormulaBreaks, TheLowestPrecedenceComesFirst) {
  EXPECT_EQ(broken("a + b = c + d, \\quad e = f + g"), "a + b = c + d, / e = f + g");
  EXPECT_EQ(broken("\\max(0, x) + b \\quad \\to \\quad y(u + w)"),
            "\\max(0, x) + b / \\to \\quad y(u + w)");
  EXPECT_EQ(broken("a b c d = e f g + h"), "a b c d / = e f g + h");
}

TEST(FormulaBreaks, OfEqualOnesThatWhichMakesTheLinesMostEqual) {
  EXPECT_EQ(broken("aa = 1, \\quad bb = 2, \\quad cccccccc = 3"),
            "aa = 1, \\quad bb = 2, / cccccccc = 3");
  EXPECT_EQ(broken("aaaa + bbbb + cccc + dddd"), "aaaa + bbbb / + cccc + dddd");
}

TEST(FormulaBreaks, NoSymbolStandsAloneWhereItNeedNot) {
  EXPECT_EQ(broken("C = 2 \\cdot aaaaaa \\cdot bbbbbbb"), "C = 2 \\cdot aaaaaa / \\cdot bbbbbbb");
  EXPECT_EQ(broken("p = \\frac{aaaaaaaa}{bbbbbbbbbbbb}"), "p / = \\frac{aaaaaaaa}{bbbbbbbbbbbb}");
}

TEST(FormulaBreaks, WhatIsInBracketsStaysTogether) {
  EXPECT_EQ(broken("f(a + b + c)"), "whole");
  EXPECT_EQ(broken("\\left( a + b \\right) c - d e f g"), "\\left( a + b \\right) c / - d e f g");
}

}  // namespace
}  // namespace glassformer
