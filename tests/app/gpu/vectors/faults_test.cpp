// What happens to word vectors when the graphics card refuses: a sentence says so, and the
// processor goes on with what there was.
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <chrono>
#include <utility>

#include "app/card/vector_engines.h"
#include "app/gpu/gpu_backend.h"
#include "app/jobs/projection.h"
#include "app/jobs/worker.h"
#include "app/platform/egl.h"
#include "core/embed/engines/engine_run.h"
#include "core/embed/train/word2vec.h"
#include "core/embed/train/word2vec_state.h"
#include "core/project/tsne.h"
#include "tests/app/gpu/backend.h"
#include "tests/app/gpu/instead.h"
#include "tests/core/project/seeded_rows.h"

namespace glassformer {
namespace {

using testing::seeded_rows;
using testing_gpu::backend;
using testing_gpu::Instead;

// The functions' slots are filled when they are first called: not before a test may put something
// else there.
class VectorFaults : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto search = row_search(backend(), seeded_rows(3, 3));
    const std::vector<std::vector<float>> query(1, std::vector<float>(3, 1.0F));
    ASSERT_EQ(search->nearest(query, 3, Nearness::cosine, 0).front().size(), 3U);
  }
};

EncodedTextPtr text() {
  const std::vector<std::vector<std::string>> sentences(10'000, {"a", "b", "c", "d"});
  return std::make_shared<const EncodedText>(encode_sentences(sentences, 1));
}

Word2VecConfig config() {
  Word2VecConfig config;
  config.dim = 8;
  config.threads = 1;
  config.epochs = 1;
  return config;
}

bool same(const Rows& a, const Rows& b) {
  for (std::size_t r = 0; r < a.count(); ++r) {
    if (!std::equal(a[r].begin(), a[r].end(), b[r].begin())) return false;
  }
  return true;
}

TEST_F(VectorFaults, ATrainingGoesOnFromTheRowsThatCameBackLast) {
  const EncodedTextPtr shared = text();
  Word2Vec training(shared, config(), skip_gram_engine(backend()));
  training.train(10'000);
  const WordVectors before = training.snapshot();
  const std::uint64_t done = training.words_done();
  ASSERT_GT(done, 0U);
  const testing_gpu::ResetCard lost;
  // What the card makes of the next words is lost; the processor makes it again.
  training.train(10'000);
  EXPECT_NE(training.engine_failure().find("was reset"), std::string::npos);
  EXPECT_GT(training.words_done(), done);
  EXPECT_FALSE(same(training.snapshot().vectors, before.vectors));
  while (!training.finished()) training.train(10'000);
  EXPECT_EQ(training.words_done(), training.words_total());
}

// No rows come back while it lives, however slow the machine is.
struct FetchNever {
  const std::chrono::steady_clock::duration before = EngineRun::fetch_every;
  FetchNever() { EngineRun::fetch_every = std::chrono::hours(24); }
  ~FetchNever() { EngineRun::fetch_every = before; }
};

TEST_F(VectorFaults, ACardThatIsLostBeforeTheRowsAreReadLeavesThoseOfTheProcessor) {
  const FetchNever never;
  const EncodedTextPtr shared = text();
  Word2Vec training(shared, config(), skip_gram_engine(backend()));
  const WordVectors first = training.snapshot();
  training.train(10'000);
  {
    const testing_gpu::ResetCard lost;
    EXPECT_TRUE(same(training.snapshot().vectors, first.vectors));
    EXPECT_EQ(training.words_done(), 0U);
  }
  Word2Vec on_cpu(shared, config());
  while (!training.finished()) training.train(10'000);
  while (!on_cpu.finished()) on_cpu.train(10'000);
  EXPECT_TRUE(same(training.finish().vectors, on_cpu.finish().vectors));
}

TEST_F(VectorFaults, AMapGoesOnFromItsPositions) {
  const Rows rows = seeded_rows(50, 6, 3, 2);
  Tsne tsne(rows, {.perplexity = 5}), on_cpu(rows, {.perplexity = 5});
  tsne.compute_with(tsne_forces(backend()));
  {
    const testing_gpu::ResetCard lost;
    tsne.step();
    tsne.synchronise();  // a step does not wait for the card
  }
  on_cpu.step();
  EXPECT_NE(tsne.fallback().find("was reset"), std::string::npos) << tsne.fallback();
  EXPECT_EQ(tsne.positions().x, on_cpu.positions().x);
  EXPECT_EQ(tsne.positions().y, on_cpu.positions().y);
}

// Steps were made there since the positions came here last: the processor makes them again.
TEST_F(VectorFaults, StepsThatAreLostAreMadeAgain) {
  const Rows rows = seeded_rows(50, 6, 3, 2);
  Tsne tsne(rows, {.perplexity = 5}), on_cpu(rows, {.perplexity = 5});
  tsne.compute_with(tsne_forces(backend()));
  for (int i = 0; i < 7; ++i) tsne.step();
  EXPECT_EQ(tsne.positioned(), 0);
  {
    const testing_gpu::ResetCard lost;
    tsne.synchronise();
  }
  EXPECT_NE(tsne.fallback().find("was reset"), std::string::npos) << tsne.fallback();
  EXPECT_EQ(tsne.iteration(), 7);
  EXPECT_EQ(tsne.places_on_device(), nullptr);
  for (int i = 0; i < 7; ++i) on_cpu.step();
  EXPECT_EQ(tsne.positions().x, on_cpu.positions().x);
  EXPECT_EQ(tsne.positions().y, on_cpu.positions().y);
}

TEST_F(VectorFaults, ASearchWithoutRoomThrowsASentence) {
  static bool refused;
  refused = false;
  const Instead refuses(
      epoxy_glBufferData, +[](GLenum, GLsizeiptr, const void*, GLenum) { refused = true; });
  const Instead says(
      epoxy_glGetError,
      +[]() -> GLenum { return std::exchange(refused, false) ? GL_OUT_OF_MEMORY : GL_NO_ERROR; });
  try {
    row_search(backend(), seeded_rows(5000, 120));
    FAIL() << "no DeviceError";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("no room"), std::string::npos) << error.what();
  }
}

// The card has no room for the rows: the lesson has the processor's neighbours, and a sentence.
TEST_F(VectorFaults, ASearchThatFailsInALessonSaysWhy) {
  auto vectors = std::make_shared<WordVectors>();
  for (int w = 0; w < 40'000; ++w) vectors->words.add("w" + std::to_string(w));
  vectors->vectors = seeded_rows(40'000, 104);
  Inputs inputs;
  inputs.scene = "word-map";
  inputs.resources.set(slots::vectors, vectors);
  inputs.options["words"] = 50.0;
  inputs.options["map_word"] = std::string("w7");
  const RunPtr wanted = run(inputs);
  static auto* const real_data = epoxy_glBufferData;
  static auto* const real_error = epoxy_glGetError;
  static bool refused;
  refused = false;
  const Instead refuses(
      epoxy_glBufferData, +[](GLenum target, GLsizeiptr size, const void* data, GLenum usage) {
        refused = size > 10'000'000;
        if (!refused) real_data(target, size, data, usage);
      });
  const Instead says(
      epoxy_glGetError,
      +[]() -> GLenum { return std::exchange(refused, false) ? GL_OUT_OF_MEMORY : real_error(); });
  // A card of its own: others may have left a buffer that is large enough.
  Worker worker;
  worker.compute_on(make_gpu_backend(Device::make(make_egl_compute_context())));
  const auto asked = [&] {
    worker.submit(inputs);
    return worker.take_when_done()->run;
  };
  const RunPtr first = asked();
  ASSERT_TRUE(first);
  EXPECT_FALSE(first->on_device);
  ASSERT_FALSE(first->notes.empty());
  EXPECT_NE(first->notes.back().find("no room"), std::string::npos) << first->notes.back();
  const Var there = first->tape.find("cosine"), here = wanted->tape.find("cosine");
  EXPECT_EQ(first->tape.node(there).label.cols.labels, wanted->tape.node(here).label.cols.labels);
  EXPECT_LE(largest_difference(first->tape.value(there), wanted->tape.value(here)), 1e-5);
  EXPECT_TRUE(asked()->on_device) << "said once";
}

TEST(VectorEngines, AreNoneForTheProcessor) {
  EXPECT_EQ(skip_gram_engine(nullptr), nullptr);
  EXPECT_EQ(tsne_forces(nullptr), nullptr);
  EXPECT_EQ(row_search(nullptr, {}), nullptr);
}

TEST(VectorEngines, AMapIsLaidOutOnTheCard) {
  auto vectors = std::make_shared<WordVectors>();
  for (int w = 0; w < 120; ++w) vectors->words.add("w" + std::to_string(w));
  vectors->vectors = seeded_rows(120, 6, 3, 2);
  ProjectionJob job(projection_body({vectors, 120, false, {.perplexity = 5}, backend()}));
  job.wait_for_unit(40);
  const ProjectionSnapshotPtr now = job.latest();
  EXPECT_EQ(now->error, "");
  EXPECT_EQ(now->fallback, "");
  Tsne tsne(vectors->vectors, {.perplexity = 5});
  tsne.compute_with(tsne_forces(backend()));
  while (tsne.iteration() < 40) tsne.step();
  tsne.synchronise();
  EXPECT_EQ(now->x, std::vector<float>(tsne.positions().x.begin(), tsne.positions().x.end()));
}

// While it is watched every iteration is published, and only now and then with its positions.
TEST(VectorEngines, WhoWaitsForAnIterationHasItsPositions) {
  auto vectors = std::make_shared<WordVectors>();
  for (int w = 0; w < 60; ++w) vectors->words.add("w" + std::to_string(w));
  vectors->vectors = seeded_rows(60, 6, 3, 2);
  ProjectionJob job(projection_body({vectors, 60, false, {.perplexity = 5}, backend()}));
  job.start(JobControl::Pace::watched);
  job.wait_for_unit(7);
  EXPECT_GE(job.latest()->placed, 7);
}

}  // namespace
}  // namespace glassformer
