#include "app/cli/bench_gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/backend_option.h"
#include "app/cli/bench_gpu_ops.h"
#include "app/cli/bench_gpu_vectors.h"
#include "app/cli/card_self_test.h"
#include "app/cli/command_options.h"
#include "app/cli/output.h"
#include "app/cli/results.h"
#include "app/cli/times.h"
#include "app/gpu/card_limits.h"
#include "app/gpu/gpu_backend.h"
#include "app/platform/card_proof.h"
#include "app/platform/egl.h"
#include "app/platform/folders.h"
#include "app/platform/target.h"
#include "app/platform/trusted_card.h"
#include "app/platform/version.h"
#include "core/kernels/threads.h"
#include "core/models/transformer.h"
#include "core/models/transformer_cost.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

struct Arguments {
  int runs = 10;
  int size = 0;    // of the square product; 0: what suits the card
  int tokens = 0;  // of each side of the translation; 0 likewise
  bool json = false;
  bool self_test = false, here = false, fences = false;
};

struct Report {
  GlFacts card;
  double peak = 0;       // GFLOP/s
  double bandwidth = 0;  // GB/s
  std::vector<Figure> figures;
  double cpu_ms = 0, gpu_ms = 0;  // of the forward pass on either
  std::vector<CardAndProcessor> vectors;
};

// The paper's base model over so many tokens on either side (Vaswani et al. 2017, table 3).
Figure base_forward(const std::shared_ptr<Backend>& card, int tokens, int runs) {
  TransformerConfig config = base_transformer();
  config.max_len = std::max(config.max_len, tokens);
  const Transformer network(config);
  const Params params = make_params(network.parameters(), 1);
  std::vector<int> ids;
  for (int i = 0; i < tokens; ++i) ids.push_back(4 + 37 * i % 30'000);
  Tokens source, target;
  source.add(ids);
  target.add(ids);
  const OnBackend on(card);
  Figure figure{fmt::format("forward, base, {0} + {0} tokens, {1}", tokens, card ? "GPU" : "CPU"),
                forward_flops(config, tokens, tokens),
                0,
                {}};
  measure(figure, card.get(), runs, on_a_tape(card.get(), [&](Tape& tape) {
            Pass pass = Pass::packed(tape, params);
            network.logits(pass, network.encode(pass, source), source, target);
          }));
  return figure;
}

Report measure_all(const Arguments& arguments) {
  const GraphicsCard proved = proved_card();
  if (!proved.backend) throw UserError(proved.why_not);
  const DevicePtr device = device_of(proved.backend.get());
  const bool software = device->facts().software;
  const int side = arguments.size > 0 ? arguments.size : software ? 256 : 4096;
  const int tokens = arguments.tokens > 0 ? arguments.tokens : software ? 0 : 512;
  Report report;
  report.card = device->facts();
  report.peak = measured_peak(*device, arguments.runs);
  report.bandwidth = measured_bandwidth(*device, arguments.runs);
  const std::shared_ptr<Backend>& card = proved.backend;
  const auto take = [&](std::vector<Figure> figures) {
    for (Figure& figure : figures) report.figures.push_back(std::move(figure));
  };
  take(bench_products(card, side, arguments.runs));
  // As a model of d_model 512 has them: too few cells to fill a card by themselves.
  if (!software) take(bench_products(card, 512, arguments.runs));
  take(bench_attention(card, software, arguments.runs));
  take(bench_memory_ops(card, side, arguments.runs));
  take(bench_pairs(device, side, arguments.runs));
  take({bench_training_step(card, software, arguments.runs)});
  report.vectors = bench_vectors_on_card(card, software, std::min(arguments.runs, 5));
  if (tokens == 0) return report;
  const int runs = std::max(1, arguments.runs / 4);
  report.figures.push_back(base_forward(card, tokens, runs));
  report.gpu_ms = report.figures.back().at(0.5);
  report.figures.push_back(base_forward(nullptr, tokens, runs));
  report.cpu_ms = report.figures.back().at(0.5);
  return report;
}

Results results_of(const Report& report) {
  using Cell = Results::Cell;
  Results results({{"", "name", -44},
                   {"min ms", "min_ms", 9},
                   {"median", "median_ms", 9},
                   {"max", "max_ms", 9},
                   {"GFLOP/s", "gflops", 10, 1},
                   {"", "of_peak"},
                   {"GB/s", "gigabytes_per_second", 9},
                   {"", "of_bandwidth"},
                   {"of card", "", 8}});
  for (const Figure& f : report.figures) {
    const bool computes = f.flops > 0;
    const Cell of_card = computes ? f.gflops() / report.peak : f.gigabytes() / report.bandwidth;
    results.add({f.name, f.at(0), f.at(0.5), f.at(1), computes ? Cell(f.gflops()) : Cell(),
                 computes ? of_card : Cell(), computes ? Cell() : Cell(f.gigabytes()),
                 computes ? Cell() : of_card, of_card});
  }
  return results;
}

std::string as_text(const Report& report) {
  std::string text =
      fmt::format("{}, {}\nmultiply-adds in a loop {:.0f} GFLOP/s, copy {:.1f} GB/s\n\n",
                  report.card.renderer, report.card.version, report.peak, report.bandwidth);
  text += results_of(report).as_text();
  text += fmt::format("\n{:<44}{:>9}{:>9}{:>9}\n", "word vectors", "min", "median", "max");
  for (const CardAndProcessor& both : report.vectors) {
    const auto line = [&](const std::string& name, const std::vector<double>& figures) {
      const int digits = time_at(0.5, figures) >= 1000 ? 0 : 2;
      return fmt::format("{:<44}{:>9.{}f}{:>9.{}f}{:>9.{}f} {}", name, time_at(0, figures), digits,
                         time_at(0.5, figures), digits, time_at(1, figures), digits, both.unit);
    };
    text += line(both.name, both.card) + fmt::format("{:>8.2f} ×\n", both.times_as_fast());
    text += line("  the processor", both.processor) + "\n";
  }
  if (report.gpu_ms == 0) return text;
  return text + fmt::format("\nthe card is {:.2f} × as fast as the processor ({})\n",
                            report.cpu_ms / report.gpu_ms, number_of(threads_in_use(), "thread"));
}

std::string as_json(const Report& report) {
  nlohmann::ordered_json all{{"device", report.card.renderer},
                             {"driver", report.card.version},
                             {"software", report.card.software},
                             {"peak_gflops", report.peak},
                             {"copy_gigabytes_per_second", report.bandwidth},
                             {"cpu_threads", threads_in_use()}};
  if (report.gpu_ms > 0) all["gpu_against_cpu"] = report.cpu_ms / report.gpu_ms;
  all["figures"] = nlohmann::ordered_json::parse(results_of(report).as_json());
  for (const CardAndProcessor& both : report.vectors) {
    const auto spread = [](const std::vector<double>& figures) {
      return nlohmann::ordered_json{{"min", time_at(0, figures)},
                                    {"median", time_at(0.5, figures)},
                                    {"max", time_at(1, figures)}};
    };
    all["word_vectors"].push_back({{"name", both.name},
                                   {"unit", both.unit},
                                   {"gpu", spread(both.card)},
                                   {"cpu", spread(both.processor)},
                                   {"gpu_against_cpu", both.times_as_fast()}});
  }
  return all.dump(2) + "\n";
}

void say(const std::string& line) {
  print(line + "\n");
  std::fflush(stdout);
}

// In this process, in the lines that CardProof reads. A wrong driver may take the process along.
int self_test_here(bool fences) {
  const EglContext drawing;
  say("card " + gl_facts().renderer);
  const DevicePtr device = Device::make(make_egl_compute_context(&drawing), {},
                                        fences ? Fences::everywhere : Fences::where_needed);
  CardPainter painter;
  const std::string failure = card_self_test(
      device, painter, [](std::string_view what) { say(fmt::format("trying {}", what)); });
  say(failure.empty() ? "right" : "wrong: " + failure);
  return failure.empty() ? 0 : 1;
}

// Anew, whatever verdict is kept; the new one is kept.
int self_test(bool json) {
  card_wish();  // another word in the environment than those that it knows is refused
  GlFacts card;
  {
    const EglContext context;
    card = gl_facts();
  }
  CardProof proof(own_self_test(), card, measured_card_file(), program_version());
  const Verdict verdict = proof.wait();
  if (json) {
    const nlohmann::ordered_json all{{"device", card.renderer},
                                     {"driver", card.version},
                                     {"self_test", name_of(verdict.kind)},
                                     {"why", verdict.why}};
    print(all.dump(2) + "\n");
  } else {
    say(fmt::format("{}, {}\nself-test: {}", card.renderer, card.version, in_words(verdict, card)));
  }
  return verdict.kind == Verdict::Kind::wrong ? 1 : 0;
}

}  // namespace

std::function<int()> declare_bench_gpu(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("--runs", arguments->runs, "Runs counted for each figure")
      .range(1, 100000)
      .shows_default();
  app.add_option("--size", arguments->size,
                 "Side of the matrices; 0: 4096, on a software renderer 256")
      .range(0, 16384)
      .shows_default();
  app.add_option("--tokens", arguments->tokens,
                 "Tokens of each side of the translation; 0: 512, on a software renderer none")
      .range(0, 4096)
      .shows_default();
  app.add_flag("--json", arguments->json, "As JSON");
  app.add_flag("--self-test", arguments->self_test,
               "Only whether the card computes what the processor does, anew, in a process of its "
               "own; the verdict is kept");
  app.add_flag("--here", arguments->here,
               "With --self-test: in this process, which a wrong driver may take along; nothing is "
               "kept");
  app.add_flag("--fences", arguments->fences,
               "With --here: with fences round everything, as GLASSFORMER_GPU=careful has it");
  return [arguments] {
    if (arguments->here && !arguments->self_test) throw UserError("--here goes with --self-test");
    if (arguments->fences && !arguments->here) throw UserError("--fences goes with --here");
    if (arguments->here && arguments->json) throw UserError("--here prints lines, not JSON");
    if (arguments->here) return self_test_here(arguments->fences);
    if (arguments->self_test) return self_test(arguments->json);
    const Report report = measure_all(*arguments);
    print(arguments->json ? as_json(report) : as_text(report));
    return 0;
  };
}

}  // namespace glassformer
