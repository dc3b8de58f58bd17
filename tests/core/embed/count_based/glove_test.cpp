#include "core/embed/count_based/glove.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "core/embed/count_based/trainings.h"
#include "core/formats/file.h"
#include "core/kernels/width.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using Line = std::vector<float, LineAllocator<float>>;

constexpr int dim = 21;

// A word as it begins: random vector and bias, sums of 1.
struct Word {
  explicit Word(std::uint64_t seed) {
    Rng rng(seed);
    for (std::size_t d = 0; d < dim; ++d) vector[d] = static_cast<float>(rng.normal());
    bias.value = static_cast<float>(rng.normal());
  }
  GloveStep::Row row() { return {vector.data(), squares.data(), &bias}; }
  // The numbers that a step moves: the vector, then the bias.
  float& operator[](std::size_t at) { return at == dim ? bias.value : vector[at]; }
  float operator[](std::size_t at) const { return at == dim ? bias.value : vector[at]; }

  Line vector = Line(padded(dim)), squares = Line(padded(dim), 1.0F);
  GloveBias bias;
};

// ½ f (w·c + b_w + b_c − log x)², in double.
double loss_of(const Word& word, const Word& context, const GloveCell& cell, bool biases) {
  double off = -static_cast<double>(cell.log_count);
  for (std::size_t d = 0; d < dim; ++d) {
    off += static_cast<double>(word[d]) * static_cast<double>(context[d]);
  }
  if (biases) off += static_cast<double>(word[dim]) + static_cast<double>(context[dim]);
  return 0.5 * static_cast<double>(cell.weight) * off * off;
}

TEST(GloveWeight, RisesToOne) {
  EXPECT_FLOAT_EQ(glove_weight(100, 100, 0.75), 1);
  EXPECT_FLOAT_EQ(glove_weight(5000, 100, 0.75), 1);
  EXPECT_FLOAT_EQ(glove_weight(6.25, 100, 0.75), 0.125F);  // (1/16)^¾ = 1/8
}

// The first step divides by 1: it is the rate times the gradient.
TEST(GloveStep, FollowsTheGradient) {
  for (const bool biases : {true, false}) {
    const GloveStep step{padded(dim), 0.01F, biases};
    const Word word(1), context(2);
    const GloveCell cell{0, 1, 1.5F, 0.4F};
    Word moved_word = word, moved_context = context;
    const double loss = static_cast<double>(step(moved_word.row(), moved_context.row(), cell));
    EXPECT_NEAR(loss, loss_of(word, context, cell, biases), 1e-4);
    for (std::size_t at = 0; at <= dim; ++at) {
      for (const bool of_word : {true, false}) {
        constexpr float h = 0.01F;
        Word up = of_word ? word : context, down = up;
        up[at] += h;
        down[at] -= h;
        const auto loss_with = [&](const Word& row) {
          return of_word ? loss_of(row, context, cell, biases) : loss_of(word, row, cell, biases);
        };
        const double gradient = (loss_with(up) - loss_with(down)) /
                                (static_cast<double>(up[at]) - static_cast<double>(down[at]));
        const Word& before = of_word ? word : context;
        const Word& after = of_word ? moved_word : moved_context;
        EXPECT_NEAR((static_cast<double>(before[at]) - static_cast<double>(after[at])) / 0.01,
                    gradient, 2e-4 * (1 + std::abs(gradient)))
            << at;
      }
    }
  }
}

// GloVe's program divides by the root of the sum before this step, which begins at 1, and adds the
// step's square after it.
TEST(GloveStep, TheFirstStepIsNotDivided) {
  const GloveStep step{padded(dim), 0.05F, true};
  Word word(1), context(2);
  for (Word* const one : {&word, &context}) {
    std::ranges::fill(one->vector, 0.0F);
    one->bias.value = 0;
  }
  step(word.row(), context.row(), {0, 1, -100, 0.9F});
  for (const Word* const one : {&word, &context}) {
    EXPECT_FLOAT_EQ(one->bias.value, -4.5F);  // 0.05 · 0.9 · 100
    EXPECT_FLOAT_EQ(one->bias.square, 21.25F);
  }
}

TEST(GloveStep, IsItsNaiveTwin) {
  const GloveStep step{padded(dim), 0.05F, true};
  Word word(3), context(4);
  std::vector<double> w, c, w_squares(dim + 1, 1.0), c_squares(dim + 1, 1.0);
  for (std::size_t at = 0; at <= dim; ++at) {
    w.push_back(static_cast<double>(word[at]));
    c.push_back(static_cast<double>(context[at]));
  }
  const auto move = [](double& value, double& square, double by) {
    value -= by / std::sqrt(square);
    square += by * by;
  };
  for (int round = 0; round < 50; ++round) {
    const GloveCell cell{0, 1, 0.1F * static_cast<float>(round), 0.9F};
    double off = w[dim] + c[dim] - static_cast<double>(cell.log_count);
    for (std::size_t d = 0; d < dim; ++d) off += w[d] * c[d];
    const double by = 0.05 * static_cast<double>(cell.weight) * off;
    for (std::size_t d = 0; d < dim; ++d) {
      const double of_word = by * c[d], of_context = by * w[d];
      move(w[d], w_squares[d], of_word);
      move(c[d], c_squares[d], of_context);
    }
    move(w[dim], w_squares[dim], by);
    move(c[dim], c_squares[dim], by);
    step(word.row(), context.row(), cell);
  }
  for (std::size_t at = 0; at <= dim; ++at) {
    EXPECT_NEAR(static_cast<double>(word[at]), w[at], 2e-4) << at;
    EXPECT_NEAR(static_cast<double>(context[at]), c[at], 2e-4) << at;
    const bool bias = at == dim;
    EXPECT_NEAR(static_cast<double>(bias ? word.bias.square : word.squares[at]), w_squares[at],
                2e-4);
    EXPECT_NEAR(static_cast<double>(bias ? context.bias.square : context.squares[at]),
                c_squares[at], 2e-4);
  }
  for (std::size_t d = dim; d < word.vector.size(); ++d) {
    EXPECT_EQ(word.vector[d], 0.0F) << "what pads it";
    EXPECT_EQ(context.vector[d], 0.0F) << "what pads it";
  }
}

EncodedTextPtr small_text() {
  std::string text;
  Rng rng(9);
  for (int i = 0; i < 400; ++i) {
    const int topic = rng.below(4);
    for (int j = 0; j < 6; ++j) {
      text += "t" + std::to_string(topic) + "w" + std::to_string(rng.below(5)) + " ";
    }
    text += "\n";
  }
  return std::make_shared<const EncodedText>(encode_text(text, {}, 1, "text"));
}

GloveConfig small_config() {
  GloveConfig config;
  config.dim = 8;
  config.x_max = 10;
  config.epochs = 30;
  config.across = false;
  config.threads = 1;
  return config;
}

TEST(Glove, LearnsTheLogarithmsOfTheCounts) {
  for (const bool biases : {true, false}) {
    GloveConfig config = small_config();
    config.biases = biases;
    Glove glove(small_text(), config);
    EXPECT_EQ(glove.cells(), 4U * 5 * 5);
    const double first = glove.train(glove.parts_of_epoch());
    double last = first;
    while (!glove.finished()) last = glove.train(glove.parts_of_epoch());
    EXPECT_LT(last, first / 5);
    EXPECT_EQ(glove.cells_done(), glove.cells_total());
  }
}

TEST(Glove, StopsAndGoesOnAsIfItHadNot) {
  Glove one(small_text(), small_config()), parts(small_text(), small_config());
  one.train(1 << 20);
  while (!parts.finished()) parts.train(3);
  const WordVectors a = one.snapshot(), b = parts.snapshot();
  ASSERT_EQ(a.vectors.count(), 20U);
  ASSERT_EQ(a.dim(), 8U);
  for (std::size_t i = 0; i < a.vectors.count(); ++i) {
    for (std::size_t d = 0; d < a.dim(); ++d) EXPECT_EQ(a.vectors[i][d], b.vectors[i][d]);
  }
}

TEST(Glove, GoesOnFromACheckpoint) {
  const testing::TemporaryFolder folder;
  Glove whole(small_text(), small_config()), first(small_text(), small_config());
  whole.train(1 << 20);
  first.train(100);
  first.save(folder / "checkpoint");
  Glove second(small_text(), small_config());
  second.restore(folder / "checkpoint");
  EXPECT_EQ(second.cells_done(), first.cells_done());
  EXPECT_EQ(second.loss(), first.loss());  // what is told goes on too
  const std::string saved = read_file(folder / "checkpoint", 1 << 20);
  write_file(folder / "without loss", saved.substr(0, saved.size() - 24));  // of earlier versions
  Glove earlier(small_text(), small_config());
  earlier.restore(folder / "without loss");
  EXPECT_EQ(earlier.cells_done(), first.cells_done());
  EXPECT_TRUE(std::isnan(earlier.loss()));
  second.train(1 << 20);
  const WordVectors a = whole.snapshot(), b = second.snapshot();
  for (std::size_t i = 0; i < a.vectors.count(); ++i) {
    for (std::size_t d = 0; d < a.dim(); ++d) EXPECT_EQ(a.vectors[i][d], b.vectors[i][d]);
  }
  GloveConfig other = small_config();
  other.seed = 2;
  EXPECT_THROW(Glove(small_text(), other).restore(folder / "checkpoint"), UserError);
  const std::string bytes = read_file(folder / "checkpoint", 1 << 20);
  write_file(folder / "cut", std::string_view(bytes).substr(0, bytes.size() - 1));
  EXPECT_THROW(second.restore(folder / "cut"), UserError);
  write_file(folder / "other", "GFw2vec1" + bytes.substr(8));
  EXPECT_THROW(second.restore(folder / "other"), UserError);
}

TEST(CountTrainings, GoOnInRoundsToTheEnd) {
  const auto glove = glove_training(small_text(), small_config());
  while (!glove->finished()) {
    const std::uint64_t before = glove->done();
    EXPECT_TRUE(std::isfinite(glove->train(1)));
    EXPECT_GT(glove->done(), before);
  }
  EXPECT_EQ(glove->snapshot().vectors.count(), 20U);
  LsaConfig config;
  config.dim = 5;
  const auto lsa = lsa_training(small_text(), config);
  EXPECT_EQ(lsa->snapshot().dim(), 5U);
  lsa->train(1);
  EXPECT_TRUE(lsa->finished());
  EXPECT_EQ(lsa->snapshot().dim(), 5U);
  EXPECT_THROW(lsa->restore("nothing"), UserError);
}

TEST(Glove, ManyThreadsLearnAsWell) {
  GloveConfig config = small_config();
  config.threads = 4;
  Glove glove(small_text(), config);
  const double first = glove.train(glove.parts_of_epoch());
  double last = first;
  while (!glove.finished()) last = glove.train(glove.parts_of_epoch());
  EXPECT_LT(last, first / 5);
}

TEST(Glove, AndLsaCanBeStoppedBeforeThereIsAnythingToShow) {
  const KeepGoing stop = [] { return false; };
  EXPECT_THROW(glove_training(small_text(), small_config(), stop), UserError);
  EXPECT_THROW(lsa_training(small_text(), {}, stop)->train(1), UserError);
  // The last time that it is asked is between two products, long after all is counted.
  std::atomic<int> asked = 0;
  const auto count = [&] { return ++asked > 0; };
  lsa_training(small_text(), {}, count)->train(1);
  const int times = asked.exchange(0);
  const auto late = lsa_training(small_text(), {}, [&] { return ++asked < times; });
  EXPECT_THROW(late->train(1), UserError);
  EXPECT_EQ(asked, times);
}

TEST(Glove, RefusesWhatCannotBeTrained) {
  GloveConfig config = small_config();
  config.x_max = 0;
  EXPECT_THROW(Glove(small_text(), config), UserError);
}

}  // namespace
}  // namespace glassformer
