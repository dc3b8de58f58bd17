#include "app/cli/bench_gpu_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>

#include "app/card/vector_engines.h"
#include "app/cli/times.h"
#include "core/embed/train/word2vec.h"
#include "core/kernels/threads.h"
#include "core/project/tsne.h"
#include "core/tensor/device_mat.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

double seconds_of(const std::function<void()>& body) {
  const auto begin = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The first does not count: programs are compiled, and rows go to the card.
std::vector<double> figures_of(int runs, const std::function<double()>& measure) {
  measure();
  std::vector<double> figures;
  for (int i = 0; i < runs; ++i) figures.push_back(measure());
  return figures;
}

// Normal cells around fifty centres, as word vectors crowd around topics.
Rows crowded_rows(std::size_t count, std::size_t dim) {
  constexpr int centres = 50;
  const Mat middle = normal({centres, static_cast<int>(dim)}, 0.7, 1);
  RowsBuilder rows(count, dim);
  Rng rng(2);
  for (std::size_t r = 0; r < count; ++r) {
    const auto around = middle.row(rng.below(centres));
    for (std::size_t d = 0; d < dim; ++d) {
      rows[r][d] = around[d] + static_cast<float>(rng.normal());
    }
  }
  return rows.finish();
}

CardAndProcessor skip_gram(const std::shared_ptr<Backend>& card, bool small, int runs) {
  const int sentences = small ? 4'000 : 200'000;
  const auto text = std::make_shared<const EncodedText>(encode_corpus(sentences, 1, 1));
  Word2VecConfig config;
  config.dim = 100;
  config.epochs = 1;
  const auto words_per_second = [&](const std::shared_ptr<Backend>& backend) {
    Word2Vec training(text, config, skip_gram_engine(backend));
    training.train(piece_of(config));
    const std::uint64_t before = training.words_done();
    const double seconds = seconds_of([&] {
      training.train(training.words_total());
      training.snapshot();
    });
    if (!training.engine_failure().empty()) throw UserError(training.engine_failure());
    return static_cast<double>(training.words_done() - before) / seconds;
  };
  return {fmt::format("skip-gram, negative samples, {} words × 100", text->words.size()), "words/s",
          true, figures_of(runs, [&] { return words_per_second(card); }),
          figures_of(runs, [&] { return words_per_second(nullptr); })};
}

CardAndProcessor tsne_step(const std::shared_ptr<Backend>& card, bool small, int runs) {
  const std::size_t count = small ? 2'000 : 50'000;
  Tsne tsne(crowded_rows(count, 100), {});
  // As many as the window lets go by until it asks where the points are.
  constexpr int steps = 25;
  const auto step = [&] {
    return 1e3 / steps * seconds_of([&] {
             for (int i = 0; i < steps; ++i) tsne.step();
             tsne.synchronise();
           });
  };
  CardAndProcessor both{
      fmt::format("t-SNE, {} points, a step", count), "ms", false, {}, figures_of(runs, step)};
  tsne.compute_with(tsne_forces(card));
  both.card = figures_of(runs, step);
  if (!tsne.fallback().empty()) throw UserError(tsne.fallback());
  return both;
}

CardAndProcessor nearest(const std::shared_ptr<Backend>& card, bool small, int runs) {
  const std::size_t count = small ? 20'000 : 400'000, dim = small ? 100 : 300;
  const Rows rows = crowded_rows(count, dim);
  const RowSearchPtr search = row_search(card, rows);
  const auto ask = [&](const std::function<void()>& question) {
    return figures_of(runs, [&] { return 1e3 * seconds_of(question); });
  };
  return {fmt::format("ten neighbours among {} × {}", count, dim), "ms", false,
          ask([&] { neighbours(*search, rows[7], 10); }),
          ask([&] { neighbours(rows, rows[7], 10); })};
}

}  // namespace

double CardAndProcessor::times_as_fast() const {
  const double of_card = time_at(0.5, card), of_processor = time_at(0.5, processor);
  return more_is_better ? of_card / of_processor : of_processor / of_card;
}

std::vector<CardAndProcessor> bench_vectors_on_card(const std::shared_ptr<Backend>& card,
                                                    bool small, int runs) {
  try {
    return {skip_gram(card, small, small ? std::min(runs, 3) : runs), tsne_step(card, small, runs),
            nearest(card, small, runs)};
  } catch (const DeviceError& error) {
    throw UserError(error.what());
  }
}

}  // namespace glassformer
