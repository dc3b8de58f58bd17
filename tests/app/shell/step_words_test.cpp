#include "app/shell/step_words.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

TEST(Notes, AreSentences) {
  EXPECT_EQ(as_sentence("the weights are random"), "The weights are random.");
  EXPECT_EQ(as_sentence("is it?"), "Is it?");
  EXPECT_EQ(as_sentence("learned from WordNet ..."), "Learned from WordNet ...");
  EXPECT_EQ(as_sentence(""), "");
}

TEST(Notes, KeepTheNamesOfFilesAndCommands) {
  EXPECT_EQ(as_sentence("glove100.txt"), "glove100.txt.");
  EXPECT_EQ(as_sentence("glove100.txt: 400 words"), "glove100.txt: 400 words.");
  EXPECT_EQ(as_sentence("data/glove, shortened"), "data/glove, shortened.");
  EXPECT_EQ(as_sentence("glassformer train vectors text.txt"),
            "glassformer train vectors text.txt.");
}

}  // namespace
}  // namespace glassformer
