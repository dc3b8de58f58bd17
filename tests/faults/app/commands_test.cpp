// Commands whose every call to the system fails once: a line on standard error, an exit code, and
// of each file the old one or the new one.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/cli/command.h"
#include "core/embed/files/write_vectors.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/core/embed/files/some_vectors.h"
#include "tests/faults/trying.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

class Command : public ::testing::Test {
 protected:
  testing::TemporaryFolder folder_;
  std::string out_ = (folder_ / "out.file").string();

  // Runs it; throws what a person would read.
  std::string run(const std::vector<std::string>& words) {
    std::vector<const char*> argv{"glassformer"};
    for (const std::string& word : words) argv.push_back(word.c_str());
    ::testing::internal::CaptureStderr();
    ::testing::internal::CaptureStdout();
    const int code = run_command_line(static_cast<int>(argv.size()), argv.data());
    const std::string out = ::testing::internal::GetCapturedStdout();
    const std::string err = ::testing::internal::GetCapturedStderr();
    if (code == 0) return "done";
    EXPECT_EQ(out, "") << "and it failed";
    // A training tells how far it is before.
    const std::size_t begin = err.rfind("glassformer: ");
    EXPECT_NE(begin, std::string::npos) << err;
    if (begin == std::string::npos) throw UserError(err);
    EXPECT_EQ(std::count(err.begin() + static_cast<std::ptrdiff_t>(begin), err.end(), '\n'), 1)
        << err;
    throw UserError(err.substr(begin, err.size() - begin - 1));
  }

  // How long a pass took is shown in it, so that no two are alike.
  static bool is_whole_picture(const std::string& bytes) {
    return bytes.ends_with("</svg>\n") ||
           (bytes.starts_with("\x89PNG") && bytes.ends_with("IEND\xae\x42\x60\x82"));
  }

  // The command writes `name` over what is there.
  testing::Tried over(const std::vector<std::string>& words, const std::string& name) {
    run(words);
    const std::string after = testing::contents(folder_.path()).at(name);
    const auto others = [](auto files, const std::string& out) {
      files.erase(out);
      return files;
    };
    const auto given = others(testing::contents(folder_.path()), name);
    return {.what = words[0] + " " + words[1],
            .act = [=, this] { return run(words); },
            .before = [=, this] { write_file(folder_ / name, "old"); },
            .after =
                [=, this](bool succeeded) {
                  const auto now = testing::contents(folder_.path());
                  const std::string is = now.contains(name) ? now.at(name) : "gone";
                  EXPECT_TRUE(is == after || is_whole_picture(is) || (!succeeded && is == "old"))
                      << "half-written: " << is.size() << " bytes of " << after.size();
                  EXPECT_EQ(others(now, name), given) << "something is left behind";
                }};
  }
  // Without memory: CLI11 and drivers of OpenGL end the program where it is refused to them, in
  // functions that are noexcept.
  void try_calls(const std::vector<std::string>& words, const std::string& name, int most = 6) {
    testing::every_call(over(words, name), "/",
                        most);  // it names a file: that one, or one it reads
  }
};

TEST_F(Command, Trace) {
  try_calls({"trace", "masked-scores", "-o", out_}, "out.file");
}

TEST_F(Command, Convert) {
  write_vectors(folder_ / "in.bin", testing::some({"a", "robot"}), VectorFormat::word2vec_binary);
  try_calls({"vectors", "convert", (folder_ / "in.bin").string(), (folder_ / "out.vec").string()},
            "out.vec");
}

TEST_F(Command, ShowAsPicture) {
  try_calls(
      {"show", "thinking-machines", "-o", (folder_ / "out.png").string(), "--size", "640x400"},
      "out.png", 1);
}

TEST_F(Command, ShowAsDrawing) {
  try_calls({"show", "thinking-machines", "-o", (folder_ / "out.svg").string()}, "out.svg", 1);
}

TEST_F(Command, TrainVectors) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "a robot must obey the human\nthe human sees a robot\n";
  write_file(folder_ / "text.txt", text);
  try_calls({"train", "vectors", (folder_ / "text.txt").string(), "-o",
             (folder_ / "out.vec").string(), "--dim", "4", "--threads", "1", "--min-count", "1"},
            "out.vec");
}

}  // namespace
}  // namespace glassformer
