#include "app/cli/vector_trainers.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/embed/train/word2vec.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

WordVectors train_rows(const VectorRun& run, InputRows input) {
  constexpr double round_seconds = 0.2, checkpoint_seconds = 60;
  Word2VecConfig config = run.config;
  config.input = input;
  Word2Vec training(run.text, config);
  if (run.resume) training.restore(run.checkpoint);
  const std::uint64_t first = training.words_done();
  const auto begin = Clock::now();
  auto saved = begin;
  std::uint64_t round = Word2Vec::piece;
  while (!training.finished()) {
    const auto before = Clock::now();
    const double loss = training.train(round);
    if (seconds_since(before) < round_seconds) round *= 2;
    const auto trained = static_cast<double>(training.words_done() - first);
    const bool go_on = run.progress(
        static_cast<double>(training.words_done()) / static_cast<double>(training.words_total()),
        fmt::format("{:.2f} million words/s  loss {:.4f}", trained / seconds_since(begin) / 1e6,
                    loss));
    if (!go_on || (!training.finished() && seconds_since(saved) > checkpoint_seconds)) {
      training.save(run.checkpoint);
      saved = Clock::now();
    }
    if (!go_on) break;
  }
  return training.finish();
}

const VectorTrainer trainers[] = {
    {"sg", [](const VectorRun& run) { return train_rows(run, InputRows::skip_gram); }, true},
    {"cbow", [](const VectorRun& run) { return train_rows(run, InputRows::cbow); }, true},
};

}  // namespace

const VectorTrainer* find_vector_trainer(const std::string& name) {
  const auto* const found = std::find_if(std::begin(trainers), std::end(trainers),
                                         [&](const VectorTrainer& t) { return t.name == name; });
  return found == std::end(trainers) ? nullptr : found;
}

std::vector<std::string> vector_trainer_names() {
  std::vector<std::string> names;
  for (const VectorTrainer& trainer : trainers) names.push_back(trainer.name);
  return names;
}

}  // namespace glassformer
