#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <thread>

#include "app/cli/vector_benches.h"
#include "core/embed/train/word2vec.h"

// The trainings of word2vec: all of the way from the text file to the vectors, as a user waits for
// it, so that other programs compare.
namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kEpochs = 1;

struct Kind {
  InputRows input;
  Objective objective;
  bool subwords, deterministic;
};
constexpr Kind kSkipGram{InputRows::skip_gram, Objective::negative_sampling, false, false};
constexpr Kind kCbow{InputRows::cbow, Objective::negative_sampling, false, false};
constexpr Kind kTree{InputRows::skip_gram, Objective::hierarchical_softmax, false, false};
constexpr Kind kSubwords{InputRows::skip_gram, Objective::negative_sampling, true, false};
constexpr Kind kDeterministic{InputRows::skip_gram, Objective::negative_sampling, false, true};

double million_words_per_second(double seconds, const VectorBenchInput& input) {
  return static_cast<double>(input.text->kept) * kEpochs / seconds / 1e6;
}

template <const Kind& kind>
double train(const VectorBenchInput& input) {
  Word2VecConfig config;
  config.input = kind.input;
  config.objective = kind.objective;
  config.subwords.on = kind.subwords;
  config.subwords.buckets = 2'000'000;  // as fastText has them
  config.deterministic = kind.deterministic;
  config.epochs = kEpochs;
  config.dim = input.dim;
  config.threads = input.threads;
  const auto begin = Clock::now();
  auto text =
      std::make_shared<const EncodedText>(encode_text_file(input.file, {}, input.text->min_count));
  train_word2vec(std::move(text), config);
  return million_words_per_second(std::chrono::duration<double>(Clock::now() - begin).count(),
                                  input);
}

int threads_of(const VectorBenchInput& input) {
  return input.threads > 0 ? input.threads : static_cast<int>(std::thread::hardware_concurrency());
}

template <const Kind& kind>
std::vector<std::string> peer(const std::string& name, const std::string& program,
                              const VectorBenchInput& input, const std::filesystem::path& out) {
  const bool cbow = kind.input == InputRows::cbow;
  const bool tree = kind.objective == Objective::hierarchical_softmax;
  const std::string dim = std::to_string(input.dim), threads = std::to_string(threads_of(input));
  const std::string epochs = std::to_string(kEpochs),
                    min_count = std::to_string(input.text->min_count);
  if (kind.deterministic || name == "glove") return {};
  if (name == "fasttext") {
    return {program,     cbow ? "cbow" : "skipgram",
            "-input",    input.file.string(),
            "-output",   out.string(),
            "-dim",      dim,
            "-ws",       "5",
            "-neg",      "5",
            "-loss",     tree ? "hs" : "ns",
            "-t",        "0.001",
            "-minCount", min_count,
            "-epoch",    epochs,
            "-thread",   threads,
            "-lr",       "0.05",
            "-maxn",     kind.subwords ? "6" : "0",
            "-minn",     kind.subwords ? "3" : "0"};
  }
  const bool shared = name == "pword2vec";  // it has skip-gram with negatives alone
  if (kind.subwords || (shared && (cbow || tree))) return {};
  std::vector<std::string> command{program,   "-train",     input.file.string(),
                                   "-output", out.string(), "-size",
                                   dim,       "-window",    "5",
                                   "-sample", "0.001",      "-min-count",
                                   min_count, "-iter",      epochs,
                                   "-binary", "1",          shared ? "-numthreads" : "-threads",
                                   threads,   "-negative",  tree ? "0" : "5"};
  if (!shared) {
    for (const char* word : {"-hs", tree ? "1" : "0", "-cbow", cbow ? "1" : "0"}) {
      command.emplace_back(word);
    }
  }
  return command;
}

template <const Kind& kind>
VectorBench bench(const char* name) {
  return {name, "million words/s", true, train<kind>, peer<kind>, million_words_per_second};
}

const RegisterVectorBench registered[] = {
    RegisterVectorBench(bench<kSkipGram>("train sg-ns")),
    RegisterVectorBench(bench<kCbow>("train cbow-ns")),
    RegisterVectorBench(bench<kTree>("train sg-hs")),
    RegisterVectorBench(bench<kSubwords>("train sg-ns, subwords")),
    RegisterVectorBench(bench<kDeterministic>("train sg-ns, deterministic")),
};

}  // namespace

}  // namespace glassformer
