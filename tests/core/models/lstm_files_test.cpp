#include "core/models/lstm_files.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/decode/decode.h"
#include "core/decode/language_score.h"
#include "core/formats/file.h"
#include "core/formats/json_object.h"
#include "core/models/seq2seq.h"
#include "core/tensor/rng.h"
#include "tests/support/message_of.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

using testing::message_of;
using testing::shared_data;

// A model of that architecture, small and random.
TensorFile small_dates(int characters = 5) {
  TensorFile file;
  file.metadata = {{"architecture", "LSTM encoder-decoder, dot attention"},
                   {"gates", "f g i o"},
                   {"source", "reversed"},
                   {"begin", "_"}};
  std::uint64_t seed = 1;
  const auto add = [&](const char* name, Shape shape) {
    file.tensors.push_back({name, {shape.rows, shape.cols}, normal(shape, 0.5, seed++)});
  };
  for (const char* side : {"encoder", "decoder"}) {
    const std::string at = side;
    add((at + ".embedding").c_str(), {characters, 3});
    add((at + ".wx").c_str(), {3, 8});
    add((at + ".wh").c_str(), {2, 8});
    add((at + ".b").c_str(), {1, 8});
  }
  add("output.w", {4, characters});
  add("output.b", {1, characters});
  return file;
}

constexpr const char* small_vocabulary = R"({"characters": ["1", "2", "-", " ", "_"]})";

Checkpoint imported(TensorFile file, const char* vocabulary = small_vocabulary) {
  return import_lstm(std::move(file), "w.safetensors", vocabulary, "vocabulary.json");
}

NamedTensor& tensor(TensorFile& file, std::string_view name) {
  return *std::ranges::find(file.tensors, name, &NamedTensor::name);
}

TEST(LstmFiles, GivesEveryPublishedDateAndAttention) {
  const auto folder = shared_data("checkpoints/dates-lstm");
  if (!folder) GTEST_SKIP() << "optional data is absent";
  const Checkpoint model = load_checkpoint(*folder);
  const Json reference =
      Json::parse(read_file(*folder / "reference.json", 64 << 20), "reference.json");
  const Json::Value cases = JsonObject(reference.root()).at("cases", Json::Kind::array);
  ASSERT_EQ(cases.size(), 200u);
  const auto decoder = make_decoder(model);
  int maps = 0;
  cases.each([&](Json::Value one) {
    const JsonObject given(one);
    const std::string input = given.text("input", "");
    const Translation made = greedy(*decoder, source_ids(model, input));
    EXPECT_EQ(model.target().decode(made.pieces), given.text("output", "")) << input;
    EXPECT_TRUE(made.ended) << input;
    const auto map = given.find("attention");
    if (!map) return;
    ++maps;
    ASSERT_EQ(made.cross.size(), 1u);
    const Mat& weights = made.cross.front();
    ASSERT_EQ(weights.shape(), (Shape{10, 29}));
    for (int r = 0; r < 10; ++r) {
      for (int c = 0; c < 29; ++c) {
        const auto row = static_cast<std::size_t>(r), col = static_cast<std::size_t>(c);
        ASSERT_NEAR(weights(r, c), (*map)[row][col].number(), 1e-5) << input << r << ", " << c;
      }
    }
  });
  EXPECT_EQ(maps, 5);
  // Typed without the blanks behind it.
  EXPECT_EQ(model.target().decode(greedy(*decoder, source_ids(model, "september 27, 1994")).pieces),
            "1994-09-27");
}

TEST(LstmFiles, GivesThePublishedNatsOfShakespeare) {
  const auto folder = shared_data("checkpoints/char-lstm-shakespeare");
  const auto text = shared_data("corpora/tinyshakespeare.txt");
  if (!folder || !text) GTEST_SKIP() << "optional data is absent";
  const Checkpoint model = load_checkpoint(*folder);
  const Json reference = Json::parse(read_file(*folder / "reference.json", 1 << 20), "reference");
  const JsonObject given(reference.root());
  const std::string span = read_file(*text, 8 << 20).substr(100'000, 4000);
  const std::vector<int> ids = model.target().encode(span);
  ASSERT_EQ(ids.size(), 4000u);
  EXPECT_NEAR(language_score(model, ids).nats, given.real("nats_per_character", 0), 1e-4);
  const auto decoder = make_decoder(model);
  decoder->start(std::vector<std::vector<int>>(1));
  const Mat& logits = decoder->step(std::vector{ids.front()});
  const Json::Value wanted = given.at("logits_after_first_character", Json::Kind::array);
  ASSERT_EQ(wanted.size(), static_cast<std::size_t>(logits.cols()));
  for (int c = 0; c < logits.cols(); ++c) {
    EXPECT_NEAR(logits(0, c), wanted[static_cast<std::size_t>(c)].number(), 1e-4) << c;
  }
}

TEST(LstmFiles, IsSavedAndReadAsAModelOfOurs) {
  const Checkpoint model = imported(small_dates());
  const Checkpoint again = from_tensors(
      parse_safetensors(safetensors_bytes(to_tensors(model)), "m.safetensors"), "m.safetensors");
  EXPECT_EQ(again.network->config(), model.network->config());
  const auto said = [](const Checkpoint& of) {
    return of.target().decode(greedy(*make_decoder(of), source_ids(of, "1-2")).pieces);
  };
  EXPECT_EQ(said(again), said(model));
  EXPECT_EQ(said(model).size(), 10u) << "it writes ten characters and has no end mark";
}

TEST(LstmFiles, BeamSearchEndsWithTheLastCharacter) {
  const Checkpoint model = imported(small_dates());
  const auto decoder = make_decoder(model);
  const std::vector<int> source = source_ids(model, "12-2");
  const Translation greedily = greedy(*decoder, source);
  DecodeOptions options;
  options.beam = 1;
  EXPECT_EQ(beam_search(*decoder, source, options).translation.pieces, greedily.pieces);
  options.beam = 4;
  const BeamSearch found = beam_search(*decoder, source, options);
  EXPECT_EQ(found.finished.size(), 4u);
  EXPECT_EQ(found.translation.pieces.size(), 10u);
  EXPECT_GE(found.translation.log_probability, greedily.log_probability);
  EXPECT_EQ(found.translation.cross.front().shape(), (Shape{10, 29}));
}

// Two layers of two units over three characters.
TensorFile small_characters() {
  TensorFile file;
  file.metadata = {{"architecture", "two LSTM layers of 128 over characters"},
                   {"gates", "i j f o, forget + 1"},
                   {"input", "[x, h] W + b"}};
  const auto add = [&](const char* name, Shape shape, std::uint64_t seed) {
    file.tensors.push_back({name, {shape.rows, shape.cols}, normal(shape, 0.5, seed)});
  };
  add("embedding", {3, 4}, 1);
  add("lstm.0.w", {6, 8}, 2);
  add("lstm.0.b", {1, 8}, 3);
  add("lstm.1.w", {4, 8}, 4);
  add("lstm.1.b", {1, 8}, 5);
  add("output.w", {2, 3}, 6);
  add("output.b", {1, 3}, 7);
  return file;
}

// Where each column of ours comes from.
void expect_gates(const Mat& ours, const Mat& theirs, const std::vector<int>& from, int rows_above,
                  Real add_to_forget) {
  for (int r = 0; r < ours.rows(); ++r) {
    for (int c = 0; c < ours.cols(); ++c) {
      const bool forget = c / 2 == 1;
      EXPECT_FLOAT_EQ(ours(r, c), theirs(rows_above + r, from[static_cast<std::size_t>(c)]) +
                                      (forget ? add_to_forget : 0))
          << r << ", " << c;
    }
  }
}

// The file of dates has the gates as f g i o, ours are i f g o; the source is read backwards.
TEST(LstmFiles, GatesOfTheDatesStandInOurOrder) {
  TensorFile file = small_dates();
  const Checkpoint made = imported(small_dates());
  const std::vector<int> from{4, 5, 0, 1, 2, 3, 6, 7};
  for (const auto& [ours, theirs] :
       {std::pair("encoder.forward.0", "encoder"), std::pair("decoder.layer.0", "decoder")}) {
    for (const auto& [part, called] :
         {std::pair(".w", ".wx"), std::pair(".u", ".wh"), std::pair(".b", ".b")}) {
      expect_gates(made.params.value(made.params.find(std::string(ours) + part)),
                   tensor(file, std::string(theirs) + called).value, from, 0, 0);
    }
  }
  const Seq2SeqConfig& sizes = dynamic_cast<const Seq2Seq&>(*made.network).sizes();
  EXPECT_TRUE(sizes.reversed);
  EXPECT_EQ(sizes.max_len, 29);
  EXPECT_EQ(sizes.max_target, 11);
}

// The file of characters has one matrix for x and, below, h; gates i j f o, and the forget gate
// counts 1 more.
TEST(LstmFiles, GatesOfTheCharactersStandInOurOrder) {
  TensorFile file = small_characters();
  const Checkpoint made = imported(small_characters(), R"({"characters": ["a", "b", " "]})");
  const std::vector<int> from{0, 1, 4, 5, 2, 3, 6, 7};
  for (int layer = 0; layer < 2; ++layer) {
    const std::string theirs = "lstm." + std::to_string(layer) + ".";
    const auto ours = [&](const char* part) {
      return made.params.value(made.params.find("layer." + std::to_string(layer) + "." + part));
    };
    const Mat &w = tensor(file, theirs + "w").value, &b = tensor(file, theirs + "b").value;
    expect_gates(ours("w"), w, from, 0, 0);
    expect_gates(ours("u"), w, from, layer == 0 ? 4 : 2, 0);
    expect_gates(ours("b"), b, from, 0, 1);
  }
}

TEST(LstmFiles, RefusesAVocabularyThatLacksCharacters) {
  TensorFile file = small_characters();
  const std::string message = message_of([&] { imported(file, R"({"characters": ["a", "b"]})"); });
  EXPECT_NE(message.find("vocabulary.json: lists 2 characters, but the model in w.safetensors"),
            std::string::npos)
      << message;
}

TEST(LstmFiles, RefusesWhatIsNoModelOfCharacters) {
  constexpr const char* three = R"({"characters": ["a", "b", " "]})";
  EXPECT_EQ(imported(small_characters(), three).network->architecture(), "recurrent-lm");
  const auto refused = [&](const auto& change) {
    TensorFile file = small_characters();
    change(file);
    return message_of([&] { imported(std::move(file), three); });
  };
  const auto has = [](const std::string& message, std::string_view part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  has(refused([](TensorFile& f) { f.metadata["gates"] = "i f g o"; }), "\"gates\"");
  has(refused([](TensorFile& f) { tensor(f, "lstm.1.w").value = Mat(3, 8); }),
      "lstm.1.w is 3 × 8, but the sizes of the others ask for 4 × 8");
  has(refused([](TensorFile& f) { tensor(f, "lstm.0.w").value = Mat(4, 12); }),
      ": lstm.0.w is 4 × 12");
  has(refused([](TensorFile& f) { tensor(f, "lstm.0.b").value = Mat(2, 8); }),
      ": lstm.0.b is 2 × 8");
  has(refused([](TensorFile& f) { tensor(f, "output.b").value = Mat(1, 4); }), "output.b");
  has(message_of([&] { imported(small_characters(), R"({"characters": ["a", "b", "c", "d"]})"); }),
      "4 pieces");
}

TEST(LstmFiles, RefusesWhatIsNotThatModel) {
  const auto refused = [](const auto& change) {
    TensorFile file = small_dates();
    change(file);
    return message_of([&] { imported(std::move(file)); });
  };
  const auto has = [](const std::string& message, std::string_view part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  has(refused([](TensorFile& f) { f.tensors.erase(f.tensors.begin()); }), "encoder.embedding");
  has(refused([](TensorFile& f) { f.metadata["gates"] = "i f g o"; }), "\"i f g o\" for \"gates\"");
  has(refused([](TensorFile& f) { f.metadata.erase("source"); }), "\"\" for \"source\"");
  has(refused([](TensorFile& f) { f.metadata["architecture"] = "GRU"; }), "\"GRU\"");
  has(refused([](TensorFile& f) {
        f.tensors.push_back({"more", {1, 1}, Mat(1, 1)});
      }),
      "is called more");
  has(refused([](TensorFile& f) { tensor(f, "encoder.b").value = Mat(1, 7); }), "four gates");
  has(refused([](TensorFile& f) { tensor(f, "decoder.wh").value = Mat(2, 12); }),
      ": decoder.wh is 2 × 12, but the sizes of the others ask for 2 × 8");
  has(refused([](TensorFile& f) { tensor(f, "encoder.embedding").value = Mat(); }),
      "source_vocab_size");
  const auto with = [](const char* vocabulary) {
    return message_of([&] { imported(small_dates(), vocabulary); });
  };
  has(with(R"({"characters": ["1", "2", "-", " ", "x"]})"), "begin mark");
  has(with(R"({"characters": ["1", "2", "-", "ab", "_"]})"), "one character");
  has(with(R"({"characters": ["1", "2", " ", "_"]})"), "4 pieces");
  has(with("{}"), "characters");
  const Checkpoint model = imported(small_dates());
  has(message_of([&] { source_ids(model, "1x"); }), "does not know the character 'x'");
  has(message_of([&] { source_ids(model, std::string(30, '1')); }), "at most 29");
}

}  // namespace
}  // namespace glassformer
