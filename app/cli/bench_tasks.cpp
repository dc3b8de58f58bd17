#include "app/cli/bench_tasks.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/only.h"
#include "app/cli/output.h"
#include "core/kernels/threads.h"
#include "core/text/number_of.h"
#include "core/train/task_goals.h"

// Whether recurrent networks learn what the lessons say they do, in the time that they say.
namespace glassformer {

namespace {

using Object = nlohmann::ordered_json;

struct Arguments {
  std::vector<std::string> only;
  std::string clock = "wall";
  int seeds = 3, threads = 0;
  bool json = false;
};

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Of all threads together, shared among them: no less than they would need side by side.
double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC / threads_in_use();
}

std::string wanted_text(const TaskGoal& goal) {
  const std::string aligned =
      goal.aligned > 0 ? fmt::format(" and {:g} % of links right", 100 * goal.aligned) : "";
  return fmt::format("{} {:g} % exact{} after {:g} s", goal.at_least ? "at least" : "less than",
                     100 * goal.share, aligned, goal.seconds);
}

Object as_json(const TaskGoal& goal, std::uint64_t seed, const GoalResult& result) {
  return {{"task", std::string(goal.name)},
          {"network", std::string(goal.condition)},
          {"width", goal.config.width},
          {"seed", seed},
          {"seconds", result.seconds},
          {"steps", result.steps},
          {"loss", result.loss},
          {"inputs", result.sentences},
          {"exact_match", result.exact},
          {"aligned", result.aligned},
          {"wanted", wanted_text(goal)},
          {"met", goal.met(result)}};
}

int run(const Arguments& a) {
  std::vector<std::string> names;
  for (const TaskGoal& goal : task_goals()) {
    if (names.empty() || names.back() != goal.name) names.emplace_back(goal.name);
  }
  check_only(a.only, names);
  use_threads(a.threads);
  Object list = Object::array();
  int tried = 0, met = 0;
  for (const TaskGoal& goal : task_goals()) {
    if (!is_wanted(a.only, goal.name)) continue;
    if (!a.json) {
      print(fmt::format("{}, {}, width {}: {}\n", goal.name, goal.condition, goal.config.width,
                        wanted_text(goal)));
    }
    for (int seed = 1; seed <= a.seeds; ++seed) {
      const GoalResult result = try_goal(goal, static_cast<std::uint64_t>(seed),
                                         a.clock == "wall" ? wall_seconds : processor_seconds);
      ++tried;
      if (goal.met(result)) ++met;
      if (a.json) {
        list.push_back(as_json(goal, static_cast<std::uint64_t>(seed), result));
        continue;
      }
      const std::string aligned =
          goal.aligned > 0 ? fmt::format(", {:.2f} % of links right", 100 * result.aligned) : "";
      print(fmt::format("  seed {}: {:>6.2f} % exact of {}{}, after {:.2f} s and {} steps{}\n",
                        seed, 100 * result.exact, result.sentences, aligned, result.seconds,
                        result.steps, goal.met(result) ? "" : "  missed"));
    }
  }
  if (a.json) {
    print(Object{{"threads", threads_in_use()}, {"clock", a.clock}, {"tasks", list}}.dump(2) +
          "\n");
  } else {
    print(fmt::format(
        "{} of {} met; {}, {}\n", met, tried, number_of(threads_in_use(), "thread"),
        a.clock == "wall" ? "seconds on the wall" : "seconds of processor time a thread"));
  }
  return 0;
}

}  // namespace

std::function<int()> declare_bench_tasks(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("--only", arguments->only, "Only tasks that have this in their name: dates")
      .type_name("PART");
  app.add_option("--seeds", arguments->seeds, "Trainings of each, with the seeds 1, 2 …")
      .range(1, 1000)
      .shows_default();
  app.add_option("--threads", arguments->threads, "Threads; 0: one for each core").range(0, 1024);
  app.add_option("--clock", arguments->clock,
                 "What ends a training: seconds on the wall, or of the processor, which other "
                 "programs do not lengthen")
      .one_of({"wall", "processor"})
      .shows_default();
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] { return run(*arguments); };
}

}  // namespace glassformer
