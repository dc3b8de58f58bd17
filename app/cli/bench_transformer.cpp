#include "app/cli/bench_transformer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command_options.h"
#include "app/cli/output.h"
#include "app/cli/random_task.h"
#include "app/cli/times.h"
#include "core/kernels/eigen_product.h"
#include "core/kernels/gemm.h"
#include "core/kernels/threads.h"
#include "core/models/transformer.h"
#include "core/models/transformer_cost.h"
#include "core/tensor/rng.h"
#include "core/train/packed_task.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

struct Measured {
  std::string name;
  double flops = 0;  // of one run, in its matrix products
  double limit = 0;  // ms; 0: none
  int tokens = 0;    // of one run; 0: none
  std::vector<double> ms;

  double at(double share) const { return time_at(share, ms); }
  double gflops() const { return flops / at(0.5) / 1e6; }
};

// One run that does not count, for memory and caches, and then `runs` that do.
template <class Body>
void measure(Measured& measured, int runs, const Body& body) {
  for (int i = -1; i < runs; ++i) {
    const auto begin = Clock::now();
    body();
    const std::chrono::duration<double, std::milli> spent = Clock::now() - begin;
    if (i >= 0) measured.ms.push_back(spent.count());
  }
}

// What anyone writes first: the specification of every product here.
Measured naive_loop() {
  constexpr int n = 256;
  const Mat a = normal({n, n}, 1, 1), b = normal({n, n}, 1, 2);
  Mat c(n, n);
  Measured measured{"naive triple loop, 256 × 256 × 256", 2.0 * n * n * n, 0, 0, {}};
  measure(measured, 3, [&] {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        Real sum = 0;
        for (int p = 0; p < n; ++p) sum += a(i, p) * b(p, j);
        c(i, j) = sum;
      }
    }
  });
  return measured;
}

Measured product(int rows, int inner, int cols, int runs) {
  const Mat a = normal({rows, inner}, 1, 1), b = normal({inner, cols}, 1, 2);
  Mat c(rows, cols);
  Measured measured{
      fmt::format("product {} × {} × {}", rows, inner, cols), 2.0 * rows * inner * cols, 0, 0, {}};
  measure(measured, runs, [&] { gemm(a, Transpose::no, b, Transpose::no, c, Into::replace); });
  return measured;
}

// The same by Eigen, on one thread: times the threads in use, what it would reach on all of them.
Measured eigen(int runs) {
  constexpr int n = 512;
  const Mat a = normal({n, n}, 1, 1), b = normal({n, n}, 1, 2);
  Mat c(n, n);
  Measured measured{"Eigen 512 × 512 × 512, one thread", 2.0 * n * n * n, 0, 0, {}};
  measure(measured, runs, [&] { eigen_product(a, b, c); });
  return measured;
}

Measured training_step(std::string name, const TransformerConfig& config, int sentences, int source,
                       int target, double limit, int runs) {
  const Transformer network(config);
  Params params = make_params(network.parameters(), 1);
  RandomTask task(network, params, sentences, source, target);
  Trainer trainer(task, {});
  Measured measured{std::move(name),
                    sentences * training_flops(config, source, target),
                    limit,
                    sentences * target,
                    {}};
  measure(measured, runs, [&] { trainer.step(); });
  return measured;
}

// The shape that llm.c was measured with: a decoder alone, as GPT-2 is one.
Measured small_decoder(int runs) {
  TransformerConfig config;
  config.d_model = 128;
  config.heads = 4;
  config.encoder_layers = 0;
  config.decoder_layers = 4;
  config.d_ff = 512;
  config.pre_norm = true;
  config.positions = PositionKind::learned;
  config.activation = Activation::gelu;
  config.source_vocab_size = 4;
  config.target_vocab_size = 512;
  config.max_len = 64;
  config.dropout = config.label_smoothing = 0;
  return training_step("training step, decoder 4 × 128, 32 × 64 tokens", config, 32, 0, 64, 40,
                       runs);
}

Measured wide_step(int runs) {
  TransformerConfig config = base_transformer();
  config.source_vocab_size = config.target_vocab_size = 8192;
  config.dropout = 0;
  return training_step("training step, base, 8192 words, 32 × (32 + 32) tokens", config, 32, 32, 32,
                       0, runs);
}

Measured base_forward(int runs) {
  const TransformerConfig config = base_transformer();
  const Transformer network(config);
  const Params params = make_params(network.parameters(), 1);
  Tokens source, target;
  std::vector<int> ids;
  for (int i = 0; i < 32; ++i) ids.push_back(4 + 37 * i);
  source.add(ids);
  target.add(ids);
  Tape tape;
  Measured measured{
      "forward, base, 37000 words, 32 + 32 tokens", forward_flops(config, 32, 32), 60, 0, {}};
  measure(measured, runs, [&] {
    Pass pass = Pass::packed(tape, params);
    network.logits(pass, network.encode(pass, source), source, target);
  });
  return measured;
}

struct Report {
  std::vector<Measured> all;
  double naive = 0, peak = 0;  // GFLOP/s
};

Report measure_all(int runs) {
  Report report;
  report.all.push_back(naive_loop());
  report.naive = report.all[0].gflops();
  report.all.push_back(eigen(runs));
  report.peak = threads_in_use() * report.all.back().flops / report.all.back().at(0) / 1e6;
  for (const Shape shape : {Shape{1024, 1024}, Shape{2048, 512}, Shape{64, 512}}) {
    report.all.push_back(
        product(shape.rows, shape.cols, shape.rows < 100 ? 2048 : shape.rows, runs));
    report.peak = std::max(report.peak, report.all.back().flops / report.all.back().at(0) / 1e6);
  }
  report.all.push_back(product(64, 512, 50257, runs));
  report.all.push_back(small_decoder(runs));
  report.all.push_back(wide_step(std::max(1, runs / 4)));
  report.all.push_back(base_forward(runs));
  return report;
}

std::string as_text(const Report& report) {
  std::string text =
      fmt::format("{:<58}{:>9}{:>9}{:>9}{:>10}{:>9}{:>8}{:>9}{:>10}\n", "", "min ms", "median",
                  "max", "GFLOP/s", "× naive", "of peak", "of limit", "tokens/s");
  for (const Measured& m : report.all) {
    text += fmt::format("{:<58}{:>9.2f}{:>9.2f}{:>9.2f}{:>10.1f}{:>9.1f}{:>8.2f}", m.name, m.at(0),
                        m.at(0.5), m.at(1), m.gflops(), m.gflops() / report.naive,
                        m.gflops() / report.peak);
    text += m.limit > 0 ? fmt::format("{:>9.2f}", m.at(0.5) / m.limit) : fmt::format("{:>9}", "");
    if (m.tokens > 0) text += fmt::format("{:>10.0f}", 1000 * m.tokens / m.at(0.5));
    text += "\n";
  }
  return text + fmt::format(
                    "{} threads; peak {:.0f} GFLOP/s, the fastest of the products above; a "
                    "ratio to a limit under 1 is within\n",
                    threads_in_use(), report.peak);
}

std::string as_json(const Report& report) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Measured& m : report.all) {
    nlohmann::ordered_json entry{{"name", m.name},
                                 {"min_ms", m.at(0)},
                                 {"median_ms", m.at(0.5)},
                                 {"max_ms", m.at(1)},
                                 {"gflops", m.gflops()},
                                 {"of_naive", m.gflops() / report.naive},
                                 {"of_peak", m.gflops() / report.peak}};
    if (m.limit > 0) entry["of_limit"] = m.at(0.5) / m.limit;
    if (m.tokens > 0) entry["tokens_per_second"] = 1000 * m.tokens / m.at(0.5);
    list.push_back(std::move(entry));
  }
  return nlohmann::ordered_json{{"threads", threads_in_use()},
                                {"peak_gflops", report.peak},
                                {"naive_gflops", report.naive},
                                {"figures", list}}
             .dump(2) +
         "\n";
}

struct Arguments {
  int runs = 20, threads = 0;
  bool json = false;
};

}  // namespace

std::function<int()> declare_bench_transformer(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("--runs", arguments->runs, "Runs counted for each figure")
      .range(1, 100000)
      .shows_default();
  app.add_option("--threads", arguments->threads, "Threads; 0: one for each core").range(0, 1024);
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] {
    use_threads(arguments->threads);
    const Report report = measure_all(arguments->runs);
    print(arguments->json ? as_json(report) : as_text(report));
    return 0;
  };
}

}  // namespace glassformer
