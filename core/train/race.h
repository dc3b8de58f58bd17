#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/train/pair_data.h"
#include "core/train/training.h"

namespace glassformer {

// Several networks learn the same task side by side, each with as much time, or in as many steps,
// as the others: what each can do by then, and with inputs of which length.
struct Racer {
  std::string name;  // "GRU, 64 numbers"
  TrainingPlan plan;
  int pairs = 0;  // the first so many of those to train on; 0: all
};

// How far one of them is.
struct RaceStanding {
  double seconds = 0;  // that it has learned
  std::int64_t steps = 0;
  double loss = 0;         // of its last step
  double exact_match = 0;  // share of the held-out inputs answered without a mistake, 0 … 1
  std::vector<double> by_length;  // the same of each bin of lengths
  // Share of the links that are right, 0 … 1, where the true ones are known: 1 − the alignment
  // error rate.
  std::optional<double> aligned = {};
  // How far the gradient of one draw lies from their mean, where it was asked for.
  std::optional<double> noise = {};
};

class Race {
 public:
  // `bins`: the longest input of each bin, in tokens; `scored`: held-out inputs that count.
  // `draws`: how many the noise of a gradient is taken from; 0: it is not.
  Race(std::vector<Racer> racers, PairData data, std::vector<int> bins, int scored, int draws = 0);
  Race(const Race&) = delete;
  Race& operator=(const Race&) = delete;

  std::size_t size() const { return trainings_.size(); }
  // Lets one of them learn for about so long: whole steps until the time is over.
  void learn(std::size_t racer, double seconds);
  void learn_steps(std::size_t racer, int steps);
  // Decodes the held-out inputs.
  RaceStanding standing(std::size_t racer) const;
  int parameters(std::size_t racer) const;
  // How many of the scored inputs fall into each bin.
  const std::vector<int>& counts() const { return counts_; }

 private:
  std::vector<std::unique_ptr<Training>> trainings_;
  std::vector<double> seconds_;
  int draws_;
  std::vector<int> bins_, counts_, bin_of_;  // bin_of_: of each scored input
};

}  // namespace glassformer
