#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/scenes/records/word_map.h"
#include "tests/core/scenes/vectors/word_map_family.h"
#include "tests/support/traced.h"

// Which words of the map belong together: groups, and the one that is odd.
namespace glassformer {
namespace {

using testing::at;
using testing::family;
using testing::map_of_family;
using testing::notes_of;

// Two groups of three words each, and a word in none.
std::shared_ptr<const WordVectors> grouped() {
  auto made = std::make_shared<WordVectors>(*family());
  made->groups = {"person",  "person", "royal", "royal",  "pronoun",
                  "pronoun", "size",   "size",  "person", "royal"};
  return made;
}

double length(std::span<const Real> row) {
  double squares = 0;
  for (const Real x : row) squares += static_cast<double>(x) * static_cast<double>(x);
  return std::sqrt(squares);
}

// The mean cosine over all pairs of a group's words, each with itself among them.
double mean_cosine(const WordVectors& v, const std::string& group) {
  double sum = 0;
  int pairs = 0;
  for (std::size_t a = 0; a < v.groups.size(); ++a) {
    for (std::size_t b = 0; b < v.groups.size(); ++b) {
      if (v.groups[a] != group || v.groups[b] != group) continue;
      double ab = 0;
      for (std::size_t d = 0; d < v.dim(); ++d) {
        ab += static_cast<double>(v.vectors[a][d]) * static_cast<double>(v.vectors[b][d]);
      }
      sum += ab / (length(v.vectors[a]) * length(v.vectors[b]));
      ++pairs;
    }
  }
  return sum / pairs;
}

TEST(WordMapGroups, AreInTheOrderOfHowAlikeTheirWordsPoint) {
  const auto vectors = grouped();
  Inputs in = map_of_family();
  in.resources.set(slots::vectors, vectors);
  const RunPtr run = glassformer::run(in);
  const Var together = run->tape.find("groups.together");
  const Mat& lengths = run->tape.value(together);
  const Axis& names = run->tape.node(together).label.cols;
  ASSERT_EQ(lengths.shape(), (Shape{1, 4}));
  for (int g = 0; g < 4; ++g) {
    EXPECT_NEAR(lengths(0, g) * lengths(0, g), mean_cosine(*vectors, axis_label(names, g)), 1e-5);
    if (g > 0) {
      EXPECT_LE(lengths(0, g), lengths(0, g - 1));
    }
  }
  const auto& groups = run->records.get<WordMapRecord>().groups;
  EXPECT_EQ(groups.chosen, names.labels);
  EXPECT_EQ(groups.others, 0U);
}

TEST(WordMapGroups, InColourAreThoseThatAreNamed) {
  Inputs in = map_of_family();
  in.resources.set(slots::vectors, grouped());
  in.options["map_groups"] = std::string("size, royal, size, dwarf");
  in.options["map_group"] = std::string("royal");
  const RunPtr run = glassformer::run(in);
  const auto& groups = run->records.get<WordMapRecord>().groups;
  EXPECT_EQ(groups.chosen, (std::vector<std::string>{"size", "royal"}));
  EXPECT_EQ(groups.lit, "royal");
  EXPECT_EQ(groups.others, 2U);
  EXPECT_NE(notes_of(run).find("no word on the map is of a group called so: dwarf"),
            std::string::npos)
      << notes_of(run);
  in.options["map_groups"] = std::string("pronoun");
  EXPECT_EQ(glassformer::run(in)->records.get<WordMapRecord>().groups.chosen.size(), 1U);
}

// As gensim's doesnt_match has it: the least product with the mean of all unit vectors.
std::size_t odd_by_the_mean(const WordVectors& v, const std::vector<int>& ids) {
  std::vector<double> mean(v.dim());
  const auto unit = [&](int id, std::size_t d) {
    const auto row = v.vectors[static_cast<std::size_t>(id)];
    return static_cast<double>(row[d]) / length(row);
  };
  for (const int id : ids) {
    for (std::size_t d = 0; d < mean.size(); ++d) mean[d] += unit(id, d);
  }
  std::size_t least = 0;
  double best = 1e9;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    double dot = 0;
    for (std::size_t d = 0; d < mean.size(); ++d) dot += mean[d] * unit(ids[i], d);
    if (dot < best) least = i;
    best = std::min(best, dot);
  }
  return least;
}

TEST(WordMap, TheOddOneOutIsLeastLikeTheOthers) {
  const auto vectors = family();
  Inputs in = map_of_family();
  in.resources.set(slots::vectors, vectors);
  for (const char* words : {"king queen princess big", "man woman small", "he, she, king, boy, man",
                            "man woman king queen he she big small"}) {
    in.options["map_odd"] = std::string(words);
    const RunPtr run = glassformer::run(in);
    const auto& odd = run->records.get<WordMapRecord>().odd;
    ASSERT_TRUE(odd.similarity) << words;
    const Mat& cosine = at(run, "odd.cosine");
    const Mat& mean = at(run, "odd.similarity");
    for (int i = 0; i < mean.cols(); ++i) {
      double sum = 0;
      for (int j = 0; j < mean.cols(); ++j) sum += j == i ? 0 : static_cast<double>(cosine(i, j));
      EXPECT_NEAR(mean(0, i), sum / (mean.cols() - 1), 1e-5);
    }
    EXPECT_EQ(odd.least, odd_by_the_mean(*vectors, odd.words)) << words;
    EXPECT_EQ(run->tape.shape(odd.map), (Shape{10, 2}));
  }
}

TEST(WordMap, TheOddOneOutNeedsThreeToEightDifferentWords) {
  Inputs in = map_of_family();
  for (const char* words : {"", "man woman", "man man woman", "man woman duke",
                            "man woman king queen he she big small boy"}) {
    in.options["map_odd"] = std::string(words);
    const RunPtr run = glassformer::run(in);
    EXPECT_FALSE(run->tape.find("odd.similarity")) << words;
    EXPECT_EQ(run->records.get<WordMapRecord>().odd.missing.size(), 1U) << words;
  }
}

}  // namespace
}  // namespace glassformer
