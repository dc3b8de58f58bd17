#include "core/text/bpe.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

using Texts = std::vector<std::string>;

Texts pre_tokens(const std::string& text) {
  const auto found = bpe::pre_tokens(text);
  return {found.begin(), found.end()};
}

// One blank before a word belongs to it. Of several the last one does, and the others stand alone.
TEST(Bpe, OfSeveralBlanksTheLastBelongsToTheWord) {
  EXPECT_EQ(pre_tokens("a b"), (Texts{"a", " b"}));
  EXPECT_EQ(pre_tokens("a  b"), (Texts{"a", " ", " b"}));
  EXPECT_EQ(pre_tokens("a   b"), (Texts{"a", "  ", " b"}));
  EXPECT_EQ(pre_tokens("a\tb"), (Texts{"a", "\t", "b"}));
  EXPECT_EQ(pre_tokens("a  "), (Texts{"a", "  "}));
  EXPECT_EQ(pre_tokens(""), Texts{});
}

}  // namespace
}  // namespace glassformer
