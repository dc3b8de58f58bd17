#include <chrono>
#include <memory>
#include <thread>

#include "app/cli/vector_benches.h"
#include "core/embed/count_based/glove.h"
#include "core/embed/count_based/lsa.h"

// The trainings on counts of who stands near whom. The peer "glove" is the folder of the original's
// four programs.
namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

GloveConfig glove_config(const VectorBenchInput& input) {
  GloveConfig config;
  config.dim = input.dim;
  config.threads = input.threads;
  config.across = false;  // as the original counts
  config.epochs = 1'000'000;
  return config;
}

// From the text file to cells that lie shuffled.
double count(const VectorBenchInput& input) {
  const auto begin = Clock::now();
  auto text =
      std::make_shared<const EncodedText>(encode_text_file(input.file, {}, input.text->min_count));
  const Glove glove(std::move(text), glove_config(input));
  return seconds_since(begin);
}

double one_iteration(const VectorBenchInput& input) {
  static std::unique_ptr<Glove> glove;
  static EncodedTextPtr counted;
  if (counted != input.text) {
    glove = std::make_unique<Glove>(input.text, glove_config(input));
    counted = input.text;
  }
  const auto begin = Clock::now();
  glove->train(glove->parts_of_epoch());
  return seconds_since(begin);
}

double decompose(const VectorBenchInput& input) {
  LsaConfig config;
  config.dim = input.dim;
  config.threads = input.threads;
  const auto begin = Clock::now();
  train_lsa(*input.text, config);
  return seconds_since(begin);
}

std::vector<std::string> shell(const char* script, const std::string& program,
                               const VectorBenchInput& input, const std::filesystem::path& out) {
  const auto cores = static_cast<int>(std::thread::hardware_concurrency());
  return {"sh",
          "-c",
          script,
          "sh",
          program,
          input.file.string(),
          out.string(),
          std::to_string(input.text->min_count),
          std::to_string(input.dim),
          std::to_string(input.threads > 0 ? input.threads : cores)};
}

std::vector<std::string> peer_counts(const std::string& name, const std::string& program,
                                     const VectorBenchInput& input,
                                     const std::filesystem::path& out) {
  if (name != "glove") return {};
  return shell(
      R"(set -e
"$1/vocab_count" -verbose 0 -min-count "$4" < "$2" > "$3.vocab"
"$1/cooccur" -verbose 0 -window-size 10 -vocab-file "$3.vocab" -overflow-file "$3.overflow" \
  < "$2" > "$3.cells"
"$1/shuffle" -verbose 0 -temp-file "$3.shuffle" < "$3.cells" > "$3.shuffled")",
      program, input, out);
}

// With what it does before and behind: it fills its vectors, and writes them.
std::vector<std::string> peer_iterates(const std::string& name, const std::string& program,
                                       const VectorBenchInput& input,
                                       const std::filesystem::path& out) {
  if (name != "glove") return {};
  return shell(
      R"("$1/glove" -verbose 0 -iter 1 -x-max 10 -seed 1 -binary 1 -vector-size "$5" -threads "$6" \
  -input-file "$3.shuffled" -vocab-file "$3.vocab" -save-file "$3.vectors")",
      program, input, out);
}

double as_it_is(double seconds, const VectorBenchInput&) {
  return seconds;
}

const RegisterVectorBench registered[] = {
    RegisterVectorBench(
        {"glove, counting and shuffling", "s", false, count, peer_counts, as_it_is}),
    RegisterVectorBench(
        {"glove, one iteration", "s", false, one_iteration, peer_iterates, as_it_is, peer_counts}),
    RegisterVectorBench({"lsa, from the text in numbers", "s", false, decompose}),
};

}  // namespace

}  // namespace glassformer
