#include "app/cli/bench_vectors.h"
#include "app/cli/gap.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/command_options.h"
#include "app/cli/only.h"
#include "app/cli/output.h"
#include "app/cli/results.h"
#include "app/cli/temporary_folder.h"
#include "app/cli/times.h"
#include "app/cli/vector_benches.h"
#include "core/embed/train/alias_table.h"
#include "core/formats/file.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

struct Arguments {
  std::string text;
  std::vector<std::string> peers, only;
  int runs = 3, threads = 0, words = 2'000'000, dim = 100;
  bool json = false;
};

struct Figures {
  std::string peer;            // empty: this program
  std::vector<double> values;  // none: it failed

  double at(double share) const { return time_at(share, values); }
};

struct Result {
  VectorBench bench;
  std::vector<Figures> figures;  // this program's first
  // How much better this program is than the peer, pair by pair.
  Figures ratios_to(const Figures& peer) const {
    const std::vector<double>&ours = figures[0].values, &theirs = peer.values;
    return {{}, bench.more_is_better ? ratios(ours, theirs) : ratios(theirs, ours)};
  }
};

// Words whose frequencies fall as Zipf's law has it, in lines of 20: no language, but the work of
// training on one.
std::string zipf_text(int words) {
  constexpr int vocabulary = 30'000;
  std::vector<double> weights;
  for (int i = 0; i < vocabulary; ++i) weights.push_back(1 / std::pow(i + 2.7, 1.07));
  const AliasTable table(weights);
  Rng rng(1);
  std::string text;
  for (int i = 0; i < words; ++i) {
    // Letters instead of digits, so that words have n-grams like words.
    for (int id = table.draw(rng.next()) + 1; id > 0; id /= 13) {
      text += "aeioulnrstdmk"[id % 13];
      text += "srtnlghpbcfvw"[(id / 3) % 13];
    }
    text += i % 20 == 19 ? '\n' : ' ';
  }
  return text;
}

double seconds_of(const std::vector<std::string>& command) {
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  const auto begin = Clock::now();
  pid_t child = 0;
  const int failed =
      posix_spawnp(&child, command[0].c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw UserError(command[0] + ": cannot be started; check the path of --peer");
  int status = 0;
  ::waitpid(child, &status, 0);
  if (status != 0) {
    throw UserError(
        fmt::format("{} failed; it was asked this: {}", command[0], fmt::join(command, " ")));
  }
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Peer {
  std::string name, program;
};

std::vector<Peer> peers_of(const Arguments& arguments) {
  std::vector<Peer> peers;
  for (const std::string& text : arguments.peers) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos || sign == 0) {
      throw UserError("--peer " + text + ": must read NAME=PATH, as word2vec=./word2vec");
    }
    const std::string name = text.substr(0, sign);
    if (name != "word2vec" && name != "fasttext" && name != "pword2vec" && name != "glove") {
      throw UserError("--peer " + name +
                      ": only word2vec, fasttext, pword2vec and glove are known");
    }
    peers.push_back({name, text.substr(sign + 1)});
  }
  return peers;
}

using Files = std::set<std::filesystem::path>;
Files files_in(const std::filesystem::path& folder) {
  Files files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.insert(entry.path());
  return files;
}

// What wrote nothing did not train, and its time is no measure. Each run writes its own.
void take_away(const Files& before, const std::filesystem::path& folder,
               const std::string& program) {
  bool written = false;
  for (const std::filesystem::path& file : files_in(folder)) {
    if (before.contains(file)) continue;
    written = written || std::filesystem::file_size(file) > 0;
    std::filesystem::remove(file);
  }
  if (!written) {
    throw UserError(program + ": ended without writing vectors; check the path of --peer");
  }
}

// One run that does not count, then pairs: this program, then each peer.
Result measure(const VectorBench& bench, const VectorBenchInput& input,
               const std::vector<Peer>& peers, int runs, const std::filesystem::path& out) {
  Result result{bench, {Figures{}}};
  std::vector<std::vector<std::string>> commands;
  for (const Peer& peer : peers) {
    if (bench.peer == nullptr) break;
    std::vector<std::string> command = bench.peer(peer.name, peer.program, input, out);
    if (command.empty()) continue;
    const bool ready = bench.before_peer == nullptr || or_gap([&] {
                         return seconds_of(bench.before_peer(peer.name, peer.program, input, out));
                       });
    commands.push_back(ready ? std::move(command) : std::vector<std::string>());
    result.figures.push_back({peer.name, {}});
  }
  bench.measure(input);
  const Files prepared = files_in(out.parent_path());
  for (int i = 0; i < runs; ++i) {
    result.figures[0].values.push_back(bench.measure(input));
    for (std::size_t p = 0; p < commands.size(); ++p) {
      if (commands[p].empty()) continue;
      const auto seconds = or_gap([&] {
        const double taken = seconds_of(commands[p]);
        take_away(prepared, out.parent_path(), commands[p].front());
        return taken;
      });
      std::vector<double>& values = result.figures[p + 1].values;
      if (seconds) {
        values.push_back(bench.of_seconds(*seconds, input));
      } else {
        values.clear();
        commands[p].clear();
      }
    }
  }
  return result;
}

// A row for this program and one for each peer.
Results table_of(const std::string& title) {
  return Results({{title, "name", -40},
                  {"against", "peer", -10},
                  {"unit", "unit", -15},
                  {"min", "min", 10, 3},
                  {"median", "median", 10, 3},
                  {"max", "max", 10, 3},
                  {"×", "ratio", 8},
                  {"least", "ratio_min", 8},
                  {"most", "ratio_max", 8}});
}

void add_rows(Results& results, const Result& result) {
  using Cell = Results::Cell;
  for (const Figures& figures : result.figures) {
    std::vector<Cell> row{result.bench.name, Cell(), result.bench.unit};
    if (!figures.peer.empty()) row[1] = figures.peer;
    if (!figures.values.empty()) {
      for (const double share : {0.0, 0.5, 1.0}) row.emplace_back(figures.at(share));
      if (!figures.peer.empty()) {
        const Figures pairs = result.ratios_to(figures);
        for (const double share : {0.5, 0.0, 1.0}) row.emplace_back(pairs.at(share));
      }
    }
    row.resize(9);
    results.add(std::move(row));
  }
}

// Whether something of what is wanted does: neighbours and maps are of vectors drawn at random.
bool reads_text(const Arguments& arguments) {
  const auto benches = all_vector_benches();
  return std::any_of(benches.begin(), benches.end(), [&](const VectorBench& one) {
    return one.reads_text && is_wanted(arguments.only, one.name);
  });
}

int bench(const Arguments& arguments) {
  std::vector<std::string> names;
  for (const VectorBench& one : all_vector_benches()) names.emplace_back(one.name);
  check_only(arguments.only, names);
  const std::vector<Peer> peers = peers_of(arguments);
  const TemporaryFolder temporary;
  VectorBenchInput input;
  input.file = arguments.text;
  if (reads_text(arguments)) {
    if (arguments.text.empty()) {
      input.file = temporary.folder / "text";
      write_file(input.file, zipf_text(arguments.words));
    }
    input.text = std::make_shared<const EncodedText>(encode_text_file(input.file, {}, 5));
  }
  input.dim = arguments.dim;
  input.threads = arguments.threads;
  Results results = table_of(
      input.text ? fmt::format("{} words, {} different", input.text->all, input.text->distinct)
                 : std::string());
  for (const VectorBench& one : all_vector_benches()) {
    if (!is_wanted(arguments.only, one.name)) continue;
    std::fprintf(stderr, "%s …\n", one.name.c_str());
    add_rows(results, measure(one, input, peers, arguments.runs, temporary.folder / "peer"));
  }
  if (arguments.json) {
    nlohmann::ordered_json made{{"threads", threads_in_use()}};
    if (input.text) made["words"] = input.text->all;
    made["dim"] = input.dim;
    made["figures"] = nlohmann::ordered_json::parse(results.as_json());
    print(made.dump(2) + "\n");
  } else {
    print(
        results.as_text() +
        fmt::format("{}; trainings go from the text file to the vectors; × is how much better this "
                    "program is: the median of the pairs, the least and the most\n",
                    number_of(threads_in_use(), "thread")));
  }
  return 0;
}

}  // namespace

std::function<int()> declare_bench_vectors(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("--text", arguments->text,
                 "A text to train on; without it, one is made by Zipf's law")
      .type_name("FILE");
  app.add_option("--words", arguments->words, "Words of the text that is made")
      .range(1000, 1'000'000'000)
      .shows_default();
  app.add_option(
         "--peer", arguments->peers,
         "Another program, run in turn with this one: word2vec, fasttext, pword2vec, or the "
         "folder of the programs of glove")
      .type_name("NAME=PATH");
  app.add_option("--only", arguments->only, "Only what has this in its name").type_name("PART");
  app.add_option("--dim", arguments->dim, "Numbers in a vector").range(1, 10'000).shows_default();
  app.add_option("--runs", arguments->runs, "Runs counted for each figure")
      .range(1, 1000)
      .shows_default();
  app.add_option("--threads", arguments->threads, "Threads; 0: one for each core").range(0, 1024);
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] {
    use_threads(arguments->threads);
    return bench(*arguments);
  };
}

}  // namespace glassformer
