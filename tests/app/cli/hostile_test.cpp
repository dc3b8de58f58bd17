// Files that somebody has made to break the program, each given to the commands that read files: it
// says what is wrong, and takes neither long nor much memory to find out.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "tests/app/cli/program.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

using testing::run_program;

constexpr long most_bytes = 300'000'000;
constexpr double most_seconds = 5;

TEST(HostileFiles, TakeNeitherLongNorMuchMemory) {
  std::vector<std::filesystem::path> files;
  const auto add_all = [&](const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  };
  // All of them, by every command, where there is time: ./test --long.
  const bool all = std::getenv("GLASSFORMER_LONG") != nullptr;
  const auto more = testing::shared_data("corrupt");
  if (more) add_all(*more);
  if (all || !more) add_all(testing::source_dir() / "tests" / "bad_lessons");
  std::sort(files.begin(), files.end());
  const std::vector<std::vector<std::string>> commands{
      {"vectors", "info"}, {"trace"}, {"info"}, {"eval", "analogies"}};
  long most = 0;
  double longest = 0;
  int runs = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t c = 0; c < commands.size(); ++c) {
      if (!all && (i % 8 != 0 || c != i / 8 % commands.size())) continue;  // a sample
      std::vector<std::string> words = commands[c];
      words.push_back(files[i].string());
      const auto begin = std::chrono::steady_clock::now();
      const testing::Ran ran = run_program(words);
      const double took =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      ++runs;
      most = std::max(most, ran.peak_bytes);
      longest = std::max(longest, took);
      EXPECT_TRUE(ran.code == 0 || ran.code == 2) << files[i] << ": " << ran.code << ran.err;
      EXPECT_LT(ran.peak_bytes, most_bytes) << files[i] << " by " << words[0];
      if (all) {  // alone on a machine
        EXPECT_LT(took, most_seconds) << files[i] << " by " << words[0];
      }
    }
  }
  if (all) {
    std::fprintf(stdout, "%zu hostile files, %d runs: at most %.2f s and %.0f MB\n", files.size(),
                 runs, longest, static_cast<double>(most) / 1e6);
  }
}

}  // namespace
}  // namespace glassformer
