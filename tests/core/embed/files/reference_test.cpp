#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/embed/files/read_vectors.h"
#include "core/embed/search/expression.h"
#include "core/embed/search/neighbours.h"
#include "core/embed/vectors/subwords.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// As Python's "backslashreplace" shows bytes that are no UTF-8.
std::string with_backslashes(std::string_view word) {
  const json lenient = std::string(word);
  try {
    static_cast<void>(lenient.dump());
    return std::string(word);
  } catch (const json::exception&) {
    std::string text;
    for (const char c : word) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned char>(c));
      text += static_cast<unsigned char>(c) < 0x80 ? std::string(1, c) : escaped;
    }
    return text;
  }
}

struct Case {
  fs::path vectors;
  json reference;
};

std::vector<Case> cases() {
  std::vector<Case> found;
  const auto folder = testing::shared_data("word_vectors");
  if (!folder) return found;
  for (const auto& entry : fs::recursive_directory_iterator(*folder)) {
    std::string name = entry.path().string();
    if (!name.ends_with(".ref.json")) continue;
    name.resize(name.size() - 9);
    const json reference = json::parse(std::ifstream(entry.path()));
    if (const auto zip = name.find(".zip."); zip != std::string::npos) name[zip + 4] = '/';
    found.push_back({name, reference});
  }
  std::sort(found.begin(), found.end(),
            [](const Case& a, const Case& b) { return a.vectors < b.vectors; });
  return found;
}

TEST(VectorFiles, HoldWhatTheReferenceReads) {
  const auto all = cases();
  if (all.empty()) GTEST_SKIP() << "optional data is absent";
  for (const Case& c : all) {
    SCOPED_TRACE(c.vectors.string());
    const WordVectorsPtr v = read_vectors(c.vectors);
    ASSERT_EQ(v->words.size(), c.reference.at("n").get<std::size_t>());
    ASSERT_EQ(v->vectors.count(), v->words.size());
    ASSERT_EQ(v->dim(), c.reference.at("dim").get<std::size_t>());
    const auto& first = c.reference.at("first_words");
    for (std::size_t i = 0; i < first.size(); ++i) {
      EXPECT_EQ(with_backslashes(v->words[i]), first[i].get<std::string>());
    }
    if (c.reference.contains("last_words")) {
      const auto& last = c.reference.at("last_words");
      for (std::size_t i = 0; i < last.size(); ++i) {
        EXPECT_EQ(with_backslashes(v->words[v->words.size() - last.size() + i]),
                  last[i].get<std::string>());
      }
      const auto& start = c.reference.at("first_vector");
      const auto& end = c.reference.at("last_vector");
      for (std::size_t k = 0; k < start.size(); ++k) {
        EXPECT_NEAR(v->vectors[0][k], start[k].get<double>(), 1e-6);
        EXPECT_NEAR(v->vectors[v->words.size() - 1][k], end[k].get<double>(), 1e-6);
      }
      double sum = 0;
      for (std::size_t r = 0; r < v->words.size(); ++r) {
        for (const float cell : v->vectors[r]) sum += cell;
      }
      EXPECT_NEAR(sum, c.reference.at("sum_all_f64").get<double>(), 1e-4 * (1 + std::abs(sum)));
    }
  }
}

TEST(VectorFiles, FastTextModelsKnowCountsAndUnknownWords) {
  std::size_t checked = 0;
  for (const Case& c : cases()) {
    if (!c.reference.contains("oov_vectors")) continue;
    ++checked;
    SCOPED_TRACE(c.vectors.string());
    const WordVectorsPtr v = read_vectors(c.vectors);
    const auto& counts = c.reference.at("counts");
    for (std::size_t i = 0; i < counts.size(); ++i) EXPECT_EQ(v->counts[i], counts[i]);
    for (const auto& [word, numbers] : c.reference.at("word_vectors").items()) {
      std::size_t id = 0;
      while (id < v->words.size() && with_backslashes(v->words[id]) != word) ++id;
      ASSERT_LT(id, v->words.size()) << word;
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        EXPECT_NEAR(v->vectors[id][k], numbers[k].get<double>(), 2e-6) << word;
      }
    }
    for (const auto& [word, numbers] : c.reference.at("oov_vectors").items()) {
      std::vector<float> vector(v->dim());
      if (!v->subwords) {
        EXPECT_TRUE(numbers.empty()) << word;
        continue;
      }
      ASSERT_TRUE(v->subwords->compose(word, vector)) << word;
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        EXPECT_NEAR(vector[k], numbers[k].get<double>(), 2e-6) << word;
      }
    }
  }
  if (checked == 0) GTEST_SKIP() << "optional data is absent";
}

// Words whose places in the answer may be swapped: their scores are the same but for rounding.
void expect_answers(const WordVectors& v, const json& wanted,
                    const std::vector<std::pair<int, float>>& found) {
  ASSERT_GE(found.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto word = wanted[i][0].get<std::string>();
    const auto score = wanted[i][1].get<double>();
    EXPECT_NEAR(found[i].second, score, 2e-6);
    const auto same = std::find_if(found.begin(), found.end(), [&](const auto& f) {
      return with_backslashes(v.words[static_cast<std::size_t>(f.first)]) == word;
    });
    if (same == found.end()) {
      EXPECT_NEAR(found.back().second, score, 2e-6) << wanted[i][0];
    } else {
      EXPECT_NEAR(same->second, score, 2e-6) << wanted[i][0];
    }
  }
}

TEST(VectorFiles, NeighboursAreThoseOfTheReference) {
  const auto all = cases();
  if (all.empty()) GTEST_SKIP() << "optional data is absent";
  std::size_t asked = 0;
  for (const Case& c : all) {
    SCOPED_TRACE(c.vectors.string());
    const WordVectorsPtr v = read_vectors(c.vectors);
    for (const auto& [word, wanted] : c.reference.at("nearest_cosine_top10").items()) {
      SCOPED_TRACE(word);
      std::size_t id = 0;
      while (id < v->words.size() && with_backslashes(v->words[id]) != word) ++id;
      ASSERT_LT(id, v->words.size());
      const int own[] = {static_cast<int>(id)};
      std::vector<std::pair<int, float>> found;
      for (const Scored& s : neighbours(v->vectors, v->vectors[id], 12, Nearness::cosine, own)) {
        found.emplace_back(s.id, s.score);
      }
      expect_answers(*v, wanted, found);
      ++asked;
    }
  }
  EXPECT_GT(asked, 40U);
}

TEST(VectorFiles, AnalogiesAreThoseOfTheReference) {
  const auto folder = testing::shared_data("word_vectors/finalfusion");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  const WordVectorsPtr v = read_vectors(*folder / "analogy.bin");
  AnalogyOptions options;
  options.count = 40;
  const auto found =
      answers(*v, terms_of(*v, "Frankreich - Paris + Berlin"), AnalogyMethod::add, options);
  std::vector<std::pair<int, float>> pairs;
  for (const Answer& answer : found) pairs.emplace_back(answer.id, answer.score);
  const json reference = json::parse(std::ifstream(*folder / "analogy.bin.ref.json"));
  expect_answers(*v, reference.at("analogy_3cosadd_top5").at("Paris:Frankreich::Berlin:?"), pairs);
  const json published = json::parse(std::ifstream(*folder / "published_answers.json"));
  const auto& order = published.at("analogy_Paris_Frankreich_Berlin_40");
  ASSERT_EQ(found.size(), order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    EXPECT_EQ(v->words[static_cast<std::size_t>(found[i].id)], order[i].get<std::string>()) << i;
  }
}

}  // namespace
}  // namespace glassformer
