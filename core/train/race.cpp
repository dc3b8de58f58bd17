#include "core/train/race.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "core/decode/evaluate.h"

namespace glassformer {

Race::Race(std::vector<Racer> racers, PairData data, std::vector<int> bins, int scored, int draws)
    : seconds_(racers.size()), draws_(draws), bins_(std::move(bins)), counts_(bins_.size()) {
  const auto wanted = static_cast<std::size_t>(scored);
  if (data.held_out.size() > wanted) data.held_out.resize(wanted);
  for (Racer& racer : racers) {
    racer.plan.data = data.name;
    std::vector<SentencePair> train = data.train;
    if (racer.pairs > 0 && train.size() > static_cast<std::size_t>(racer.pairs)) {
      train.resize(static_cast<std::size_t>(racer.pairs));
      racer.plan.data += " " + std::to_string(racer.pairs);
    }
    trainings_.push_back(std::make_unique<Training>(std::move(racer.plan), train, data.held_out));
  }
  for (const SentencePair& pair : trainings_.front()->held_out()) {
    const auto length =
        static_cast<int>(trainings_.front()->checkpoint().source().encode(pair.source).size());
    const auto bin = std::ranges::lower_bound(bins_, length) - bins_.begin();
    bin_of_.push_back(std::min(static_cast<int>(bin), static_cast<int>(bins_.size()) - 1));
    ++counts_[static_cast<std::size_t>(bin_of_.back())];
  }
}

void Race::learn(std::size_t racer, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  double spent = 0;
  while (spent < seconds) {
    trainings_[racer]->step();
    spent = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  seconds_[racer] += spent;
}

void Race::learn_steps(std::size_t racer, int steps) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  for (int i = 0; i < steps; ++i) trainings_[racer]->step();
  seconds_[racer] += std::chrono::duration<double>(Clock::now() - begin).count();
}

int Race::parameters(std::size_t racer) const {
  return static_cast<int>(trainings_[racer]->checkpoint().params.cells());
}

RaceStanding Race::standing(std::size_t racer) const {
  Training& training = *trainings_[racer];
  RaceStanding made;
  made.seconds = seconds_[racer];
  made.steps = training.steps();
  if (!training.losses().empty()) made.loss = training.losses().back();
  const std::vector<SentencePair>& asked = training.held_out();
  const Evaluation scored = training.evaluation(training.checkpoint());
  std::vector<int> right(bins_.size());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (scored.translations[i] == asked[i].target) ++right[static_cast<std::size_t>(bin_of_[i])];
  }
  made.exact_match = scored.exact_match;
  if (scored.alignment_error_rate) made.aligned = 1 - *scored.alignment_error_rate;
  if (draws_ > 0) made.noise = training.gradient_spread(draws_).deviation;
  for (std::size_t b = 0; b < bins_.size(); ++b) {
    made.by_length.push_back(static_cast<double>(right[b]) / std::max(1, counts_[b]));
  }
  return made;
}

}  // namespace glassformer
