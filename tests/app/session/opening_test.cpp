#include "app/files/opening.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/formats/assets.h"
#include "core/formats/file.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

// As what a path is opened, and what is said of one that does not open.
namespace glassformer {
namespace {

using As = Opening::As;

class Opens : public ::testing::Test {
 protected:
  std::string at(const std::string& name, std::string_view bytes) {
    const std::filesystem::path file = folder_ / name;
    std::filesystem::create_directories(file.parent_path());
    write_file(file, bytes);
    return file.string();
  }
  std::string folder(const std::string& name) { return (folder_ / name).string(); }

 private:
  testing::TemporaryFolder folder_;
};

TEST_F(Opens, WhatTheProgramWrites) {
  const std::filesystem::path weights = assets_folder() / "weights";
  EXPECT_EQ(opening_of((weights / "en-fr.safetensors").string()).as, As::model);
  EXPECT_EQ(opening_of((assets_folder() / "lessons" / "heads.json").string()).as, As::lesson);
  EXPECT_EQ(opening_of((assets_folder() / "attentions" / "encoder.safetensors").string()).as,
            As::attention);
  for (const auto& entry : std::filesystem::directory_iterator(assets_folder() / "recordings")) {
    if (entry.path().extension() != ".safetensors") continue;
    const Opening recording = opening_of(entry.path().string());
    EXPECT_EQ(recording.as, As::recording) << entry.path();
  }
}

TEST_F(Opens, TextsPairsQuestionsAndVectors) {
  EXPECT_EQ(opening_of(at("a.vec", "2 2\nthe 0.1 0.2\ncat 1 2\n")).as, As::vectors);
  EXPECT_EQ(opening_of(at("a.tsv", "the\t0.1\t0.2\ncat\t1\t2\n")).as, As::vectors);
  EXPECT_EQ(opening_of(at("v.json", "{\"cat\": [0.1, 2], \"dog\": [1, -3]}")).as, As::vectors);
  EXPECT_EQ(opening_of(at("l.json", "{\"tokens\": [\"cat\", \"dog\"]}")).as, As::lesson);
  EXPECT_EQ(opening_of(at("pairs.tsv", "the cat\tle chat\n")).as, As::sentences);
  EXPECT_EQ(opening_of(at("pairs.txt", "the cat\tle chat\n")).as, As::sentences);
  EXPECT_EQ(opening_of(at("q.txt", ": capitals\nAthens Greece Oslo Norway\n")).as, As::questions);
  EXPECT_EQ(opening_of(at("tale.txt", "Call me Ishmael.\n")).as, As::text);
  EXPECT_EQ(opening_of(at("notes.md", "Call me Ishmael.\n")).as, As::text);
  EXPECT_EQ(opening_of(at("broken.vec", "the cat sat\n")).as, As::vectors)
      << "whose reader says why";
}

TEST_F(Opens, AModelByItsFolderAndByAnyOfItsFiles) {
  for (const char* name : {"config.json", "model.safetensors", "tokenizer.json", "vocab.txt",
                           "merges.txt", "model-00001-of-00002.safetensors"}) {
    at(std::string("gpt/") + name, "{}");
  }
  for (const char* name : {"config.json", "model.safetensors", "vocab.txt", "merges.txt",
                           "model-00001-of-00002.safetensors"}) {
    const Opening opening = opening_of(folder("gpt") + "/" + name);
    EXPECT_EQ(opening.as, As::model) << name;
    EXPECT_EQ(opening.path, folder("gpt")) << name;
  }
  EXPECT_EQ(opening_of(folder("gpt")).as, As::model);
  EXPECT_EQ(opening_of(at("gpt/my-lesson.json", "{}")).as, As::lesson) << "no part of a model";
  at("lstm/vocabulary.json", "{}");
  at("lstm/model.safetensors", "{}");
  EXPECT_EQ(opening_of(folder("lstm") + "/vocabulary.json").as, As::model);
  EXPECT_EQ(opening_of(folder("lstm")).as, As::model);
}

TEST_F(Opens, AFolderWithOneThingInIt) {
  at("mine/en-fr.safetensors",
     read_file(assets_folder() / "weights" / "en-fr.safetensors", std::size_t{1} << 30));
  EXPECT_EQ(opening_of(folder("mine")).as, As::model);
  at("texts/tale.txt", "Call me Ishmael.");
  const Opening opening = opening_of(folder("texts"));
  EXPECT_EQ(opening.as, As::nothing);
  EXPECT_NE(opening.why.find("not of a model"), std::string::npos) << opening.why;
}

TEST_F(Opens, SaysWhatAFileOfAnotherKindIs) {
  struct Case {
    const char *name, *bytes, *is;
  };
  for (const Case& one :
       {Case{"paper.pdf", "%PDF-1.7\n", "a PDF document"},
        Case{"picture.png", "\x89PNG\r\n", "a picture"},
        Case{"pytorch_model.bin", "PK\x03\x04....archive/data.pkl", "PyTorch"},
        Case{"llama.gguf", "GGUF\x03", "llama.cpp"},
        Case{"text.docx", "PK\x03\x04...[Content_Types].xml", "office"},
        Case{"model.onnx", "\x08\x07", "ONNX"}, Case{"train.py", "import torch", "Python"},
        Case{"w.safetensors", "........{\"a\":{}}", "which network"}}) {
    const std::string path = at(one.name, one.bytes);
    const Opening opening = opening_of(path);
    EXPECT_EQ(opening.as, As::nothing) << one.name;
    EXPECT_NE(opening.why.find(one.is), std::string::npos) << opening.why;
    EXPECT_EQ(opening.why.find(path), 0U) << "names it: " << opening.why;
  }
  // Word vectors are one kind of many, whatever a binary file is called.
  const std::string unknown("\x07\x1f\0\x02\xc3\x28\n\x11", 8);
  for (const char* name : {"x.bin", "x.dat", "x", "x.txt", "x.npy", "x.vec", "x.gz"}) {
    const std::string path = at(name, unknown);
    const Opening opening = opening_of(path);
    EXPECT_EQ(opening.as, As::nothing) << name;
    for (const char* kind : {"lessons", "models", "word vectors", "attentions", "texts"}) {
      EXPECT_NE(opening.why.find(kind), std::string::npos) << opening.why;
    }
    EXPECT_EQ(opening.why.find(path), 0U) << "names it: " << opening.why;
  }
  EXPECT_EQ(opening_of(at("gif.txt", "GIF89 was a good year.")).as, As::text);
}

TEST_F(Opens, PublishedModels) {
  const auto data = testing::shared_data("checkpoints");
  if (!data) GTEST_SKIP() << "skipped: optional data is absent";
  for (const char* name :
       {"bert_tiniest", "fake_gpt2", "gpt-nano-sort", "dates-lstm", "char-lstm-shakespeare"}) {
    EXPECT_EQ(opening_of((*data / name).string()).as, As::model) << name;
    EXPECT_EQ(opening_of((*data / name / "model.safetensors").string()).as, As::model) << name;
  }
}

}  // namespace
}  // namespace glassformer
