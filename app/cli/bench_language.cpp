#include "app/cli/bench_language.h"
#include "app/cli/gap.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sstream>

#include "app/cli/child_output.h"
#include "app/cli/output.h"
#include "app/cli/temporary_folder.h"
#include "app/cli/times.h"
#include "core/formats/file.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"
#include "core/text/corpus.h"
#include "core/text/long_text.h"
#include "core/text/number_of.h"
#include "core/text/tokenize.h"
#include "core/train/language_training.h"

// A word-level language model: how long it trains, and how well it then predicts. The peer,
// faster-rnnlm, has a GRU and a hierarchical softmax too, and learns from one sentence at a time.
namespace glassformer {

namespace {

constexpr int made_sentences = 30'000;
constexpr int batch = 64, length = 24;

struct Arguments {
  std::string text, peer;
  int width = 128, runs = 3, threads = 1;
  double passes = 1.5;
  bool json = false;
};

// The text as both are given it: words with a space between them, and <unk> for those that occur
// once. The peer takes the end of a line for a word; ours finds a sign there.
struct Words {
  std::vector<std::vector<std::string>> lines;
  std::size_t count() const {
    std::size_t all = lines.size();
    for (const auto& line : lines) all += line.size();
    return all;
  }
  std::string text(std::string_view line_end) const {
    std::string made;
    for (const auto& line : lines) {
      for (const std::string& word : line) made += word + " ";
      made += line_end;
      made += "\n";
    }
    return made;
  }
};

Words words_of(const std::string& text) {
  Words words;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (auto tokens = tokens_of(line); !tokens.empty()) words.lines.push_back(std::move(tokens));
  }
  return words;
}

struct Split {
  Words train, held_out;
};

Split split_of(const Arguments& a) {
  const std::string text =
      a.text.empty() ? Corpus().text(made_sentences, 1) : read_text_file(a.text);
  const LanguageData data =
      language_data(text, a.text.empty() ? "the text made from facts" : a.text);
  Split split{words_of(data.train), words_of(data.held_out)};
  std::map<std::string, int> counts;
  for (const auto& line : split.train.lines) {
    for (const std::string& word : line) ++counts[word];
  }
  for (Words* words : {&split.train, &split.held_out}) {
    for (auto& line : words->lines) {
      for (std::string& word : line) {
        const auto found = counts.find(word);
        if (found == counts.end() || found->second < 2) word = "<unk>";
      }
    }
  }
  return split;
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Result {
  double seconds = 0, bits = 0;  // bits a word of what was held out
};

// All that a user waits for is timed: the vocabulary, the encoded text, the steps.
Result ours(const Arguments& a, const Split& split) {
  LanguagePlan plan;
  plan.config.cell = CellKind::gru;
  plan.config.softmax = OutputKind::hierarchical;
  plan.config.width = a.width;
  plan.config.d_embedding = std::max(1, a.width / 2);
  plan.config.layers = 1;
  plan.config.dropout = 0.2;
  plan.tokens = LearnedTokenizer::Kind::word;
  plan.vocabulary = 1'000'000;
  plan.length = length;
  plan.settings.schedule = TaskSettings::Schedule::constant;
  plan.settings.batch = batch;
  plan.settings.rate = 0.03;
  plan.settings.steps = std::max(
      1, static_cast<int>(a.passes * static_cast<double>(split.train.count()) / batch / length));
  plan.settings.decay = plan.settings.steps;
  const LanguageData data{split.train.text("¶"), split.held_out.text("¶"), "a bench"};
  const double begin = seconds_now();
  LanguageTraining training(plan, data);
  for (int step = 0; step < plan.settings.steps; ++step) training.step();
  training.losses();
  const double seconds = seconds_now() - begin;
  const int all = static_cast<int>(training.held_out().size());
  return {seconds, training.score(all).bits()};
}

// It stops by its own rule. Its test prints log₁₀ of the probability of each line.
Result peers(const Arguments& a, const Split& split, const std::filesystem::path& folder) {
  const std::string train = folder / "train.txt", held_out = folder / "held_out.txt",
                    model = folder / "model";
  write_file(train, split.train.text(""));
  write_file(held_out, split.held_out.text(""));
  std::filesystem::remove(model);
  std::filesystem::remove(model + ".nnet");
  const double begin = seconds_now();
  child_output({a.peer, "-rnnlm", model, "-train", train, "-valid", held_out, "-hidden",
                std::to_string(a.width), "-hidden-type", "gru", "-threads",
                std::to_string(a.threads)});
  const double seconds = seconds_now() - begin;
  std::istringstream lines(child_output({a.peer, "-rnnlm", model, "-test", held_out}));
  double sum = 0;
  std::size_t count = 0;
  for (double log_10 = 0; lines >> log_10; ++count) sum += log_10;
  if (count != split.held_out.lines.size()) {
    throw UserError(a.peer + ": did not print a number for each line; is it faster-rnnlm?");
  }
  return {seconds, -sum * std::numbers::ln10 / std::numbers::ln2 /
                       static_cast<double>(split.held_out.count())};
}

struct Results {
  std::vector<double> seconds;
  double bits = 0;  // the same in every run of ours, and of the peer's with one thread
  void add(const Result& one) {
    seconds.push_back(one.seconds);
    bits = one.bits;
  }
};

int bench(const Arguments& a) {
  const Split split = split_of(a);
  const TemporaryFolder temporary;
  Results own, peer;
  bool with_peer = !a.peer.empty();
  for (int run = 0; run < a.runs; ++run) {
    own.add(ours(a, split));
    if (!with_peer) continue;
    const auto one = or_gap([&] { return peers(a, split, temporary.folder); });
    with_peer = one.has_value();
    if (one) peer.add(*one);
  }
  const double speed =
      a.passes * static_cast<double>(split.train.count()) / time_at(0.5, own.seconds);
  if (a.json) {
    nlohmann::ordered_json object{
        {"words", split.train.count()}, {"held_out", split.held_out.count()},
        {"threads", threads_in_use()},  {"width", a.width},
        {"passes", a.passes},           {"seconds", time_at(0.5, own.seconds)},
        {"words_per_second", speed},    {"bits", own.bits}};
    if (with_peer) {
      object["peer_seconds"] = time_at(0.5, peer.seconds);
      object["peer_bits"] = peer.bits;
      object["ratio"] = time_at(0.5, ratios(peer.seconds, own.seconds));
    }
    print(object.dump(2) + "\n");
    return 0;
  }
  print(fmt::format("{} words to learn from, {} held out; GRU of {}, {}\n", split.train.count(),
                    split.held_out.count(), a.width, number_of(threads_in_use(), "thread")));
  print(fmt::format("{:<12}{:>8.2f} s  {:.3f} bits a word  {:.0f} words/s, {:g} passes\n",
                    "glassformer", time_at(0.5, own.seconds), own.bits, speed, a.passes));
  if (with_peer) {
    print(fmt::format("{:<12}{:>8.2f} s  {:.3f} bits a word\n{:.2f} × as fast, to {} bits\n",
                      "peer", time_at(0.5, peer.seconds), peer.bits,
                      time_at(0.5, ratios(peer.seconds, own.seconds)),
                      own.bits <= peer.bits ? "no more" : "more"));
  }
  return 0;
}

}  // namespace

std::function<int()> declare_bench_language(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("--text", arguments->text,
                 "A UTF-8 text, plain or gzipped; without it, one is made from facts")
      .type_name("FILE");
  app.add_option("--peer", arguments->peer, "faster-rnnlm's program rnnlm, run in turn")
      .type_name("PATH");
  app.add_option("--width", arguments->width, "Numbers in a state").range(1, 4096).shows_default();
  app.add_option("--passes", arguments->passes, "Passes over the text")
      .range(0.01, 1000.0)
      .shows_default();
  app.add_option("--runs", arguments->runs, "Runs, of which the median counts")
      .range(1, 1000)
      .shows_default();
  app.add_option("--threads", arguments->threads, "Threads; 0: one for each core")
      .range(0, 1024)
      .shows_default();
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] {
    use_threads(arguments->threads);
    arguments->threads = threads_in_use();
    return bench(*arguments);
  };
}

}  // namespace glassformer
