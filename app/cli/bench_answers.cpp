#include "app/cli/bench_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>

#include "app/cli/only.h"
#include "app/cli/output.h"
#include "app/cli/results.h"
#include "core/kernels/threads.h"
#include "core/speed/banded_product.h"
#include "core/tensor/rng.h"
#include "core/text/number_of.h"
#include "core/train/answer_training.h"

// Whether a small decoder learns to sort and to add as fast as the lesson says. The seconds that
// are wanted are those of two cores whose best product makes 200 GFLOP/s, so each is printed as it
// was and as it would be there, by the best product measured just before.
namespace glassformer {

namespace {

constexpr double kThere = 200;  // GFLOP/s

struct Arguments {
  std::vector<std::string> only;
  std::string clock = "wall";
  int seeds = 3, threads = 2;
  bool json = false;
};

// Of the processor: of all threads together, shared among them.
double seconds_by(const std::string& clock) {
  if (clock == "processor") {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC / threads_in_use();
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// By vectors: what these tasks multiply is too small for tiles.
double best_product(const std::string& clock) {
  constexpr int n = 512, runs = 30;
  const Mat left = normal({n, n}, 1, 1), right = normal({n, n}, 1, 2);
  Mat product(n, n);
  double best = 1e300;
  for (int i = 0; i < runs; ++i) {
    const double begin = seconds_by(clock);
    banded_product({left.data(), n, 1}, {right.data(), n, 1}, product.data(), n, n, n, n);
    best = std::min(best, std::max(1e-9, seconds_by(clock) - begin));
  }
  return 2.0 * n * n * n / best / 1e9;
}

int run(const Arguments& a) {
  std::vector<std::string> names;
  for (const AnswerGoal& goal : answer_goals()) names.emplace_back(goal.name);
  check_only(a.only, names);
  use_threads(a.threads);
  Results results({{"task", "task", -24},
                   {"seed", "seed", 6, 0},
                   {"steps", "steps", 7, 0},
                   {"s", "seconds", 8},
                   {"GFLOP/s", "gflops", 9, 0},
                   {"s there", "scaled_seconds", 9},
                   {"at most", "wanted_seconds", 9},
                   {"% exact", "exact", 9},
                   {"at least", "wanted_exact", 10, 1},
                   {"", "kept_apart"},
                   {"met", "met", 5}});
  int tried = 0, met = 0;
  for (const AnswerGoal& goal : answer_goals()) {
    if (!is_wanted(a.only, goal.name)) continue;
    for (int seed = 1; seed <= a.seeds; ++seed) {
      AnswerPlan plan = goal.plan;
      plan.settings.seed = static_cast<std::uint64_t>(seed);
      const double speed = best_product(a.clock), begin = seconds_by(a.clock);
      AnswerTraining training(plan);
      for (int step = 0; step < plan.settings.steps; ++step) training.step();
      training.checkpoint();
      const double seconds = seconds_by(a.clock) - begin, there = seconds * speed / kThere;
      const double exact = training.exact_match();
      const bool good = exact >= goal.share && there <= goal.seconds;
      ++tried;
      met += good ? 1 : 0;
      results.add({std::string(goal.name), std::int64_t{seed}, std::int64_t{plan.settings.steps},
                   seconds, speed, there, goal.seconds, 100 * exact, 100 * goal.share,
                   static_cast<std::int64_t>(training.held_out().size()),
                   std::string(good ? "yes" : "no")});
    }
  }
  print(results.report(
      a.json, {{"threads", threads_in_use()}, {"clock", a.clock}},
      fmt::format("{} of {} met; {}, {}; s there: where the best product makes {:g} GFLOP/s", met,
                  tried, number_of(threads_in_use(), "thread"),
                  a.clock == "wall" ? "seconds on the wall" : "seconds of processor time a thread",
                  kThere)));
  return 0;
}

}  // namespace

std::function<int()> declare_bench_answers(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("--only", arguments->only, "Only tasks that have this in their name: sums")
      .type_name("PART");
  app.add_option("--seeds", arguments->seeds, "Trainings of each, with the seeds 1, 2 …")
      .range(1, 1000)
      .shows_default();
  app.add_option("--threads", arguments->threads, "Threads; 0: one for each core")
      .range(0, 1024)
      .shows_default();
  app.add_option("--clock", arguments->clock,
                 "Seconds on the wall, or of the processor, which other programs do not lengthen")
      .one_of({"wall", "processor"})
      .shows_default();
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] { return run(*arguments); };
}

}  // namespace glassformer
