#include "core/formats/known_json.h"

#include <gtest/gtest.h>

#include "core/lesson/lesson.h"
#include "tests/support/message_of.h"

namespace glassformer {
namespace {

using testing::message_of;

std::string known(const char* text) {
  const Json json = Json::parse(text, "it");
  return known_json(json.root()).value_or("");
}

// Whatever the file is called: one who renames it, or has it alone, is told what it is.
TEST(KnownJson, APartOfAModelIsCalledWhatItIs) {
  struct Case {
    const char *text, *name;
  };
  for (const auto& [text, name] : {
           Case{R"({"model_type": "gpt2", "n_layer": 2})", "its sizes without its weights"},
           Case{R"({"architectures": ["BertModel"]})", "is the config.json of a model"},
           Case{R"({"num_hidden_layers": 2})", "is the config.json of a model"},
           Case{R"({"version": "1.0", "model": {"type": "BPE", "vocab": {"a": 0}}})",
                "is the tokenizer.json of a model"},
           Case{R"({"model": {"merges": []}})", "is the tokenizer.json of a model"},
           Case{R"({"tokenizer_class": "BertTokenizer", "unk_token": "x"})",
                "is the tokenizer_config.json of a model"},
           Case{R"({"eos_token_id": 1, "transformers_version": "4.0"})",
                "is the generation_config.json of a model"},
           Case{R"({"unk_token": "<unk>"})", "is the special_tokens_map.json of a model"},
           Case{R"({"id": 0, "title": 1, "steps": 2})", "is the vocab.json of a model"},
           Case{R"({"metadata": {}, "weight_map": {}})",
                "is the model.safetensors.index.json of a model"},
       }) {
    EXPECT_NE(known(text).find(name), std::string::npos) << text << ": " << known(text);
    EXPECT_NE(message_of([&] { parse_lesson(text, "it.json"); }).find(name), std::string::npos);
  }
}

TEST(KnownJson, WhatIsAnythingElseIsNone) {
  for (const char* text :
       {R"({"theme": "dark"})", R"({"id": "a", "title": "A", "model": "word-map"})",
        R"({"model": {"name": 3}})", R"({"a": 0, "b": 1.5})", R"({"a": -1, "b": 0, "c": 1})",
        R"({"id": 3})", R"({"a": 1, "b": 2, "c": 3})", "{}", "[1]", R"({"king": [1, 2]})"}) {
    EXPECT_EQ(known(text), "") << text;
  }
}

}  // namespace
}  // namespace glassformer
