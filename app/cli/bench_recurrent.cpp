#include "app/cli/bench_recurrent.h"
#include "app/cli/gap.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <optional>
#include <sstream>

#include "app/cli/child_output.h"
#include "app/cli/output.h"
#include "app/cli/results.h"
#include "app/cli/times.h"
#include "core/grad/ops.h"
#include "core/kernels/gemm.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "core/text/number_of.h"

// Recurrent layers: x W + b of all tokens, and the steps. A training step has the gradients of all
// that goes in.
namespace glassformer {

namespace {

struct Sizes {
  int steps, batch, inputs, width;
};
constexpr Sizes all_sizes[] = {{32, 1, 128, 128},  {32, 32, 64, 64},   {32, 32, 128, 128},
                               {40, 128, 16, 256}, {50, 32, 256, 256}, {50, 64, 512, 512}};
const std::vector<std::string> bench_cells{"lstm", "gru", "gru-reset-after"};

struct Arguments {
  std::string peer, clock = "wall";
  std::vector<std::string> cells = bench_cells;
  int rounds = 5, runs = 10, threads = 0;
  bool busy = false, json = false;
};

double now(bool processor) {
  if (processor) return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

template <class Body>
double fastest(int runs, bool processor, const Body& body) {
  double best = 1e300;
  for (int i = -1; i < runs; ++i) {  // the first does not count: it takes the memory
    const double begin = now(processor);
    body();
    if (i >= 0) best = std::min(best, now(processor) - begin);
  }
  return best;
}

// A layer with random numbers (seed 1).
class Layer {
 public:
  Layer(const std::string& cell, Sizes s) : cell_(cell) {
    const int gates = cell == "lstm" ? 4 : 3;
    auto leaf = [seed = 1U](int rows, int cols) mutable {
      return std::make_shared<const Leaf>(normal({rows, cols}, 0.1, seed++));
    };
    x_ = leaf(s.steps * s.batch, s.inputs);
    w_ = leaf(s.inputs, gates * s.width);
    u_ = leaf(s.width, gates * s.width);
    b_ = leaf(1, gates * s.width);
    candidate_b_ = leaf(1, s.width);
    first_ = leaf(s.batch, cell == "lstm" ? 2 * s.width : s.width);
    for (int i = 0; i <= s.batch; ++i) begins_.push_back(i * s.steps);
  }

  Var forward() {
    tape_.clear();
    const Var x = tape_.input(x_), w = tape_.input(w_), b = tape_.input(b_), u = tape_.input(u_),
              first = tape_.input(first_);
    const Through through{w, b};
    if (cell_ == "lstm") return lstm(tape_, x, u, first, begins_, false, through);
    if (cell_ == "gru") return gru(tape_, x, u, first, begins_, false, through);
    const Var bias = tape_.input(candidate_b_);
    return gru_reset_after(tape_, x, u, first, bias, begins_, false, through);
  }
  void train() { tape_.backward(forward()); }

 private:
  std::string cell_;
  Tape tape_;
  LeafPtr x_, w_, u_, b_, candidate_b_, first_;
  std::vector<int> begins_;
};

struct Figures {
  std::vector<double> ours, peers;  // ms, a pair a round

  double at(double share) const { return time_at(share, ours); }
  // How many times as fast as the peer: the median of the pairs.
  std::optional<double> ratio() const {
    if (peers.empty()) return {};
    return time_at(0.5, ratios(peers, ours));
  }
};

struct Measured {
  std::string cell;
  Sizes sizes;
  Figures forward, training;

  double gflops(double ms, int passes) const {
    const double gates = cell == "lstm" ? 4 : 3;
    return passes * 2.0 * sizes.steps * sizes.batch * (sizes.inputs + sizes.width) * gates *
           sizes.width / ms / 1e6;
  }
};

struct Report {
  std::vector<Measured> all;
  double peak = 0;  // GFLOP/s
};

// The peer's fastest runs of both kinds.
std::pair<double, double> peer_times(const Arguments& a, const std::string& cell, Sizes s) {
  const std::string text = child_output({a.peer, cell, std::to_string(s.steps),
                                         std::to_string(s.batch), std::to_string(s.inputs),
                                         std::to_string(s.width), std::to_string(a.runs), a.clock});
  std::istringstream in(text);
  double forward = 0, training = 0;
  if (in >> forward >> training && forward > 0 && training > 0) return {forward, training};
  throw UserError(a.peer + ": did not print two times; is it onednn_recurrent?");
}

// The fastest product: what no layer can go beyond.
double peak_gflops(const Arguments& a) {
  constexpr int n = 512;
  const Mat left = normal({n, n}, 1, 1), right = normal({n, n}, 1, 2);
  Mat product(n, n);
  const double ms = fastest(a.runs, a.clock == "processor", [&] {
    gemm(left, Transpose::no, right, Transpose::no, product, Into::replace);
  });
  return 2.0 * n * n * n / ms / 1e6;
}

Report measure_all(const Arguments& a) {
  const bool processor = a.clock == "processor";
  Report report;
  report.peak = peak_gflops(a);
  std::optional<BusyCore> busy;
  if (a.busy) busy.emplace();
  for (const Sizes sizes : all_sizes) {
    for (const std::string& cell : a.cells) {
      Measured measured{cell, sizes, {}, {}};
      Layer layer(cell, sizes);
      bool with_peer = !a.peer.empty();
      for (int round = 0; round < a.rounds; ++round) {
        measured.forward.ours.push_back(fastest(a.runs, processor, [&] { layer.forward(); }));
        measured.training.ours.push_back(fastest(a.runs, processor, [&] { layer.train(); }));
        if (!with_peer) continue;
        const auto times = or_gap([&] { return peer_times(a, cell, sizes); });
        with_peer = times.has_value();
        if (with_peer) {
          measured.forward.peers.push_back(times->first);
          measured.training.peers.push_back(times->second);
        } else {
          measured.forward.peers.clear();
          measured.training.peers.clear();
        }
      }
      report.all.push_back(std::move(measured));
    }
  }
  return report;
}

Results results_of(const Report& report, const Arguments& a) {
  using Cell = Results::Cell;
  Results results({{"steps × batch, inputs → width", "", -36},
                   {"", "cell"},
                   {"", "steps"},
                   {"", "batch"},
                   {"", "inputs"},
                   {"", "width"},
                   {"", "pass", -10},
                   {"min ms", "min_ms", 9, 3},
                   {"median", "median_ms", 9, 3},
                   {"GFLOP/s", "gflops", 10, 1},
                   {"of peak", "of_peak", 9},
                   {"", "peer_median_ms"},
                   {a.peer.empty() ? "" : "× peer", "ratio", 10}});
  for (const Measured& m : report.all) {
    const Sizes s = m.sizes;
    std::string name =
        fmt::format("{} {} × {}, {} → {}", m.cell, s.steps, s.batch, s.inputs, s.width);
    for (const auto& [what, figures, passes] :
         {std::tuple{"forward", &m.forward, 1}, std::tuple{"training", &m.training, 3}}) {
      const double speed = m.gflops(figures->at(0.5), passes);
      const auto ratio = figures->ratio();
      results.add({std::exchange(name, ""), m.cell, s.steps, s.batch, s.inputs, s.width, what,
                   figures->at(0), figures->at(0.5), speed, speed / report.peak,
                   ratio ? Cell(time_at(0.5, figures->peers)) : Cell(),
                   ratio ? Cell(*ratio) : Cell()});
    }
  }
  return results;
}

std::string told(const Report& report, const Arguments& a) {
  const Results results = results_of(report, a);
  return results.report(
      a.json,
      {{"threads", threads_in_use()},
       {"clock", a.clock},
       {"busy", a.busy},
       {"peak_gflops", report.peak}},
      fmt::format(
          "{}{}, {} time; the median of {} rounds, each the fastest of {} runs; peak "
          "{:.0f} GFLOP/s, a product of 512 × 512 × 512{}",
          number_of(threads_in_use(), "thread"),
          a.busy ? ", another process busy on the first core" : "", a.clock, a.rounds, a.runs,
          report.peak,
          a.peer.empty() ? "" : "; × peer: how many times as fast, round by round in turn"));
}

}  // namespace

std::function<int()> declare_bench_recurrent(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("--peer", arguments->peer,
                 "A program that times the same layers, run in turn: onednn_recurrent, which "
                 "tests/peers builds")
      .type_name("PATH");
  app.add_option("--only", arguments->cells, "Only these cells: lstm, gru, gru-reset-after")
      .one_of(bench_cells)
      .type_name("CELL");
  app.add_option("--rounds", arguments->rounds, "Rounds: this program, then the peer")
      .range(1, 1000)
      .shows_default();
  app.add_option("--runs", arguments->runs, "Runs of a round, of which the fastest counts")
      .range(1, 100000)
      .shows_default();
  app.add_option("--threads", arguments->threads, "Threads; 0: one for each core").range(0, 1024);
  app.add_option(
         "--clock", arguments->clock,
         "wall, or the time on the processor, which other programs do not lengthen: for one "
         "thread")
      .one_of({"wall", "processor"})
      .shows_default();
  app.add_flag("--busy", arguments->busy, "Another process keeps the first core busy meanwhile");
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] {
    use_threads(arguments->threads);
    ::setenv("OMP_NUM_THREADS", std::to_string(threads_in_use()).c_str(), 1);  // of the peer
    const Report report = measure_all(*arguments);
    print(told(report, *arguments));
    return 0;
  };
}

}  // namespace glassformer
