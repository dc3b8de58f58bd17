#include "app/cli/bench_gpu_ops.h"

#include <fmt/format.h>

#include <chrono>
#include <cstddef>

#include "app/cli/random_task.h"
#include "app/gpu/card_limits.h"
#include "app/gpu/gpu_backend.h"
#include "core/grad/ops.h"
#include "core/models/transformer.h"
#include "core/models/transformer_cost.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

using Body = std::function<void(Tape&)>;
using Made = std::function<Var(Tape&)>;

LeafPtr drawn(int rows, int cols, std::uint64_t seed) {
  return std::make_shared<const Leaf>(normal({rows, cols}, 1, seed));
}

// Of an op whose result is there: what it adds to the gradients of its inputs, again and again.
Figure backward_of(const std::shared_ptr<Backend>& card, Figure figure, int runs, const Made& op) {
  const OnBackend on(card);
  Tape tape;
  const Var y = op(tape);
  const DeviceMatPtr grad = card->upload(normal(tape.shape(y), 1, 9));
  measure(figure, card.get(), runs, [&] { card->backward(tape, tape.node(y), *grad); });
  if (!tape.device_failure().empty()) throw UserError(tape.device_failure());
  return figure;
}

// A shard's gradient is added up and the weights are moved: the gradient is read and the sum
// written; then the sum is read, and weights and both moments are read and written.
Figure adam_step(const std::shared_ptr<Backend>& card, int side, int runs) {
  Params params;
  params.add("weights", normal({side, side}, 1, 1));
  const std::unique_ptr<DeviceAdam> adam =
      dynamic_cast<AdamBackend&>(*card).make_adam(params, Adam(params, {}));
  const DeviceMatPtr gradient = card->upload(normal({side, side}, 1, 2)),
                     loss = card->zeros({1, 1});
  const DeviceMat* const losses[] = {loss.get()};
  std::size_t waiting = 0;
  Figure figure{fmt::format("Adam {0} × {0}", side), 0, 4.0 * 9 * side * side, {}};
  measure(figure, card.get(), runs, [&] {
    adam->step(
        losses, [&](int, int) -> const DeviceMat& { return *gradient; }, 1e-4);
    if (++waiting % DeviceAdam::max_waiting == 0) adam->measured();
  });
  return figure;
}

}  // namespace

void measure(Figure& figure, Backend* card, int runs, const std::function<void()>& once) {
  const DevicePtr device = device_of(card);
  const int times = device ? times_a_run(*device, once) : 1;
  for (int i = -1; i < runs; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < times; ++k) once();
    if (card != nullptr) card->finish();
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - begin;
    if (i >= 0) figure.ms.push_back(spent.count() / times);
  }
}

// A sum that waits for what comes next is made at the end of the pass, as long as there is a tape.
std::function<void()> on_a_tape(Backend* card, Body body) {
  return [card, body = std::move(body)] {
    Tape tape;
    if (card != nullptr) card->begin();
    body(tape);
    if (card != nullptr) card->end();
    if (!tape.device_failure().empty()) throw UserError(tape.device_failure());
  };
}

std::vector<Figure> bench_memory_ops(const std::shared_ptr<Backend>& card, int side, int runs) {
  const LeafPtr a = drawn(side, side, 1), b = drawn(side, side, 2), row = drawn(1, side, 3);
  std::vector<int> ids;
  for (int i = 0; i < side; ++i) ids.push_back(static_cast<int>(37LL * i % side));
  struct Op {
    const char* name;
    int passes, passes_back;  // over a matrix, read or written
    Made made;
  };
  // Backward the gradients of the inputs are read and written, for they are added to.
  const std::vector<Op> ops{
      {"add", 3, 6, [&](Tape& t) { return add(t, t.input(a), t.input(b)); }},
      {"scale", 2, 3, [&](Tape& t) { return scale(t, t.input(a), 2); }},
      {"relu", 2, 5, [&](Tape& t) { return relu(t, t.input(a)); }},
      {"add_row", 2, 4, [&](Tape& t) { return add_row(t, t.input(a), t.input(row)); }},
      {"transpose", 2, 3, [&](Tape& t) { return transpose(t, t.input(a)); }},
      {"gather", 2, 3, [&](Tape& t) { return gather(t, t.input(a), ids); }},
      {"softmax", 2, 4, [&](Tape& t) { return softmax(t, t.input(a)); }},
      {"layer_norm", 2, 6,
       [&](Tape& t) { return layer_norm(t, t.input(a), t.input(row), t.input(row)); }},
  };
  const double pass = 4.0 * side * side;
  std::vector<Figure> figures;
  for (const Op& op : ops) {
    const std::string name = fmt::format("{} {} × {}", op.name, side, side);
    {
      const OnBackend on(card);
      Figure figure{name, 0, pass * op.passes, {}};
      measure(figure, card.get(), runs, on_a_tape(card.get(), [&](Tape& tape) { op.made(tape); }));
      figures.push_back(std::move(figure));
    }
    figures.push_back(
        backward_of(card, {name + ", backward", 0, pass * op.passes_back, {}}, runs, op.made));
  }
  figures.push_back(adam_step(card, side, runs));
  return figures;
}

std::vector<Figure> bench_pairs(const DevicePtr& device, int side, int runs) {
  const LeafPtr a = drawn(side, side, 1), b = drawn(side, side, 2), row = drawn(1, side, 3);
  struct Pair {
    const char* name;
    int matrices;
    Body body;
  };
  const std::vector<Pair> all{
      {"bias + GELU", 3, [&](Tape& t) { gelu(t, add_row(t, t.input(a), t.input(row))); }},
      {"residual + norm", 4,
       [&](Tape& t) { layer_norm(t, add(t, t.input(a), t.input(b)), t.input(row), t.input(row)); }},
  };
  std::vector<Figure> figures;
  for (const Pair& pair : all) {
    for (const bool fused : {true, false}) {
      const std::shared_ptr<Backend> card = make_gpu_backend(device, fused);
      const OnBackend on(card);
      Figure figure{fmt::format("{} {} × {}, {}", pair.name, side, side,
                                fused ? "one kernel" : "a kernel each"),
                    0,
                    4.0 * pair.matrices * side * side,
                    {}};
      measure(figure, card.get(), runs, on_a_tape(card.get(), pair.body));
      figures.push_back(std::move(figure));
    }
  }
  return figures;
}

std::vector<Figure> bench_products(const std::shared_ptr<Backend>& card, int side, int runs) {
  const LeafPtr a = drawn(side, side, 1), b = drawn(side, side, 2);
  const auto made = [&](Tape& t) { return matmul(t, t.input(a), t.input(b)); };
  const double flops = 2.0 * side * side * side;
  const std::string name = fmt::format("product {0} × {0} × {0}", side);
  std::vector<Figure> figures{{name, flops, 0, {}}};
  {
    const OnBackend on(card);
    measure(figures[0], card.get(), runs, on_a_tape(card.get(), [&](Tape& t) { made(t); }));
  }
  figures.push_back(backward_of(card, {name + ", backward", 2 * flops, 0, {}}, runs, made));
  return figures;
}

// Two products forward and five backward; what is computed once more does not count.
std::vector<Figure> bench_attention(const std::shared_ptr<Backend>& card, bool small, int runs) {
  const int sentences = small ? 1 : 16, tokens = small ? 64 : 512, heads = 8, width = 64 * heads;
  const int rows = sentences * tokens;
  const LeafPtr q = drawn(rows, width, 1), k = drawn(rows, width, 2), v = drawn(rows, width, 3);
  std::vector<int> places;
  for (int s = 0; s < sentences; ++s) {
    places.insert(places.end(), {s * tokens, tokens, s * tokens, tokens});
  }
  const auto made = [&](Tape& t) {
    return packed_attention(t, t.input(q), t.input(k), t.input(v), heads, places, false);
  };
  const double product = 2.0 * rows * tokens * width;
  const std::string name = fmt::format("attention {} × {} × {}", sentences, tokens, width);
  std::vector<Figure> figures{{name, 2 * product, 0, {}}};
  {
    const OnBackend on(card);
    measure(figures[0], card.get(), runs, on_a_tape(card.get(), [&](Tape& t) { made(t); }));
  }
  figures.push_back(backward_of(card, {name + ", backward", 5 * product, 0, {}}, runs, made));
  return figures;
}

Figure bench_training_step(const std::shared_ptr<Backend>& card, bool small, int runs) {
  TransformerConfig config = base_transformer();
  if (small) {
    config.d_model = 64;
    config.d_ff = 256;
    config.heads = 4;
    config.encoder_layers = config.decoder_layers = 1;
    config.source_vocab_size = config.target_vocab_size = 500;
  }
  const int sentences = small ? 4 : 64, tokens = small ? 16 : 32;
  const Transformer network(config);
  Params params = make_params(network.parameters(), 1);
  RandomTask task(network, params, sentences, tokens, tokens);
  Trainer trainer(task, {});
  Figure figure{fmt::format("training step, {} × ({} + {}) tokens", sentences, tokens, tokens),
                sentences * training_flops(config, tokens, tokens),
                0,
                {}};
  const OnBackend on(card);
  measure(figure, card.get(), runs, [&] { trainer.advance(); });
  if (!trainer.device_failure().empty()) throw UserError(trainer.device_failure());
  return figure;
}

}  // namespace glassformer
