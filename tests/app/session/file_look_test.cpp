#include "app/files/file_look.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/formats/file.h"
#include "tests/support/temporary_folder.h"

// What a file holds is told by its ending and by its first bytes.
namespace glassformer {
namespace {

// What is called .gz is written packed.
class Looks : public ::testing::Test {
 protected:
  FileLook at(std::string_view bytes, const std::string& name = "file.txt") {
    write_file(folder_ / name, bytes);
    return FileLook((folder_ / name).string());
  }
  FileLook at_none() { return FileLook((folder_ / "missing.txt").string()); }
  FileLook at_pipe() {
    const std::string pipe = (folder_ / "pipe").string();
    EXPECT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    return FileLook(pipe);
  }

 private:
  testing::TemporaryFolder folder_;
};

TEST_F(Looks, TellTextFromVectors) {
  EXPECT_TRUE(at("Call me Ishmael. Some years ago").holds_text());
  EXPECT_TRUE(at("In 1815, M. Charles").holds_text());
  EXPECT_TRUE(at("word\nanother").holds_text());
  EXPECT_FALSE(at("2 3\nthe 0.1 0.2 0.3\n").holds_text());
  EXPECT_FALSE(at("the 0.1 -0.2 3e-5\n").holds_text());
  EXPECT_FALSE(at(std::string_view("a\0b", 3)).holds_text());
}

TEST_F(Looks, TellTablesFromTextWhateverSeparatesThem) {
  EXPECT_FALSE(at("king,-0.3,0.6,0.9\n").holds_text());
  EXPECT_FALSE(at("king;-0.3;0.6;0.9\n").holds_text());
  EXPECT_FALSE(at("\xEF\xBB\xBF"
                  "10 6\nking 1 2 3 4 5 6\n")
                   .holds_text())
      << "a byte order mark";
  EXPECT_TRUE(at("\xEF\xBB\xBFThe king, the queen\n").holds_text());
  EXPECT_TRUE(at("In 1990, 1991 and 1992, it rained.\n").holds_text());
  EXPECT_TRUE(at("word,word\n").holds_text());
}

TEST_F(Looks, AskWhatATextIsCalled) {
  EXPECT_TRUE(at("Call me Ishmael.").is_text());
  EXPECT_TRUE(at("Call me Ishmael.", "tale.txt.gz").is_text());
  EXPECT_FALSE(at("Call me Ishmael.", "tale.md").is_text());
}

TEST_F(Looks, TellSentencesFromColumnsOfNumbers) {
  EXPECT_TRUE(at("the cat\tle chat\n").holds_sentences());
  EXPECT_FALSE(at("the cat, le chat\n").holds_sentences());
  EXPECT_FALSE(at("0.5\t-1e-3\n").holds_sentences());
  EXPECT_FALSE(at("the cat\tle chat\n", "pairs.tsv.gz").holds_sentences());
  EXPECT_FALSE(at(std::string("\x7f\0\t\x01\n", 5)).holds_sentences()) << "binary data";
}

TEST_F(Looks, FindQuestionsAlsoInAPackedFile) {
  EXPECT_EQ(at(": capitals\nAthens Greece Oslo Norway\n").questions(), QuestionFormat::sections);
  EXPECT_EQ(at("tea\tcoffee\t9\n", "pairs.tsv.gz").questions(), QuestionFormat::rated_pairs);
  EXPECT_FALSE(at("Call me Ishmael.").questions());
}

TEST_F(Looks, FindNothingWhereNothingCanBeRead) {
  const FileLook none = at_none();
  EXPECT_FALSE(none.holds_text());
  EXPECT_FALSE(none.holds_sentences());
  EXPECT_FALSE(none.questions());
  EXPECT_FALSE(none.holds_model());
  EXPECT_FALSE(none.holds_word_vectors());
}

// Nobody writes to this one: who opens it waits for ever.
TEST_F(Looks, LeaveAPipeToItsReader) {
  EXPECT_FALSE(at_pipe().holds_text());
}

}  // namespace
}  // namespace glassformer
