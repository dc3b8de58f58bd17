#include <gtest/gtest.h>

#include <string>

#include "core/embed/files/read_vectors.h"
#include "core/embed/vectors/word_vectors.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/paths.h"

namespace glassformer::testing {
namespace {

// The box of a word's name on that part; empty: it is not named there.
Rect name_of(Driver& d, const std::string& word, std::string_view part) {
  for (const DrawnPart& drawn : d.app().parts()) {
    if (drawn.standing.part != part) continue;
    for (std::size_t i = drawn.first; i < drawn.last; ++i) {
      const Command& c = d.app().canvas().commands()[i];
      if (c.kind == Command::Kind::text && c.text == word) return c.rect;
    }
  }
  return {};
}

// A click on a point of a map chooses its word: the first of the file, number 0, as any other.
TEST(MapClicks, ChooseTheFirstWordOfAFileAsAnyOther) {
  const auto vectors = read_vectors(source_dir() / "assets/weights/words.safetensors");
  for (const char* const part : {"left map", "right map"}) {
    for (const std::size_t i : {std::size_t{0}, std::size_t{40}}) {
      const std::string word(vectors->words[i]);
      Driver d("compare-vectors");
      d.rest();
      d.click(d.where("Search: queen, *ing"));
      d.type(word);
      d.rest();
      const Rect name = name_of(d, word, part);
      ASSERT_GT(name.w, 0) << word << " is not named on the " << part;
      const auto chosen = [&] { return d.session().run()->tokens[0].front() == word; };
      ASSERT_FALSE(chosen());
      // Its point lies on one side of the name or the other.
      for (const float x : {name.x - 8, name.right() + 8}) {
        if (chosen()) break;
        d.click({x, name.center().y});
        d.rest();
      }
      EXPECT_TRUE(chosen()) << word << ", number " << i << " of the file, on the " << part;
    }
  }
}

}  // namespace
}  // namespace glassformer::testing
