#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/vector_rounds.h"
#include "core/embed/files/read_vectors.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/app/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

class TrainVectors : public ::testing::Test {
 protected:
  TrainVectors() {
    std::string bytes;
    for (int i = 0; i < 400; ++i) bytes += "The cat sat on the mat, and the dog sat by the cat.\n";
    write_file(text, bytes);
  }

  TemporaryFolder folder;
  const std::string text = (folder / "text.txt").string();
  const std::string out = (folder / "words.bin").string();
};

TEST_F(TrainVectors, WritesTheWordsOfATextInTheFormatOfItsName) {
  const Ran ran = run_program({"train", "vectors", text, "-o", out, "--lower", "--signs", "drop",
                               "--dim", "12", "--epochs", "2", "--deterministic"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("8 words, 12 dimensions"), std::string::npos) << ran.out;
  const WordVectors made = *read_vectors(out);
  EXPECT_EQ(made.words.size(), 8U);
  EXPECT_EQ(made.words[0], "the");
  EXPECT_EQ(made.dim(), 12U);
  EXPECT_FALSE(std::filesystem::exists(out + ".checkpoint"));
}

TEST_F(TrainVectors, GivesTheSameFileForASeedAtAnyNumberOfThreads) {
  std::string first;
  for (const char* threads : {"1", "3"}) {
    const Ran ran = run_program({"train", "vectors", text, "-o", out, "--dim", "10", "--seed", "4",
                                 "--deterministic", "--threads", threads});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const std::string bytes = read_file(out, 1 << 20);
    EXPECT_TRUE(first.empty() || bytes == first);
    first = bytes;
  }
}

TEST_F(TrainVectors, AddsWordsToASetWithoutMovingItsOwn) {
  const std::string set = (folder / "set.safetensors").string();
  const std::string more = (folder / "more.safetensors").string();
  Ran ran = run_program({"train", "vectors", text, "-o", set, "--dim", "12", "--lower", "--signs",
                         "drop", "--deterministic"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  std::string bytes;
  for (int i = 0; i < 50; ++i) bytes += "the horse sat on the cat\n";
  write_file(text, bytes);
  write_file(folder / "list.txt", "cat\n");
  ran = run_program({"train", "vectors", text, "--from", set, "--learn",
                     (folder / "list.txt").string(), "-o", more, "--deterministic"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const WordVectors before = *read_vectors(set), after = *read_vectors(more);
  EXPECT_EQ(after.words.size(), before.words.size() + 1) << "dog, which the text lacks, stays";
  EXPECT_GE(after.words.find("horse"), 0);
  EXPECT_EQ(after.dim(), 12U);
  EXPECT_NE(ran.err.find("7 words keep their vectors, 2 learn"), std::string::npos) << ran.err;
  for (std::size_t i = 0; i < before.words.size(); ++i) {
    const auto at = static_cast<std::size_t>(after.words.find(before.words[i]));
    const bool same = std::ranges::equal(before.vectors[i], after.vectors[at]);
    EXPECT_EQ(same, before.words[i] != "cat") << before.words[i];
  }
  ran = run_program({"train", "vectors", text, "--from", set, "-o", more, "--model", "glove"});
  EXPECT_NE(ran.code, 0);
  EXPECT_NE(ran.err.find("--from does nothing with --model glove"), std::string::npos) << ran.err;
  ran = run_program({"train", "vectors", text, "--from", set, "-o", more, "--dim", "5"});
  EXPECT_NE(ran.err.find("set.safetensors: its vectors have 12 dimensions; give --dim 12"),
            std::string::npos)
      << ran.err;
  ran = run_program({"train", "vectors", text, "--from", set, "-o", set});
  EXPECT_NE(ran.code, 0) << "it would write over what it reads";
}

TEST_F(TrainVectors, TrainsOnTheGraphicsCardWhatItCanTrain) {
  const std::string whole = (folder / "words.safetensors").string();
  const auto train = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all{"train", "vectors",  text, "-o",        whole, "--dim",
                                 "8",     "--epochs", "1",  "--backend", "gpu"};
    all.insert(all.end(), more.begin(), more.end());
    return run_program(all);
  };
  const Ran ran = train({});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err.find("glassformer:"), std::string::npos) << ran.err;
  EXPECT_EQ(read_vectors(whole)->dim(), 8U);
  const Ran cbow = train({"--model", "cbow"});
  ASSERT_EQ(cbow.code, 0) << cbow.err;
  EXPECT_NE(cbow.err.find("the processor trains this"), std::string::npos) << cbow.err;
}

TEST_F(TrainVectors, SaysWhatIsWrong) {
  const auto refused = [](const std::vector<std::string>& arguments, const std::string& part) {
    const Ran ran = run_program(arguments);
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  };
  refused({"train", "vectors", (folder / "none.txt").string(), "-o", out}, "no such file");
  refused({"train", "vectors", text, "-o", out, "--window", "0"}, "window");
  refused({"train", "vectors", text, "-o", out, "--min-count", "100000"},
          "--min-count 100000: no word comes so often; the most frequent, '");
  refused({"train", "vectors", text, "-o", out, "--resume"}, "checkpoint");
  refused({"train", "vectors", text, "-o", folder.path().string()}, "is a folder");
}

TEST_F(TrainVectors, DoesNotEndATrainingThatWasStopped) {
  write_file(out + ".checkpoint", "hours");
  const std::vector<std::string> command{"train", "vectors", text, "-o", out, "--dim", "4"};
  const Ran ran = run_program(command);
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("--resume"), std::string::npos) << ran.err;
  EXPECT_EQ(read_file(out + ".checkpoint", 100), "hours");
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(TrainVectors, SaysWhereThereWasNothingToLearn) {
  const auto told = [&](const char* sample) {
    const Ran ran = run_program(
        {"train", "vectors", text, "-o", out, "--dim", "4", "--epochs", "1", "--sample", sample});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.err.find("to learn from") != std::string::npos;
  };
  EXPECT_TRUE(told("1e-12"));
  EXPECT_FALSE(told("0"));
}

TEST_F(TrainVectors, AnEmptyNameIsNotTheTextThatComesAlong) {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"train", "vectors", "", "-o", out},
        {"vectors", "info", ""},
        {"vectors", "neighbours", "", "king"},
        {"vectors", "project", ""},
        {"eval", "analogies", ""}}) {
    const Ran ran = run_program(command);
    EXPECT_EQ(ran.code, 2) << command[1];
    EXPECT_NE(ran.err.find("the name of the file is empty"), std::string::npos) << ran.err;
  }
}

TEST_F(TrainVectors, WhatDivergedIsSaidAndReplacesNothing) {
  write_file(out, "what was there before");
  const std::pair<const char*, const char*> models[] = {{"cbow", "100"}, {"glove", "10"}};
  for (const auto& [model, alpha] : models) {
    const Ran ran = run_program({"train", "vectors", text, "-o", out, "--dim", "20", "--model",
                                 model, "--alpha", alpha, "--epochs", "20"});
    EXPECT_EQ(ran.code, 2) << model;
    EXPECT_NE(ran.err.find("the training diverged"), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("smaller --alpha"), std::string::npos) << ran.err;
    EXPECT_EQ(ran.err.find("no two words"), std::string::npos) << ran.err;
    EXPECT_EQ(read_file(out, 1 << 20), "what was there before");
    EXPECT_FALSE(std::filesystem::exists(out + ".checkpoint"));
  }
}

// Its numbers stay finite, but they foretell worse than all words alike.
TEST_F(TrainVectors, ALossAboveThatOfGuessingIsSaid) {
  const auto told = [&](const char* alpha) {
    return run_program({"train", "vectors", text, "-o", out, "--dim", "5", "--model", "nplm",
                        "--hidden", "8", "--alpha", alpha})
        .err;
  };
  EXPECT_NE(told("100").find("above that of guessing"), std::string::npos);
  EXPECT_EQ(told("0.01").find("above that of guessing"), std::string::npos);
}

TEST_F(TrainVectors, EndsAsJson) {
  const Ran ran =
      run_program({"train", "vectors", text, "-o", out, "--dim", "20", "--lower", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const nlohmann::json end = nlohmann::json::parse(ran.out);
  EXPECT_EQ(end.at("file"), out);
  EXPECT_EQ(end.at("words"), 9);
  EXPECT_EQ(end.at("dimensions"), 20);
  EXPECT_EQ(end.at("finished"), true);
  EXPECT_EQ(end.at("done"), 1);
  EXPECT_GT(end.at("loss").get<double>(), 0);
}

TEST_F(TrainVectors, NeverWritesOverItsText) {
  const std::string before = read_file(text, 1 << 20);
  const std::string array = (folder / "text.npy").string();
  std::filesystem::copy_file(text, folder / "text.words.txt");
  for (const auto& [corpus, over] : {std::pair{text, text},
                                     {text, (folder / "." / "text.txt").string()},
                                     {(folder / "text.words.txt").string(), array}}) {
    const Ran ran = run_program({"train", "vectors", corpus, "-o", over, "--dim", "4"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("is read and would be overwritten"), std::string::npos) << ran.err;
    EXPECT_EQ(read_file(corpus, 1 << 20), before);
  }
}

TEST_F(TrainVectors, SaysWhatTheModelDoesNotReadAndRefusesWhatAsksForAnother) {
  const auto ends = [&](int code, std::vector<std::string> more, const std::string& part) {
    more.insert(more.begin(), {"train", "vectors", text, "-o", out, "--dim", "4"});
    const Ran ran = run_program(more);
    EXPECT_EQ(ran.code, code) << part << ran.err;
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  };
  const auto refused = [&](const std::vector<std::string>& more, const std::string& part) {
    ends(2, more, part);
  };
  const auto told = [&](const std::vector<std::string>& more, const std::string& part) {
    ends(0, more, part);
  };
  refused({"--model", "glove", "--subwords"}, "--subwords does nothing with --model glove");
  refused({"--model", "lsa", "--loss", "hs"}, "--loss does nothing with --model lsa");
  told({"--model", "lsa", "--epochs", "3"}, "--epochs does nothing with --model lsa");
  told({"--model", "nplm", "--negative", "3"}, "--negative does nothing with --model nplm");
  told({"--model", "nplm", "--hidden", "3", "--direct"}, "read in");
  told({"--hidden", "3"}, "--hidden does nothing with --model sg");
  told({"--model", "glove", "--direct"}, "--direct does nothing with --model glove");
  refused({"--model", "nplm", "--hidden", "0"}, "--hidden: 0 is no whole number from 1 to 100000");
  told({"--loss", "hs", "--negative", "3"}, "--negative does nothing with --loss hs");
  told({"--buckets", "30"}, "--buckets does nothing with words alone");
  refused({"--epochs", "0"}, "--epochs: 0 is no whole number from 1 to 1000000");
  refused({"--dim", "-1"}, "--dim: -1 is no whole number from 1 to 10000");
  refused({"--seed", "-1"}, "--seed");
  refused({"--seed", "99999999999999999999"}, "--seed");
}

TEST_F(TrainVectors, LooksBeforeItTrainsWhetherItCanWrite) {
  for (const char* const name : {"", "/proc/x.bin", "words.npy.gz", "words.TXT"}) {
    const bool plain = std::string(name).starts_with("words");
    const std::string to = plain ? (folder / name).string() : name;
    const Ran ran = run_program({"train", "vectors", text, "-o", to, "--dim", "4"});
    EXPECT_EQ(ran.code, 2) << name;
    EXPECT_EQ(ran.err.find("read in"), std::string::npos) << ran.err;
    if (!plain) continue;
    EXPECT_NE(ran.err.find("names no format"), std::string::npos) << ran.err;
    EXPECT_FALSE(std::filesystem::exists(to));
  }
}

TEST_F(TrainVectors, SaysThatAFewWordsHaveFewDimensions) {
  const Ran ran =
      run_program({"train", "vectors", text, "-o", out, "--model", "lsa", "--dim", "300"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("--dim 300 asks for more"), std::string::npos) << ran.err;
}

// Is stopped by the user in its second round.
class Stopped : public VectorTraining {
 public:
  double loss() const override { return 1; }
  double train(std::uint64_t) override {
    ++done_;
    if (done_ == 2) std::raise(SIGINT);
    return 0;
  }
  std::uint64_t done() const override { return done_; }
  std::uint64_t total() const override { return 3; }
  std::string described() const override { return "a training"; }
  bool diverged() const override { return false; }
  WordVectors snapshot() const override {
    ADD_FAILURE() << "A checkpoint takes no copy: there may be no memory for it.";
    return {};
  }
  void save(const std::filesystem::path& file) const override { saved = file; }
  void restore(const std::filesystem::path&) override {}
  mutable std::filesystem::path saved;

 private:
  std::uint64_t done_ = 0;
};

// And says that it cannot be written.
class NoCheckpoint : public Stopped {
 public:
  void save(const std::filesystem::path&) const override { throw UserError("the disk is full"); }
};

// Otherwise an hour's work is gone, or is there and nobody is told of --resume.
TEST(Rounds, ThatAreStoppedAreKept) {
  Stopped training;
  const Interrupts interrupts;
  const Rounds rounds = run_rounds(training, "checkpoint", interrupts);
  EXPECT_FALSE(rounds.finished);
  EXPECT_TRUE(rounds.saved);
  EXPECT_EQ(training.saved, "checkpoint");
  EXPECT_EQ(training.done(), 2U);
}

TEST(Rounds, GoOnWithoutACheckpoint) {
  NoCheckpoint training;
  const Interrupts interrupts;
  const Rounds rounds = run_rounds(training, "checkpoint", interrupts);
  EXPECT_FALSE(rounds.finished);
  EXPECT_FALSE(rounds.saved);
  EXPECT_EQ(training.done(), 2U);
}

TEST(BenchVectors, MeasuresWhatItIsAskedForAsJson) {
  const Ran ran = run_program({"bench", "vectors", "--words", "3000", "--runs", "2", "--dim", "8",
                               "--only", "train cbow-ns", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto figures = nlohmann::json::parse(ran.out).at("figures");
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_EQ(figures[0].at("name"), "train cbow-ns");
  EXPECT_LE(figures[0].at("min"), figures[0].at("max"));
  EXPECT_GT(figures[0].at("min"), 0);
  EXPECT_EQ(run_program({"bench", "vectors", "--peer", "other=x"}).code, 2);
}

// Stand-ins that say which of them ran: the three that prepare once before the iterations too.
TEST(BenchVectors, RunsTheProgramsOfAPeerInTurn) {
  const TemporaryFolder folder;
  // Vectors, so that its time counts as that of a training.
  const char* const writes =
      "while [ \"$1\" != -save-file ]; do shift; done\necho word 1 2 > \"$2.bin\"\n";
  for (const char* name : {"vocab_count", "cooccur", "shuffle", "glove"}) {
    const auto script = folder / name;
    write_file(script, fmt::format("#!/bin/sh\necho {} >> '{}'\necho row\n{}", name,
                                   (folder / "ran").string(),
                                   std::string_view(name) == "glove" ? writes : ""));
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  }
  const Ran ran = run_program({"bench", "vectors", "--words", "3000", "--runs", "2", "--dim", "8",
                               "--only", "glove", "--only", "lsa", "--json", "--peer",
                               "glove=" + (folder / "").string()});
  ASSERT_EQ(ran.code, 0) << ran.err;
  std::vector<std::string> names;
  const auto printed = nlohmann::json::parse(ran.out);
  for (const auto& figures : printed.at("figures")) {
    names.push_back(figures.at("name"));
    EXPECT_GT(figures.value("ratio", 1.0), 0);
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"glove, counting and shuffling",
                                      "glove, counting and shuffling", "glove, one iteration",
                                      "glove, one iteration", "lsa, from the text in numbers"}));
  const std::string counted = "vocab_count\ncooccur\nshuffle\n";
  EXPECT_EQ(read_file(folder / "ran", 1 << 20), counted + counted + counted + "glove\nglove\n");
  const Ran idle = run_program({"bench", "vectors", "--words", "3000", "--runs", "1", "--dim", "8",
                                "--only", "sg-ns", "--peer", "word2vec=/bin/true"});
  EXPECT_EQ(idle.code, 0);
  EXPECT_NE(idle.err.find("without writing vectors"), std::string::npos) << idle.err;
  EXPECT_NE(idle.out.find("word2vec"), std::string::npos) << "a gap: " << idle.out;
}

}  // namespace
}  // namespace glassformer::testing
