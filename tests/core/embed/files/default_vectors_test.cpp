#include "core/embed/files/default_vectors.h"

#include <gtest/gtest.h>

#include "core/embed/corpus/encoded_text.h"
#include "core/text/corpus.h"

namespace glassformer {
namespace {

// Whoever changes the facts or the patterns of sentences trains words.safetensors and
// words-lsa.safetensors again, as assets/weights/README.md says.
TEST(DefaultVectors, HaveTheWordsOfTheCorpusAsItIs) {
  const EncodedText text = encode_corpus(Corpus::usual_sentences, 1, 5);
  for (const WordVectorsPtr& shipped : {default_vectors(), lsa_vectors()}) {
    ASSERT_EQ(shipped->words.size(), text.words.size()) << shipped->origin;
    for (std::size_t i = 0; i < text.words.size(); ++i) {
      EXPECT_EQ(shipped->words[i], text.words[i]) << i;
      EXPECT_EQ(shipped->counts[i], text.counts[i]) << text.words[i];
    }
  }
}

}  // namespace
}  // namespace glassformer
