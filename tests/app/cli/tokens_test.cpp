#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/formats/file.h"
#include "tests/app/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

class TokensCommand : public ::testing::Test {
 protected:
  TokensCommand() {
    write_file(vocabulary, "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\ncat\n##s\n");
    write_file(text, "the cats\nthe [MASK]\n");
  }

  TemporaryFolder folder;
  const std::string vocabulary = (folder / "vocab.txt").string(),
                    text = (folder / "t.txt").string();
};

TEST_F(TokensCommand, PrintsIdsAndPieces) {
  const Ran ran = run_program({"tokens", "The cats", "--tokenizer", vocabulary, "--json"});
  EXPECT_EQ(ran.out, "{\"ids\": [5, 6, 7], \"pieces\": [\"the\", \"cat\", \"##s\"]}\n") << ran.err;
  EXPECT_EQ(ran.err, "");
  const Ran plain = run_program({"tokens", "cats", "--tokenizer", folder.path().string()});
  EXPECT_EQ(plain.out, "      6  cat\n      7  ##s\n") << plain.err;
}

TEST_F(TokensCommand, ASpecialTokenIsOnePieceAndThatIsSaid) {
  const Ran ran = run_program({"tokens", "the [MASK]", "--tokenizer", vocabulary, "--ids"});
  EXPECT_EQ(ran.out, "5 4\n");
  EXPECT_NE(ran.err.find("[MASK] in the text: read as one piece each"), std::string::npos)
      << ran.err;
  const Ran plain =
      run_program({"tokens", "the [MASK]", "--tokenizer", vocabulary, "--ids", "--plain"});
  EXPECT_EQ(plain.out, "5 1 1 1\n");
  EXPECT_NE(plain.err.find("read as text, as --plain says"), std::string::npos) << plain.err;
}

TEST_F(TokensCommand, TakesAFileWholeOrLineByLine) {
  const std::vector<std::string> from{"tokens", "--file", text, "--tokenizer", vocabulary, "--ids"};
  EXPECT_EQ(run_program(from).out, "5 6 7 5 4\n");
  std::vector<std::string> lines = from;
  lines.insert(lines.end(), {"--lines", "--add-special"});
  EXPECT_EQ(run_program(lines).out, "2 5 6 7 3\n2 5 4 3\n");
}

TEST_F(TokensCommand, TakesTheTokenizerOfAModel) {
  const Ran ran = run_program({"tokens", "the cat", "--tokenizer", "en-fr", "--json"});
  EXPECT_EQ(nlohmann::json::parse(ran.out).at("pieces"), (std::vector<std::string>{"the", "cat"}));
  const Ran target =
      run_program({"tokens", "le chat", "--tokenizer", "en-fr", "--json", "--side", "target"});
  EXPECT_EQ(nlohmann::json::parse(target.out).at("pieces"),
            (std::vector<std::string>{"le", "chat"}));
}

TEST_F(TokensCommand, SaysWhatIsMissing) {
  const auto says = [](const std::vector<std::string>& arguments, const std::string& part) {
    const Ran ran = run_program(arguments);
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  };
  says({"tokens", "--tokenizer", vocabulary}, "there is no text");
  says({"tokens", "a", "--file", text, "--tokenizer", vocabulary}, "give one of them");
  const TemporaryFolder empty;
  says({"tokens", "a", "--tokenizer", empty.path().string()}, "no tokenizer lies in this folder");
  const std::string merges = (empty / "merges.txt").string();
  write_file(merges, "#version: 0.2\na b\n");
  says({"tokens", "a", "--tokenizer", merges}, "put the model's vocab.json beside them");
  says({"tokens", "a", "--lines", "--tokenizer", vocabulary}, "--lines says nothing of a text of");
  // Its first line has a space, as a line of merges has, or has none, as a piece.
  for (const char* const prose :
       {"once upon a time\nthere was\n", "Title\nonce upon\na time is\n"}) {
    write_file(text, prose);
    says({"tokens", "a", "--tokenizer", text}, "is a text, no tokenizer");
  }
  write_file(text, "a\n\xff\n");
  says({"tokens", "--lines", "--file", text, "--tokenizer", vocabulary}, "t.txt:2: ");
}

TEST_F(TokensCommand, TakesWhatWasTrained) {
  write_file(text, "low low lower newest newest widest\n");
  for (const std::string kind : {"words", "characters", "bpe", "bytes", "wordpiece", "unigram"}) {
    const std::string out = (folder / kind).string();
    const Ran trained = run_program({"train", "tokenizer", text, "--kind", kind, "--size",
                                     kind == "bytes" ? "260" : "24", "-o", out});
    ASSERT_EQ(trained.code, 0) << trained.err;
    EXPECT_NE(trained.out.find(" pieces, after "), std::string::npos) << trained.out;
    const Ran ran = run_program({"tokens", "low newest", "--tokenizer", out, "--json"});
    ASSERT_EQ(ran.code, 0) << kind << ": " << ran.err;
    EXPECT_GE(nlohmann::json::parse(ran.out).at("ids").size(), 2u) << kind;
    const Ran info = run_program({"info", out, "--json"});
    ASSERT_EQ(info.code, 0) << kind << ": " << info.err;
    const auto told = nlohmann::json::parse(info.out);
    EXPECT_EQ(told.at("is"), "a tokenizer");
    EXPECT_GE(told.at("facts").at("pieces"), 6) << kind;
    EXPECT_NE(told.at("facts").at("files").dump().find("tokenizer.json"), std::string::npos);
  }
}

// Of two tokenizers in one folder nobody would know which is meant.
TEST_F(TokensCommand, OneFolderHoldsTheFilesOfOneKind) {
  write_file(text, "low low lower newest newest widest\n");
  const std::filesystem::path out = folder / "pieces";
  const auto train = [&](const char* kind, const char* size) {
    return run_program(
        {"train", "tokenizer", text, "--kind", kind, "--size", size, "-o", out.string()});
  };
  ASSERT_EQ(train("bytes", "260").code, 0);
  const Ran other = train("bpe", "24");
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("vocab.json and merges.txt there are of a tokenizer of another kind"),
            std::string::npos)
      << other.err;
  const Ran again = train("bytes", "262");
  EXPECT_EQ(again.code, 0) << "it replaces its own kind";
  EXPECT_NE(again.err.find("tokenizer.json is there already"), std::string::npos) << again.err;
  for (const char* const file : {"vocab.json", "merges.txt"}) std::filesystem::remove(out / file);
  EXPECT_EQ(train("wordpiece", "40").code, 0);
  EXPECT_NE(train("unigram", "40").err.find("vocab.txt"), std::string::npos);
  // Of two kinds that write one and the same file, the second replaces the first.
  std::filesystem::remove_all(out);
  EXPECT_EQ(train("bpe", "24").code, 0);
  const Ran unigram = train("unigram", "40");
  EXPECT_EQ(unigram.code, 0) << unigram.err;
  EXPECT_NE(unigram.err.find("tokenizer.json is there already"), std::string::npos) << unigram.err;
}

TEST_F(TokensCommand, MorePiecesThanWereAskedForHaveAReason) {
  write_file(text, "low low lower newest newest widest\n");
  const auto told = [&](const char* size) {
    return run_program({"train", "tokenizer", text, "--kind", "unigram", "--size", size, "-o",
                        (folder / size).string()})
        .err;
  };
  EXPECT_NE(told("6").find("more than --size 6: every character"), std::string::npos) << told("6");
  EXPECT_EQ(told("40").find("more than"), std::string::npos);
}

}  // namespace
}  // namespace glassformer::testing
