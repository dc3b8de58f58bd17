// A rerun that takes from the last run what a change leaves as it is equals one from nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "core/lesson/lesson.h"
#include "core/tensor/error.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

void expect_equal(const Run& made, const Run& wanted, const std::string& where) {
  ASSERT_EQ(made.tape.size(), wanted.tape.size()) << where;
  for (int i = 0; i < made.tape.size(); ++i) {
    const Node &node = made.tape.node(Var{i}), &other = wanted.tape.node(Var{i});
    const Mat &a = made.tape.value(Var{i}), &b = wanted.tape.value(Var{i});
    ASSERT_EQ(node.path, other.path) << where;
    ASSERT_EQ(node.edits, other.edits) << where << ": " << node.path;
    ASSERT_EQ(a.shape(), b.shape()) << where << ": " << node.path;
    ASSERT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(Real)), 0)
        << where << ": " << node.path;
  }
}

void expect_nothing_computed(const Run& again, const Run& last) {
  for (int i = 0; i < again.tape.size(); ++i) {
    const Node &node = again.tape.node(Var{i}), &other = last.tape.node(Var{i});
    EXPECT_EQ(node.computed, other.computed) << i << ": " << node.path;
    EXPECT_EQ(node.stamp, other.stamp) << i << ": " << node.path;
  }
}

// The lesson's inputs, each with one thing changed.
std::vector<std::pair<std::string, Inputs>> changes(const Lesson& lesson, const Run& run) {
  std::vector<std::pair<std::string, Inputs>> list;
  const auto change = [&](const std::string& what) -> Inputs& {
    return list.emplace_back(what, lesson.inputs).second;
  };
  const std::vector<std::string> paths = run.tape.paths();
  for (const std::size_t i : {std::size_t{0}, paths.size() / 2, paths.size() - 1}) {
    const Mat& value = run.tape.value(run.tape.find(paths[i]));
    if (value.empty()) continue;
    const CellEdit edit{value.rows() - 1, 0, value(value.rows() - 1, 0) + 0.5};
    change("an edit of " + paths[i]).edits[paths[i]].push_back(edit);
  }
  change("taken back");
  for (const OptionSpec& option : find_scene(lesson.inputs.scene)->options) {
    Option& value = change(option.name).options[option.name];
    switch (option.kind) {
      case OptionSpec::Kind::number:
      case OptionSpec::Kind::integer:
        value = option.min;
        break;
      case OptionSpec::Kind::toggle:
        value = 1 - number(lesson.inputs, option.name);
        break;
      case OptionSpec::Kind::choice:
        value = option.choices.back();
        break;
      case OptionSpec::Kind::text:
        list.pop_back();
        break;
    }
  }
  if (!lesson.inputs.text[0].empty()) change("another sentence").text[0] = "the robot";
  return list;
}

class Rerun : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(Rerun, EqualsARunFromNothing) {
  const Lesson lesson = read_lesson(GetParam());
  RunPtr last = run(lesson.inputs);
  const RunPtr again = run(lesson.inputs, last);
  expect_equal(*again, *last, "the same once more");
  expect_nothing_computed(*again, *last);
  for (const auto& [what, inputs] : changes(lesson, *last)) {
    RunPtr wanted;
    try {
      wanted = run(inputs);
    } catch (const UserError&) {  // this lesson cannot be changed like that
      EXPECT_THROW(run(inputs, last), UserError) << what;
      continue;
    }
    last = run(inputs, last);
    expect_equal(*last, *wanted, what);
  }
}

std::vector<std::filesystem::path> lessons() {
  std::vector<std::filesystem::path> all;
  for (const auto& entry :
       std::filesystem::directory_iterator(testing::source_dir() / "assets" / "lessons")) {
    if (entry.path().extension() == ".json" && entry.path().stem() != "schema") {
      all.push_back(entry.path());
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

INSTANTIATE_TEST_SUITE_P(Lessons, Rerun, ::testing::ValuesIn(lessons()), [](const auto& info) {
  std::string name = info.param.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace glassformer
