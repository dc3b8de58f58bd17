#include "app/cli/card_self_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "app/gpu/combine.h"
#include "app/gpu/gpu_backend.h"
#include "app/gpu/painted.h"
#include "app/gpu/rows.h"
#include "core/grad/ops.h"
#include "core/models/checkpoint.h"
#include "core/models/decoder.h"
#include "core/models/gpt.h"
#include "core/models/transformer.h"
#include "core/tensor/rng.h"
#include "core/text/tokenizers/learned.h"
#include "core/train/pair_task.h"
#include "core/train/trainer.h"

namespace glassformer {

namespace {

// Small whole numbers: their sums are exact, in whatever order a card adds them.
Mat whole_numbers(Shape shape, std::uint64_t seed) {
  Mat made = normal(shape, 2, seed);
  for (Real& cell : made.cells()) cell = std::round(std::clamp(cell, Real{-4}, Real{4}));
  return made;
}

// The sum of the rows of tables, shuffled anew each time. A list that comes late, or too early,
// zeros that come late, and a buffer that is written again while it is still read, all show in it.
std::string chains(Device& device) {
  constexpr int rows = 61, cols = 52, passes = 12, rounds = 40;
  const Shape shape{rows, cols};
  Mat expected(rows, cols), table = whole_numbers(shape, 1);
  const GpuMatPtr total = device.zeros(shape);
  GpuMatPtr there = device.upload(table);
  for (int pass = 0; pass < passes; ++pass) {
    const Device::Turn turn(device);
    for (int round = 0; round < rounds; ++round) {
      const int at = pass * rounds + round;
      if (at % 5 == 4) {
        table = whole_numbers(shape, static_cast<std::uint64_t>(at));
        there = device.upload(table);
      }
      std::vector<int> ids(rows);
      for (int r = 0; r < rows; ++r) ids[static_cast<std::size_t>(r)] = (r * 7 + at * 13) % rows;
      const GpuMatPtr taken = device.make(shape);
      gather_rows(device, *there, ids, *taken);
      const GpuMatPtr sum = device.zeros(shape);
      combine(device, {.f = "b", .a = *sum, .b = *taken, .c = *sum, .add = true});
      combine(device, {.f = "b", .a = *total, .b = *sum, .c = *total, .add = true});
      for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < cols; ++c) {
          expected(r, c) += table(ids[static_cast<std::size_t>(r)], c);
        }
      }
    }
  }
  Mat made;
  total->read(made);
  if (made == expected) return {};
  return "a chain of dispatches with uploads between them gives other sums than the processor";
}

struct Attended {
  Mat value, dq, dk, dv;
};

Attended attend(const std::shared_ptr<Backend>& backend) {
  constexpr int rows = 200, width = 32, heads = 2;
  const OnBackend on(backend);
  Tape tape;
  const Var q = tape.input(normal({rows, width}, 1, 1)),
            k = tape.input(normal({rows, width}, 1, 2)),
            v = tape.input(normal({rows, width}, 1, 3));
  const std::vector<int> places{0, 50, 0, 50, 50, 120, 50, 120, 175, 25, 175, 25};
  const Var y = packed_attention(tape, q, k, v, heads, places, true);
  const Var weights = tape.input(normal(tape.shape(y), 1, 9));
  tape.backward(sum(tape, multiply(tape, y, weights)));
  if (!tape.device_failure().empty()) throw DeviceError(tape.device_failure());
  return {tape.value(y), tape.grad(q), tape.grad(k), tape.grad(v)};
}

// So little at once that the queries and keys of a sentence come in several pieces.
std::string attention_in_pieces(const DevicePtr& device, const std::shared_ptr<Backend>& backend) {
  const std::size_t all = device->max_bytes();
  const auto with_all = [&](Device* of) { of->set_max_bytes(all); };
  Attended card;
  {
    const std::unique_ptr<Device, decltype(with_all)> limited(device.get(), with_all);
    device->set_max_bytes(std::size_t{8} * 1024);
    card = attend(backend);
  }
  const Attended here = attend(nullptr);
  constexpr double tolerance = 1e-3;
  const double difference =
      std::max({largest_difference(card.value, here.value), largest_difference(card.dq, here.dq),
                largest_difference(card.dk, here.dk), largest_difference(card.dv, here.dv)});
  if (difference <= tolerance) return {};
  return fmt::format("attention that is computed in pieces is {:.3g} off", difference);
}

using Tell = std::function<void(std::string_view)>;

std::vector<double> losses(const std::shared_ptr<Backend>& backend, int steps, const Tell& tell) {
  const OnBackend on(backend);
  const std::vector<SentencePair> pairs{{"the cat sees a dog", "le chat voit un chien", {}},
                                        {"a dog sleeps", "un chien dort", {}},
                                        {"the dog sees the cat", "le chien voit le chat", {}},
                                        {"the cat eats", "le chat mange", {}}};
  std::vector<std::string> source, target;
  for (const SentencePair& pair : pairs) {
    source.push_back(pair.source);
    target.push_back(pair.target);
  }
  const auto vocabulary = [](const std::vector<std::string>& sentences) {
    return std::make_shared<const LearnedTokenizer>(
        LearnedTokenizer::train(sentences, LearnedTokenizer::Kind::word, 100));
  };
  Checkpoint checkpoint;
  checkpoint.tokenizers = {vocabulary(source), vocabulary(target)};
  TransformerConfig config;
  config.d_model = 32;
  config.heads = 4;
  config.encoder_layers = config.decoder_layers = 2;
  config.d_ff = 64;
  config.max_len = 16;
  config.source_vocab_size = checkpoint.source().size();
  config.target_vocab_size = checkpoint.target().size();
  const auto network = std::make_shared<Transformer>(config);
  checkpoint.network = network;
  checkpoint.params = make_params(network->parameters(), 1);
  TaskSettings settings;
  settings.batch = 3;
  settings.warmup = 20;
  PairTask task(checkpoint, pairs, settings);
  Trainer trainer(task, {});
  std::vector<double> made;
  for (int i = 0; i < steps; ++i) {
    tell(fmt::format("step {} of a short training", i + 1));  // the first compiles many shaders
    made.push_back(trainer.step().loss);
  }
  if (!trainer.device_failure().empty()) throw DeviceError(trainer.device_failure());
  return made;
}

std::string short_training(const std::shared_ptr<Backend>& backend, const Tell& tell) {
  constexpr int steps = 20;
  constexpr double tolerance = 0.002;  // of a loss: three digits
  const std::vector<double> card = losses(backend, steps, tell),
                            here = losses(nullptr, steps, tell);
  for (std::size_t i = 0; i < here.size(); ++i) {
    if (std::abs(card[i] - here[i]) <= tolerance * here[i]) continue;
    return fmt::format("a training has the loss {:.4g} at step {}, and {:.4g} on the processor",
                       card[i], i + 1, here[i]);
  }
  return {};
}

// What a small language model makes of a text, token by token: the logits after each.
std::vector<Mat> written(const std::shared_ptr<Backend>& backend) {
  const OnBackend on(backend);
  GptConfig config;
  config.vocab_size = 40;
  config.max_len = 80;
  config.d_model = 32;
  config.heads = 4;
  config.layers = 2;
  config.d_ff = 64;
  const Gpt network(config);
  const Params params = make_params(network.parameters(), 1);
  const std::unique_ptr<Decoder> decoder = make_decoder(network, params, {});
  decoder->start(std::vector<std::vector<int>>(1));
  std::vector<Mat> logits;
  for (int i = 0; i < config.max_len; ++i) {
    logits.push_back(decoder->step(std::vector{i * 7 % config.vocab_size}));
  }
  if (!decoder->device_failure().empty()) throw DeviceError(decoder->device_failure());
  return logits;
}

std::string written_text(const std::shared_ptr<Backend>& backend) {
  constexpr double tolerance = 1e-3;
  const std::vector<Mat> card = written(backend), here = written(nullptr);
  for (std::size_t i = 0; i < here.size(); ++i) {
    const double difference = largest_difference(card[i], here[i]);
    if (difference <= tolerance) continue;
    return fmt::format("the logits after {} tokens of a text are {:.3g} off", i + 1, difference);
  }
  return {};
}

// Each with other colours, for other cells, right behind the one before.
std::string heat_maps(Device& device, CardPainter& painter) {
  constexpr int rows = 40, cols = 60, steps = 33, pictures = 12;
  for (int picture = 0; picture < pictures; ++picture) {
    std::vector<std::uint32_t> colors{1, 2, 3, 4};  // zero, nan, −∞, +∞
    for (int i = 0; i < steps; ++i) {
      colors.push_back(static_cast<std::uint32_t>(1000 * (picture + 1) + i));
    }
    Mat cells(rows, cols);
    std::vector<std::uint32_t> expected;
    for (int i = 0; i < rows * cols; ++i) {
      const int shade = (i * 5 + picture) % steps;
      const Real cell = Real{2} * static_cast<Real>(shade) / (steps - 1) - 1;
      cells.cells()[static_cast<std::size_t>(i)] = cell;
      expected.push_back(cell == 0 ? colors[0] : colors[static_cast<std::size_t>(4 + shade)]);
    }
    const auto made = painted(painter, cols, rows, *device.upload(cells), {colors, -1, false});
    if (made.empty()) {
      return painter.refusal().empty() ? "no heat map can be painted" : painter.refusal();
    }
    if (made != expected) return "a heat map has other colours than the processor's";
  }
  return {};
}

}  // namespace

std::string card_self_test(const DevicePtr& device, CardPainter& painter,
                           const std::function<void(std::string_view)>& tell) {
  try {
    const std::shared_ptr<Backend> backend = make_gpu_backend(device);
    std::string failure;
    const auto attempt = [&](std::string_view what, const auto& check) {
      if (!failure.empty()) return;
      tell(what);
      failure = check();
    };
    attempt("a chain of dispatches", [&] { return chains(*device); });
    attempt("attention in pieces", [&] { return attention_in_pieces(device, backend); });
    attempt("a short training", [&] { return short_training(backend, tell); });
    attempt("a text that is written", [&] { return written_text(backend); });
    attempt("heat maps", [&] { return heat_maps(*device, painter); });
    return failure;
  } catch (const DeviceError& error) {
    return error.what();
  }
}

}  // namespace glassformer
