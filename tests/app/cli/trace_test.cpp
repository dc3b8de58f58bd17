#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/formats/file.h"
#include "core/lesson/lesson.h"
#include "tests/app/cli/program.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using nlohmann::json;
using testing::Ran;
using testing::run_program;
using Arguments = std::vector<std::string>;

Ran trace(Arguments more) {
  more.insert(more.begin(), "trace");
  return run_program(more);
}

json traced(const Arguments& arguments) {
  const Ran ran = trace(arguments);
  EXPECT_EQ(ran.code, 0) << ran.err;
  return json::parse(ran.out, nullptr, false);
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

void expect_refused(const Arguments& arguments, const std::string& part) {
  const Ran ran = trace(arguments);
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(holds(ran.err, part)) << "'" << part << "' expected: " << ran.err;
}

TEST(Trace, EveryNodeHasShapeLabelsAndValues) {
  const json all = traced({"self-attention-by-hand"});
  EXPECT_EQ(all.size(), 2u);
  EXPECT_EQ(all.at("lesson"), "self-attention-by-hand");
  const json& nodes = all.at("nodes");
  for (const char* name :
       {"x", "wq", "wk", "wv", "q", "k", "v", "scores", "scaled", "masked", "weights", "output"}) {
    EXPECT_TRUE(nodes.contains(name)) << name;
  }
  for (const auto& [name, node] : nodes.items()) {
    const std::size_t rows = node.at("shape").at(0), cols = node.at("shape").at(1);
    EXPECT_EQ(node.at("rows").size(), rows) << name;
    EXPECT_EQ(node.at("cols").size(), cols) << name;
    ASSERT_EQ(node.at("values").size(), rows) << name;
    for (const json& row : node.at("values")) EXPECT_EQ(row.size(), cols) << name;
    EXPECT_FALSE(node.contains("grad")) << name;
  }
  EXPECT_EQ(nodes["scores"]["values"], json::parse("[[2, 4, 4], [4, 16, 12], [4, 12, 10]]"));
  EXPECT_EQ(nodes["scores"]["axes"], json::parse(R"(["query", "key"])"));
  EXPECT_EQ(nodes["wq"]["cols"], json::parse(R"(["1", "2", "3"])"));
}

TEST(Trace, NumbersReadBackAsTheSame32Bits) {
  const json nodes = traced({"thinking-machines"}).at("nodes");
  const RunPtr expected = run(find_lesson("thinking-machines").inputs);
  for (const auto& [name, node] : nodes.items()) {
    const Mat& m = expected->tape.value(expected->tape.find(name));
    for (int r = 0; r < m.rows(); ++r) {
      for (int c = 0; c < m.cols(); ++c) {
        const json& cell =
            node.at("values").at(static_cast<std::size_t>(r)).at(static_cast<std::size_t>(c));
        if (!cell.is_number()) continue;  // no number of JSON: an infinity, or none
        EXPECT_EQ(cell.get<float>(), m(r, c)) << name;
      }
    }
  }
}

TEST(Trace, InfinitiesAreTexts) {
  const json nodes = traced({"masked-scores", "--path", "masked"}).at("nodes");
  ASSERT_EQ(nodes.size(), 1u);
  EXPECT_EQ(nodes["masked"]["values"][0][1], "-inf");
}

TEST(Trace, SetChangesACellAsTheMouseWould) {
  const json nodes = traced({"self-attention-by-hand", "--set", "scores=0,1,-inf", "--set",
                             "scores=0,2,-inf", "--set", "x=2,0,-1.5"})
                         .at("nodes");
  EXPECT_EQ(nodes["weights"]["values"][0], json::parse("[1, 0, 0]"));
  EXPECT_EQ(nodes["x"]["values"][2][0], -1.5);
}

TEST(Trace, SetSaysWhatIsWrong) {
  const std::string lesson = "self-attention-by-hand";
  expect_refused({lesson, "--set", "scores"}, "NAME=ROW,COL,VALUE");
  expect_refused({lesson, "--set", "=0,0,1"}, "NAME=ROW,COL,VALUE");
  expect_refused({lesson, "--set", "scores=0,1"}, "NAME=ROW,COL,VALUE");
  expect_refused({lesson, "--set", "scores=0,1,nan"}, "no number");
  expect_refused({lesson, "--set", "scores=0,1,1e300"}, "32 bits");
  expect_refused({lesson, "--set", "scores=0,1,2x"}, "'2x' is no number");
  expect_refused({lesson, "--set", "scores=-1,1,2"}, "count from 0");
  expect_refused({lesson, "--set", "scores=0,3,2"}, "3 × 3");
  expect_refused({lesson, "--set", "scors=0,0,2"}, "scors");
}

TEST(Trace, OptionsAreChecked) {
  EXPECT_EQ(trace({"masked-scores", "--option", "d_k=1", "--option", "mask=none"}).code, 0);
  EXPECT_EQ(trace({"masked-scores", "--option", "scale=off"}).code, 0);
  // The step sets cells of a second head.
  EXPECT_EQ(trace({"multi-head", "--step", "11", "--option", "heads=1"}).code, 0);
  expect_refused({"masked-scores", "--option", "d_k"}, "NAME=VALUE");
  expect_refused({"masked-scores", "--option", "dk=1"}, "did you mean 'd_k'?");
  expect_refused({"masked-scores", "--option", "d_k=many"}, "no number");
  expect_refused({"masked-scores", "--option", "d_k=-3"}, "d_k");
  expect_refused({"masked-scores", "--option", "mask=causual"}, "causal");
  expect_refused({"masked-scores", "--option", "scale=maybe"}, "on or off");
}

TEST(Trace, ASentenceTakesTheLessonsPlace) {
  const json nodes = traced({"multi-head", "--text", "the cat sat"}).at("nodes");
  EXPECT_EQ(nodes["head.1.weights"]["rows"], json::parse(R"(["the", "cat", "sat"])"));
  expect_refused({"multi-head", "--text2", "two"}, "--text2");
  expect_refused({"multi-head", "--text", "the \xff"}, "--text: is not UTF-8 text: byte 5 (0xff)");
  expect_refused({"multi-head", "--text", "  "}, "--text: the sentence is empty");
}

TEST(Trace, WithoutComputeShadersTheProcessorComputesAndASentenceSaysWhy) {
  const Arguments here{"trace", "self-attention-by-hand"};
  Arguments there = here;
  there.insert(there.end(), {"--backend", "gpu"});
  testing::Setting old;  // as Mesa's drivers can be told to be
  old.environment = {"MESA_GL_VERSION_OVERRIDE=3.3", "MESA_GLSL_VERSION_OVERRIDE=330"};
  const Ran told = run_program(there, old);
  if (told.err.empty()) GTEST_SKIP() << "not one of Mesa's drivers";
  EXPECT_EQ(told.code, 0);
  EXPECT_NE(told.err.find("has no compute shaders, which came with OpenGL 4.3; the CPU computes "
                          "instead); the processor does"),
            std::string::npos)
      << told.err;
  EXPECT_EQ(told.err.find("something failed inside"), std::string::npos) << told.err;
  EXPECT_EQ(told.out, run_program(here).out);
}

TEST(Trace, GradientsComeWithEveryNode) {
  const json nodes = traced({"self-attention-by-hand", "--grad", "scores=0,1"}).at("nodes");
  // d(q₀ · k₁) / dq₀ = k₁ = (4, 4, 0); nothing after it, and no other row, takes part.
  EXPECT_EQ(nodes["q"]["grad"], json::parse("[[4, 4, 0], [0, 0, 0], [0, 0, 0]]"));
  EXPECT_EQ(nodes["output"]["grad"], json::parse("[[0, 0, 0], [0, 0, 0], [0, 0, 0]]"));
  const json sum = traced({"self-attention-by-hand", "--grad", "q", "--path", "q"}).at("nodes");
  EXPECT_EQ(sum["q"]["grad"], json::parse("[[1, 1, 1], [1, 1, 1], [1, 1, 1]]"));
  expect_refused({"self-attention-by-hand", "--grad", "loss"}, "no matrix 'loss'");
  expect_refused({"self-attention-by-hand", "--grad", "q=1"}, "PATH=ROW,COL");
  expect_refused({"self-attention-by-hand", "--grad", "q=1,7"}, "3 × 3");
}

TEST(Trace, CsvHasLabelsAndQuotesThem) {
  const testing::TemporaryFolder folder;
  write_file(folder / "a.json", R"({"id": "a", "title": "A", "model": "attention",
      "tokens": ["a,b", "say \"hi\""], "given": {"scores": [["inf", 1], [2, 0.1]]}})");
  const Ran ran = trace({(folder / "a.json").string(), "--path", "scores", "--format", "csv"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, ",\"a,b\",\"say \"\"hi\"\"\"\n\"a,b\",inf,1\n\"say \"\"hi\"\"\",2,0.1\n");
}

TEST(Trace, NpyAndOutputFiles) {
  const testing::TemporaryFolder folder;
  const std::string file = (folder / "w.npy").string();
  const Ran ran =
      trace({"self-attention-by-hand", "--path", "weights", "--format", "npy", "-o", file});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(read_file(file, 1000).size(), 128u + 9 * 4);
  expect_refused({"self-attention-by-hand", "-o", file},
                 "ends in .npy; name one that ends in .json");
  EXPECT_EQ(read_file(file, 1000).size(), 128u + 9 * 4) << "it stays as it was";
  expect_refused({"self-attention-by-hand", "--format", "npy"}, "--path");
  expect_refused({"self-attention-by-hand", "--format", "xml"}, "xml");
  expect_refused({"self-attention-by-hand", "-o", folder.path().string()}, "is a folder");
  expect_refused({"self-attention-by-hand", "-o", "/dev/null/a.json"}, "/dev/null/a.json");
}

TEST(Trace, CheckHoldsTheLessonToItsNumbers) {
  const Ran good = trace({"self-attention-by-hand", "--check"});
  EXPECT_EQ(good.code, 0) << good.err;
  EXPECT_TRUE(json::accept(good.out));
  const Ran edited = trace({"self-attention-by-hand", "--check", "--set", "x=0,0,5"});
  EXPECT_EQ(edited.code, 1);
  EXPECT_TRUE(holds(edited.err, "expected")) << edited.err;
  EXPECT_TRUE(json::accept(edited.out));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they need memory themselves
// Sixteen megabytes of cells: a small multiple of that is all it may take.
TEST(Trace, HostileFilesTakeLittleMemory) {
  const testing::TemporaryFolder folder;
  std::string text = R"({"id": "a", "title": "A", "model": "attention", "given": {"x": [[0)";
  while (text.size() < 15'900'000) text += ",0";
  for (const std::string& end : {std::string("]]}}"), std::string("],[1]]}}"), std::string()}) {
    write_file(folder / "a.json", text + end);
    const Ran ran = trace({(folder / "a.json").string()});
    EXPECT_EQ(ran.code, 2);
    EXPECT_LT(ran.peak_bytes, 350'000'000) << ran.err.substr(0, 300);
    EXPECT_LT(ran.err.size(), 1000u);
  }
}
#endif

TEST(BadLessons, TheProgramRefusesEachWithCodeTwo) {
  const std::filesystem::path folder = "tests/bad_lessons";
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    ++count;
    const Ran ran = trace({entry.path().string()});
    EXPECT_EQ(ran.code, 2) << entry.path();
    EXPECT_EQ(ran.out, "") << entry.path();
    EXPECT_TRUE(ran.err.starts_with("glassformer: " + entry.path().string() + ":")) << ran.err;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they need memory themselves
    EXPECT_LT(ran.peak_bytes, 300'000'000) << entry.path();
#endif
  }
  EXPECT_GE(count, 40);
}

double cell(const json& all, const char* name, std::size_t row, std::size_t col) {
  return all.at("nodes").at(name).at("values").at(row).at(col);
}

// Numbers may have a plus, and of what is given twice the last counts.
TEST(Trace, TakesTheLastOfWhatIsGivenTwice) {
  const std::string lesson = "self-attention-by-hand";
  EXPECT_EQ(cell(traced({lesson, "--set", "x=0,0,+3"}), "x", 0, 0), 3);
  EXPECT_EQ(cell(traced({lesson, "--set", "x=0,0,3", "--set", "x=0,0,4"}), "x", 0, 0), 4);
  const json both = traced({"multi-head", "--text", "one", "--text", "two words"});
  EXPECT_EQ(both.at("nodes").at("x").at("shape").at(0), 2);
}

// Steps count from 1: the first is the lesson as it begins with what that step sets, and behind the
// last there is none.
TEST(Trace, StepsCountFromOne) {
  const testing::TemporaryFolder folder;
  const std::string file = (folder / "steps.json").string();
  write_file(file, R"({"id": "steps", "title": "A", "model": "attention",
      "given": {"scores": [[1, 2]], "v": [[1], [2]]},
      "steps": [{"title": "a", "set": {"edits": {"scores": [[0, 0, 5]]}}},
                {"title": "b", "set": {"edits": {"scores": [[0, 0, 7]]}}}]})");
  EXPECT_EQ(cell(traced({file}), "scores", 0, 0), 1);
  EXPECT_EQ(cell(traced({file, "--step", "1"}), "scores", 0, 0), 5);
  EXPECT_EQ(cell(traced({file, "--step", "2"}), "scores", 0, 0), 7);
  expect_refused({file, "--step", "3"}, "has steps 1 to 2");
}

TEST(Trace, TogglesAndCellsAreWrittenInFewWays) {
  const std::string lesson = "self-attention-by-hand";
  const auto scaled = [&](const std::string& value) {
    return cell(traced({lesson, "--option", "scale=" + value}), "scaled", 0, 0);
  };
  for (const char* const on : {"on", "true", "1"}) EXPECT_NEAR(scaled(on), 2 / std::sqrt(3), 1e-5);
  for (const char* const off : {"off", "false", "0"}) EXPECT_EQ(scaled(off), 2);
  expect_refused({lesson, "--option", "scale=yes"}, "must be on or off");
  expect_refused({lesson, "--set", "x=0,0,1,2"}, "must be NAME=ROW,COL,VALUE");
  expect_refused({lesson, "--set", "x=0,0"}, "must be NAME=ROW,COL,VALUE");
  expect_refused({lesson, "--set", "x=0,0,1e39"}, "beyond what 32 bits hold");
}

TEST(Trace, TheLessonIsNotWrittenOver) {
  const testing::TemporaryFolder folder;
  const std::string lesson = (folder / "lesson.json").string();
  write_file(lesson, "{}");
  expect_refused({lesson, "-o", lesson}, "is read and would be overwritten");
  EXPECT_EQ(read_file(lesson, 100), "{}");
}

}  // namespace
}  // namespace glassformer
