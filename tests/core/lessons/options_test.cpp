#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/lesson/lesson.h"
#include "core/lesson/stage.h"
#include "core/scenes/scene.h"
#include "core/scenes/without_effect.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

using Kind = OptionSpec::Kind;

// Read by the view alone: what is coloured, timed, drawn in depth or computed beside the run.
bool is_read_by_view(const std::string& scene, const std::string& option) {
  static const std::map<std::string, std::set<std::string>> read{
      {"transformer", {"gradients", "held"}},
      {"whole-text", {"centre"}},
      {"subwords", {"other"}},
      {"pieces", {"word"}},
      {"sort-and-add", {"lines"}},
      {"word-map", {"map_z", "map_rate", "map_exaggeration", "map_seed"}},
      {"bias", {"farthest"}},
      {"layer-speed", {"projections", "cores"}}};
  const auto found = read.find(scene);
  return found != read.end() && found->second.contains(option);
}

std::vector<Option> values(const OptionSpec& spec) {
  if (spec.kind == Kind::text) return {};
  if (spec.kind == Kind::toggle) return {0.0, 1.0};
  if (spec.kind == Kind::choice) return {spec.choices.begin(), spec.choices.end()};
  const double initial = std::get<double>(spec.initial);
  const auto within = [&](double value) { return std::clamp(value, spec.min, spec.max); };
  return {spec.min, within(initial + 1), within(2 * initial + 1)};
}

bool is_same(const Run& a, const Run& b) {
  if (a.tape.paths() != b.tape.paths() || a.tokens != b.tokens) return false;
  return std::ranges::all_of(a.tape.paths(), [&](const std::string& path) {
    const Var one = a.tape.find(path), other = b.tape.find(path);
    const Label& label = a.tape.node(one).label;
    if (label.rows.labels != b.tape.node(other).label.rows.labels) return false;
    if (label.cols.labels != b.tape.node(other).label.cols.labels) return false;
    const Mat &left = a.tape.value(one), &right = b.tape.value(other);
    if (left.rows() != right.rows() || left.cols() != right.cols()) return false;
    for (int row = 0; row < left.rows(); ++row) {
      for (int col = 0; col < left.cols(); ++col) {
        const bool both_none = std::isnan(left(row, col)) && std::isnan(right(row, col));
        if (left(row, col) != right(row, col) && !both_none) return false;
      }
    }
    return true;
  });
}

// One lesson with each of its options changed, at every step.
class Changed {
 public:
  explicit Changed(const Lesson& lesson)
      : lesson_(lesson), options_(find_scene(lesson.inputs.scene)->options) {
    for (int step = 0; step < static_cast<int>(lesson.steps.size()); ++step) at(step);
    for (const OptionSpec& spec : options_) {
      if (spec.kind == Kind::text || matters_.contains(spec.name)) continue;
      if (is_read_by_view(lesson.inputs.scene, spec.name)) continue;
      EXPECT_FALSE(offered_.contains(spec.name))
          << lesson.id << ": " << spec.name << " is offered and changes nothing in any step";
    }
  }

 private:
  void at(int step) {
    const Inputs shown = stage_inputs(lesson_, step);
    const RunPtr run_as_is = run(shown, last_);  // steps share most of it
    last_ = run_as_is;
    for (const OptionSpec& spec : options_) {
      const bool is_idle = is_without_effect(spec, shown, *run_as_is);
      if (!is_idle) offered_.insert(spec.name);
      if (!is_idle && matters_.contains(spec.name)) continue;
      for (const Option& value : values(spec)) {
        if (value == option_value(shown, spec.name)) continue;
        const bool matters = is_changed(step, spec.name, value, run_as_is);
        if (matters) matters_.insert(spec.name);
        EXPECT_FALSE(is_idle && matters)
            << lesson_.id << ", step " << step + 1 << ": " << spec.name << " has an effect";
        if (matters) break;
      }
    }
  }

  bool is_changed(int step, const std::string& option, const Option& value, const RunPtr& before) {
    Changes changes;
    changes.options[option] = value;
    const Inputs inputs = stage_inputs(lesson_, step, changes);
    try {
      return !is_same(*run(inputs, before), *before);
    } catch (const UserError&) {
      return true;  // it is refused
    }
  }

  const Lesson& lesson_;
  const std::vector<OptionSpec>& options_;
  std::set<std::string> matters_, offered_;
  RunPtr last_;
};

TEST(LessonOptions, EachChangesSomethingOrIsKnownToChangeNothing) {
  for (const Lesson& lesson : shipped_lessons()) Changed{lesson};
}

}  // namespace
}  // namespace glassformer
