#include "app/cli/bench_transformer.h"
#include "app/cli/gap.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>

#include "app/cli/child_output.h"
#include "app/cli/command_options.h"
#include "app/cli/only.h"
#include "app/cli/output.h"
#include "app/cli/random_task.h"
#include "app/cli/results.h"
#include "app/cli/times.h"
#include "core/kernels/eigen_product.h"
#include "core/kernels/gemm.h"
#include "core/kernels/threads.h"
#include "core/models/transformer.h"
#include "core/models/transformer_cost.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "core/text/number_of.h"
#include "core/train/packed_task.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int peer_rounds = 5;

struct Measured {
  std::string name;
  double flops = 0;  // of one run, in its matrix products
  double limit = 0;  // ms; 0: none
  int tokens = 0;    // of one run; 0: none
  std::vector<double> ms;
  std::optional<double> ratio;  // how many times as fast as the peer

  double at(double share) const { return time_at(share, ms); }
  double gflops() const { return flops / at(0.5) / 1e6; }
};

struct Arguments {
  std::string peer;
  std::vector<std::string> only;
  int runs = 20, threads = 0;
  bool json = false;
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
  Measured measured{"naive triple loop, 256 × 256 × 256", 2.0 * n * n * n, 0, 0, {}, {}};
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

struct Sizes {
  int rows, inner, cols;

  std::string name() const { return fmt::format("product {} × {} × {}", rows, inner, cols); }
  double flops() const { return 2.0 * rows * inner * cols; }
};
constexpr Sizes products[] = {
    {1024, 1024, 1024}, {2048, 512, 2048}, {1024, 768, 3072}, {64, 512, 2048}, {64, 512, 50257}};

// The peer's fastest run, in ms.
double peer_time(const Arguments& arguments, Sizes s) {
  const std::string text =
      child_output({arguments.peer, std::to_string(s.rows), std::to_string(s.inner),
                    std::to_string(s.cols), std::to_string(arguments.runs)});
  char* end = nullptr;
  const double ms = std::strtod(text.c_str(), &end);
  if (end != text.c_str() && ms > 0) return ms;
  throw UserError(arguments.peer + ": did not print a time; is it openblas_products?");
}

Measured product(const Arguments& arguments, Sizes s) {
  const Mat a = normal({s.rows, s.inner}, 1, 1), b = normal({s.inner, s.cols}, 1, 2);
  Mat c(s.rows, s.cols);
  Measured measured{s.name(), s.flops(), 0, 0, {}, {}};
  const auto round = [&](Measured& into) {
    measure(into, arguments.runs,
            [&] { gemm(a, Transpose::no, b, Transpose::no, c, Into::replace); });
  };
  round(measured);
  if (arguments.peer.empty()) return measured;
  std::vector<double> ours, theirs;
  for (int i = 0; i < peer_rounds; ++i) {
    Measured once;
    round(once);
    ours.push_back(once.at(0));
    const auto their = or_gap([&] { return peer_time(arguments, s); });
    if (!their) return measured;
    theirs.push_back(*their);
  }
  measured.ratio = time_at(0.5, ratios(theirs, ours));
  return measured;
}

// The same by Eigen, on one thread: times the threads in use, what it would reach on all of them.
Measured eigen(int runs) {
  constexpr int n = 512;
  const Mat a = normal({n, n}, 1, 1), b = normal({n, n}, 1, 2);
  Mat c(n, n);
  Measured measured{"Eigen 512 × 512 × 512, one thread", 2.0 * n * n * n, 0, 0, {}, {}};
  measure(measured, runs, [&] { eigen_product(a, b, c); });
  return measured;
}

Measured training_step(const std::string& name, const TransformerConfig& config, int sentences,
                       int source, int target, double limit, int runs) {
  const Transformer network(config);
  Params params = make_params(network.parameters(), 1);
  RandomTask task(network, params, sentences, source, target);
  Trainer trainer(task, {});
  Measured measured{
      name, sentences * training_flops(config, source, target), limit, sentences * target, {}, {}};
  measure(measured, runs, [&] { trainer.step(); });
  return measured;
}

// The shape that llm.c was measured with: a decoder alone, as GPT-2 is one.
Measured small_decoder(const std::string& name, int runs) {
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
  return training_step(name, config, 32, 0, 64, 40, runs);
}

Measured wide_step(const std::string& name, int runs) {
  TransformerConfig config = base_transformer();
  config.source_vocab_size = config.target_vocab_size = 8192;
  config.dropout = 0;
  return training_step(name, config, 32, 32, 32, 0, runs);
}

Measured base_forward(const std::string& name, int runs) {
  const TransformerConfig config = base_transformer();
  const Transformer network(config);
  const Params params = make_params(network.parameters(), 1);
  Tokens source, target;
  std::vector<int> ids;
  for (int i = 0; i < 32; ++i) ids.push_back(4 + 37 * i);
  source.add(ids);
  target.add(ids);
  Tape tape;
  Measured measured{name, forward_flops(config, 32, 32), 60, 0, {}, {}};
  measure(measured, runs, [&] {
    Pass pass = Pass::packed(tape, params);
    network.logits(pass, network.encode(pass, source), source, target);
  });
  return measured;
}

// What can be left out with --only: all but the naive loop and one core's peak, which the others
// are compared with.
struct Figure {
  std::string name;
  std::function<Measured()> measured;
};

std::vector<Figure> figures_of(const Arguments& arguments) {
  std::vector<Figure> all;
  for (const Sizes sizes : products) {
    all.push_back({sizes.name(), [=, &arguments] { return product(arguments, sizes); }});
  }
  const auto add = [&](const std::string& name, const auto& figure, int runs) {
    all.push_back({name, [=] { return figure(name, runs); }});
  };
  const int runs = arguments.runs;
  add("training step, decoder 4 × 128, 32 × 64 tokens", small_decoder, runs);
  add("training step, base, 8192 words, 32 × (32 + 32) tokens", wide_step, std::max(1, runs / 4));
  add("forward, base, 37000 words, 32 + 32 tokens", base_forward, runs);
  std::vector<std::string> names;
  for (const Figure& figure : all) names.push_back(figure.name);
  check_only(arguments.only, names);
  std::erase_if(all, [&](const Figure& figure) { return !is_wanted(arguments.only, figure.name); });
  return all;
}

struct Report {
  std::vector<Measured> all;
  double naive = 0, peak = 0;  // GFLOP/s
};

Report measure_all(const Arguments& arguments) {
  const std::vector<Figure> figures = figures_of(arguments);
  Report report;
  report.all.push_back(naive_loop());
  report.naive = report.all[0].gflops();
  report.all.push_back(eigen(arguments.runs));
  const Measured& of_eigen = report.all.back();
  report.peak = threads_in_use() * of_eigen.flops / of_eigen.at(0) / 1e6;
  for (const Figure& figure : figures) {
    report.all.push_back(figure.measured());
    report.peak = std::max(report.peak, report.all.back().flops / report.all.back().at(0) / 1e6);
  }
  return report;
}

Results results_of(const Report& report, bool with_peer) {
  using Cell = Results::Cell;
  Results results({{"", "name", -58},
                   {"min ms", "min_ms", 9},
                   {"median", "median_ms", 9},
                   {"max", "max_ms", 9},
                   {"GFLOP/s", "gflops", 10, 1},
                   {"× naive", "of_naive", 9, 1},
                   {"of peak", "of_peak", 8},
                   {"of limit", "of_limit", 9},
                   {"tokens/s", "tokens_per_second", 10, 0},
                   {with_peer ? "× peer" : "", "ratio", 8}});
  for (const Measured& m : report.all) {
    results.add({m.name, m.at(0), m.at(0.5), m.at(1), m.gflops(), m.gflops() / report.naive,
                 m.gflops() / report.peak, m.limit > 0 ? Cell(m.at(0.5) / m.limit) : Cell(),
                 m.tokens > 0 ? Cell(1000 * m.tokens / m.at(0.5)) : Cell(),
                 m.ratio ? Cell(*m.ratio) : Cell()});
  }
  return results;
}

std::string told(const Report& report, bool json) {
  const bool with_peer = std::any_of(report.all.begin(), report.all.end(),
                                     [](const Measured& m) { return m.ratio.has_value(); });
  const Results results = results_of(report, with_peer);
  return results.report(
      json,
      {{"threads", threads_in_use()}, {"peak_gflops", report.peak}, {"naive_gflops", report.naive}},
      fmt::format("{}; peak {:.0f} GFLOP/s, the fastest of what is above; a ratio to a limit under "
                  "1 is within{}",
                  number_of(threads_in_use(), "thread"), report.peak,
                  with_peer ? fmt::format("; × peer: how many times as fast, the median of {} "
                                          "rounds in turn, each the fastest run",
                                          peer_rounds)
                            : ""));
}

}  // namespace

std::function<int()> declare_bench_transformer(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("--only", arguments->only, "Only what has this in its name").type_name("PART");
  app.add_option("--peer", arguments->peer,
                 "A program that times the same matrix products, run in turn: openblas_products, "
                 "which tests/peers builds")
      .type_name("PATH");
  app.add_option("--runs", arguments->runs, "Runs counted for each figure")
      .range(1, 100000)
      .shows_default();
  app.add_option("--threads", arguments->threads, "Threads; 0: one for each core").range(0, 1024);
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] {
    use_threads(arguments->threads);
    ::setenv("OMP_NUM_THREADS", std::to_string(threads_in_use()).c_str(), 1);  // of the peer
    const Report report = measure_all(*arguments);
    print(told(report, arguments->json));
    return 0;
  };
}

}  // namespace glassformer
