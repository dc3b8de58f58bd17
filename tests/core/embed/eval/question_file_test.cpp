#include "core/embed/eval/question_file.h"

#include <gtest/gtest.h>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/support/temporary_folder.h"

// What a file asks of word vectors is seen from its first lines, whatever it is called.
namespace glassformer {
namespace {

using testing::TemporaryFolder;

constexpr auto sections = QuestionFormat::sections;
constexpr auto rated_pairs = QuestionFormat::rated_pairs;

class QuestionFiles : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& text) {
    auto file = folder_ / "asked";
    write_file(file, text);
    return file;
  }
  std::optional<QuestionFormat> recognise(const std::string& text) {
    return recognise_questions(text);
  }
  std::string error_of(const std::string& text) {
    try {
      read_question_file(write(text));
    } catch (const UserError& error) {
      return error.what();
    }
    return "no error";
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(QuestionFiles, AreRecognised) {
  EXPECT_EQ(recognise(": capitals\nAthens Greece Oslo Norway\n"), sections);
  EXPECT_EQ(recognise("\xef\xbb\xbf// by hand\r\n: a\r\na b c d\r\n"), sections);
  EXPECT_EQ(recognise("tea\tcoffee\t9\n"), rated_pairs);
  EXPECT_EQ(recognise("Word 1,Word 2,Human (mean)\ntiger,cat,7.35\n"), rated_pairs);
  EXPECT_EQ(recognise("word1\tword2\tPOS\tSimLex999\nold\tnew\tA\t1.58\n"), rated_pairs);
  EXPECT_EQ(recognise("# MEN\nsun sunlight 50.0\nsun sea 12"), rated_pairs);
}

TEST_F(QuestionFiles, AreToldFromOtherFiles) {
  EXPECT_EQ(recognise("four words a line\nand four once more\n"), std::nullopt) << "a text";
  EXPECT_EQ(recognise("there were 3 of them\nI saw 4\n"), std::nullopt) << "a text";
  EXPECT_EQ(recognise("the cat\tle chat\t0-0 1-1\n"), std::nullopt) << "sentences";
  EXPECT_EQ(recognise("the cat\tle chat\t12\n"), std::nullopt) << "sentences with a number";
  EXPECT_EQ(recognise("3 2\nzig 1 0\nzag 0 1\n"), std::nullopt) << "word2vec's text";
  EXPECT_EQ(recognise(": 0.1 0.2 0.3\nthe 1 2 3\n"), std::nullopt) << "GloVe's text";
  EXPECT_EQ(recognise("0.5\t0.25\t1\n"), std::nullopt) << "vectors.tsv";
  EXPECT_EQ(recognise(std::string("a\tb\t1\0\n", 7)), std::nullopt) << "no text";
  EXPECT_EQ(recognise(""), std::nullopt);
}

TEST_F(QuestionFiles, AreRead) {
  const auto asked = read_question_file(write(": one\na b c d\ne f g h\n: two\ni j k l\n: one\n"));
  EXPECT_EQ(asked->name, "asked");
  EXPECT_FALSE(asked->rated());
  EXPECT_EQ(asked->questions(), 3U);
  EXPECT_EQ(asked->sections[1].name, "two");
  EXPECT_EQ(asked->sections[2].name, "one (2)");
  const auto rated = read_question_file(write("tea\tcoffee\t9\n"));
  EXPECT_TRUE(rated->rated());
  EXPECT_EQ(rated->pairs[0].rating, 9);
  const std::string endless(500, 'n');
  EXPECT_LT(read_question_file(write(": " + endless + "\xff\na b c d\n"))->sections[0].name.size(),
            100U);
}

TEST_F(QuestionFiles, SayWhatIsWrong) {
  EXPECT_NE(error_of(": one\na b c\n").find("line 2 has 3 words"), std::string::npos);
  EXPECT_NE(error_of("a b 1\na b 2\nc d\n").find("line 3 is not two words"), std::string::npos);
  EXPECT_NE(error_of(": one\na b c d\na b c d\na b c d\na b c d\na b c d\na b c\n")
                .find("line 7 has 3 words"),
            std::string::npos);
  std::string many;
  for (int i = 0; i < 1001; ++i) many += ": s\na b c d\n";
  EXPECT_NE(error_of(many).find("has 1001 sections"), std::string::npos);
  many = ": s\n";
  for (int i = 0; i <= 200'000; ++i) many += "a b c d\n";
  EXPECT_NE(error_of(many).find("more than 200000 questions"), std::string::npos);
  many.clear();
  for (int i = 0; i <= 20'000; ++i) many += "a b 1\n";
  EXPECT_NE(error_of(many).find("more than 20000 pairs"), std::string::npos);
}

TEST_F(QuestionFiles, StopBeingReadWhenTold) {
  const auto file = write(": s\na b c d\n" + std::string(40'000'000, '\n'));
  EXPECT_THROW(read_question_file(file, [](double) { return false; }), UserError);
}

}  // namespace
}  // namespace glassformer
