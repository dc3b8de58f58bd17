#include "app/cli/gpt_timings.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <numeric>

#include "core/kernels/threads.h"
#include "core/kernels/weight_kernels.h"
#include "core/models/decoder.h"
#include "core/nn/pass.h"
#include "core/tensor/rng.h"
#include "core/train/packed_task.h"
#include "core/train/trainer.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

std::vector<int> drawn(Rng& rng, int count, int vocab_size) {
  std::vector<int> ids(static_cast<std::size_t>(count));
  for (int& id : ids) id = rng.below(vocab_size);
  return ids;
}

// Learns the same random stretches again and again.
class Stretches : public PackedTask {
 public:
  Stretches(const Gpt& network, Params& params, int batch, int length)
      : PackedTask(network, params) {
    Rng rng(1);
    for (int i = 0; i < batch; ++i) {
      std::vector<int> ids = drawn(rng, length + 1, network.vocab_size());
      std::vector<int> next(ids.begin() + 1, ids.end());
      ids.pop_back();
      examples_.push_back({{}, std::move(ids), std::move(next)});
    }
    for (const PackedExample& example : examples_) batch_.push_back(&example);
  }
  int begin_step(std::int64_t step) override {
    return cut(batch_, static_cast<std::uint64_t>(step));
  }
  double rate(std::int64_t) const override { return 1e-4; }

 private:
  std::vector<PackedExample> examples_;
  std::vector<const PackedExample*> batch_;
};

template <class Body>
double fastest_ms(int runs, const Body& body) {
  double fastest = 1e300;
  for (int i = -1; i < runs; ++i) {  // the first does not count: it takes the memory
    const auto begin = Clock::now();
    body();
    const std::chrono::duration<double, std::milli> spent = Clock::now() - begin;
    if (i >= 0) fastest = std::min(fastest, spent.count());
  }
  return fastest;
}

// One network at a time: that of 124M parameters with its gradients takes 2 GB.
struct Training {
  Gpt network;
  Params params;
  Stretches task;
  Trainer trainer;
  Training(const GptConfig& config, int batch, int length)
      : network(config),
        params(make_params(network.parameters(), 1)),
        task(network, params, batch, length),
        trainer(task, {}) {}
};

struct Weights {
  Gpt network;
  Params params;
  explicit Weights(const GptConfig& config)
      : network(config), params(make_params(network.parameters(), 1)) {}
};

}  // namespace

Timing gpt_training(const GptConfig& config, int batch, int length, int runs) {
  const auto made = std::make_shared<Training>(config, batch, length);
  return [made, runs] { return fastest_ms(runs, [&] { made->trainer.step(); }); };
}

Timing gpt_forward(const GptConfig& config, int length, int runs) {
  const auto weights = std::make_shared<Weights>(config);
  const auto tape = std::make_shared<Tape>();
  Rng rng(1);
  Tokens tokens;
  tokens.add(drawn(rng, length, config.vocab_size));
  return [=] {
    return fastest_ms(runs, [&] {
      Pass pass = Pass::packed(*tape, weights->params);
      weights->network.logits(pass, {}, {}, tokens);
    });
  };
}

GptDecoding::GptDecoding(const GptConfig& config)
    : network_(config), params_(make_params(network_.parameters(), 1)) {
  for (const WeightWidth width : {WeightWidth::f32, WeightWidth::bf16, WeightWidth::int8}) {
    rows_.at(static_cast<std::size_t>(width)) =
        std::make_shared<const RowWeights>(network_.parameters(), params_, width);
  }
  cells_.assign(rows_[0]->bytes_a_step() / sizeof(float), 1.0F);
}

double GptDecoding::token_ms(WeightWidth width, int context, int runs) const {
  const std::unique_ptr<Decoder> decoder =
      make_decoder(network_, params_, SpecialIds{}, rows_.at(static_cast<std::size_t>(width)));
  const std::vector<std::vector<int>> nothing(1);
  decoder->start(nothing);
  Rng rng(1);
  const auto step = [&] {
    const int id = rng.below(network_.vocab_size());
    decoder->step({&id, 1});
  };
  for (int i = 0; i < context; ++i) step();
  return fastest_ms(4 * runs, step);
}

// By the kernel that decodes, which asks for memory before it needs it: none that is known reads
// faster.
double GptDecoding::reading_ms(int runs) const {
  constexpr std::size_t line = 1024;
  const int parts = 16 * threads_in_use();
  const std::size_t lines = cells_.size() / line / static_cast<std::size_t>(parts);
  std::vector<float> sums(lines * static_cast<std::size_t>(parts));
  struct Work {
    const std::vector<float>& cells;
    std::vector<float>& sums;
    std::size_t lines;
    std::vector<Real> ones;
  } const work{cells_, sums, lines, std::vector<Real>(line, 1)};
  const double ms = fastest_ms(4 * runs, [&] {
    share_calls(
        parts, threads_in_use(),
        [](const void* context, int part) {
          const auto& [cells, sums, lines, ones] = *static_cast<const Work*>(context);
          const std::size_t from = lines * static_cast<std::size_t>(part);
          weight_kernels().lines_f32(cells.data() + from * line, line, lines, ones.data(),
                                     sums.data() + from);
        },
        &work);
  });
  // Without a use of the sums the loop would go.
  return std::accumulate(sums.begin(), sums.end(), 0.0F) > 0 ? ms : 0;
}

}  // namespace glassformer
