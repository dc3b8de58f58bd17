#include "core/embed/train/word2vec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>

#include "core/embed/train/subword_rows.h"
#include "core/embed/train/word2vec_state.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

// Two circles of words that never meet: what is learned is who belongs to whom.
EncodedTextPtr two_circles(int sentences) {
  std::vector<std::vector<std::string>> all;
  Rng rng(5);
  for (int i = 0; i < sentences; ++i) {
    std::vector<std::string> sentence;
    for (int k = 0; k < 8; ++k) {
      sentence.push_back((i % 2 == 0 ? "a" : "b") + std::to_string(rng.below(20)));
    }
    all.push_back(sentence);
  }
  return std::make_shared<const EncodedText>(encode_sentences(all, 1));
}

float cosine(std::span<const float> a, std::span<const float> b) {
  const auto dot = [](std::span<const float> x, std::span<const float> y) {
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0F);
  };
  return dot(a, b) / std::sqrt(dot(a, a) * dot(b, b));
}

// How much more alike two words of one circle are than two of both, on average.
double separation(const WordVectors& made) {
  double same = 0, other = 0;
  int pairs_same = 0, pairs_other = 0;
  for (std::size_t i = 0; i < made.words.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const float c = cosine(made.vectors[i], made.vectors[j]);
      if (made.words[i][0] == made.words[j][0]) {
        same += c;
        ++pairs_same;
      } else {
        other += c;
        ++pairs_other;
      }
    }
  }
  return same / pairs_same - other / pairs_other;
}

bool same_rows(const Rows& a, const Rows& b) {
  if (a.count() != b.count()) return false;
  for (std::size_t i = 0; i < a.count(); ++i) {
    if (!std::equal(a[i].begin(), a[i].end(), b[i].begin())) return false;
  }
  return true;
}

Word2VecConfig small() {
  Word2VecConfig config;
  config.dim = 20;
  config.sample = 0;
  config.epochs = 3;
  config.alpha = 0.05;
  config.threads = 1;
  config.subwords.buckets = 500;
  return config;
}

// Mikolov et al. 2013, §2.2: noise by the counts to the power of 3/4, which a training draws from.
TEST(Word2VecState, ItsNoiseIsTheCountsToThePower) {
  const auto text = std::make_shared<const EncodedText>(
      encode_text("a a a a a a a a a a a a a a a a b c", {}, 1, "t"));
  for (const double power : {0.0, 0.75, 1.0}) {
    Word2VecConfig config = small();
    config.noise_power = power;
    const Word2VecState state(text, config);
    const std::vector<double> shares = state.noise.probabilities();
    const double a = std::pow(16.0, power);  // 8 for the paper's 3/4
    EXPECT_NEAR(shares[static_cast<std::size_t>(text->words.find("a"))], a / (a + 2), 1e-6);
    EXPECT_NEAR(shares[static_cast<std::size_t>(text->words.find("c"))], 1 / (a + 2), 1e-6);
  }
}

TEST(Word2VecState, ATreeOfSoManyWordsHasOneNodeFewer) {
  const auto text = std::make_shared<const EncodedText>(encode_text("a b c d e", {}, 1, "t"));
  Word2VecConfig config = small();
  config.objective = Objective::hierarchical_softmax;
  EXPECT_EQ(Word2VecState(text, config).outputs.count(), 4u);
  config.objective = Objective::negative_sampling;
  EXPECT_EQ(Word2VecState(text, config).outputs.count(), 5u);
}

// As published the tree is that of the counts: the frequent word is one turn away from the root.
// Otherwise it is that of the words which subsampling leaves, and here all are as rare.
TEST(Word2VecState, TheTreeIsOfTheWordsThatAreLeft) {
  std::string lines;
  for (int i = 0; i < 64; ++i) lines += i % 16 == 0 ? "a b c d " : "a a a a ";
  const auto text = std::make_shared<const EncodedText>(encode_text(lines, {}, 1, "t"));
  Word2VecConfig config = small();
  config.objective = Objective::hierarchical_softmax;
  config.sample = 1e-6;
  std::vector<HuffmanTree::CodeBit> room;
  for (const bool published : {true, false}) {
    config.published = published;
    const Word2VecState state(text, config);
    EXPECT_EQ(state.tree.code(text->words.find("a"), room).size(), published ? 1u : 2u);
  }
}

// word2vec.c: uniform between −1/2d and 1/2d; each block of rows has numbers of its own, and none
// that the text draws.
TEST(Word2VecState, RowsBeginSmallAndDifferent) {
  const auto text = std::make_shared<const EncodedText>(encode_text("a b c", {}, 1, "t"));
  Word2VecConfig config = small();
  config.subwords.on = true;
  config.subwords.buckets = 3000;
  const Word2VecState state(text, config);
  double sum = 0;
  float least = 0, most = 0;
  for (std::size_t row = 0; row < state.inputs.count(); ++row) {
    for (const float cell : state.inputs[row]) {
      sum += static_cast<double>(cell);
      least = std::min(least, cell);
      most = std::max(most, cell);
    }
  }
  const float half = 0.5F / static_cast<float>(config.dim);
  EXPECT_LE(most, half);
  EXPECT_GE(least, -half);
  EXPECT_GT(most, 0.99F * half);
  EXPECT_LT(least, -0.99F * half);
  EXPECT_NEAR(sum / static_cast<double>(state.inputs.count()) / config.dim, 0, 0.01 * half);
  EXPECT_FALSE(std::ranges::equal(state.inputs[0], state.inputs[1024]));
  Rng of_text(Rng::at(config.seed, 0).next());
  const float drawn = (static_cast<float>(of_text.next() >> 40) * 0x1p-24F - 0.5F) * 2 * half;
  EXPECT_NE(state.inputs[0][0], drawn);
}

TEST(Word2Vec, EveryInputLearnsWithEveryObjective) {
  const EncodedTextPtr text = two_circles(1200);
  for (const InputRows input : {InputRows::skip_gram, InputRows::cbow}) {
    for (const Objective objective :
         {Objective::negative_sampling, Objective::hierarchical_softmax, Objective::full_softmax}) {
      for (const bool subwords : {false, true}) {
        Word2VecConfig config = small();
        config.input = input;
        config.objective = objective;
        config.subwords.on = subwords;
        double first = 0, last = 0;
        Word2Vec training(text, config);
        first = training.train(1);
        while (!training.finished()) last = training.train(1);
        EXPECT_LT(last, first) << described(config);
        EXPECT_GT(separation(training.finish()), 0.5) << described(config);
      }
    }
  }
}

TEST(Word2Vec, ADeterministicTrainingIsTheSameForAnyNumberOfThreads) {
  const EncodedTextPtr text = two_circles(2500);
  Word2VecConfig config = small();
  config.deterministic = true;
  config.sample = 1e-2;
  const WordVectors one = train_word2vec(text, config);
  config.threads = 4;
  const WordVectors four = train_word2vec(text, config);
  EXPECT_TRUE(same_rows(one.vectors, four.vectors));
  EXPECT_TRUE(same_rows(one.outputs, four.outputs));
  config.seed = 2;
  EXPECT_FALSE(same_rows(one.vectors, train_word2vec(text, config).vectors));
}

TEST(Word2Vec, SeveralThreadsLearnToo) {
  for (const Objective objective :
       {Objective::negative_sampling, Objective::hierarchical_softmax}) {
    for (const int threads : {2, 3, 16}) {
      Word2VecConfig config = small();
      config.objective = objective;
      config.threads = threads;
      EXPECT_GT(separation(train_word2vec(two_circles(2500), config)), 0.5)
          << "objective " << static_cast<int>(objective) << " on " << threads << " threads";
    }
  }
}

TEST(Word2Vec, ItsWordsAreThoseOfTheTextInOrderOfFrequency) {
  const auto text = std::make_shared<const EncodedText>(encode_text("b a b c\nb a", {}, 1, "t"));
  const WordVectors made = train_word2vec(text, small());
  ASSERT_EQ(made.words.size(), 3U);
  EXPECT_EQ(made.words[0], "b");
  EXPECT_EQ(made.counts, (std::vector<std::uint64_t>{3, 2, 1}));
  EXPECT_EQ(made.vectors.count(), 3U);
  EXPECT_EQ(made.dim(), 20U);
}

TEST(Word2Vec, StopsWhereItIsTold) {
  int rounds = 0;
  Word2VecConfig config = small();
  config.epochs = 1000;
  train_word2vec(two_circles(3000), config, [&](const Word2VecProgress& now) {
    EXPECT_GT(now.words_total, now.words_done);
    return ++rounds < 3;
  });
  EXPECT_EQ(rounds, 3);
}

TEST(Word2Vec, TakesATextOfOneWord) {
  const auto text = std::make_shared<const EncodedText>(encode_text("one", {}, 1, "t"));
  for (const Objective objective :
       {Objective::negative_sampling, Objective::hierarchical_softmax, Objective::full_softmax}) {
    Word2VecConfig config = small();
    config.objective = objective;
    EXPECT_EQ(train_word2vec(text, config).vectors.count(), 1U);
  }
}

TEST(Word2Vec, NamesTheOptionThatCannotBe) {
  Word2VecConfig config = small();
  config.window = 0;
  EXPECT_THROW(Word2Vec(two_circles(10), config), UserError);
}

TEST(Word2Vec, GoesOnFromACheckpointAsIfNeverStopped) {
  const EncodedTextPtr text = two_circles(4000);
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "checkpoint";
  Word2Vec whole(text, small());
  while (!whole.finished()) whole.train(20'000);
  Word2Vec stopped(text, small());
  stopped.train(30'000);
  stopped.save(file);
  Word2Vec resumed(text, small());
  resumed.restore(file);
  EXPECT_EQ(resumed.words_done(), stopped.words_done());
  EXPECT_EQ(resumed.loss(), stopped.loss());  // what is told goes on too
  EXPECT_GT(resumed.loss(), 0);
  while (!resumed.finished()) resumed.train(10'000);
  EXPECT_TRUE(same_rows(whole.snapshot().vectors, resumed.snapshot().vectors));
  EXPECT_TRUE(same_rows(whole.snapshot().outputs, resumed.snapshot().outputs));

  Word2VecConfig other = small();
  other.window = 7;
  Word2Vec different(text, other);
  EXPECT_THROW(different.restore(file), UserError);
  std::filesystem::resize_file(file, 1000);
  EXPECT_THROW(resumed.restore(file), UserError);
  std::filesystem::remove(file);
  EXPECT_THROW(resumed.restore(file), UserError);
}

TEST(Word2Vec, RefusesADamagedCheckpointAndStaysAsItWas) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "checkpoint";
  const EncodedTextPtr text = two_circles(2000);
  Word2Vec trained(text, small());
  trained.train(20'000);
  trained.save(file);
  {
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekp(-7, std::ios::end);
    bytes.put('x');
  }
  Word2Vec fresh(text, small());
  const WordVectors before = fresh.snapshot();
  EXPECT_THROW(fresh.restore(file), UserError);
  EXPECT_EQ(fresh.words_done(), 0U);
  EXPECT_TRUE(same_rows(fresh.snapshot().vectors, before.vectors));
  // Nothing lies beside it.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

// Mikolov et al. 2013b, section 2.3, as the authors' program has it: √(t/f) + t/f.
TEST(Word2Vec, KeepsAFrequentWordWithTheProbabilityThatItsShareGives) {
  std::string lines;
  for (int i = 0; i < 900; ++i) lines += "often\n";
  for (int i = 0; i < 90; ++i) lines += "less\n";
  for (int i = 0; i < 10; ++i) lines += "rare\n";
  Word2VecConfig config = small();
  config.sample = 0.01;
  const auto text = std::make_shared<const EncodedText>(encode_text(lines, {}, 1, "text"));
  const Word2VecState state(text, config);
  ASSERT_EQ(state.keep.size(), 3U);
  const auto share = [&](std::size_t word) { return state.keep[word] / 4294967295.0; };
  EXPECT_NEAR(share(0), std::sqrt(0.01 / 0.9) + 0.01 / 0.9, 1e-6);
  EXPECT_NEAR(share(1), std::sqrt(0.01 / 0.09) + 0.01 / 0.09, 1e-6);
  EXPECT_EQ(share(2), 1);
}

TEST(Word2Vec, TheLearningRateGoesInALineToThatOfTheEnd) {
  const EncodedTextPtr text = two_circles(2500);  // two pieces
  Word2VecConfig config = small();
  config.epochs = 5;
  const auto rates = [&](double end) {
    config.alpha_end = end;
    const Word2VecState state(text, config);
    const auto all = static_cast<double>(state.pieces);
    return std::array{state.alpha_at(0), state.alpha_at(all / 2), state.alpha_at(all)};
  };
  EXPECT_EQ(rates(0), (std::array{0.05F, 0.025F, 0.05F * 1e-4F}));
  EXPECT_EQ(rates(0.05), (std::array{0.05F, 0.05F, 0.05F}));
  EXPECT_EQ(rates(0.01), (std::array{0.05F, 0.03F, 0.01F}));
}

// That this is what a training holds: tests/app/cli/training_memory_test.cpp.
TEST(Subwords, LieInAsManyBucketsAsTheMemoryOfATrainingAllows) {
  EXPECT_EQ(default_buckets(5, 10), 200'000);  // short rows: no more than that
  EXPECT_EQ(default_buckets(20'000, 100), 84'000);
  EXPECT_EQ(default_buckets(84'500, 100), 70'000);
  EXPECT_EQ(default_buckets(200'000, 100), 79'000);
  EXPECT_EQ(default_buckets(5, 800), 12'000);
  EXPECT_EQ(default_buckets(320'000, 17), 10'000);  // rows of 17 take 32: the least
  for (const int dim : {1, 50, 300, 10'000}) {
    for (const std::size_t words : {1U, 10'000U, 3'000'000U}) {
      EXPECT_GE(default_buckets(words, dim), 10'000);
      EXPECT_LE(default_buckets(words, dim), 200'000);
    }
  }
}

TEST(Subwords, AreTheNGramsOfTheWordBetweenBrackets) {
  const SubwordSettings settings{true, 3, 6, 1 << 30};
  // <wh whe her ere re>, and longer ones: 5 + 4 + 3 + 2
  EXPECT_EQ(subword_buckets("where", settings).size(), 14U);
  EXPECT_EQ(subword_buckets("é", settings).size(), 1U);
  EXPECT_TRUE(subword_buckets("", settings).empty());
}

TEST(Subwords, OfAWordThatIsNotListedAreWorkedOutTheSame) {
  WordList words;
  for (const char* const word : {"where", "é", "a", "wherever"}) words.add(word);
  const SubwordSettings settings{true, 3, 6, 1000};
  const SubwordRows all(words, settings), none(words, settings, 0), two(words, settings, 2);
  EXPECT_FALSE(none.empty());
  std::vector<std::int32_t> room{7, 7}, unused;
  for (std::int32_t word = 0; word < 4; ++word) {
    const auto listed = all.of(word, unused);
    EXPECT_TRUE(std::ranges::equal(listed, none.of(word, room))) << word;
    EXPECT_TRUE(std::ranges::equal(listed, two.of(word, room))) << word;
    EXPECT_EQ(listed.front(), word);
  }
  EXPECT_TRUE(unused.empty());
}

}  // namespace
}  // namespace glassformer
