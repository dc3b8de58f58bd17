#include <epoxy/gl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "app/platform/picture.h"
#include "tests/app/gpu/instead.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

// Opens the panel that hangs from the chip, which has no time in a picture that stands still.
void open_panel(Driver& d) {
  for (const Command* text : d.texts()) {
    if (text->text == "CPU" || text->text == "GPU") {
      d.click(text->rect.center());
      return;
    }
  }
  FAIL() << "nothing says where it is computed";
}

TEST(Computing, IsChosenAndComparedOnScreen) {
  Driver d("multi-head", {.painted = true});
  EXPECT_FALSE(d.session().run()->on_device) << "a software renderer is no reason to leave the CPU";
  open_panel(d);
  ASSERT_TRUE(d.shows("Where it is computed"));
  EXPECT_TRUE(d.shows_part("shaders") || !gl_facts().software);
  EXPECT_TRUE(d.shows_part("Largest difference ") || d.shows_part("Both give the same numbers"));
  EXPECT_FALSE(d.shows_part("e-0")) << "numbers are written as elsewhere";
  const Mat before = d.session().run()->tape.value(d.session().run()->output);
  d.click(d.where("GPU"));
  EXPECT_TRUE(d.session().run()->on_device);
  EXPECT_EQ(d.app().settings().where, Where::gpu);
  EXPECT_LE(largest_difference(before, d.session().run()->tape.value(d.session().run()->output)),
            1e-5);
  d.press(Key::escape);
  EXPECT_FALSE(d.shows("Where it is computed"));
  EXPECT_TRUE(d.shows("GPU"));
}

// A window sleeps when nothing wants a frame: then all that a click did must be on screen, though
// the hand keeps still.
TEST(Computing, AClickIsAnsweredThoughNothingMovesAfterIt) {
  Driver d("multi-head");
  open_panel(d);
  d.press_at(d.where("GPU"));
  d.release();
  ASSERT_TRUE(d.app().wants_frame());
  d.frame();
  EXPECT_TRUE(d.session().run()->on_device);
}

Settings computing(Where where) {
  Settings settings;
  settings.where = where;
  return settings;
}

// The forward pass changes places in the middle of a visit: edits, undo and the words stay.
TEST(Computing, EditsGoOnWhereverItIsComputed) {
  Driver d("multi-head", {.settings = computing(Where::gpu), .painted = true});
  EXPECT_TRUE(d.session().run()->on_device);
  d.session().post(SetCell{"x", {0, 0, 2.5}});
  d.frame();
  EXPECT_TRUE(d.session().run()->on_device) << d.session().run()->notes.back();
  EXPECT_EQ(d.value("x", 0, 0), 2.5);
  const double there = d.value("head.1.scores", 0, 0);
  open_panel(d);
  d.click(d.where("CPU"));
  EXPECT_FALSE(d.session().run()->on_device);
  EXPECT_NEAR(d.value("head.1.scores", 0, 0), there, 1e-5);
  d.press(Key::z, true);
  EXPECT_NE(d.value("x", 0, 0), 2.5);
}

// Step by step the pictures are the same, wherever the cells lie.
TEST(Computing, PicturesAreTheSame) {
  const std::string text =
      "the cat sat on the mat and the dog ran after the ball in the park while the children sang "
      "songs about the moon and the stars and the sun above the sea at night";
  const auto painted = [&](Where where) {
    Driver d("multi-head", {.settings = computing(where), .painted = true});
    d.session().post(SetText{0, text});
    d.go_to("head.1.weights");
    d.rest();
    return d.target().read();
  };
  const Pixels cpu = painted(Where::cpu), gpu = painted(Where::gpu);
  ASSERT_EQ(cpu.rgba.size(), gpu.rgba.size());
  // Without the top bar, which says where it is computed, and the words at the right: their numbers
  // are rounded in other places.
  std::size_t other = 0;
  for (int y = 60; y < cpu.height; ++y) {
    for (int x = 0; x < cpu.width - 400; ++x) {
      for (int channel = 0; channel < 3; ++channel) {
        const auto i = static_cast<std::size_t>((y * cpu.width + x) * 4 + channel);
        if (std::abs(cpu.rgba[i] - gpu.rgba[i]) > 4) ++other;
      }
    }
  }
  EXPECT_LE(other, cpu.rgba.size() / 100'000);
}

// A driver that refuses the shader of heat maps alone: GL's functions know no object.
GLuint refused_shader = 0;
PFNGLSHADERSOURCEPROC real_source = nullptr;
PFNGLGETSHADERIVPROC real_says = nullptr;

TEST(Computing, AHeatMapThatTheCardRefusesIsToldOnceAndPaintedByTheProcessor) {
  const std::string line = "the cat sat on the mat and the dog ran after the ball in the park ";
  const std::string text = line + line + line;  // cells too small for numbers
  const auto shown = [&] {
    Driver d("multi-head", {.settings = computing(Where::gpu), .painted = true});
    d.session().post(SetText{0, text});
    d.go_to("head.1.weights");
    d.rest();
    const std::string told = d.session().message;
    d.session().message.clear();
    d.rest();
    EXPECT_EQ(d.session().message, "") << "said again";
    return told;
  };
  EXPECT_EQ(shown(), "");
  real_source = epoxy_glShaderSource;
  real_says = epoxy_glGetShaderiv;
  const testing_gpu::Instead notes(
      epoxy_glShaderSource,
      +[](GLuint shader, GLsizei count, const GLchar* const* texts, const GLint* lengths) {
        const std::string_view last(texts[count - 1], static_cast<std::size_t>(lengths[count - 1]));
        if (last.starts_with("// The picture of a matrix")) refused_shader = shader;
        real_source(shader, count, texts, lengths);
      });
  const testing_gpu::Instead refuses(
      epoxy_glGetShaderiv, +[](GLuint shader, GLenum what, GLint* value) {
        real_says(shader, what, value);
        if (what == GL_COMPILE_STATUS && shader == refused_shader) *value = GL_FALSE;
      });
  const std::string told = shown();
  EXPECT_NE(told.find("refuses the shader paint_cells.comp"), std::string::npos) << told;
  EXPECT_NE(told.find("The processor paints the heat maps instead."), std::string::npos) << told;
}

// The software renderer under another name is a card that has to prove itself.
const GLubyte* another_name(GLenum what) {
  static const auto real = epoxy_glGetString;
  return what == GL_RENDERER ? reinterpret_cast<const GLubyte*>("A card") : real(what);
}

TEST(Computing, UntilACardHasProvedItselfTheProcessorComputes) {
  const TemporaryFolder folder;
  const std::string go = (folder.path() / "go").string();
  ASSERT_EQ(::mkfifo(go.c_str(), 0600), 0);
  ::setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
  {
    Driver first("multi-head");  // looks OpenGL's functions up
    another_name(GL_VENDOR);
    const testing_gpu::Instead named(epoxy_glGetString, &another_name);
    Driver d("multi-head", {.settings = computing(Where::gpu)});
    d.app().test_card_by({{"/bin/sh", "-c", "read word <" + go + "; echo \"$word\""},
                          std::chrono::milliseconds{60'000}});
    d.frame();
    EXPECT_TRUE(d.app().is_testing_card());
    EXPECT_FALSE(d.session().run()->on_device);
    EXPECT_NE(d.session().message.find("is being tested"), std::string::npos)
        << d.session().message;
    std::ofstream(go) << "right\n";
    while (d.app().is_testing_card()) d.frame();
    d.rest();
    EXPECT_TRUE(d.session().run()->on_device);
  }
  ::unsetenv("XDG_CACHE_HOME");
}

}  // namespace
}  // namespace glassformer::testing
