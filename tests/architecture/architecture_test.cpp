#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "tests/architecture/includes.h"
#include "tests/architecture/rules.h"
#include "tests/support/paths.h"

namespace glassformer::testing {
namespace {

namespace fs = std::filesystem;

std::string lines(const std::vector<std::string>& sentences) {
  std::string all;
  for (const auto& sentence : sentences) all += sentence + "\n";
  return all;
}

TEST(Architecture, TheSourcesKeepTheRulesOfDirection) {
  const auto files = read_sources(source_dir());
  ASSERT_GT(files.size(), 10U) << "the sources were not found in " << source_dir();
  EXPECT_EQ(lines(broken_rules(files)), "");
}

TEST(Architecture, NoFilesIncludeOneAnotherInACircle) {
  EXPECT_EQ(lines(include_cycles(read_sources(source_dir()))), "");
}

// A small tree of sources on disk, gone with the object.
class Tree {
 public:
  explicit Tree(const std::map<std::string, std::string>& files) {
    std::string pattern = (fs::temp_directory_path() / "glassformer-tree-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    top_ = pattern;
    for (const auto& [path, text] : files) {
      fs::create_directories((top_ / path).parent_path());
      std::ofstream(top_ / path) << text;
    }
  }
  ~Tree() { fs::remove_all(top_); }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  std::vector<SourceFile> sources() const { return read_sources(top_); }

 private:
  fs::path top_;
};

TEST(ArchitectureRules, FindNothingInAGoodTree) {
  const Tree tree({
      {"core/tensor/mat.h", "#include <vector>\n"},
      {"core/grad/tape.h", "#include \"core/tensor/mat.h\"\n"},
      {"core/grad/label.h", ""},
      {"core/scenes/run.h", "#include \"core/grad/tape.h\"\n"},
      {"app/session/session.h", "#include \"core/scenes/run.h\"\n"},
      {"app/widgets/matrix.cpp", "#include <imgui.h>\n#include \"core/grad/label.h\"\n"},
      {"app/views/attention/attention.cpp",
       "#include \"app/session/session.h\"\n// #include \"core/nn/attention.h\"\n"},
      {"app/platform/window.cpp", "#include <GLFW/glfw3.h>\n#include <epoxy/gl.h>\n"},
  });
  EXPECT_EQ(lines(broken_rules(tree.sources())), "");
  EXPECT_EQ(lines(include_cycles(tree.sources())), "");
}

struct Bad {
  std::string path;
  std::string text;
  std::string complaint;
};

class ArchitectureBad : public ::testing::TestWithParam<Bad> {};

TEST_P(ArchitectureBad, IsFound) {
  const Tree tree(std::map<std::string, std::string>{{GetParam().path, GetParam().text}});
  EXPECT_EQ(lines(broken_rules(tree.sources())), GetParam().complaint + "\n");
}

INSTANTIATE_TEST_SUITE_P(
    Trees, ArchitectureBad,
    ::testing::Values(
        Bad{"core/grad/tape.cpp", "\n#include \"app/session/session.h\"\n",
            "core/grad/tape.cpp:2 includes app/session/session.h: core/grad/ must not know of it"},
        Bad{"core/tensor/mat.cpp", "#include \"core/grad/tape.h\"\n",
            "core/tensor/mat.cpp:1 includes core/grad/tape.h: core/tensor/ must not know of it"},
        Bad{"core/models/a.cpp", "  #  include \"core/lesson/lesson.h\"\n",
            "core/models/a.cpp:1 includes core/lesson/lesson.h: core/models/ must not know of it"},
        Bad{"core/nn/a.cpp", "#include <imgui.h>\n",
            "core/nn/a.cpp:1 includes imgui.h: Dear ImGui has no place here"},
        Bad{"core/kernels/a.cpp", "#include <epoxy/gl.h>\n",
            "core/kernels/a.cpp:1 includes epoxy/gl.h: OpenGL, EGL or GLFW has no place here"},
        Bad{"core/kernels/a.h", "#include <Eigen/Core>\n",
            "core/kernels/a.h:1 includes Eigen/Core: Eigen must stay out of headers"},
        Bad{"app/widgets/a.cpp", "#include \"core/grad/tape.h\"\n",
            "app/widgets/a.cpp:1 includes core/grad/tape.h: app/widgets/ must not know of it"},
        Bad{"app/widgets/a.cpp", "#include <GLFW/glfw3.h>\n",
            "app/widgets/a.cpp:1 includes GLFW/glfw3.h: OpenGL, EGL or GLFW has no place here"},
        Bad{"app/views/a.cpp", "#include \"core/scenes/scene.h\"\n",
            "app/views/a.cpp:1 includes core/scenes/scene.h: app/views/ must not know of it"},
        Bad{"app/views/a.cpp", "#include <core/grad/ops.h>\n",
            "app/views/a.cpp:1 includes core/grad/ops.h: app/views/ must not know of it"},
        Bad{"app/session/session.cpp", "#include \"app/views/a.h\"\n",
            "app/session/session.cpp:1 includes app/views/a.h: app/session/ must not know of it"},
        Bad{"app/views/a.cpp", "#include \"a.h\"\n",
            "app/views/a.cpp:1 includes a.h: the path must start at the top of the tree"},
        Bad{"app/new/a.cpp", "",
            "app/new/a.cpp lies in a folder without a rule; add one to "
            "tests/architecture/rules.cpp"}));

TEST(ArchitectureRules, FindACircleOfIncludes) {
  const Tree tree({
      {"core/grad/a.h", "#include \"core/grad/b.h\"\n"},
      {"core/grad/b.h", "#include \"core/grad/c.h\"\n"},
      {"core/grad/c.h", "#include \"core/grad/b.h\"\n"},
  });
  EXPECT_EQ(lines(include_cycles(tree.sources())),
            "core/grad/b.h -> core/grad/c.h -> core/grad/b.h\n");
}

}  // namespace
}  // namespace glassformer::testing
