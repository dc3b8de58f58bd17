#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/train/language_training.h"
#include "core/train/token_counts.h"

// A small language model that learns from a text alone, with what it was like at moments on the
// way: the lesson "Pre-train it" (Radford et al. 2018, section 3.1).
namespace glassformer {

// The model after so many steps.
struct PretrainingMoment {
  std::int64_t step = 0;
  CheckpointPtr model;
  double held_out = 0;  // nats a token of text that nothing was learned from
  // How probable it found the right token there, on average over those of a kind (TokenKind); of a
  // kind that does not occur 0.
  std::array<double, token_kinds> right{};
};

// Never changed once it is shared.
struct Pretraining {
  std::string text;            // that it reads: "the small world", "own.txt"
  std::string made_by;         // of a recording: the command
  std::string prompt;          // how a text of this kind may begin
  std::int64_t tokens = 0;     // to learn from
  std::int64_t scored = 0;     // held-out tokens that were predicted at each moment
  int batch = 0, length = 0;   // stretches in a step, and tokens in each
  std::vector<double> losses;  // of each step's batch before the weights moved, nats a token
  // What counting the text comes to on the same held-out tokens, in nats: single tokens, pairs and
  // triples (TokenCounts::probability).
  std::array<double, 3> counted{};
  std::array<int, token_kinds> kinds{};    // how many of these tokens are of each kind
  std::vector<PretrainingMoment> moments;  // in the order of their steps, never empty

  // The same network, given only the beginning of the text again and again; only of the recording.
  struct Few {
    std::int64_t tokens = 0;
    std::vector<std::int64_t> steps;
    std::vector<double> train, held_out;  // after each of them: of the text itself, of held-out
  };
  Few few;

  // The last moment that is no later; the first if none is.
  std::size_t moment_at(std::int64_t step) const;
};
using PretrainingPtr = std::shared_ptr<const Pretraining>;

// What is learned, and by which network.
struct PretrainingPlan {
  std::string file;  // a UTF-8 text, plain or gzipped; empty: the sentences of the small world
  bool llama = false;
  LearnedTokenizer::Kind tokens = LearnedTokenizer::Kind::word;
  int layers = 2, heads = 4, width = 32;
  int steps = 1000;  // over the second half of which the learning rate falls to 0
  std::uint64_t seed = 1;

  bool operator==(const PretrainingPlan&) const = default;
};
// Tokens in a stretch: words say more than characters.
int stretch_of(LearnedTokenizer::Kind tokens);
LanguagePlan language_plan(const PretrainingPlan& plan);
// Throws UserError: a width that the heads do not divide, or numbers that cannot be.
void check(const PretrainingPlan& plan);

// Moments come after 0, 5, 10, 20, 30, 50, 100 … steps: early ones differ most.
bool is_pretraining_moment(std::int64_t step);

// A training under a plan, measured.
class PretrainingRun {
 public:
  // Reads or makes the text, counts it, and measures the untrained network. Throws UserError: a
  // text that cannot be read or is too short, a plan that cannot be.
  explicit PretrainingRun(const PretrainingPlan& plan);
  // The same with a text that is here already; `prompt`: how it may begin.
  PretrainingRun(const PretrainingPlan& plan, std::string text, const std::string& named,
                 std::string prompt = {});

  void step();
  std::int64_t steps() const { return training_->steps(); }
  int tokens_of_step() const { return training_->tokens(); }
  // Adds a moment, if this step has none yet; the last one before it goes if no moment was due
  // then.
  void measure();
  // With so much of the model at the last step that it can be shown.
  Pretraining now() const;
  void rest() const { training_->rest(); }

 private:
  PretrainingMoment moment() const;
  void thin();

  Pretraining so_far_;
  std::unique_ptr<LanguageTraining> training_;
  std::vector<int> scored_;         // held-out tokens
  std::vector<TokenKind> kind_of_;  // of each but the first
};

// ln of how probable the model finds each token but the first, read in stretches as language_score
// does. Throws as that does.
std::vector<double> log_probabilities(const Checkpoint& checkpoint, const std::vector<int>& ids);

// English sentences of the small world, each with its full stop, one a line: what the shipped model
// gpt has read too.
std::string pretraining_text();

}  // namespace glassformer
