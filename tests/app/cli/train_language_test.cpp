#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/formats/file.h"
#include "tests/app/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

class TrainLanguage : public ::testing::Test {
 protected:
  TrainLanguage() {
    std::string bytes;
    for (int i = 0; i < 60; ++i) bytes += "one two three\n";
    write_file(text, bytes);
  }

  Ran train(const std::vector<std::string>& more, int steps = 150) const {
    std::vector<std::string> all{"train",
                                 "language",
                                 text,
                                 "-o",
                                 model,
                                 "--width",
                                 "12",
                                 "--layers",
                                 "1",
                                 "--length",
                                 "16",
                                 "--batch",
                                 "4",
                                 "--rate",
                                 "0.02",
                                 "--steps",
                                 std::to_string(steps),
                                 "--threads",
                                 "1",
                                 "--tokens",
                                 "word"};
    all.insert(all.end(), more.begin(), more.end());
    return run_program(all);
  }

  const TemporaryFolder folder;
  const std::string text = folder.path() / "text.txt", model = folder.path() / "m.safetensors";
};

TEST_F(TrainLanguage, GoesAlongATreeOfWordsAndItsFileSaysSo) {
  const Ran trained = train({"--softmax", "hierarchical"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_NE(run_program({"info", model}).out.find("1 layer, width 12, hierarchical softmax"),
            std::string::npos);
  EXPECT_EQ(
      run_program({"sample", model, "--prompt", "one", "--temperature", "0", "--length", "3"}).out,
      "one two three one\n");
  const auto score =
      nlohmann::json::parse(run_program({"eval", "language", model, text, "--json"}).out);
  EXPECT_LT(score.at("bits"), 0.3);
}

TEST_F(TrainLanguage, AModelThatIsThereIsNotReplacedWithoutAWord) {
  const Ran first = train({}, 2);
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(first.err.find("is there already"), std::string::npos) << first.err;
  EXPECT_NE(train({}, 2).err.find(model + " is there already"), std::string::npos);
}

TEST_F(TrainLanguage, AScoreSaysWhatTheModelDoesNotKnow) {
  ASSERT_EQ(train({}, 2).code, 0);
  const std::string other = (folder / "other.txt").string();
  write_file(other, "one four three\none two five\n");
  const std::string told = run_program({"eval", "language", model, other}).out;
  EXPECT_NE(told.find("does not know 2 of them, 40.0 %, and reads each as <unk>"),
            std::string::npos)
      << told;
  // The first is not predicted, so it counts neither here nor there.
  write_file(other, "four five\n");
  const std::string one = run_program({"eval", "language", model, other}).out;
  EXPECT_EQ(one.find("1 token of " + other + "; the model does not know 1 of them, 100.0 %"), 0U)
      << one;
  write_file(other, "one four three\none two five\n");
  const auto json =
      nlohmann::json::parse(run_program({"eval", "language", model, other, "--json"}).out);
  EXPECT_EQ(json.at("unknown"), 2);
  EXPECT_EQ(run_program({"eval", "language", model, text}).out.find("does not know"),
            std::string::npos);
}

TEST_F(TrainLanguage, ATextOfWhichNothingIsGivenBeginsByItself) {
  const Ran shipped = run_program({"sample", "gpt", "--length", "4", "--temperature", "0"});
  EXPECT_EQ(shipped.code, 0) << shipped.err;
  EXPECT_FALSE(shipped.out.starts_with(" ") || shipped.out.starts_with(".") ||
               shipped.out.starts_with("\n"))
      << shipped.out;
}

TEST_F(TrainLanguage, APromptIsNotPrintedBeforeItIsRefused) {
  ASSERT_EQ(train({"--model", "gpt", "--heads", "2", "--d-model", "8"}, 1).code, 2)
      << "--width is of recurrent ones";
  std::string many;
  for (int i = 0; i < 100; ++i) many += "the animal ";
  const Ran refused = run_program({"sample", "gpt", "--prompt", many});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.out, "");
}

// Its moments are a recording that the window opens.
TEST_F(TrainLanguage, ATextOfOnesOwnIsRecorded) {
  const Ran made = run_program({"record", "pre-training", "--text", text, "-o", model, "--steps",
                                "12", "--width", "8", "--heads", "2", "--layers", "1"});
  ASSERT_EQ(made.code, 0) << made.err;
  const auto facts = nlohmann::json::parse(run_program({"info", model, "--json"}).out);
  EXPECT_NE(facts.dump().find("pre-training"), std::string::npos) << facts.dump();
}

TEST_F(TrainLanguage, DoesNotGoOnWithAnotherSoftmax) {
  ASSERT_EQ(train({"--softmax", "hierarchical"}).code, 0);
  const Ran other = train({"--resume"}, 200);
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("m.safetensors.checkpoint"), std::string::npos) << other.err;
}

// All that differs is told at once, and what makes a Llama of a GPT by the option that says so.
TEST_F(TrainLanguage, DoesNotGoOnWithAnotherModel) {
  std::string width = "8";
  const auto made = [&](const std::string& kind, std::vector<std::string> more) {
    std::vector<std::string> arguments{"train", "language", text, "-o",      model, "--model",
                                       kind,    "--steps",  "2",  "--heads", "2",   "--d-model",
                                       width,   "--length", "8",  "--batch", "2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(arguments);
  };
  ASSERT_EQ(made("gpt", {"--layers", "1"}).code, 0);
  const Ran other = made("llama", {"--layers", "2", "--rate", "0.1", "--resume"});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("was begun with other options: --model gpt there and llama here; rate "
                           "0.001 there and 0.1 here; and it holds a model of another shape: "
                           "layers 1 there and 2 here. Give the same"),
            std::string::npos)
      << other.err;
  EXPECT_NE(made("gpt", {"--layers", "1", "--d-ff", "30", "--resume"})
                .err.find("holds a model of another shape: d_ff 32 there and 30 here. Give"),
            std::string::npos);
  width = "10";
  const Ran wider = made("gpt", {"--layers", "1", "--resume"});
  EXPECT_NE(wider.err.find("shape: d_model 8 there and 10 here. Give"), std::string::npos)
      << wider.err;
}

TEST_F(TrainLanguage, DoesNotGoOnWithOtherCells) {
  ASSERT_EQ(train({"--model", "lstm"}).code, 0);
  const Ran gru = train({"--model", "gru", "--resume"});
  EXPECT_EQ(gru.code, 2);
  EXPECT_NE(gru.err.find("with other options: --model lstm there and gru here. Give"),
            std::string::npos)
      << gru.err;
  const Ran gpt = run_program(
      {"train", "language", text, "-o", model, "--model", "gpt", "--steps", "60", "--resume"});
  EXPECT_EQ(gpt.code, 2);
  EXPECT_NE(gpt.err.find("--model lstm there and gpt here"), std::string::npos) << gpt.err;
  EXPECT_EQ(gpt.err.find("architecture"), std::string::npos) << gpt.err;
}

TEST_F(TrainLanguage, IsTimedByItsBench) {
  const Ran ran = run_program({"bench", "language", "--text", text, "--width", "8", "--passes",
                               "1000", "--runs", "1", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto figures = nlohmann::json::parse(ran.out);
  EXPECT_EQ(figures.at("words").get<int>() + figures.at("held_out").get<int>(), 240);
  EXPECT_LT(figures.at("bits"), 1);
}

// Of pieces that a tokenizer of one's own has; the text ends at --length, for the prompt alone may
// not be longer than what the model reads.
TEST_F(TrainLanguage, TrainsWhatLlamaIs) {
  const std::string pieces = folder.path() / "pieces";
  ASSERT_EQ(
      run_program({"train", "tokenizer", text, "--kind", "bytes", "--size", "270", "-o", pieces})
          .code,
      0);
  const Ran trained = run_program({"train", "language",  text,   "-o",       model, "--model",
                                   "llama", "--d-model", "16",   "--heads",  "4",   "--kv-heads",
                                   "2",     "--layers",  "2",    "--length", "16",  "--batch",
                                   "4",     "--rate",    "0.01", "--steps",  "150", "--threads",
                                   "1",     "--tokens",  pieces});
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_NE(trained.out.find(" bits, perplexity "), std::string::npos) << trained.out;
  EXPECT_NE(run_program({"info", model}).out.find("4 heads, d_model 16, 2 key/value heads"),
            std::string::npos);
  const auto sampled = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all{"sample", model, "--prompt", "one two", "--length", "40"};
    all.insert(all.end(), more.begin(), more.end());
    return run_program(all);
  };
  const Ran likely = sampled({"--temperature", "0"});
  EXPECT_EQ(likely.out.substr(0, 28), "one two three\none two three\n") << likely.err;
  EXPECT_EQ(sampled({"--top-k", "1"}).out, likely.out);
  EXPECT_EQ(sampled({"--min-p", "1"}).out, likely.out);
  EXPECT_EQ(sampled({"--top-p", "1e-6", "--width", "f32"}).out, likely.out);
  EXPECT_EQ(sampled({"--seed", "3"}).out, sampled({"--seed", "3"}).out);
  const Ran cost = run_program({"eval", "language", model, text, "--width", "int8", "--json"});
  ASSERT_EQ(cost.code, 0) << cost.err;
  const auto score = nlohmann::json::parse(cost.out);
  EXPECT_NEAR(score.at("perplexity_ratio"), 1, 0.2);
  EXPECT_NE(score.at("perplexity_in_width"), score.at("perplexity"));
}

TEST_F(TrainLanguage, AnOptionOfAnotherModelIsRefused) {
  const Ran ran = train({"--model", "gpt"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("--width says nothing of --model gpt"), std::string::npos) << ran.err;
  const Ran tokens = run_program({"train", "language", text, "-o", model, "--tokens", "./nothing"});
  EXPECT_NE(tokens.err.find("no such file or folder"), std::string::npos) << tokens.err;
  const auto of_task = [&](const char* task, const char* option, const char* value) {
    return run_program({"train", "language", "--task", task, "-o", model, option, value}).err;
  };
  EXPECT_NE(of_task("add", "--letters", "3").find("--letters says nothing of --task add"),
            std::string::npos);
  EXPECT_NE(of_task("sort", "--digits", "3").find("--digits says nothing of --task sort"),
            std::string::npos);
}

// A text of 100 MB has five million that are held out: minutes, which nothing told of once.
TEST_F(TrainLanguage, SaysWhatItDoesBeforeALongScore) {
  ASSERT_EQ(train({}, 1).code, 0);
  std::string much;
  for (int i = 0; i < 100'000; ++i) much += "one two three\n";
  const std::string long_text = folder.path() / "long.txt";
  write_file(long_text, much);
  const Ran all = run_program({"eval", "language", model, long_text});
  EXPECT_EQ(all.code, 0) << all.err;
  EXPECT_NE(all.err.find("scoring " + long_text + ", "), std::string::npos) << all.err;
  const Ran some =
      run_program({"eval", "language", model, long_text, "--from", "0", "--count", "1000"});
  EXPECT_EQ(some.err, "") << "from the first character is what is meant without --from";
  EXPECT_EQ(some.code, 0);
  const Ran beyond = run_program({"eval", "language", model, long_text, "--from", "9999999"});
  EXPECT_EQ(beyond.code, 2);
  EXPECT_NE(beyond.err.find("--from 9999999 is beyond its end"), std::string::npos) << beyond.err;
}

// The score while it trains is of the beginning alone, where much is held out: it says so.
TEST_F(TrainLanguage, SaysHowMuchOfWhatIsHeldOutIsScored) {
  EXPECT_NE(train({}, 1).err.find("  held out "), std::string::npos);
  std::string bytes;
  for (int i = 0; i < 150'000; ++i) bytes += "one two three\n";
  write_file(text, bytes);
  const Ran much = train({}, 1);
  ASSERT_EQ(much.code, 0) << much.err;
  EXPECT_NE(much.err.find("  first 20000 held out "), std::string::npos) << much.err;
}

}  // namespace
}  // namespace glassformer::testing
