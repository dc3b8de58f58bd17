#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/formats/file.h"
#include "tests/app/cli/program.h"
#include "tests/support/temporary_folder.h"

// What a command holds at its limits: it says before its work that it would be too much and what
// would fit, and what fits does.
namespace glassformer::testing {
namespace {

constexpr long allowed = 1'000'000'000;  // what --memory is, unless it is given
constexpr long program = 200'000'000;    // itself, its libraries, and what is too small to count

std::string words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += i % 2 == 0 ? "the cat " : "a dog ";
  return text;
}

struct Limit {
  const char* name;
  std::vector<std::string> command;
  long memory = allowed;
};

class MemoryLimits : public ::testing::Test {
 protected:
  MemoryLimits() {
    std::string lines;
    for (int i = 0; i < 4000; ++i) lines += "one two three four five six seven eight\n";
    write_file(text, lines);
  }
  std::vector<Limit> limits() const {
    const std::string out = folder.path() / "m.safetensors";
    return {
        {"train seq2seq, batch 65536",
         {"train", "seq2seq", "--task", "reverse", "--count", "70000", "--width", "64", "--steps",
          "1", "--batch", "65536", "-o", out}},
        {"train language, batch 4096",
         {"train", "language", text, "--batch", "4096", "--steps", "1", "-o", out}},
        {"train language, length 20000",
         {"train", "language", text, "--length", "20000", "--steps", "1", "-o", out}},
        {"train translate, the paper's base",
         {"train", "translate", "--d-model", "512", "--heads", "8", "--layers", "6", "--d-ff",
          "2048", "--steps", "1", "-o", out}},
        {"the same, with 2 GB",
         {"train", "translate", "--d-model", "512", "--heads", "8", "--layers", "6", "--d-ff",
          "2048", "--steps", "1", "--sentences", "4000", "--memory", "2GB", "-o", out},
         2 * allowed},
        {"train translate, 2000000 pairs",
         {"train", "translate", "--sentences", "2000000", "--steps", "1", "-o", out}},
        {"trace multi-head, 2000 words", {"trace", "multi-head", "--text", words(1000)}},
    };
  }
  // The same command with the option that the refusal names; empty: it names none with a number.
  static std::vector<std::string> fitting(std::vector<std::string> command,
                                          const std::string& told) {
    const std::string take = "take --batch ";
    const std::size_t at = told.find(take);
    if (at == std::string::npos) return {};
    const std::string batch = std::to_string(std::atoi(told.c_str() + at + take.size()));
    for (std::size_t i = 0; i + 1 < command.size(); ++i) {
      if (command[i] == "--batch") command[i + 1] = batch;
    }
    if (told.find("--batch") != std::string::npos &&
        std::find(command.begin(), command.end(), "--batch") == command.end()) {
      command.insert(command.end(), {"--batch", batch});
    }
    return command;
  }

  const TemporaryFolder folder;
  const std::string text = folder.path() / "text.txt";
};

TEST_F(MemoryLimits, AreSaidBeforeTheWork) {
  for (const Limit& limit : limits()) {
    const Ran ran = run_program(limit.command);
    EXPECT_EQ(ran.code, 2) << limit.name << ": " << ran.err;
    EXPECT_NE(ran.err.find("of memory, and no more than"), std::string::npos)
        << limit.name << ": " << ran.err;
    EXPECT_EQ(ran.err.find("step 1"), std::string::npos) << limit.name;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    EXPECT_LT(ran.peak_bytes, limit.memory + program) << limit.name;
#endif
  }
}

TEST_F(MemoryLimits, HoldForWhatIsSaidToFit) {
  if (std::getenv("GLASSFORMER_LONG") == nullptr) {
    GTEST_SKIP() << "takes minutes: ./test --long memory";
  }
  std::printf("%-36s %12s %12s\n", "", "refused at", "peak of what fits");
  for (const Limit& limit : limits()) {
    const Ran refused = run_program(limit.command);
    const std::vector<std::string> command = fitting(limit.command, refused.err);
    std::string peak = "–";
    if (!command.empty()) {
      const Ran ran = run_program(command);
      EXPECT_EQ(ran.code, 0) << limit.name << ": " << ran.err;
      EXPECT_LT(ran.peak_bytes, limit.memory + program) << limit.name;
      peak = fmt::format("{} MB", ran.peak_bytes / 1'000'000);
    }
    std::printf("%-36s %9ld MB %12s\n", limit.name, refused.peak_bytes / 1'000'000, peak.c_str());
  }
}

}  // namespace
}  // namespace glassformer::testing
