// What a graphics card's driver was found to do wrong, no source asks it to do again.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "tests/support/paths.h"

namespace glassformer::testing {
namespace {

namespace fs = std::filesystem;

struct Source {
  std::string path, text;
};

std::vector<Source> sources_in(const fs::path& folder) {
  std::vector<Source> all;
  for (const auto& entry : fs::recursive_directory_iterator(source_dir() / folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    all.push_back({fs::relative(entry.path(), source_dir()).generic_string(),
                   std::regex_replace(text, std::regex("//[^\n]*"), "")});
  }
  return all;
}

// Commands that move memory which dispatches may share. To allocate without data is none.
std::vector<std::string> transfers(const std::string& text) {
  static const std::regex moving(
      R"(\bgl((Named)?Buffer(Sub)?Data|Clear(Named)?Buffer(Sub)?Data|Copy(Named)?BufferSubData|Get(Named)?BufferSubData|(Named)?BufferStorage|Map(Named)?Buffer(Range)?|InvalidateBuffer(Sub)?Data)\s*\(([^;]*);)");
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), moving), end; at != end; ++at) {
    const std::string name = (*at)[1];
    if (name == "BufferData" && at->str().find(", nullptr,") != std::string::npos) continue;
    found.push_back("gl" + name);
  }
  return found;
}

// Indices into an array with ?: in them.
std::vector<std::string> chosen_indices(const std::string& text) {
  static const std::regex choosing(R"(\[[^\]\[;]*\?[^\]\[;]*\])");
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), choosing), end; at != end; ++at) {
    found.push_back(at->str());
  }
  return found;
}

TEST(CardSources, OneFileMovesMemoryBetweenHostAndCard) {
  std::size_t owner = 0;
  for (const Source& source : sources_in("app/gpu")) {
    const auto found = transfers(source.text);
    if (source.path == "app/gpu/transfer.cpp") owner = found.size();
    if (source.path == "app/gpu/transfer.cpp") continue;
    EXPECT_TRUE(found.empty()) << source.path << " calls " << found.front()
                               << "; Device::send(), upload() and read() order it by fences";
  }
  EXPECT_GE(owner, 6U) << "the rule finds nothing any more";
}

TEST(CardSources, TheRuleFindsEachKind) {
  EXPECT_EQ(transfers("glBufferSubData(GL_COPY_WRITE_BUFFER, 0, 4, data);").size(), 1U);
  EXPECT_EQ(transfers("glBufferData(GL_COPY_WRITE_BUFFER,\n 4, data, GL_STREAM_DRAW);").size(), 1U);
  EXPECT_EQ(transfers("glBufferData(GL_COPY_WRITE_BUFFER, 4, nullptr, GL_STREAM_DRAW);").size(),
            0U);
  EXPECT_EQ(transfers("glClearBufferData(a, b, c, d, &zero);").size(), 1U);
  EXPECT_EQ(transfers("glClearNamedBufferSubData(a, b, c, 0, 4, d, &zero);").size(), 1U);
}

// NVIDIA's compiler refuses some of those (its error C5025): a variable holds the index.
TEST(CardSources, NoShaderChoosesWithinAnIndex) {
  for (const Source& source : sources_in("shaders")) {
    const auto found = chosen_indices(source.text);
    EXPECT_TRUE(found.empty()) << source.path << ": " << found.front();
  }
  EXPECT_EQ(chosen_indices("return shades[cell < 0.0 ? 2 : 3];").size(), 1U);
}

}  // namespace
}  // namespace glassformer::testing
