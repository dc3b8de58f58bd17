#include "app/cli/bench_gpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/child_output.h"
#include "app/cli/gap.h"
#include "app/cli/gpt_timings.h"
#include "app/cli/only.h"
#include "app/cli/output.h"
#include "app/cli/results.h"
#include "app/cli/times.h"
#include "core/kernels/threads.h"
#include "core/models/gpt.h"
#include "core/nn/row_weights.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"

// Decoder-only models of GPT-2's shape with random weights: what a training step, a forward pass
// and a decoded token cost, and how that compares with another program, in turn. What decoding
// cannot go below is the time in which the same threads merely read the weights.
namespace glassformer {

namespace {

constexpr int kRounds = 15;   // in turns with a peer
constexpr int kContext = 64;  // tokens before the one that is decoded

struct Arguments {
  std::vector<std::string> peers, only;
  int layers = 12, runs = 3, rounds = kRounds, threads = 2;
  bool json = false;
};

GptConfig of_gpt2(int layers) {  // 124M with 12
  GptConfig config;
  config.vocab_size = 50257;
  config.layers = layers;
  config.dropout = 0;
  return config;
}

GptConfig toy() {
  GptConfig config;
  config.vocab_size = 512;
  config.max_len = 64;
  config.d_model = 128;
  config.heads = 4;
  config.layers = 4;
  config.d_ff = 512;
  config.dropout = 0;
  return config;
}

// Another program that does the same, or the figure beside it: what a figure is a share of.
struct Than {
  std::string name;   // "llm.c", "ggml"
  double wanted = 0;  // the greatest share
  std::vector<std::string> arguments =
      {};  // of the program, but for how many runs; empty: a figure
};

struct Figure {
  std::string name;
  std::function<Timing()> begin;  // what it needs is made then, and goes with the timing
  std::vector<Than> than = {};
};
// Measured in turns.
using Group = std::vector<Figure>;

Than llm_c(double wanted, const char* kind, const GptConfig& c, int batch, int length) {
  return {"llm.c",
          wanted,
          {kind, std::to_string(c.d_model), std::to_string(c.heads), std::to_string(c.layers),
           std::to_string(c.vocab_size), std::to_string(batch), std::to_string(length)}};
}

Than ggml(double wanted, WeightWidth width, const GptConfig& c, int context, int tokens) {
  return {"ggml",
          wanted,
          {std::string(name(width)), std::to_string(c.d_model), std::to_string(c.heads),
           std::to_string(c.layers), std::to_string(c.vocab_size), std::to_string(context),
           std::to_string(tokens)}};
}

Group decoding(const GptConfig& config, int runs) {
  // Made once for all four, when the first is timed.
  const auto made = std::make_shared<std::shared_ptr<const GptDecoding>>();
  const auto begun = [=] {
    if (!*made) *made = std::make_shared<const GptDecoding>(config);
    return *made;
  };
  const auto token = [=](WeightWidth width, Than than) -> Figure {
    return {fmt::format("a token, {}", name(width)),
            [=]() -> Timing {
              const auto all = begun();
              return [=] { return all->token_ms(width, kContext, runs); };
            },
            {std::move(than), ggml(1.03, width, config, kContext, 1)}};
  };
  const std::string reading = "reading its weights", f32 = "a token, f32";
  return {{reading,
           [=]() -> Timing {
             const auto all = begun();
             return [=] { return all->reading_ms(runs); };
           }},
          token(WeightWidth::f32, {reading, 1.08}),
          token(WeightWidth::bf16, {f32, 0.62}),
          token(WeightWidth::int8, {f32, 0.34})};
}

std::vector<Group> groups_of(const Arguments& a) {
  const GptConfig large = of_gpt2(a.layers), small = toy();
  const std::string size = a.layers == 12 ? "124M" : number_of(a.layers, "layer");
  return {{{"training step, " + size + ", 4 × 64",
            [=] { return gpt_training(large, 4, 64, a.runs); },
            {llm_c(0.8, "train", large, 4, 64)}}},
          {{"training step, 4 layers of 128, 32 × 64",
            [=] { return gpt_training(small, 32, 64, 5 * a.runs); },
            {llm_c(0.23, "train", small, 32, 64)}}},
          {{"logits of 512 tokens, " + size,
            [=] { return gpt_forward(large, 512, a.runs); },
            {llm_c(0.55, "forward", large, 1, 512), ggml(0.35, WeightWidth::f32, large, 0, 512)}}},
          decoding(large, a.runs)};
}

// By what it is compared with: times of a program.
struct Measured {
  std::vector<double> ours;
  std::vector<std::vector<double>> theirs;
};

// The program of a --peer NAME=PATH; empty: it is not asked for.
std::string program_of(const Arguments& a, const std::string& named) {
  for (const std::string& peer : a.peers) {
    if (peer.starts_with(named + "=")) return peer.substr(named.size() + 1);
  }
  return {};
}

double peer_ms(const std::string& program, const Than& than, int runs) {
  std::vector<std::string> command{program};
  command.insert(command.end(), than.arguments.begin(), than.arguments.end());
  command.push_back(std::to_string(runs));
  std::string text = child_output(command);
  while (text.ends_with('\n')) text.pop_back();
  // It may tell of its memory first.
  const double ms = std::strtod(text.c_str() + (text.find_last_of('\n') + 1), nullptr);
  if (ms > 0) return ms;
  throw UserError(program + ": did not print a time; is it of tests/peers?");
}

std::vector<Measured> measured(const Arguments& a, const Group& group) {
  std::vector<Timing> timings;
  std::vector<Measured> all;
  for (const Figure& figure : group) {
    timings.push_back(figure.begin());
    all.push_back({{}, std::vector<std::vector<double>>(figure.than.size())});
  }
  for (int round = 0; round < a.rounds; ++round) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      all[i].ours.push_back(timings[i]());
      for (std::size_t k = 0; k < group[i].than.size(); ++k) {
        const Than& than = group[i].than[k];
        const std::string program = program_of(a, than.name);
        if (than.arguments.empty() || program.empty()) continue;
        if (const auto ms = or_gap([&] { return peer_ms(program, than, a.runs); })) {
          all[i].theirs[k].push_back(*ms);
        }
      }
    }
  }
  return all;
}

// Pair by pair; empty: it was not measured, or not each time.
std::vector<double> shares(const Group& group, const std::vector<Measured>& all, std::size_t i,
                           std::size_t k) {
  const Than& than = group[i].than[k];
  const std::vector<double>* of = &all[i].theirs[k];
  for (std::size_t other = 0; than.arguments.empty() && other < group.size(); ++other) {
    if (group[other].name == than.name) of = &all[other].ours;
  }
  if (of->size() != all[i].ours.size()) return {};
  return ratios(all[i].ours, *of);
}

void add_rows(Results& results, const Group& group, const std::vector<Measured>& all,
              std::size_t i) {
  using Cell = Results::Cell;
  const double least = time_at(0, all[i].ours), median = time_at(0.5, all[i].ours);
  bool is_told = false;
  for (std::size_t k = 0; k < group[i].than.size(); ++k) {
    const std::vector<double> share = shares(group, all, i, k);
    if (share.empty()) continue;
    is_told = true;
    results.add({group[i].name, group[i].than[k].name, least, median, time_at(0.5, share),
                 time_at(0.25, share), time_at(0.75, share), group[i].than[k].wanted});
  }
  if (!is_told) results.add({group[i].name, Cell(), least, median, Cell(), Cell(), Cell(), Cell()});
}

int run(const Arguments& a) {
  use_threads(a.threads);
  ::setenv("OMP_NUM_THREADS", std::to_string(threads_in_use()).c_str(), 1);  // of the peer
  for (const std::string& peer : a.peers) {
    if (peer.starts_with("llm.c=") || peer.starts_with("ggml=")) continue;
    throw UserError("--peer " + peer + ": give llm.c=PATH or ggml=PATH");
  }
  Results results({{"", "name", -42},
                   {"share of", "than", -22},
                   {"min ms", "min_ms", 9},
                   {"median", "median_ms", 9},
                   {"share", "share", 7, 3},
                   {"quartiles", "lower_quartile", 10, 3},
                   {"", "upper_quartile", 7, 3},
                   {"at most", "wanted", 8}});
  std::vector<std::string> names;
  const std::vector<Group> groups = groups_of(a);
  for (const Group& group : groups) {
    for (const Figure& figure : group) names.push_back(figure.name);
  }
  check_only(a.only, names);
  for (const Group& group : groups) {
    const auto wanted = [&](const Figure& figure) { return is_wanted(a.only, figure.name); };
    if (std::ranges::none_of(group, wanted)) continue;
    const std::vector<Measured> all = measured(a, group);
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (wanted(group[i])) add_rows(results, group, all, i);
    }
  }
  print(results.report(
      a.json, {{"threads", threads_in_use()}, {"rounds", a.rounds}},
      fmt::format("{}; a time is the fastest of some runs, a share the median of {} rounds in turn",
                  number_of(threads_in_use(), "thread"), a.rounds)));
  return 0;
}

}  // namespace

std::function<int()> declare_bench_gpt(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("--only", arguments->only, "Only what has this in its name").type_name("PART");
  app.add_option("--peer", arguments->peers,
                 "A program that times the same, run in turn: llm.c=PATH or ggml=PATH, which "
                 "tests/peers builds")
      .type_name("NAME=PATH");
  app.add_option("--layers", arguments->layers, "Of the large model; GPT-2's smallest has 12")
      .range(1, 48)
      .shows_default();
  app.add_option("--runs", arguments->runs, "Runs in a round, of which the fastest counts")
      .range(1, 100000)
      .shows_default();
  app.add_option("--rounds", arguments->rounds, "Rounds in turn").range(1, 100000).shows_default();
  app.add_option("--threads", arguments->threads, "Threads; 0: one for each core")
      .range(0, 1024)
      .shows_default();
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] { return run(*arguments); };
}

}  // namespace glassformer
