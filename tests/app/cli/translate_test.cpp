#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/formats/file.h"
#include "tests/app/cli/program.h"
#include "tests/core/models/tiny_checkpoint.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

// An untrained model in a file: what it says makes no sense, but is the same every time.
class TranslateCommand : public ::testing::Test {
 protected:
  TranslateCommand() { write_safetensors(model, to_tensors(tiny_checkpoint(small_config(), 7))); }

  TemporaryFolder folder;
  const std::string model = (folder / "m.safetensors").string();
};

TEST_F(TranslateCommand, PrintsATranslationAndNamesUnknownWords) {
  const Ran ran = run_program({"translate", model, "the red elephant ."});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(ran.out.ends_with("\n"));
  EXPECT_NE(ran.err.find("does not know 'elephant'"), std::string::npos) << ran.err;
}

TEST_F(TranslateCommand, JsonHoldsHypothesesOrSteps) {
  const Ran beam = run_program({"translate", model, "the red cat .", "--beam", "3", "--json"});
  const auto found = nlohmann::json::parse(beam.out);
  ASSERT_GE(found.at("hypotheses").size(), 1u);
  EXPECT_EQ(found.at("translation"), found.at("hypotheses")[0].at("translation"));
  EXPECT_EQ(found.at("source").back(), "</s>");
  const Ran top = run_program({"translate", model, "the red cat .", "--top", "2", "--json"});
  const auto steps = nlohmann::json::parse(top.out).at("steps");
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(steps[0].size(), 2u);
  EXPECT_GE(steps[0][0].at("probability"), steps[0][1].at("probability"));
}

TEST_F(TranslateCommand, BeginsAsToldTo) {
  const Ran ran = run_program({"translate", model, "the red cat .", "--prefix", "un chien"});
  EXPECT_TRUE(ran.out.starts_with("un chien")) << ran.out << ran.err;
  const Ran unknown = run_program({"translate", model, "the red cat .", "--prefix", "une"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("does not know 'une'"), std::string::npos);
}

TEST_F(TranslateCommand, WarnsOfNumbersThatAreNone) {
  Checkpoint made = tiny_checkpoint(small_config(), 7);
  made.params.value(0)(0, 0) = std::numeric_limits<Real>::quiet_NaN();
  write_safetensors(model, to_tensors(made));
  const Ran ran = run_program({"translate", model, "the red cat ."});
  EXPECT_NE(ran.err.find(model + ": 1 of "), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("nan or infinite"), std::string::npos) << ran.err;
  EXPECT_EQ(run_program({"translate", "en-fr", "a cat"}).err.find("nan"), std::string::npos);
}

// Whatever is wrong with a model, its file is named: one may have many.
TEST_F(TranslateCommand, NamesTheFileOfADamagedModel) {
  const TensorFile whole = to_tensors(tiny_checkpoint(small_config(), 7));
  const auto refused = [&](const std::function<void(TensorFile&)>& damage) {
    TensorFile file = whole;
    damage(file);
    write_safetensors(model, file);
    const Ran ran = run_program({"translate", model, "the red cat ."});
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_NE(ran.err.find(model), std::string::npos) << ran.err;
    return ran.err;
  };
  const auto broken = [&](const char* entry) {
    const std::string told = refused([&](TensorFile& file) { file.metadata[entry] = "{,"; });
    EXPECT_NE(told.find(model + " (" + entry + "):1: "), std::string::npos) << told;
  };
  broken("config");
  broken("tokenizer.1");
  const auto config = [&](const std::string& key, int value) {
    refused([&](TensorFile& file) {
      auto changed = nlohmann::json::parse(file.metadata.at("config"));
      ASSERT_TRUE(changed.contains(key)) << key;
      changed[key] = value;
      file.metadata["config"] = changed.dump();
    });
  };
  for (const char* const key : {"d_model", "heads", "d_ff", "source_vocab_size", "max_len"}) {
    config(key, 0);
  }
  config("heads", 5);
  config("encoder_layers", 0);
  config("encoder_layers", 3);
  config("decoder_layers", 0);
  config("d_model", 1 << 30);
  refused([](TensorFile& file) { file.metadata.erase("config"); });
  refused([](TensorFile& file) { file.metadata.erase("tokenizer.0"); });
  refused([](TensorFile& file) { file.metadata.erase("tokenizer.1"); });
  refused([](TensorFile& file) { file.metadata["tokenizer.1"] = "{}"; });
  refused([](TensorFile& file) { file.metadata["architecture"] = "translator"; });
  refused([](TensorFile& file) { file.tensors.pop_back(); });
  refused([](TensorFile& file) { file.tensors[0].name = "nothing"; });
  refused([](TensorFile& file) {
    for (NamedTensor& tensor : file.tensors) {
      for (Real& cell : tensor.value.cells()) cell = std::numeric_limits<Real>::quiet_NaN();
    }
  });
}

TEST_F(TranslateCommand, SaysWhatIsWrong) {
  const auto refused = [](const std::vector<std::string>& arguments, const std::string& part) {
    const Ran ran = run_program(arguments);
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  };
  refused({"translate", model}, "there is no sentence");
  refused({"translate", "xx-yy", "a"}, "no shipped model 'xx-yy'");
  refused({"translate", model, " "}, "empty");
  refused({"translate", model, "a \xff"}, "UTF-8");
  refused({"translate", (folder / "absent.safetensors").string(), "a"}, "no such file");
  write_file(folder / "cut.safetensors", read_file(model, 10'000'000).substr(0, 5000));
  refused({"translate", (folder / "cut.safetensors").string(), "a"}, "cut.safetensors");
  refused({"eval", "translate", model, (folder / "absent.tsv").string()}, "no such file");
}

TEST_F(TranslateCommand, EvalCountsAndAligns) {
  const auto pairs = folder / "pairs.tsv";
  write_file(pairs,
             "the red cat .\tle chat .\t0-0 2-1 3-2\n\na dog .\tun chien .\t0-0 1-1 2-2\n"
             "a big dog .\tun grand chien .\t0-0 1-1 2-2 3-3\n");
  const Ran ran = run_program({"eval", "translate", model, pairs.string(), "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("skipped 1 line that"), std::string::npos) << ran.err;
  const auto found = nlohmann::json::parse(ran.out);
  EXPECT_EQ(found.at("sentences"), 3);
  EXPECT_GE(found.at("exact_match"), 0);
  EXPECT_GE(found.at("bleu"), 0);
  EXPECT_LE(found.at("alignment_error_rate"), 1);
  const Ran text = run_program({"eval", "translate", model, pairs.string(), "--wrong", "1"});
  EXPECT_NE(text.out.find("tok:13a"), std::string::npos);
  const std::size_t one = text.out.find("should be");
  ASSERT_NE(one, std::string::npos);
  EXPECT_EQ(text.out.find("should be", one + 1), std::string::npos) << "one was asked for";
  EXPECT_LT(text.out.find("\nthe red cat"), one) << "the first that is wrong";
}

TEST_F(TranslateCommand, EvalOfSentencesThatTheModelDoesNotWriteIsRefused) {
  const auto refused = [&](std::vector<std::string> more, const std::string& part) {
    more.insert(more.begin(), {"eval", "translate"});
    const Ran ran = run_program(more);
    EXPECT_EQ(ran.code, 2) << ran.out;
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  };
  refused({"en-de", "--pair", "en-fr"}, "--pair en-fr: the shipped model en-de translates en-de");
  const auto own = (folder / "own.tsv").string();
  write_file(own, "the man sleeps\tder Hund schläft\n");
  refused({"en-fr", own, "--pair", "en-de"}, "--pair says nothing of pairs of your own");
  refused({"en-fr", own, "--task", "dates"}, "--task says nothing of pairs of your own");
  const Ran other = run_program({"eval", "translate", "en-fr", own});
  EXPECT_NE(other.err.find("cannot write all words of the translations of 1 of 1 sentence, 'der'"),
            std::string::npos)
      << other.err;
}

TEST_F(TranslateCommand, EvalSaysWhereTheWordsAreOthers) {
  const Ran dates = run_program({"eval", "translate", "en-fr", "--task", "dates", "--count", "60"});
  ASSERT_EQ(dates.code, 0) << dates.err;
  EXPECT_NE(dates.err.find("the model does not know all words of "), std::string::npos)
      << dates.err;
  const auto own = folder / "own.tsv";
  write_file(own, "the man sleeps\tl'homme dort\n");
  EXPECT_EQ(run_program({"eval", "translate", "en-fr", own.string()}).err, "");
}

TEST(WorldCommand, PrintsPairsWithLinks) {
  const Ran all = run_program({"world", "--pair", "en-de", "--count", "300", "--seed", "3"});
  const Ran test =
      run_program({"world", "--pair", "en-de", "--count", "300", "--seed", "3", "--split", "test"});
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_EQ(lines(all.out), 300);
  EXPECT_GT(lines(test.out), 0);
  EXPECT_LT(lines(test.out), 40);
  // Two tabs a line, and one more before what "it" means.
  std::size_t its = 0;
  for (std::size_t at = 0; (at = all.out.find("\tit ", at)) != std::string::npos; ++at) ++its;
  EXPECT_GT(its, 20u);
  EXPECT_EQ(std::count(all.out.begin(), all.out.end(), '\t'), 600 + static_cast<int>(its));
  EXPECT_EQ(run_program({"world", "--pair", "de-fr"}).code, 2);
}

}  // namespace
}  // namespace glassformer::testing
