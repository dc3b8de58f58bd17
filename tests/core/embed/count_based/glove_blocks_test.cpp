#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/embed/count_based/cooccurrence.h"
#include "core/embed/count_based/glove.h"
#include "core/formats/file.h"
#include "core/kernels/width.h"
#include "core/tensor/error.h"
#include "tests/support/no_temporary_files.h"
#include "tests/support/temporary_folder.h"

// GloVe whose sums lie in as many blocks as there can be, on disk but for two.
namespace glassformer {
namespace {

constexpr std::uint64_t tiny = 1;  // byte of sums in memory

EncodedTextPtr text_of(int words) {
  std::string text;
  Rng rng(9);
  for (int i = 0; i < 3000; ++i) {
    text += "w" + std::to_string(rng.below(words)) + (i % 8 == 7 ? "\n" : " ");
  }
  return std::make_shared<const EncodedText>(encode_text(text, {}, 1, "text"));
}

GloveConfig small_config() {
  GloveConfig config;
  config.dim = 10;
  config.epochs = 4;
  config.threads = 1;
  return config;
}

void expect_equal(const Rows& a, const Rows& b) {
  ASSERT_EQ(a.count(), b.count());
  ASSERT_EQ(a.dim(), b.dim());
  for (std::size_t i = 0; i < a.count(); ++i) {
    for (std::size_t d = 0; d < a.dim(); ++d) ASSERT_EQ(a[i][d], b[i][d]) << i << " " << d;
  }
}

void expect_equal(const WordVectors& a, const WordVectors& b) {
  expect_equal(a.vectors, b.vectors);
  expect_equal(a.outputs, b.outputs);
}

// The naive twin: the same cells in the same order, and all sums in memory.
TEST(GloveInBlocks, LearnsTheSameToTheBitAsWithAllInMemory) {
  const EncodedTextPtr text = text_of(50);
  const GloveConfig config = small_config();
  Glove glove(text, config, {}, tiny);
  while (!glove.finished()) glove.train(7);

  GloveCells cells(8);
  CountOptions options;
  options.window = config.window;
  options.across = config.across;
  for (const Cooccurrence& cell : cooccurrences(*text, options)) {
    cells.add({cell.word, cell.context, std::log(cell.count),
               glove_weight(static_cast<double>(cell.count), config.x_max, config.power)});
  }
  ASSERT_EQ(cells.size(), glove.cells());
  GloveRows words(50, config.dim, 1, config.seed ^ hash("glove.words"));
  GloveRows contexts(50, config.dim, 1, config.seed ^ hash("glove.contexts"));
  const GloveStep step{padded(config.dim), static_cast<float>(config.rate), config.biases};
  std::uint64_t number = 0;
  for (std::uint64_t epoch = 0; epoch < 4; ++epoch) {
    for (const GloveCells::Part& part :
         cells.order(Rng::at(config.seed ^ hash("glove.tiles"), epoch << 32))) {
      std::vector<GloveCell> read;
      cells.read(part, Rng::at(config.seed ^ hash("glove.order"), number++ << 32), read);
      for (const GloveCell& cell : read) step(words[cell.word], contexts[cell.context], cell);
    }
  }
  const WordVectors made = glove.snapshot();
  expect_equal(made.outputs, contexts.vectors.finish());
  for (std::size_t i = 0; i < 50; ++i) {
    for (std::size_t d = 0; d < made.dim(); ++d) {
      ASSERT_EQ(made.vectors[i][d], words.vectors[i][d] + contexts.vectors[i][d]);
    }
  }
}

TEST(GloveInBlocks, ManyThreadsLearnAsWell) {
  GloveConfig config = small_config();
  config.epochs = 20;
  config.threads = 4;
  Glove glove(text_of(50), config, {}, tiny);
  const double first = glove.train(glove.parts_of_epoch());
  double last = first;
  while (!glove.finished()) last = glove.train(glove.parts_of_epoch());
  EXPECT_LT(last, first / 5);
  EXPECT_EQ(glove.cells_done(), glove.cells_total());
}

TEST(GloveInBlocks, HandsOverAtTheEndWhatASnapshotShows) {
  for (const std::uint64_t bytes : {tiny, Glove::sums_in_memory}) {
    Glove glove(text_of(20), small_config(), {}, bytes);
    glove.train(20);
    const WordVectors shown = glove.snapshot(), made = glove.finish();
    expect_equal(shown, made);
    EXPECT_EQ(made.origin, shown.origin);
    EXPECT_EQ(made.counts, shown.counts);
    for (const Rows* rows : {&made.vectors, &made.outputs}) {
      for (std::size_t i = 0; i < rows->count(); ++i) {
        for (std::size_t d = rows->dim(); d < rows->stride(); ++d) {
          EXPECT_EQ(rows->data()[i * rows->stride() + d], 0.0F) << "what pads a row";
        }
      }
    }
  }
}

class GloveCheckpoint : public ::testing::Test {
 protected:
  GloveCheckpoint() {
    Glove glove(text, small_config(), {}, tiny);
    glove.train(1 << 20);
    whole = glove.snapshot();
    Glove half(text, small_config(), {}, tiny);
    half.train(half.parts_of_epoch() * 3 / 2);
    half.save(file);
    done = half.cells_done();
  }

  const EncodedTextPtr text = text_of(30);
  const testing::TemporaryFolder folder;
  const std::filesystem::path file = folder / "checkpoint";
  WordVectors whole;
  std::uint64_t done = 0;
};

TEST_F(GloveCheckpoint, GoesOnInTheMiddleOfAnEpoch) {
  Glove second(text, small_config(), {}, tiny);
  second.train(5);  // is forgotten
  second.restore(file);
  EXPECT_EQ(second.cells_done(), done);
  second.save(folder / "again");
  EXPECT_EQ(read_file(folder / "again", 1 << 20), read_file(file, 1 << 20));
  second.train(1 << 20);
  expect_equal(second.snapshot(), whole);
}

TEST_F(GloveCheckpoint, IsTakenWholeOrNotAtAll) {
  Glove second(text, small_config(), {}, tiny);
  second.train(50);
  {
    const testing::NoTemporaryFiles none;
    EXPECT_THROW(second.restore(file), UserError);
  }
  std::string bytes = read_file(file, 1 << 20);
  bytes[bytes.size() / 2] ^= 1;
  write_file(folder / "damaged", bytes);
  EXPECT_THROW(second.restore(folder / "damaged"), UserError);
  second.train(1 << 20);
  expect_equal(second.snapshot(), whole);
}

TEST_F(GloveCheckpoint, OfAnotherKindOrAnotherNumberOfBlocksIsRefused) {
  EXPECT_THROW(Glove(text, small_config()).restore(file), UserError);
  const std::string bytes = read_file(file, 1 << 20);
  ASSERT_EQ(bytes.substr(0, 8), "GFglove3");
  write_file(folder / "older", "GFglove2" + bytes.substr(8));
  try {
    Glove(text, small_config(), {}, tiny).restore(folder / "older");
    ADD_FAILURE() << "an older kind was taken";
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("is no checkpoint of this model"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace glassformer
