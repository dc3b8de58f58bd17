#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "core/scenes/records/bengio.h"
#include "core/scenes/records/bias.h"
#include "core/scenes/records/compare_vectors.h"
#include "core/scenes/records/decoding.h"
#include "core/scenes/records/evaluation.h"
#include "core/scenes/records/glove.h"
#include "core/scenes/records/hidden_word.h"
#include "core/scenes/records/layer_speed.h"
#include "core/scenes/records/lsa.h"
#include "core/scenes/records/one_hot.h"
#include "core/scenes/records/subwords.h"
#include "core/scenes/records/transformer.h"
#include "core/scenes/records/whole_text.h"
#include "core/scenes/records/why_near.h"
#include "core/scenes/records/word2vec_step.h"
#include "core/scenes/records/word_arithmetic.h"
#include "core/scenes/records/word_map.h"

namespace glassformer {
namespace {

Option initial_of(const NumberKey& key) {
  return key.initial;
}
Option initial_of(const TextKey& key) {
  return std::string(key.initial);
}

// Each key is an option of the scene, and begins as that does.
template <class... Keys>
void expect_options(std::string_view scene_name, const Keys&... keys) {
  const Scene* scene = find_scene(scene_name);
  ASSERT_NE(scene, nullptr) << scene_name;
  const auto expect = [&](const auto& key) {
    const auto spec = std::ranges::find(scene->options, key.name, &OptionSpec::name);
    ASSERT_NE(spec, scene->options.end()) << scene_name << ": " << key.name;
    EXPECT_EQ(spec->initial, initial_of(key)) << scene_name << ": " << key.name;
  };
  (expect(keys), ...);
}

TEST(OptionKeys, AreOptionsOfTheirScenes) {
  {
    using namespace word_map_options;
    expect_options("word-map", measure, word, axis_x, axis_y, plane, pairs, groups, group, odd,
                   alone, words, unit_length, solid, x, y, z, perplexity, rate, exaggeration, seed);
  }
  {
    using namespace bias_options;
    expect_options("bias", axis, words, pair, near, moved, direction, word_set, farthest);
  }
  {
    using namespace word_arithmetic_options;
    expect_options("word-arithmetic", expression, exclude, word_arithmetic_options::answers);
  }
  {
    using namespace word2vec_step_options;
    expect_options("word2vec-step", centre, outside, window, counts);
  }
  {
    using namespace evaluation_options;
    expect_options("evaluate-vectors", section, question, pairs);
  }
  expect_options("why-near", why_near_options::words, why_near_options::text);
  expect_options("bengio", bengio_options::predict);
  expect_options("glove", glove_options::word, glove_options::context);
  expect_options("subwords", subwords_options::word, subwords_options::other);
  expect_options("whole-text", whole_text_options::centre, whole_text_options::window);
  expect_options("lsa", lsa_options::k, lsa_options::word);
  expect_options("compare-vectors", compare_vectors_options::word);
  expect_options("hidden-word", hidden_word_options::hidden);
  expect_options("one-hot", one_hot_options::vocabulary);
  expect_options("transformer", transformer_options::head_scale);
  expect_options("decoding", decoding_options::prefix);
  expect_options("layer-speed", layer_speed_options::projections, layer_speed_options::cores);
}

}  // namespace
}  // namespace glassformer
