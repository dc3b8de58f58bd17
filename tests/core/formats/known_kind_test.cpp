#include "core/formats/known_kind.h"

#include <gtest/gtest.h>
#include <zip.h>

#include <string>
#include <vector>

#include "core/embed/files/read_vectors.h"
#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/formats/safetensors.h"
#include "core/models/checkpoint.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::message_of;
using testing::TemporaryFolder;

// Beginnings as those programs write them, and what is said of them.
struct Kind {
  const char* file;
  std::string beginning;
  const char* called;
  const char* way_out;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{
      {"llama.gguf", std::string("GGUF\3\0\0\0\x23\1\0\0\0\0\0\0", 16), "GGUF", "gguf_file="},
      {"pytorch_model.bin",
       "\x80\x02\x8a\x0al\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02M\xe9\x03.", "PyTorch",
       "save_pretrained"},
      {"v.model", "\x80\x04\x95 \x8c\x18gensim.models.keyedvectors\x94", "gensim's own save",
       "KeyedVectors"},
      {"w2v.model", "\x80\x04\x95 \x8c\x18gensim.models.word2vec\x94\x8c\x08Word2Vec",
       "gensim's own save", ".wv.save_word2vec_format"},
      {"tf_model.h5", std::string("\x89HDF\r\n\x1a\n\0\0\0\0\0\x08\x08\0", 16), "Keras",
       "from_tf=True"},
      {"model.onnx",
       "\x08\x07\x12\x07pytorch\x1a\x05"
       "1.13.1",
       "ONNX", "config.json"},
      {"table.xls", std::string("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0\0\0\0\0\0\0", 16),
       "spreadsheet", "--convert-to csv"},
      {"table.parquet", "PAR1\x15\x04\x15\x10", "Parquet", "to_csv"},
      {"a.pdf", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "PDF", "pdftotext"},
  };
  return all;
}

// "Damaged" would send people to fetch again what is whole.
void expect_named(const std::string& message, const Kind& kind) {
  EXPECT_NE(message.find(kind.called), std::string::npos) << kind.file << ": " << message;
  EXPECT_NE(message.find(kind.way_out), std::string::npos) << kind.file << ": " << message;
  EXPECT_EQ(message.find("damaged"), std::string::npos) << message;
  EXPECT_EQ(message.find("get it again"), std::string::npos) << message;
}

TEST(KnownKinds, AreCalledByTheirNamesWhereVectorsOrModelsAreExpected) {
  const TemporaryFolder here;
  for (const Kind& kind : kinds()) {
    const std::string bytes = kind.beginning + std::string(100, '\1');
    write_file(here / kind.file, bytes);
    expect_named(message_of([&] { read_vectors(here / kind.file); }), kind);
    expect_named(message_of([&] { load_checkpoint(here / kind.file); }), kind);
  }
}

TEST(KnownKinds, ArchivesAreToldByWhatIsInThem) {
  const TemporaryFolder here;
  const auto archive_of = [&](const char* name, const std::vector<const char*>& entries) {
    int code = 0;
    zip_t* const archive = zip_open((here / name).c_str(), ZIP_CREATE, &code);
    for (const char* const entry : entries) {
      zip_file_add(archive, entry, zip_source_buffer(archive, "x", 1, 0), 0);
    }
    EXPECT_EQ(zip_close(archive), 0);
    return here / name;
  };
  const auto sheet = archive_of("pairs.xlsx", {"[Content_Types].xml", "xl/workbook.xml"});
  const auto keras = archive_of("m.keras", {"metadata.json", "config.json", "model.weights.h5"});
  const auto torch = archive_of("m.pt", {"m/data.pkl", "m/data/0"});
  const auto plain = archive_of("two.zip", {"a.txt", "b.txt"});
  EXPECT_NE(message_of([&] { open_bytes(sheet); }).find("spreadsheet"), std::string::npos);
  EXPECT_NE(message_of([&] { read_safetensors(keras); }).find("Keras"), std::string::npos);
  EXPECT_NE(message_of([&] { read_safetensors(torch); }).find("PyTorch"), std::string::npos);
  EXPECT_NE(message_of([&] { open_bytes(plain); }).find("several files"), std::string::npos);
}

TEST(KnownKinds, WhatIsNoDataIsNamedToo) {
  const auto said = [](std::string_view start) { return known_kind(start, "f").value_or(""); };
  EXPECT_EQ(said("\x89PNG\r\n\x1a\n").find("is a picture"), 0U);
  EXPECT_EQ(said(std::string_view("RIFF\1\0\0\0WAVEfmt ", 16)).find("is sound"), 0U);
  EXPECT_EQ(said("\xfd"
                 "7zXZ")
                .find("is an archive"),
            0U);
  EXPECT_EQ(said("SQLite format 3").find("is a database"), 0U);
  EXPECT_NE(said(std::string_view("PK\3\4\0\0word/[Content_Types].xml", 30)).find("office"),
            std::string::npos);
}

TEST(KnownKinds, EndingsSpeakWhereBytesDoNot) {
  EXPECT_NE(known_ending("train.PY").value_or("").find("Python"), std::string::npos);
  EXPECT_NE(known_ending("m.pth").value_or("").find("PyTorch"), std::string::npos);
  EXPECT_NE(known_ending("a/m.gguf").value_or("").find("gguf_file='m.gguf'"), std::string::npos);
  EXPECT_FALSE(known_ending("tale.txt"));
}

TEST(KnownKinds, TextsAndOurOwnFilesAreNone) {
  for (const char* const start : {"GIF89 was a good year.", "PAR1 words 0.1\n", "king 0.1 0.2\n",
                                  "{\"a\": [1]}", "3 2\na 1 2\n", "", "\x80"}) {
    EXPECT_FALSE(known_kind(start, "f")) << start;
  }
  // A header of 0x480 bytes, whose length begins as a pickle of protocol 4 does.
  EXPECT_FALSE(known_kind(std::string_view("\x80\4\0\0\0\0\0\0{\"__metadata__\"", 23), "f"));
  EXPECT_TRUE(known_kind(std::string_view("\x80\4\x95\3\0\0\0\0\0\0\0K", 12), "f"));
}

TEST(KnownKinds, WeightsWithoutTheirFolderSayWhatIsMissing) {
  const TemporaryFolder here;
  write_safetensors(here / "model.safetensors", {{}, {{"wte.weight", {2, 2}, Mat(2, 2, 1)}}});
  const std::string message = message_of([&] { load_checkpoint(here / "model.safetensors"); });
  EXPECT_NE(message.find("no config.json beside it"), std::string::npos) << message;
  EXPECT_NE(message.find("wte.weight"), std::string::npos) << message;
  EXPECT_NE(message_of([&] { load_checkpoint(here / ""); }).find("without the config.json"),
            std::string::npos);
  write_file(here / "config.json", R"({"model_type": "gpt2", "vocab_size": 5, "n_positions": 6,
    "n_embd": 4, "n_head": 2, "n_layer": 1})");
  std::filesystem::rename(here / "model.safetensors", here / "pytorch_model.bin");
  EXPECT_NE(message_of([&] { load_checkpoint(here / ""); }).find("save_pretrained"),
            std::string::npos);
}

}  // namespace
}  // namespace glassformer
