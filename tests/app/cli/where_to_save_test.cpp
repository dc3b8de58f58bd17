#include "app/cli/where_to_save.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/formats/file.h"
#include "core/formats/safetensors.h"
#include "tests/app/cli/program.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

namespace fs = std::filesystem;

class WhereToSave : public ::testing::Test {
 protected:
  WhereToSave() {
    std::string lines, words;
    for (const char* a : {"red", "big", "old"}) {
      for (const char* b : {"cat", "dog", "fox", "hen"}) {
        lines += std::string(a) + " " + b + "\t" + b + " " + a + "\n";
        words += std::string(a) + " " + b + "\n";
      }
    }
    for (int i = 0; i < 5; ++i) words += words;
    write_file(pairs, lines);
    write_file(text, words);
  }
  std::vector<std::string> training(const std::string& kind, const std::string& to) const {
    if (kind == "vectors") {
      return {"train", kind, text, "-o", to, "--dim", "4", "--epochs", "1", "--min-count", "1"};
    }
    if (kind == "language") {
      return {"train", kind, text, "-o", to, "--width", "8", "--length", "4", "--steps", "2"};
    }
    return {"train", kind,
            pairs,   "-o",
            to,      "--steps",
            "2",     "--threads",
            "1",     "--batch",
            "2",     "--layers",
            "1",     kind == "translate" ? "--d-model" : "--width",
            "8"};
  }
  static void refused(const std::vector<std::string>& arguments, const std::string& part) {
    const Ran ran = run_program(arguments);
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
    EXPECT_EQ(ran.err.find("step"), std::string::npos) << "before any work: " << ran.err;
  }

  const TemporaryFolder folder;
  const std::string pairs = folder.path() / "pairs.tsv", text = folder.path() / "text.txt";
  const std::vector<std::string> kinds{"vectors", "language", "translate", "seq2seq"};
};

TEST_F(WhereToSave, NoTrainingGoesIntoADeviceOrAPipe) {
  const std::string pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& kind : kinds) {
    for (const std::string& to : {std::string("/dev/null"), std::string("/dev/stdout"), pipe}) {
      refused(training(kind, to), to + ": is a device or a pipe");
    }
  }
}

TEST_F(WhereToSave, APipeThatNobodyReadsIsRefusedBeforeTheWork) {
  const std::string pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  refused({"vectors", "project", "-o", pipe, "--method", "tsne", "--iterations", "1000000"},
          "is a pipe that nobody reads");
  refused({"trace", "multi-head", "-o", pipe}, "is a pipe that nobody reads");
  EXPECT_EQ(run_program({"vectors", "project", "-o", "/dev/null"}).code, 0);
}

TEST_F(WhereToSave, ACheckpointOfAStoppedTrainingIsNotReplaced) {
  for (const std::string& kind : kinds) {
    const std::string out = folder.path() / (kind + ".safetensors"), kept = out + ".checkpoint";
    write_file(kept, "hours");
    refused(training(kind, out), "holds a training that was stopped");
    EXPECT_EQ(read_file(kept, 100), "hours");
    fs::remove(kept);
    for (int again = 0; again < 2; ++again) {  // one that ended may be
      const Ran ran = run_program(training(kind, out));
      EXPECT_EQ(ran.code, 0) << ran.err;
    }
    if (kind == "vectors") continue;
    TensorFile stopped = read_safetensors(kept);
    ASSERT_EQ(stopped.metadata.erase("ended"), 1U) << kind;
    write_safetensors(kept, stopped);
    refused(training(kind, out), "holds a training that was stopped");
  }
}

TEST_F(WhereToSave, ALinkLeadsToTheSameLock) {
  const fs::path real = folder.path() / "real", link = folder.path() / "link";
  fs::create_symlink("real", link);
  for (const bool there : {false, true}) {  // before the first model is written, and after
    if (there) write_file(real, "a model");
    const OutputLock lock(link);
    EXPECT_NE(message_of([&] { const OutputLock second(real); }).find("another training"),
              std::string::npos)
        << there;
  }
}

TEST_F(WhereToSave, ALockThatAKillLeftIsTakenOverAndRemoved) {
  const fs::path model = folder.path() / "model", lock = folder.path() / "model.lock";
  const pid_t child = ::fork();
  if (child == 0) {
    const OutputLock held(model);
    ::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  ASSERT_TRUE(fs::exists(lock)) << "what a kill leaves";
  EXPECT_EQ(message_of([&] { const OutputLock next(model); }), "");
  EXPECT_FALSE(fs::exists(lock));
}

TEST_F(WhereToSave, ADiskIsAskedForRoom) {
  const fs::path file = folder.path() / "m";
  EXPECT_EQ(message_of([&] { check_room(file, 1000, "it"); }), "");
  EXPECT_NE(message_of([&] { check_room(file, 1e18, "it"); }).find("it needs about"),
            std::string::npos);
}

// As on a disk that fills up while it is trained, and nowhere is any room either. How what does
// find room is kept: tests/smoke/full_disk.sh.
TEST_F(WhereToSave, ATrainingThatCannotBeWrittenFailsAndLeavesNothing) {
  for (const std::string& kind : kinds) {
    const std::string out = folder.path() / (kind + ".safetensors");
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit small = before;
    small.rlim_cur = 600;
    ::setrlimit(RLIMIT_FSIZE, &small);
    const Ran ran = run_program(training(kind, out));
    ::setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_EQ(ran.code, 2) << kind;
    EXPECT_NE(ran.err.find(out + ": cannot be written: "), std::string::npos) << ran.err;
    for (const auto& entry : fs::directory_iterator(folder.path())) {
      const std::string name = entry.path().filename();
      EXPECT_TRUE(name == "pairs.tsv" || name == "text.txt") << name;
    }
  }
}

TEST_F(WhereToSave, ATokenizerIsNotWrittenOverItsText) {
  const fs::path text = folder.path() / "tokenizer.json";
  write_file(text, "a text of that name");
  const Ran ran = run_program(
      {"train", "tokenizer", text.string(), "--kind", "words", "-o", folder.path().string()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("is read and would be overwritten"), std::string::npos) << ran.err;
  EXPECT_EQ(read_file(text, 100), "a text of that name");
}

// The first two of its three files have room, and the third has none.
TEST_F(WhereToSave, ATokenizerIsWrittenWholeOrNotAtAll) {
  const fs::path text = folder.path() / "text.txt", out = folder.path() / "pieces";
  const auto train = [&](const char* size) {
    return run_program({"train", "tokenizer", text.string(), "--kind", "bytes", "--size", size,
                        "-o", out.string()});
  };
  const auto train_without_room = [&](rlim_t room) {
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    rlimit small = before;
    small.rlim_cur = room;
    ::setrlimit(RLIMIT_FSIZE, &small);
    const Ran ran = train("260");
    ::setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_NE(ran.err.find((out / "tokenizer.json").string() + ": cannot be written: "),
              std::string::npos)
        << ran.err;
  };
  const auto bytes_of = [&] {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::directory_iterator(out)) {
      all[entry.path().filename()] = read_file(entry.path(), 1 << 20);
    }
    return all;
  };
  ASSERT_EQ(train("270").code, 0);
  const auto before = bytes_of();
  ASSERT_EQ(before.size(), 3U);
  const rlim_t room = before.at("vocab.json").size();
  ASSERT_GT(room, before.at("merges.txt").size());
  ASSERT_LT(room, before.at("tokenizer.json").size());
  train_without_room(room);
  EXPECT_EQ(bytes_of(), before);
  fs::remove_all(out);
  train_without_room(room);
  EXPECT_FALSE(fs::exists(out));
}

TEST_F(WhereToSave, ATourThatCannotBeWrittenLeavesNothing) {
  const fs::path out = folder.path() / "tour";
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 600;
  ::setrlimit(RLIMIT_FSIZE, &small);
  const Ran ran = run_program({"tour", out.string(), "--size", "400x320"});
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(ran.code, 2) << ran.err;
  EXPECT_NE(ran.err.find(out.string() + "/01-"), std::string::npos) << ran.err;
  EXPECT_FALSE(fs::exists(out));
}

TEST_F(WhereToSave, WhatCannotBeWrittenIsKeptWhereThereIsRoom) {
  const fs::path out = folder.path() / "full" / "model.bin";
  std::vector<fs::path> tried;
  const auto keep = [&](int full) {
    tried.clear();
    return message_of([&] {
      keep_elsewhere(UserError("full"), out, "It is kept", [&](const fs::path& file) {
        tried.push_back(file);
        if (static_cast<int>(tried.size()) <= full) throw UserError("no room here either");
        write_file(file, "hours");
      });
    });
  };
  const std::string told = keep(0);
  ASSERT_EQ(tried.size(), 1U);
  EXPECT_EQ(told, "full. It is kept in " + tried[0].string());
  EXPECT_EQ(tried[0].filename(), out.filename());
  EXPECT_EQ(read_file(tried[0], 100), "hours");
  fs::remove_all(tried[0].parent_path());
  EXPECT_EQ(keep(100), "full");
  for (const fs::path& file : tried) EXPECT_FALSE(fs::exists(file.parent_path())) << file;
}

}  // namespace
}  // namespace glassformer::testing
