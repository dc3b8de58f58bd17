#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "core/formats/assets.h"
#include "core/formats/file.h"
#include "core/formats/recording_file.h"
#include "tests/app/cli/program.h"
#include "tests/support/temporary_folder.h"

// The real program: exit codes, and what goes to which stream.
namespace glassformer {
namespace {

using testing::Ran;
using testing::run_program;

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

// A mistake of the user: code 2, nothing on standard output, one sentence on standard error.
void expect_user_error(const std::vector<std::string>& arguments, const std::string& part) {
  const Ran ran = run_program(arguments);
  EXPECT_EQ(ran.code, 2) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(ran.err.starts_with("glassformer: ")) << ran.err;
  EXPECT_TRUE(holds(ran.err, part)) << "'" << part << "' expected: " << ran.err;
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
}

TEST(CommandLine, HelpAndVersionGoToStandardOutput) {
  const Ran help = run_program({"--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_EQ(help.err, "");
  for (const CliCommand& command : all_commands()) {
    EXPECT_TRUE(holds(help.out, std::string(command.name))) << command.name;
  }
  const Ran version = run_program({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(version.out.starts_with("glassformer ")) << version.out;
}

TEST(CommandLine, EveryCommandHasHelpWithExamples) {
  for (const CliCommand& command : all_commands()) {
    const Ran help = run_program({std::string(command.name), "--help"});
    EXPECT_EQ(help.code, 0) << command.name;
    EXPECT_TRUE(holds(help.out, "glassformer " + std::string(command.name))) << help.out;
    EXPECT_TRUE(holds(help.out, "Example")) << help.out;
    EXPECT_EQ(help.err, "") << command.name;
  }
}

// "--vectors FILE ..." would promise that --vectors a b works, which leaves no place for LESSON.
TEST(CommandLine, AnOptionOfOneValueIsNotShownWithSeveral) {
  const Ran help = run_program({"show", "--help"});
  EXPECT_TRUE(holds(help.out, "--vectors FILE ")) << help.out;
  EXPECT_FALSE(holds(help.out, "FILE ...")) << help.out;
  EXPECT_FALSE(holds(help.out, "NAME=VALUE ...")) << help.out;
  expect_user_error({"show", "compare-vectors", "-o", "a.png", "--vectors", "a.vec", "b.vec"},
                    "more was given than it takes: b.vec");
  EXPECT_TRUE(holds(run_program({"vectors", "arith", "--help"}).out, "expression TEXT ..."));
}

// Not as the library says them that reads the command line.
TEST(CommandLine, WhatWasTypedWronglyIsSaidAsAPersonWould) {
  expect_user_error({"vectors", "analogy", "a"}, "question: give 3 or more, not 1;");
  expect_user_error({"vectors", "why", "a", "b", "c", "d", "e"}, "words: give 4 or fewer, not 5;");
  expect_user_error({"explain", "masked-scores", "weights", "1", "1", "2", "3"},
                    "more was given than it takes: 2 3;");
  expect_user_error({"vectors", "neighbours", "king", "--limt", "3"},
                    "there is no option '--limt'; did you mean '--limit'?");
  expect_user_error({"show", "masked-scores", "--step", "1", "--step", "2", "-o", "x.png"},
                    "--step: give it once, not 2 times;");
  expect_user_error({"show", "masked-scores", "--step", "x", "-o", "x.png"},
                    "--step: 'x' is no number;");
  expect_user_error({"show", "masked-scores", "--step", "1.5", "-o", "x.png"},
                    "--step: '1.5' is no whole number;");
  expect_user_error({"show", "masked-scores", "-o"}, "--out: its value, OUT, is missing;");
}

// What is missing may be what was misspelled.
TEST(CommandLine, AnUnknownOptionIsNamedBeforeWhatIsMissing) {
  for (const CliCommand& command : all_commands()) {
    const std::string name(command.name);
    const Ran ran = run_program({name, "--nosuch"});
    EXPECT_EQ(ran.code, 2) << name;
    const bool has_parts = holds(ran.err, "needs to be told what");
    EXPECT_TRUE(has_parts || holds(ran.err, "there is no option '--nosuch'")) << ran.err;
  }
  for (const std::vector<std::string>& parts :
       std::vector<std::vector<std::string>>{{"train", "tokenizer"},
                                             {"train", "vectors"},
                                             {"vectors", "analogy"},
                                             {"eval", "language"}}) {
    expect_user_error({parts[0], parts[1], "--nosuch"}, "there is no option '--nosuch'");
  }
  expect_user_error({"--nosuch", "show"}, "there is no option '--nosuch'");
  expect_user_error({"explain", "masked-scores", "--stepp", "2", "scores"},
                    "there is no option '--stepp'; did you mean '--step'?");
  expect_user_error({"show"}, "LESSON is required;");
}

TEST(CommandLine, AnEndlessWordIsCutInItsMiddle) {
  const std::string word = std::string(2500, 'a') + std::string(2500, 'z');
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{word},
        {"trace", word},
        {"vectors", "groups", word},
        {"trace", "masked-scores", "--option", word + "=3"},
        {"explain", "masked-scores", word, "1", "1"}}) {
    const Ran ran = run_program(arguments);
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_TRUE(holds(ran.err, "aaa…zzz")) << ran.err;
    EXPECT_LT(ran.err.size(), 1000U) << ran.err;
  }
  const Ran composed = run_program({"vectors", "neighbours", std::string(5000, 'a')});
  EXPECT_TRUE(holds(composed.err, "aaa…aaa")) << composed.err;
  EXPECT_LT(composed.err.size(), 600U) << composed.err;
}

// Where a lesson is asked for, a file of another kind is called what it is, and what takes it.
TEST(CommandLine, AFileThatIsNoLessonIsCalledWhatItIs) {
  const testing::TemporaryFolder folder;
  const auto made = [&](const char* name, const std::string& bytes) {
    write_file(folder / name, bytes);
    return (folder / name).string();
  };
  const auto show = [&](const std::string& file) {
    return std::vector<std::string>{"show", file, "-o", (folder / "x.png").string()};
  };
  expect_user_error(show(made("class.txt", "We are a class. We learn what attention is.\n")),
                    "is a text, not a lesson; 'glassformer train vectors' learns words from it");
  expect_user_error(show(made("mine.vec", "3 2\nzig 1 0\nzag 0 1\nzog 1 1\n")),
                    "show word-arithmetic --vectors ");
  expect_user_error(show((assets_folder() / "weights" / "gru-luong.safetensors").string()),
                    "--model gives it to a lesson");
  expect_user_error(show(recording_file("training").string()), "is a recorded training");
  expect_user_error(show(made("paper.pdf", "%PDF-1.4")), "PDF");
  expect_user_error(show(made("settings.json", R"({"theme": "dark"})")),
                    "is neither a lesson nor a session");
  expect_user_error(show(made("broken.json", R"({"id": 3})")), "id: must be a text");
}

TEST(CommandLine, AFormulaIsExplainedInPlainText) {
  const Ran ran = run_program({"explain", "masked-scores", "weights", "1", "1"});
  EXPECT_TRUE(holds(ran.out, "softmax: e^(x_ij) / ∑_k e^(x_ik)\n")) << ran.out;
}

TEST(CommandLine, AnEmptyValueIsNotAnOptionLeftOut) {
  expect_user_error({"eval", "similarity", "--columns", "", "pairs.txt"},
                    "--columns: has an empty value; give it one, or leave the option out");
  expect_user_error({"show", "masked-scores", "--text", "", "-o", "x.png"}, "--text: has an empty");
  expect_user_error({"show", "masked-scores", "-o", ""}, "--out: has an empty value");
}

TEST(CommandLine, AnOptionThatSaysNothingIsNotPassedOver) {
  const testing::TemporaryFolder folder;
  const std::string out = (folder / "m.safetensors").string(), own = (folder / "p.tsv").string();
  write_file(own, "a cat\tun chat\n");
  const auto of = [&](std::vector<std::string> command, const std::string& part) {
    if (command[0] == "train") command.insert(command.end(), {"-o", out, "--steps", "1"});
    expect_user_error(command, part);
  };
  const std::string own_pairs = " says nothing of pairs of your own; leave it out";
  of({"train", "translate", own, "--pair", "en-de"}, "--pair" + own_pairs);
  of({"train", "translate", own, "--sentences", "50"}, "--sentences" + own_pairs);
  of({"train", "seq2seq", own, "--task", "dates"}, "--task" + own_pairs);
  const std::vector<std::string> dates{"train", "seq2seq", "--task", "dates"};
  const auto of_dates = [&](std::vector<std::string> more, const std::string& part) {
    more.insert(more.begin(), dates.begin(), dates.end());
    of(more, part);
  };
  of_dates({"--digits", "5"}, "--digits is for --task reverse and add");
  of_dates({"--pair", "en-de"}, "--pair is for --task world and joined");
  of_dates({"--words", "5"}, "--words is for --task joined");
  of_dates({"--reach", "3"}, "--reach is for --attention local-m and local-p");
  of_dates({"--fed", "once"}, "--fed is for --attention none");
  of_dates({"--no-baseline"}, "--no-baseline is for --attention hard");
  of_dates({"--attention", "none", "--input-feeding"}, "--input-feeding says nothing of");
  of({"train", "seq2seq", "--task", "add", "--fewest-digits", "5"},
     "--fewest-digits is for --task reverse");
  of({"show", "walkthrough", "--model", "en-fr", "--model", "en-de", "-o", out + ".png"},
     "--model: give it once, not 2 times");
  of({"vectors", "why", "a", "cat", "--set", "world", "--text", own},
     "--set says nothing of a text of your own");
  of({"world", "--questions", "--pair", "en-de"}, "--pair says nothing of --questions");
}

TEST(CommandLine, MistakesAreSentencesWithCodeTwo) {
  expect_user_error({"lesons"}, "did you mean 'lessons'?");
  expect_user_error({"--fast"}, "--fast");
  expect_user_error({"lessons", "--jsn"}, "--jsn");
  expect_user_error({"lessons", "extra"}, "extra");
  expect_user_error({"trace"}, "LESSON");
  expect_user_error({"trace", "masked-score"}, "did you mean 'masked-scores'?");
  expect_user_error({"trace", "./absent.json"}, "no such file");
  expect_user_error({"trace", "/dev/zero"}, "not an ordinary file");
  expect_user_error({"explain", "masked-scores", "weights"}, "ROW");
}

TEST(CommandLine, AWrongPartOfACommandIsNamed) {
  expect_user_error({"vectors", "neighbors", "paris"}, "did you mean 'neighbours'?");
  expect_user_error({"vectors", "foo"}, "there is no 'vectors foo'; the words after 'vectors' are");
  expect_user_error({"train", "vector"}, "did you mean 'vectors'?");
  expect_user_error({"train"},
                    "needs to be told what: translate, seq2seq, language, vectors and tokenizer");
  expect_user_error(
      {"train", "--dim", "5"},
      "told what, before its options: translate, seq2seq, language, vectors and tokenizer");
  expect_user_error({"train", "vectors", "--dmi", "3"}, "see glassformer train vectors --help");
  const Ran help = run_program({"vectors", "analogy", "--help"});
  EXPECT_TRUE(holds(help.out, "question(3 or 4)")) << help.out;
}

// In a sum of words a minus may begin one: but "-h" is the option, and behind "--" it is a word.
TEST(CommandLine, MinusHIsHelpAndBehindTwoDashesAWord) {
  for (const char* const part : {"arith", "neighbours", "analogy"}) {
    const Ran help = run_program({"vectors", part, "-h"});
    EXPECT_EQ(help.code, 0) << help.err;
    EXPECT_TRUE(holds(help.out, "Usage: glassformer vectors")) << help.out;
    const Ran word = run_program({"vectors", part, "--", "-h", "-x", "-y"});
    EXPECT_EQ(word.code, 2) << word.out;
    EXPECT_EQ(word.out, "");
    EXPECT_FALSE(holds(word.err, "not expected")) << word.err;
  }
}

TEST(CommandLine, AReaderThatHasGoneIsNoDrama) {
  testing::Setting closed;
  closed.close_reader = true;
  const Ran ran = run_program({"trace", "self-attention-by-hand"}, closed);
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.err, "");
}

TEST(CommandLine, AFullDiskIsSaid) {
  testing::Setting full;
  full.stdout_to = "/dev/full";
  const Ran ran = run_program({"trace", "self-attention-by-hand"}, full);
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(holds(ran.err, "No space left")) << ran.err;
}

TEST(Lessons, AreListedByGroup) {
  const Ran ran = run_program({"lessons"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(ran.out.starts_with("Attention\n  weather-stations")) << ran.out;
  EXPECT_EQ(ran.err, "");
}

TEST(Lessons, AsJsonHaveModelOptionsAndSteps) {
  const Ran ran = run_program({"lessons", "--json"});
  ASSERT_EQ(ran.code, 0);
  const auto list = nlohmann::json::parse(ran.out);
  ASSERT_TRUE(list.is_array());
  const auto& first = list.at(0);
  EXPECT_EQ(first.at("id"), "weather-stations");
  EXPECT_EQ(first.at("group"), "Attention");
  EXPECT_EQ(first.at("model"), "weather-stations");
  EXPECT_FALSE(first.at("steps").empty());
  EXPECT_TRUE(first.at("steps").at(0).contains("title"));
  bool found = false;
  for (const auto& option : list.at(1).at("options")) {
    if (option.at("name") != "mask") continue;
    found = true;
    EXPECT_EQ(option.at("kind"), "choice");
    EXPECT_TRUE(option.at("choices").is_array());
    EXPECT_TRUE(option.contains("value"));
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace glassformer
