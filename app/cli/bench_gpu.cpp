#include "app/cli/bench_gpu.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/bench_gpu_vectors.h"
#include "app/cli/output.h"
#include "app/cli/times.h"
#include "app/gpu/card_limits.h"
#include "app/gpu/gpu_backend.h"
#include "app/platform/folders.h"
#include "app/platform/target.h"
#include "core/backend/threads.h"
#include "core/grad/ops.h"
#include "core/models/packed_transformer.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

struct Arguments {
  int runs = 10;
  int size = 0;    // of the square product; 0: what suits the card
  int tokens = 0;  // of each side of the translation; 0 likewise
  bool json = false;
};

struct Figure {
  std::string name;
  double flops = 0, bytes = 0;  // of one run
  std::vector<double> ms;

  double at(double share) const { return time_at(share, ms); }
  double gflops() const { return flops / at(0.5) / 1e6; }
  double gigabytes() const { return bytes / at(0.5) / 1e6; }
};

struct Report {
  GlFacts card;
  double peak = 0;       // GFLOP/s
  double bandwidth = 0;  // GB/s
  std::vector<Figure> figures;
  double cpu_ms = 0, gpu_ms = 0;  // of the forward pass on either
  std::vector<BothWays> vectors;
};

using Body = std::function<void(Tape&)>;

// A sum that waits for what comes next is made at the end of the pass, as long as there is a tape.
void on_a_tape(Backend* card, const Body& body) {
  Tape tape;
  if (card != nullptr) card->begin();
  body(tape);
  if (card != nullptr) card->end();
  if (!tape.device_failure().empty()) throw UserError(tape.device_failure());
}

// On the card short ones several times a run; each on a tape of its own, whose leaves stay there.
// One run that does not count comes first.
void measure(Figure& figure, Backend* card, int runs, const Body& body) {
  const DevicePtr device = device_of(card);
  const auto once = [&] { on_a_tape(card, body); };
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

LeafPtr drawn(int rows, int cols, std::uint64_t seed) {
  return std::make_shared<const Leaf>(normal({rows, cols}, 1, seed));
}

// Ops that do next to nothing with each number: their time is that of the memory.
std::vector<Figure> memory_ops(Backend& card, const Arguments& arguments, int side) {
  const LeafPtr a = drawn(side, side, 1), b = drawn(side, side, 2), row = drawn(1, side, 3);
  struct Op {
    const char* name;
    int passes;  // over a matrix, read or written
    Body body;
  };
  const std::vector<Op> ops{
      {"add", 3, [&](Tape& t) { add(t, t.input(a), t.input(b)); }},
      {"scale", 2, [&](Tape& t) { scale(t, t.input(a), 2); }},
      {"relu", 2, [&](Tape& t) { relu(t, t.input(a)); }},
      {"add_row", 2, [&](Tape& t) { add_row(t, t.input(a), t.input(row)); }},
      {"softmax", 2, [&](Tape& t) { softmax(t, t.input(a)); }},
      {"layer_norm", 2, [&](Tape& t) { layer_norm(t, t.input(a), t.input(row), t.input(row)); }},
  };
  std::vector<Figure> figures;
  for (const Op& op : ops) {
    Figure figure{
        fmt::format("{} {} × {}", op.name, side, side), 0, 4.0 * op.passes * side * side, {}};
    measure(figure, &card, arguments.runs, op.body);
    figures.push_back(std::move(figure));
  }
  return figures;
}

// A sum and what is made of it: in one kernel that makes both, and in a kernel each. The bytes are
// those that the values alone take.
std::vector<Figure> pairs(const DevicePtr& device, const Arguments& arguments, int side) {
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
      measure(figure, card.get(), arguments.runs, pair.body);
      figures.push_back(std::move(figure));
    }
  }
  return figures;
}

Figure square_product(Backend& card, const Arguments& arguments, int side) {
  const LeafPtr a = drawn(side, side, 1), b = drawn(side, side, 2);
  Figure figure{fmt::format("product {0} × {0} × {0}", side), 2.0 * side * side * side, 0, {}};
  measure(figure, &card, arguments.runs, [&](Tape& t) { matmul(t, t.input(a), t.input(b)); });
  return figure;
}

// The paper's base model over so many tokens on either side (Vaswani et al. 2017, table 3).
Figure base_forward(const std::shared_ptr<Backend>& card, int tokens, int runs) {
  TransformerConfig config = base_transformer();
  config.longest = std::max(config.longest, tokens);
  const Params params = make_params(config, 1);
  std::vector<int> ids;
  for (int i = 0; i < tokens; ++i) ids.push_back(4 + 37 * i % 30'000);
  PackedPairs pairs;
  pairs.add(ids, ids);
  const OnBackend on(card);
  Figure figure{fmt::format("forward, base, {0} + {0} tokens, {1}", tokens, card ? "GPU" : "CPU"),
                forward_flops(config, tokens, tokens),
                0,
                {}};
  PackedTransformer model(config, params);
  measure(figure, card.get(), runs, [&](Tape& tape) {
    model.begin(tape);
    model.logits(model.decode(model.encode(pairs.source), pairs.source, pairs.target));
  });
  return figure;
}

Report measure_all(const Arguments& arguments) {
  DevicePtr device;
  try {
    device = Device::make(make_compute_context(), measured_card_file());
  } catch (const DeviceError& error) {
    throw UserError(error.what());
  }
  const bool software = device->facts().software;
  const int side = arguments.size > 0 ? arguments.size : software ? 256 : 4096;
  const int tokens = arguments.tokens > 0 ? arguments.tokens : software ? 0 : 512;
  Report report;
  report.card = device->facts();
  report.peak = measured_peak(*device, arguments.runs);
  report.bandwidth = measured_bandwidth(*device, arguments.runs);
  const std::shared_ptr<Backend> card = make_gpu_backend(device);
  {
    const OnBackend on(card);
    report.figures.push_back(square_product(*card, arguments, side));
    // As a model of d_model 512 has them: too few cells to fill a card by themselves.
    if (!software) report.figures.push_back(square_product(*card, arguments, 512));
    for (Figure& figure : memory_ops(*card, arguments, side)) {
      report.figures.push_back(std::move(figure));
    }
  }
  for (Figure& figure : pairs(device, arguments, side)) {
    report.figures.push_back(std::move(figure));
  }
  report.vectors = bench_vectors_on_card(card, software, std::min(arguments.runs, 5));
  if (tokens == 0) return report;
  const int runs = std::max(1, arguments.runs / 4);
  report.figures.push_back(base_forward(card, tokens, runs));
  report.gpu_ms = report.figures.back().at(0.5);
  report.figures.push_back(base_forward(nullptr, tokens, runs));
  report.cpu_ms = report.figures.back().at(0.5);
  return report;
}

std::string as_text(const Report& report) {
  std::string text =
      fmt::format("{}, {}\nmultiply-adds in a loop {:.0f} GFLOP/s, copy {:.1f} GB/s\n\n",
                  report.card.renderer, report.card.version, report.peak, report.bandwidth);
  text += fmt::format("{:<44}{:>9}{:>9}{:>9}{:>10}{:>9}{:>8}\n", "", "min ms", "median", "max",
                      "GFLOP/s", "GB/s", "of card");
  for (const Figure& f : report.figures) {
    text += fmt::format("{:<44}{:>9.2f}{:>9.2f}{:>9.2f}", f.name, f.at(0), f.at(0.5), f.at(1));
    text += f.flops > 0
                ? fmt::format("{:>10.1f}{:>9}{:>8.2f}\n", f.gflops(), "", f.gflops() / report.peak)
                : fmt::format("{:>10}{:>9.2f}{:>8.2f}\n", "", f.gigabytes(),
                              f.gigabytes() / report.bandwidth);
  }
  text += fmt::format("\n{:<44}{:>18}{:>18}\n", "word vectors", "card", "processor");
  for (const BothWays& both : report.vectors) {
    const auto figure = [&](double value) {
      return value >= 1000 ? fmt::format("{:.0f} {}", value, both.unit)
                           : fmt::format("{:.2f} {}", value, both.unit);
    };
    text += fmt::format("{:<44}{:>18}{:>18}{:>8.2f} ×\n", both.name, figure(both.card),
                        figure(both.processor), both.times_as_fast());
  }
  if (report.gpu_ms == 0) return text;
  return text + fmt::format("\nthe card is {:.2f} × as fast as the processor ({} threads)\n",
                            report.cpu_ms / report.gpu_ms, threads_in_use());
}

std::string as_json(const Report& report) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Figure& f : report.figures) {
    nlohmann::ordered_json entry{
        {"name", f.name}, {"min_ms", f.at(0)}, {"median_ms", f.at(0.5)}, {"max_ms", f.at(1)}};
    if (f.flops > 0) {
      entry["gflops"] = f.gflops();
      entry["of_peak"] = f.gflops() / report.peak;
    } else {
      entry["gigabytes_per_second"] = f.gigabytes();
      entry["of_bandwidth"] = f.gigabytes() / report.bandwidth;
    }
    list.push_back(std::move(entry));
  }
  nlohmann::ordered_json all{{"device", report.card.renderer},
                             {"driver", report.card.version},
                             {"software", report.card.software},
                             {"peak_gflops", report.peak},
                             {"copy_gigabytes_per_second", report.bandwidth},
                             {"cpu_threads", threads_in_use()}};
  if (report.gpu_ms > 0) all["gpu_against_cpu"] = report.cpu_ms / report.gpu_ms;
  all["figures"] = std::move(list);
  for (const BothWays& both : report.vectors) {
    all["word_vectors"].push_back({{"name", both.name},
                                   {"unit", both.unit},
                                   {"gpu", both.card},
                                   {"cpu", both.processor},
                                   {"gpu_against_cpu", both.times_as_fast()}});
  }
  return all.dump(2) + "\n";
}

}  // namespace

std::function<int()> declare_bench_gpu(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("--runs", arguments->runs, "Runs counted for each figure")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app.add_option("--size", arguments->size,
                 "Side of the matrices; 0: 4096, on a software renderer 256")
      ->check(CLI::Range(0, 16384))
      ->capture_default_str();
  app.add_option("--tokens", arguments->tokens,
                 "Tokens of each side of the translation; 0: 512, on a software renderer none")
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] {
    const Report report = measure_all(*arguments);
    print(arguments->json ? as_json(report) : as_text(report));
    return 0;
  };
}

}  // namespace glassformer
