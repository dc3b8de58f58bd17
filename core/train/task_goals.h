#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/train/pair_data.h"
#include "core/train/training.h"

namespace glassformer {

struct GoalResult {
  double seconds = 0;  // that it learned, by the clock that was given
  std::int64_t steps = 0;
  double loss = 0;
  int sentences = 0;   // that count
  double exact = 0;    // share of them
  double aligned = 0;  // of their links, where the true ones are known
};

// What a recurrent network must be able to do after so many seconds of training, and what one
// without attention must not: the points that the lessons make, measured.
struct TaskGoal {
  std::string_view name;       // "dates"
  std::string_view condition;  // "attention", "one vector"
  TaskChoice data;
  Seq2SeqConfig config;
  TaskSettings settings;  // without the number of steps
  double decay = 0.5;     // over the last part of them the rate falls to 0
  double seconds = 0;
  int shortest = 0, longest = 1 << 30;  // of the inputs that count, in tokens
  double share = 0;                     // of them answered without a mistake …
  bool at_least = true;                 // … at least, or less than that
  double aligned = 0;                   // of their links right, at least

  bool met(const GoalResult& result) const;
};
std::span<const TaskGoal> task_goals();

// Trains from the seed until the time is over, in whole steps, and answers what is held out. The
// clock tells seconds; what is done before the first step and after the last is not counted. How
// many steps fit in, so that the rate can fall to 0 with the last, is found from a few of a network
// that is thrown away.
GoalResult try_goal(const TaskGoal& goal, std::uint64_t seed, const std::function<double()>& clock);

}  // namespace glassformer
