// Every OpenGL call of the card's half fails once: the numbers are the processor's, and a sentence
// says why they are, or nobody notices.
#include <epoxy/gl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/card/vector_engines.h"
#include "app/gpu/card.h"
#include "app/gpu/gpu_backend.h"
#include "app/gpu/painted.h"
#include "app/platform/egl.h"
#include "core/embed/search/neighbours.h"
#include "core/embed/train/word2vec.h"
#include "core/lesson/lesson.h"
#include "core/project/tsne.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "core/train/pair_task.h"
#include "core/train/trainer.h"
#include "tests/core/models/tiny_checkpoint.h"
#include "tests/core/project/seeded_rows.h"
#include "tests/faults/app/failing_gl.h"
#include "tests/faults/core/small.h"
#include "tests/faults/trying.h"

namespace glassformer {
namespace {

GraphicsCard new_card() {
  return make_graphics_card([] { return make_egl_compute_context(); });
}

// A function of OpenGL that is never called gets its slot filled by nobody: it is called here.
void look_up_all() {
  const DevicePtr device = Device::make(make_egl_compute_context());
  const Device::Turn turn(*device);
  GLint64 wide = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &wide);
  GLint one = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &one);
  glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &one);
  glGetString(GL_VENDOR);
  const GLuint shader = glCreateShader(GL_COMPUTE_SHADER), program = glCreateProgram();
  const char* const text = "#version 430\nlayout(local_size_x = 1) in; void main() {}";
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  glGetShaderiv(shader, GL_COMPILE_STATUS, &one);
  GLsizei written = 0;
  char log[64];
  glGetShaderInfoLog(shader, sizeof log, &written, log);
  glAttachShader(program, shader);
  glLinkProgram(program);
  glGetProgramiv(program, GL_LINK_STATUS, &one);
  glGetProgramInfoLog(program, sizeof log, &written, log);
  glUseProgram(program);
  glUniform1i(-1, 0);
  glUniform1f(-1, 0);
  GLuint buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
  glBufferData(GL_COPY_WRITE_BUFFER, 64, nullptr, GL_DYNAMIC_COPY);
  glBufferSubData(GL_COPY_WRITE_BUFFER, 0, 4, log);
  glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, buffer, 0, 64);
  glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R32F, GL_RED, GL_FLOAT, nullptr);
  GLuint mapped = 0;
  glGenBuffers(1, &mapped);
  glBindBuffer(GL_COPY_WRITE_BUFFER, mapped);
  glBufferStorage(GL_COPY_WRITE_BUFFER, 64, nullptr, GL_MAP_WRITE_BIT);
  glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, 64, GL_MAP_WRITE_BIT);
  glDeleteBuffers(1, &mapped);
  glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
  glBindBuffer(GL_COPY_READ_BUFFER, buffer);
  glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 32, 4);
  glGetBufferSubData(GL_COPY_WRITE_BUFFER, 0, 4, log);
  glDispatchCompute(1, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glWaitSync(fence, 0, GL_TIMEOUT_IGNORED);
  glClientWaitSync(fence, 0, 0);
  glDeleteSync(fence);
  glFlush();
  glFinish();
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, log);
  glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
  glDeleteTextures(1, &texture);
  glUseProgram(0);
  glDeleteShader(shader);
  glDeleteProgram(program);
  glDeleteBuffers(1, &buffer);
  glGetError();
  glGetGraphicsResetStatus();
  if (epoxy_has_gl_extension("GL_ARB_robustness")) glGetGraphicsResetStatusARB();
}

class GlCalls : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { look_up_all(); }

  // `act` computes and compares what came of it; it returns the sentences that were told.
  void each_fails(const std::function<std::string()>& act, int most = 6) {
    std::map<std::string, int> calls;
    {
      const testing::CountedGl counted;
      EXPECT_EQ(act(), "");
      calls = counted.calls();
    }
    EXPECT_GT(calls["glDispatchCompute"], 0) << "the card computes nothing";
    int told = 0;
    for (const auto& [function, count] : calls) {
      for (const std::int64_t nth : testing::ordinals(count, most)) {
        SCOPED_TRACE(fmt::format("{} {} of {}", function, nth, count));
        std::string sentence;
        {
          const testing::FailingGl fault(function, static_cast<int>(nth));
          try {
            sentence = act();
          } catch (const std::exception& error) {
            ADD_FAILURE() << error.what();
          }
        }
        testing::expect_sentence(sentence);
        told += sentence.empty() ? 0 : 1;
        if (HasFailure()) return;
      }
    }
    EXPECT_GT(told, 0) << "nothing was ever noticed";
    act();  // the card may be given up for a shader, but the numbers are right
  }
};

// A card that is reset at every call in turn, each time a new one.
void each_loses(const std::function<std::string()>& act, int most) {
  int calls = 0;
  {
    const testing::CountedGl counted;
    EXPECT_EQ(act(), "");
    for (const auto& [function, count] : counted.calls()) calls += count;
  }
  int told = 0;
  for (const std::int64_t nth : testing::ordinals(calls, most)) {
    SCOPED_TRACE(fmt::format("call {} of {}", nth, calls));
    std::string sentence;
    {
      const testing::LostContext lost(static_cast<int>(nth));
      try {
        sentence = act();
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
      }
      EXPECT_EQ(lost.called_without_context(), "");
    }
    testing::expect_sentence(sentence);
    told += sentence.empty() ? 0 : 1;
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(told, 0) << "nothing was ever noticed";
}

void expect_same(const Tape& wanted, const Tape& got, bool gradients) {
  for (const std::string& path : wanted.paths()) {
    EXPECT_LE(largest_difference(wanted.value(wanted.find(path)), got.value(got.find(path))), 1e-4)
        << path;
    if (!gradients) continue;
    EXPECT_LE(largest_difference(wanted.grad(wanted.find(path)), got.grad(got.find(path))), 1e-3)
        << path;
  }
}

// A pass and its gradients; what is read later is as right as what was read at once.
std::string pass(const Inputs& inputs, const Run& wanted, const GraphicsCard& card) {
  RunPtr there;
  {
    const OnBackend on(card.backend);
    there = run(inputs);
  }
  Tape here_back = wanted.tape, there_back = there->tape;
  here_back.backward(wanted.output);
  there_back.backward(there->output);
  const Tape &here_read = here_back, &there_read = there_back;
  expect_same(here_read, there_read, true);
  if (!there->on_device) {
    EXPECT_FALSE(there->notes.empty()) << "nothing says that the processor took over";
    return there->notes.empty() ? "?" : there->notes.back();
  }
  return there_back.device_failure();
}

TEST_F(GlCalls, OfAPassAndItsGradients) {
  const Inputs inputs = find_lesson("multi-head").inputs;
  const RunPtr wanted = run(inputs);
  const GraphicsCard card = new_card();
  pass(inputs, *wanted, card);  // compiles
  each_fails([&] { return pass(inputs, *wanted, card); });
}

TEST_F(GlCalls, OfACardThatIsMadeAndOfItsShaders) {
  const Inputs inputs = find_lesson("thinking-machines").inputs;
  const RunPtr wanted = run(inputs);
  each_fails(
      [&] {
        const GraphicsCard card = new_card();
        if (!card.backend) return card.why_not;
        return pass(inputs, *wanted, card);
      },
      3);
}

TEST_F(GlCalls, OfTrainingSteps) {
  const auto curve = [](std::string* told) {
    Checkpoint checkpoint = testing::tiny_checkpoint(testing::small_config());
    TaskSettings settings;
    settings.batch = 3;
    settings.warmup = 20;
    PairTask task(checkpoint, testing::some_pairs(), settings);
    Trainer trainer(task, {});
    std::vector<double> made;
    for (int i = 0; i < 3; ++i) made.push_back(trainer.step().loss);
    trainer.synchronise();
    for (const Real cell : checkpoint.params.value(0).cells()) made.push_back(cell);
    if (told != nullptr) *told = trainer.device_failure();
    return made;
  };
  const std::vector<double> wanted = curve(nullptr);
  const GraphicsCard card = new_card();
  const auto act = [&] {
    std::string told;
    const OnBackend on(card.backend);
    const std::vector<double> made = curve(&told);
    EXPECT_EQ(made.size(), wanted.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
      EXPECT_NEAR(made[i], wanted[i], 1e-3) << i;
      if (::testing::Test::HasFailure()) break;
    }
    return told;
  };
  act();
  each_fails(act);
}

TEST_F(GlCalls, OfASearchForNeighbours) {
  const Rows rows = testing::seeded_rows(500, 12);
  const GraphicsCard card = new_card();
  const auto wanted = neighbours(rows, rows[3], 5);
  const auto act = [&]() -> std::string {
    try {
      const auto search = row_search(card.backend, rows);
      const auto found = neighbours(*search, rows[3], 5);
      EXPECT_EQ(found.size(), wanted.size());
      for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].id, wanted[i].id);
    } catch (const DeviceError& error) {
      return error.what();
    }
    return "";
  };
  act();
  each_fails(act);
}

TEST_F(GlCalls, OfAMap) {
  const Rows rows = testing::seeded_rows(50, 6, 3, 2);
  Tsne here(rows, {.perplexity = 5});
  for (int i = 0; i < 5; ++i) here.step();
  const GraphicsCard card = new_card();
  const auto act = [&] {
    Tsne there(rows, {.perplexity = 5});
    there.compute_with(tsne_forces(card.backend));
    for (int i = 0; i < 5; ++i) there.step();
    there.synchronise();
    EXPECT_EQ(there.iteration(), 5);
    for (std::size_t i = 0; i < rows.count(); ++i) {
      EXPECT_NEAR(there.positions().x[i], here.positions().x[i], 1e-2) << i;  // it rounds otherwise
      if (::testing::Test::HasFailure()) break;
    }
    return there.fallback();
  };
  act();
  each_fails(act);
}

// No two trainings on a card give the same numbers: all words are gone through, and the vectors are
// numbers.
TEST_F(GlCalls, OfTrainingWordVectors) {
  const std::vector<std::vector<std::string>> sentences(500, {"a", "b", "c", "d"});
  const auto text = std::make_shared<const EncodedText>(encode_sentences(sentences, 1));
  Word2VecConfig config;
  config.dim = 8;
  config.threads = 1;
  config.epochs = 1;
  const GraphicsCard card = new_card();
  const auto act = [&] {
    Word2Vec training(text, config, skip_gram_engine(card.backend));
    while (!training.finished()) training.train(500);
    EXPECT_EQ(training.words_done(), training.words_total());
    const WordVectors made = training.snapshot();
    for (std::size_t i = 0; i < made.words.size(); ++i) {
      for (const float cell : made.vectors[i]) EXPECT_TRUE(std::isfinite(cell));
    }
    return training.engine_failure();
  };
  act();
  each_fails(act);
}

TEST_F(GlCalls, AResetAtAnyCallOfAPass) {
  const Inputs inputs = find_lesson("multi-head").inputs;
  const RunPtr wanted = run(inputs);
  each_loses(
      [&] {
        const GraphicsCard card = new_card();
        if (!card.backend) return card.why_not;
        return pass(inputs, *wanted, card);
      },
      60);
}

// Beside a context that draws, which the driver does not give back either.
TEST_F(GlCalls, AResetAtAnyCallOfAHeatMap) {
  const std::vector<std::uint32_t> colors(37, 7);
  each_loses(
      [&]() -> std::string {
        try {
          const EglContext drawing;
          const DevicePtr device = Device::make(make_egl_compute_context(&drawing)),
                          other = Device::make(make_egl_compute_context());
          CardPainter painter;
          Mat cells(3, 5);
          const GpuMatPtr there = device->upload(cells);
          other->upload(cells)->read(cells);
          drawing.make_current();
          if (painted(painter, 5, 3, *there, {colors, -1, false}).empty()) {
            return "The card does not paint.";
          }
          return "";
        } catch (const UserError& error) {
          return error.what();
        } catch (const DeviceError& error) {
          return error.what();
        }
      },
      80);
}

}  // namespace
}  // namespace glassformer
