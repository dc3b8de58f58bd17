#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "core/formats/file.h"
#include "core/formats/safetensors.h"
#include "core/models/checkpoint.h"
#include "tests/app/cli/program.h"
#include "tests/core/models/tiny_checkpoint.h"
#include "tests/support/temporary_folder.h"

// What is wrong, too large or other than asked is said before anything is made of it.
namespace glassformer::testing {
namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Refusals : public ::testing::Test {
 protected:
  std::string lesson(const std::string& rest) const {
    const std::string file = (folder / "mine.json").string();
    write_file(file, "{\n\"id\": \"mine\", \"title\": \"Mine\",\n" + rest + "}\n");
    return file;
  }
  static void refused(const std::vector<std::string>& arguments, const std::string& part,
                      int code = 2) {
    const Ran ran = run_program(arguments);
    EXPECT_EQ(ran.code, code) << ran.err;
    EXPECT_TRUE(holds(ran.err, part)) << ran.err;
  }

  TemporaryFolder folder;
};

TEST_F(Refusals, WhatIsMissingIsNamed) {
  refused({"translate", "en-fr"}, "there is no sentence to translate");
  refused({"show", "notes.txt", "-o", (folder / "x.png").string()}, "there is no file 'notes.txt'");
}

TEST_F(Refusals, ALessonThatIsNotThereIsNamedWithTheNearest) {
  const Ran ran = run_program({"show", "masked-score", "-o", (folder / "x.png").string()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(holds(ran.err, "did you mean 'masked-scores'? 'glassformer lessons' lists them"))
      << ran.err;
  EXPECT_FALSE(holds(ran.err, "bahdanau")) << "no list of them all";
}

TEST_F(Refusals, ADamagedArchiveOfAttentionsIsNoPickle) {
  const std::string file = (folder / "d.npz").string();
  write_file(file, std::string("PK\3\4") + std::string(60, 'a'));
  const Ran ran = run_program(
      {"show", "attention-file", "--attentions", file, "-o", (folder / "x.png").string()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(holds(ran.err, "begins like a zip archive, but is none that can be read")) << ran.err;
  EXPECT_FALSE(holds(ran.err, "PyTorch")) << ran.err;
}

TEST_F(Refusals, AModelWithNumbersThatAreNoneIsNotShown) {
  Checkpoint made = tiny_checkpoint();
  made.params.value(0)(0, 0) = std::numeric_limits<Real>::quiet_NaN();
  const std::string file = (folder / "nan.safetensors").string();
  write_safetensors(file, to_tensors(made));
  refused({"show", "heads", "--model", file, "-o", (folder / "x.png").string()},
          "numbers are nan or infinite, the first is " + made.params.name(0) + "[0, 0]");
}

TEST_F(Refusals, ATextTooLongForTheModelSaysHowToGiveAnother) {
  const std::string file = (folder / "short.safetensors").string(),
                    text = (folder / "text.txt").string();
  std::string lines;
  for (int i = 0; i < 60; ++i) lines += "one two three\n";
  write_file(text, lines);
  ASSERT_EQ(run_program({"train", "language", text, "-o", file, "--model", "gpt", "--length", "6",
                         "--d-model", "8", "--heads", "2", "--layers", "1", "--steps", "1",
                         "--tokens", "words"})
                .code,
            0);
  refused({"show", "next-word", "--model", file, "-o", (folder / "x.png").string()}, "--text");
  refused({"show", "heads", "--model", file, "-o", (folder / "x.png").string()}, "--text");
  const std::string lstm = (folder / "lstm.safetensors").string();
  ASSERT_EQ(run_program({"train", "language", text, "-o", lstm, "--width", "4", "--layers", "1",
                         "--steps", "1", "--tokens", "words"})
                .code,
            0);
  refused({"show", "heads", "--model", lstm, "-o", (folder / "x.png").string()},
          "train language --model gpt");
}

TEST_F(Refusals, QuestionsThatCanBeJudgedAreListed) {
  const Ran ran = run_program({"world", "--questions"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(
      holds(ran.out, "what is the capital of austria ?\tthe capital of austria is vienna .\t"))
      << ran.out.substr(0, 400);
}

TEST_F(Refusals, OptionsOfAPreTrainingAreForOne) {
  refused({"record", "training", "--text", "mine.txt"}, "--text is for pre-training");
  refused({"record", "pre-training", "--text", "mine.txt"}, "-o");
}

TEST_F(Refusals, AVectorOfZerosHasNoNeighbours) {
  const std::string file = (folder / "v.txt").string();
  write_file(file, "dog 0 0\ncat 1 0\ncow 0 1\n");
  refused({"vectors", "neighbours", file, "dog"}, "0 in every cell");
  EXPECT_EQ(run_program({"vectors", "neighbours", file, "dog", "--euclid"}).code, 0);
  EXPECT_EQ(run_program({"vectors", "neighbours", file, "cat"}).code, 0);
}

TEST_F(Refusals, RatedPairsAndQuestionsSayWhatTheyWouldNeed) {
  std::string pairs, questions = ": all\n";
  for (int i = 0; i < 40'000; ++i) {
    pairs += "tea\tcoffee\t9\n";
    questions += "france paris italy rome\n";
  }
  const std::string rated = (folder / "rated.tsv").string();
  const std::string asked = (folder / "asked.txt").string();
  write_file(rated, pairs);
  write_file(asked, questions);
  refused({"eval", "similarity", rated, "--memory", "2MB"}, "needs about");
  refused({"eval", "analogies", asked, "--memory", "2MB"}, "--memory");
  EXPECT_EQ(run_program({"eval", "similarity", rated}).code, 0);
}

TEST_F(Refusals, PairsOfUnknownWordsFailAndAreNamed) {
  std::string pairs = "id,w1,w2,score\n";
  for (int i = 1; i <= 12; ++i) pairs += std::to_string(i) + ",zq" + std::to_string(i) + ",zz,5\n";
  const std::string rated = (folder / "rated.csv").string();
  write_file(rated, pairs);
  const Ran none = run_program({"eval", "similarity", rated});
  EXPECT_EQ(none.code, 1);
  EXPECT_TRUE(holds(none.out, "12 more with a word that is not known: zq1, zz, zq2")) << none.out;
  EXPECT_TRUE(holds(none.out, "and 3 more words (--json lists all)")) << none.out;
  EXPECT_TRUE(holds(none.out, "words in columns 2 (w1) and 3 (w2), ratings in column 4 (score)"));
  const Ran all = run_program({"eval", "similarity", rated, "--json"});
  EXPECT_EQ(all.code, 1);
  EXPECT_TRUE(holds(all.out, "\"zq12\"")) << all.out;
  refused({"eval", "similarity", rated, "--columns", "2,3"}, "as in --columns 2,3,4");
  refused({"eval", "similarity", rated, "--columns", "2,2,4"}, "as in --columns 2,3,4");
  EXPECT_TRUE(holds(run_program({"eval", "similarity", rated, "--columns", "3,2,1"}).out,
                    "words in columns 3 (w2) and 2 (w1), ratings in column 1 (id)"));
}

// A small archive that unpacks to much: the most that is taken is said before it is held.
TEST_F(Refusals, MorePairsThanAreTakenCostNoMemory) {
  std::string pairs;
  for (int i = 0; i < 520'000; ++i) pairs += "a b 3\n";
  const std::string rated = (folder / "rated.txt").string();
  write_file(rated, pairs);
  const Ran ran = run_program({"eval", "similarity", rated});
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(holds(ran.err, "more than 500000 pairs")) << ran.err;
  EXPECT_LT(ran.peak_bytes, 150L << 20);
}

TEST_F(Refusals, ALessonThatNeedsTooMuchMemorySaysSo) {
  std::string words;
  for (int i = 0; i < 2000; ++i) words += "a ";
  const std::string file = lesson(
      "\"model\": \"multi-head\",\n\"config\": {\"heads\": 16, \"d_model\": 1024},\n\"text\": \"" +
      words + "\"");
  const Ran ran = run_program({"trace", file, "--path", "output"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(holds(ran.err, "GB of memory")) << ran.err;
  EXPECT_LT(ran.peak_bytes, 500L << 20);
  refused({"trace", "multi-head", "--memory", "much"}, "is no size");
  refused({"train", "translate", "-o", (folder / "m.safetensors").string(), "--sentences", "50",
           "--d-model", "2048", "--heads", "4", "--layers", "12", "--d-ff", "8192"},
          "training ");
}

TEST_F(Refusals, AnOptionThatChangesNothingIsSaid) {
  const auto says = [](const std::string& lesson, const std::string& option, const char* step) {
    const Ran ran = run_program({"explain", lesson, lesson == "luong" ? "s" : "weights", "0", "0",
                                 "--option", option, "--step", step});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return holds(ran.err, lesson + ": --option " + option + " changes nothing here");
  };
  EXPECT_TRUE(says("luong", "seed=8", "1"));
  EXPECT_TRUE(says("weighted-sum", "temperature=2", "4"));
  EXPECT_FALSE(says("self-attention-by-hand", "temperature=2", "4"));
  EXPECT_TRUE(says("masked-scores", "padding=2", "3")) << "the mask is causal there";
  EXPECT_FALSE(says("masked-scores", "padding=2", "8"));
}

TEST_F(Refusals, WhatIsOtherThanAskedIsSaidAndFailsTheCheck) {
  const std::string heads = lesson(
      "\"model\": \"multi-head\",\n\"config\": {\"heads\": 3, \"d_model\": 8}, \"text\": \"a b\"");
  const Ran ran = run_program({"trace", heads, "--path", "output"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(holds(ran.err, "3 heads cannot share d_model = 8")) << ran.err;
  EXPECT_TRUE(holds(ran.err, "mine.json:4: ")) << ran.err;
  refused({"trace", heads, "--check"}, "3 heads cannot share", 1);
  refused(
      {"trace", lesson("\"model\": \"permutation\", \"text\": \"a b c\",\n\"permutation\": [1, 0]"),
       "--check"},
      "the chosen order is none of 3 tokens", 1);
  refused({"trace", lesson("\"model\": \"multi-head\", \"text\": \"a\", \"view\": \"none-such\""),
           "--check"},
          "no view \"none-such\"", 1);
  refused({"show", "self-attention-by-hand", "--head", "7", "-o", (folder / "x.png").string()},
          "one head only");
  refused({"show", "multi-head", "--head", "7", "-o", (folder / "x.png").string()}, "heads 1 to ");
  refused({"trace", "multi-head", "--grad", ""}, "--grad: has an empty value");
}

TEST_F(Refusals, AStepThatDrawsItsOwnWordsSaysSo) {
  const auto said_of_step = [&](const char* step) {
    const Ran ran = run_program({"show", "subwords", "--text", "cat dog", "--step", step, "-o",
                                 (folder / "x.svg").string()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.err;
  };
  EXPECT_EQ(said_of_step("11"),
            "glassformer: subwords: step 11 sets the sentence itself, so yours is not drawn\n");
  EXPECT_EQ(said_of_step("10"), "");
}

TEST_F(Refusals, FormulasAreReadByTheCheck) {
  const auto checked = [&](const std::string& step, const std::string& part) {
    refused(
        {"trace",
         lesson("\"model\": \"multi-head\", \"text\": \"a b\",\n\"steps\": [{\"title\": \"t\", " +
                step + "}]"),
         "--check"},
        part, 1);
  };
  checked("\"formula\": \"\\\\tensor{wieghts}{A}\"", "no matrix 'wieghts'");
  checked("\"formula\": \"\\\\unheard{A}\"", "cannot be read");
  checked("\"text\": \"an open $x\"", "does not end");
}

TEST_F(Refusals, ALessonOfOnesOwnNamesFileAndLine) {
  const std::string file =
      lesson("\"model\": \"attention\",\n\"given\": {\n\"q\": [[1, 2]],\n\"k\": [[1, 2, 3]]}");
  for (const char* command : {"trace", "show"}) {
    std::vector<std::string> arguments{command, file};
    if (arguments[0] == "show") {
      arguments.insert(arguments.end(), {"-o", (folder / "x.png").string()});
    }
    const Ran ran = run_program(arguments);
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(holds(ran.err, "mine.json:")) << ran.err;
  }
}

TEST_F(Refusals, CountsOfOneAreSaidAsOne) {
  const Ran ran = run_program({"trace", lesson("\"model\": \"multi-head\", \"text\": \"a b\""),
                               "--check", "--path", "output"});
  EXPECT_TRUE(holds(ran.err, "has no expectations")) << ran.err;
}

TEST_F(Refusals, AModelThatIsNoneNamesFileAndReason) {
  const std::string vectors = (folder / "vectors.safetensors").string();
  write_file(vectors, "2 3\nking 1 2 3\nqueen 2 3 4\n");
  refused({"translate", vectors, "a cat"}, "begins with text");
  refused({"translate", "en-xx", "a cat"}, "en-fr");
  const std::string told = run_program({"translate", "en-xx", "a cat"}).err;
  EXPECT_FALSE(holds(told, "words")) << "no model";
}

TEST_F(Refusals, AnOptionThatTheModelHasNoUseForIsNotPassedOver) {
  const std::string out = (folder / "m.safetensors").string();
  const auto of = [&](const std::string& model, const std::string& option, const std::string& value,
                      const std::string& part) {
    refused({"train", "seq2seq", "--task", "reverse", "--model", model, option, value, "-o", out},
            part);
  };
  of("conv", "--attention", "bahdanau", "conv has an attention of its own");
  of("transformer", "--attention", "none", "transformer has an attention of its own");
  of("conv", "--encoder", "positions", "--encoder is for --model rnn, gru and lstm");
  of("transformer", "--reach", "3", "--reach is for");
  of("gru", "--kernel", "5", "--kernel is for --model conv");
  of("transformer", "--positions", "learned", "--positions is for --model conv");
}

TEST_F(Refusals, WhatNeedsWordNetAsksForIt) {
  refused({"make-corpus", "--part", "sentences"}, "--part needs WordNet; name its folder");
  refused({"make-corpus", "--held-out", "1-20"}, "--held-out needs WordNet");
  refused({"make-questions", "--capitals", "1-20"}, "--capitals needs WordNet");
}

TEST_F(Refusals, ShowDrawsPicturesAlone) {
  refused({"show", "masked-scores", "-o", (folder / "x.csv").string()},
          "let the name end in .png, .svg or .pdf");
  EXPECT_FALSE(std::filesystem::exists(folder / "x.csv"));
}

TEST_F(Refusals, AnOptionWithoutEffectIsSaid) {
  const Ran ran =
      run_program({"translate", "en-de", "the dog sleeps", "--beam", "2", "--top", "3"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.err.find("--top does nothing here"), std::string::npos) << ran.err;
}

TEST_F(Refusals, NothingIsPassedOverInSilence) {
  refused({"translate"}, "[MODEL] SENTENCE is required");
  refused({"lessons", "--json", "--check", "heads"}, "choose one");
  refused({"tokens", "a", "--tokenizer", "gpt", "--side", "target"}, "has one tokenizer alone");
  refused({"trace", "thinking-machines", "--option", "d_k=16", "--option", "d_k=8"},
          "--option d_k=8: 'd_k' is set before already");
  refused({"train", "translate", "-o", (folder / "m.safetensors").string(), "--cool-down", "100",
           "--steps", "2"},
          "--cool-down 100: the last 100 steps of --steps 2 cannot be");
  const Ran ran = run_program({"show", "masked-scores", "--answer", "--layout"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(holds(ran.err, "step 1 of masked-scores asks nothing")) << ran.err;
}

TEST_F(Refusals, WithoutFontsOneSentenceSaysSo) {
  write_file(folder / "fonts.conf", "<fontconfig><dir>/nonexistent</dir></fontconfig>");
  const Ran ran = run_program(
      {"show", "masked-scores", "-o", (folder / "x.svg").string()},
      {{"FONTCONFIG_FILE=" + (folder / "fonts.conf").string(), "FONTCONFIG_PATH=/"}, "", false});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(holds(ran.err, "no fonts were found")) << ran.err;
}

TEST_F(Refusals, AGraphicsCardThatIsNotThereIsSaidAsSuch) {
  const Ran ran = run_program({"trace", "masked-scores", "--path", "weights", "--backend", "gpu"},
                              {{"__EGL_VENDOR_LIBRARY_DIRS=/nonexistent"}, "", false});
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(holds(ran.err, "no graphics card computes here")) << ran.err;
  EXPECT_FALSE(holds(ran.err, "picture")) << ran.err;
}

// An option that would have no effect in the lesson.
TEST_F(Refusals, VectorsWhereNoneAreShown) {
  const std::string vectors = (folder / "mine.vec").string();
  write_file(vectors, "3 2\nzig 1 0\nzag 0 1\nzog 1 1\n");
  refused({"trace", "why-near", "--vectors", vectors},
          "--vectors: the lesson 'why-near' shows no word vectors that can be chosen");
  refused({"trace", "word-map", "--vectors", vectors, "--vectors", vectors},
          "--vectors: the lesson 'word-map' compares no two sets of vectors");
  // What the vectors lack is left out: the lesson opens with what they have.
  EXPECT_EQ(run_program({"trace", "word-arithmetic", "--vectors", vectors}).code, 0);
  EXPECT_EQ(run_program({"trace", "bias", "--vectors", vectors}).code, 0);
  EXPECT_EQ(run_program({"trace", "bias-real", "--vectors", vectors}).code, 0);
}

// The lesson shows what learns in it, whatever is named.
TEST_F(Refusals, AModelWhereOneLearns) {
  refused({"trace", "training", "--model", "en-de"},
          "--model: the lesson 'training' shows models that learn in it");
  const std::string vectors = (folder / "mine.vec").string();
  write_file(vectors, "3 2\nzig 1 0\nzag 0 1\nzog 1 1\n");
  refused({"trace", "word-training", "--vectors", vectors},
          "--vectors: the lesson 'word-training' shows vectors that learn in it");
}

TEST_F(Refusals, ASwitchThatChangesNoNumberIsSaid) {
  const auto told = [](std::vector<std::string> more) {
    std::vector<std::string> arguments{"trace", "heads", "--path", "loss"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Ran ran = run_program(arguments);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.err;
  };
  EXPECT_TRUE(holds(told({"--option", "held=on"}), "held=on changes no number of this step"));
  EXPECT_FALSE(
      holds(told({"--option", "held=on", "--option", "head_scale=cross.1.2=0, cross.1.4=0"}),
            "changes no number"));
  EXPECT_FALSE(holds(told({"--option", "gradients=on"}), "changes no number"));
}

TEST_F(Refusals, OnesOwnThingsGoWithTheCheck) {
  refused({"lessons", "--own"}, "--own: goes with --check");
  refused({"lessons", "--check"}, "--check: name a lesson or its file");
  const Ran ran = run_program({"lessons", "--check", "weather-stations", "--own"});
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_NE(ran.out.find("nothing is lacking"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace glassformer::testing
