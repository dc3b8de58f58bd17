#include "app/jobs/projection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/project/word_rows.h"
#include "core/tensor/rng.h"

namespace glassformer {
namespace {

using State = ProjectionSnapshot::State;

WordVectorsPtr seeded_vectors(std::size_t words, bool broken = false, std::uint64_t seed = 3) {
  auto vectors = std::make_shared<WordVectors>();
  RowsBuilder rows(words, 12);
  Rng rng(seed);
  for (std::size_t w = 0; w < words; ++w) {
    vectors->words.add("w" + std::to_string(w));
    for (float& cell : rows[w])
      cell = static_cast<float>(rng.normal() + static_cast<double>(w % 4));
  }
  if (broken) rows[words / 2][3] = NAN;
  vectors->vectors = rows.finish();
  return vectors;
}

TEST(ProjectionJob, WaitsForAnIterationAndGivesWhatTsneGives) {
  const WordVectorsPtr vectors = seeded_vectors(200);
  const TsneSettings settings{.perplexity = 10, .seed = 4};
  ProjectionJob job(projection_body({vectors, 150, false, settings}));
  job.wait_for_unit(30);
  const ProjectionSnapshotPtr now = job.latest();
  ASSERT_GE(now->iteration, 30);
  Tsne tsne({vectors, vectors->vectors.data(), 150, 12, vectors->vectors.stride()}, settings);
  while (tsne.iteration() < 30) tsne.step();
  EXPECT_EQ(now->iteration, 30);
  EXPECT_EQ(now->x, std::vector<float>(tsne.positions().x.begin(), tsne.positions().x.end()));
  ASSERT_EQ(now->divergence.size(), 2U);  // of the first and the 25th iteration
  EXPECT_EQ(now->divergence[1].first, 25);
  EXPECT_GT(now->milliseconds, 0);
}

// Similarities are kept from one map to the next: each of these asks for others than the one
// before.
TEST(ProjectionJob, IsOfTheRowsAndThePerplexityThatAreAskedForWhateverWasBefore) {
  const WordVectorsPtr vectors = seeded_vectors(80), others = seeded_vectors(80, false, 4);
  const TsneSettings five{.perplexity = 5}, eight{.perplexity = 8};
  for (const ProjectionPlan& plan : {ProjectionPlan{vectors, 80, false, five},
                                     {vectors, 80, false, five},
                                     {vectors, 80, false, eight},
                                     {vectors, 80, true, eight},
                                     {vectors, 70, true, eight},
                                     {others, 70, true, eight},
                                     {vectors, 80, false, five}}) {
    ProjectionJob job(projection_body(plan));
    job.wait_for_unit(3);
    Tsne tsne(word_rows(plan.vectors, plan.words, plan.unit_length), plan.settings);
    while (tsne.iteration() < 3) tsne.step();
    const Floats& x = tsne.positions().x;
    EXPECT_EQ(job.latest()->x, std::vector<float>(x.begin(), x.end()))
        << plan.words << (plan.unit_length ? " unit" : "") << ", " << plan.settings.perplexity;
  }
}

TEST(ProjectionJob, WaitsUntilItIsStarted) {
  ProjectionJob job(projection_body({seeded_vectors(60), 60, true, {.perplexity = 5}}));
  job.wait_for_unit(0);
  EXPECT_EQ(job.latest()->iteration, 0);
  EXPECT_EQ(job.latest()->x.size(), 60U);
  job.start();
  job.wait();
  EXPECT_EQ(job.latest()->iteration, kProjectionIterations);
}

TEST(ProjectionJob, PausesAndEndsInTheMiddle) {
  ProjectionJob job(projection_body({seeded_vectors(300), 300, false, {}}));
  job.start(JobControl::Pace::watched);
  job.wait_for_unit(1);
  job.pause();
  job.wait();
  EXPECT_EQ(job.latest()->state, State::paused);
  const int held = job.latest()->iteration;
  job.wait_for_unit(held + 5);
  EXPECT_EQ(job.latest()->iteration, held + 5);
  job.start();
}

TEST(ProjectionJob, SaysWhyItFailed) {
  ProjectionJob job(projection_body({seeded_vectors(40, true), 40, false, {}}));
  job.wait_for_unit(1);
  EXPECT_EQ(job.latest()->state, State::failed);
  EXPECT_NE(job.latest()->error.find("\"w20\""), std::string::npos) << job.latest()->error;
}

}  // namespace
}  // namespace glassformer
