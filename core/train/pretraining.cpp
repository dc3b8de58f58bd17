#include "core/train/pretraining.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <span>
#include <utility>

#include "core/grad/backend.h"
#include "core/kernels/parallel.h"
#include "core/tensor/error.h"
#include "core/text/long_text.h"
#include "core/text/world.h"

namespace glassformer {

namespace {

constexpr int kWorldSentences = 200'000, kBatch = 32;
constexpr std::uint64_t kWorldSeed = 1;
constexpr std::size_t kScored = 4000, kCounted = 2'000'000;   // tokens, at most
constexpr std::size_t kLongestText = std::size_t{16} << 20U;  // bytes
constexpr std::size_t kModelBytes = std::size_t{96} << 20U;   // of all moments together
constexpr std::size_t kFewestMoments = 4;
constexpr int kPromptWords = 3;
constexpr std::size_t kPromptBytes = 40;

// Wider networks take smaller steps; 0.004 suits 32 numbers a token.
double rate_for(int width) {
  return 0.004 * std::sqrt(32.0 / width);
}

int most_pieces(LearnedTokenizer::Kind tokens) {
  return tokens == LearnedTokenizer::Kind::bpe ? 1000 : 8000;
}

GptConfig config_of(const PretrainingPlan& plan) {
  GptConfig config;
  config.max_len = stretch_of(plan.tokens);
  config.d_model = plan.width;
  config.heads = plan.heads;
  config.layers = plan.layers;
  config.dropout = 0;
  // With gates there are three matrices in place of two: as many numbers (Shazeer 2020, section 2).
  config.d_ff = plan.llama ? 4 * plan.width / 3 : 2 * plan.width;
  return plan.llama ? as_llama(config) : config;
}

// Of a very long text the beginning, to the end of a line if there is one.
std::string text_of(const PretrainingPlan& plan) {
  if (plan.file.empty()) return pretraining_text();
  std::string text = read_text_file(plan.file);
  if (text.size() > kLongestText) {
    std::string_view whole(text);
    text = passages_of(whole.substr(0, kLongestText + 4), kLongestText).front();
  }
  return text;
}

// The first words of a text, on one line.
std::string beginning_of(std::string_view text) {
  std::string made;
  int words = 0;
  for (std::size_t at = 0; at < text.size() && words < kPromptWords;) {
    const std::size_t begin = text.find_first_not_of(" \t\n", at);
    if (begin == text.npos) break;
    const std::size_t end = std::min(text.find_first_of(" \t\n", begin), text.size());
    if (!made.empty() && made.size() + end - begin > kPromptBytes) break;
    made += (made.empty() ? "" : " ") + std::string(text.substr(begin, end - begin));
    ++words;
    at = end;
  }
  // A script without spaces has one word alone, a whole line long.
  return made.size() > 2 * kPromptBytes ? passages_of(made, kPromptBytes).front() : made;
}

double mean(const std::vector<double>& all) {
  double sum = 0;
  for (const double one : all) sum += one;
  return all.empty() ? 0 : sum / static_cast<double>(all.size());
}

void add_log_probabilities(const Checkpoint& checkpoint, std::span<const int> ids,
                           std::span<double> to) {
  Tape tape;
  Pass pass = Pass::packed(tape, checkpoint.params);
  Tokens target;
  target.add({ids.begin(), ids.end() - 1});
  const Mat& logits = tape.value(next_token_network(checkpoint).logits(pass, {}, {}, target));
  for (int i = 0; i < logits.rows(); ++i) {
    const auto row = logits.row(i);
    const double largest = *std::ranges::max_element(row);
    double sum = 0;
    for (const Real z : row) sum += std::exp(static_cast<double>(z) - largest);
    const auto next = static_cast<std::size_t>(ids[static_cast<std::size_t>(i) + 1]);
    to[static_cast<std::size_t>(i)] = static_cast<double>(row[next]) - largest - std::log(sum);
  }
}

}  // namespace

std::size_t Pretraining::moment_at(std::int64_t step) const {
  std::size_t at = 0;
  while (at + 1 < moments.size() && moments[at + 1].step <= step) ++at;
  return at;
}

int stretch_of(LearnedTokenizer::Kind tokens) {
  switch (tokens) {
    case LearnedTokenizer::Kind::word:
      return 48;
    case LearnedTokenizer::Kind::bpe:
      return 64;
    case LearnedTokenizer::Kind::character:
      return 128;
  }
  return 48;
}

LanguagePlan language_plan(const PretrainingPlan& plan) {
  LanguagePlan made;
  made.gpt = config_of(plan);
  made.tokens = plan.tokens;
  made.vocabulary = most_pieces(plan.tokens);
  made.length = stretch_of(plan.tokens);
  made.settings.schedule = TaskSettings::Schedule::constant;
  made.settings.batch = kBatch;
  made.settings.rate = rate_for(plan.width);
  made.settings.steps = plan.steps;
  made.settings.decay = plan.steps / 2;
  made.settings.seed = plan.seed;
  made.origin = "pre-trained in the window";
  return made;
}

void check(const PretrainingPlan& plan) {
  if (plan.heads > 0 && plan.width % plan.heads == 0 && plan.width / plan.heads % 2 == 0) return;
  throw UserError(fmt::format(
      "{} numbers cannot be shared out evenly among {} heads, an even number for each; take "
      "another width, or other heads",
      plan.width, plan.heads));
}

bool is_pretraining_moment(std::int64_t step) {
  if (step > 0 && step < 5) return false;
  while (step >= 10 && step % 10 == 0) step /= 10;
  return step == 0 || step == 1 || step == 2 || step == 3 || step == 5;
}

std::string pretraining_text() {
  const Split parts = split(world_pairs(WorldPair::english_french, kWorldSentences, kWorldSeed));
  std::string text;
  for (const SentencePair& pair : parts.train) {
    if (pair.source.ends_with('.')) text += pair.source + "\n";
  }
  return text;
}

std::vector<double> log_probabilities(const Checkpoint& checkpoint, const std::vector<int>& ids) {
  if (ids.size() < 2) {
    throw UserError("the text is too short to be scored: give two tokens or more");
  }
  const auto length = static_cast<std::size_t>(next_token_network(checkpoint).max_len());
  const std::size_t predicted = ids.size() - 1;
  std::vector<double> made(predicted);
  const auto stretches = static_cast<int>((predicted + length - 1) / length);
  const std::span<const int> all(ids);
  parallel_for(stretches, std::size_t{1} << 30U, [&](int i) {
    const std::size_t begin = static_cast<std::size_t>(i) * length,
                      count = std::min(length, predicted - begin);
    add_log_probabilities(checkpoint, all.subspan(begin, count + 1),
                          std::span(made).subspan(begin, count));
  });
  return made;
}

PretrainingRun::PretrainingRun(const PretrainingPlan& plan)
    : PretrainingRun(plan, text_of(plan), plan.file.empty() ? "the small world" : plan.file,
                     plan.file.empty() ? "The animal" : std::string()) {}

PretrainingRun::PretrainingRun(const PretrainingPlan& plan, std::string text,
                               const std::string& named, std::string prompt) {
  check(plan);
  const LanguageData data = language_data(std::move(text), named);
  so_far_.text = std::filesystem::path(named).filename().string();
  so_far_.prompt = prompt.empty() ? beginning_of(data.held_out) : std::move(prompt);
  so_far_.batch = kBatch;
  so_far_.length = stretch_of(plan.tokens);
  training_ = std::make_unique<LanguageTraining>(language_plan(plan), data);
  so_far_.tokens = static_cast<std::int64_t>(training_->trained_tokens());
  scored_ = training_->held_out();
  if (scored_.size() > kScored + 1) scored_.resize(kScored + 1);
  if (scored_.size() < 2) {
    throw UserError(named + ": the text is too short: nothing of it is left to be scored");
  }
  so_far_.scored = static_cast<std::int64_t>(scored_.size()) - 1;

  const Tokenizer& tokenizer = training_->checkpoint().target();
  std::vector<int> ids = encode_long(tokenizer, data.train);
  if (ids.size() > kCounted) ids.resize(kCounted);
  const TokenCounts counts(ids, tokenizer.size());
  const std::span<const int> all(scored_);
  for (std::size_t i = 1; i < scored_.size(); ++i) {
    const std::span<const int> before = all.first(i);
    for (std::size_t order = 0; order < so_far_.counted.size(); ++order) {
      so_far_.counted[order] -=
          std::log(counts.probability(before, scored_[i], static_cast<int>(order) + 1)) /
          static_cast<double>(so_far_.scored);
    }
    kind_of_.push_back(glassformer::kind_of(counts, before, scored_[i]));
    ++so_far_.kinds[static_cast<std::size_t>(kind_of_.back())];
  }
  measure();
}

void PretrainingRun::step() {
  training_->step();
}

PretrainingMoment PretrainingRun::moment() const {
  PretrainingMoment made;
  made.step = steps();
  made.model = std::make_shared<const Checkpoint>(training_->checkpoint());
  const OnBackend on_cpu(nullptr);  // stretches over the cores
  const std::vector<double> log_p = log_probabilities(*made.model, scored_);
  made.held_out = -mean(log_p);
  for (std::size_t i = 0; i < log_p.size(); ++i) {
    made.right[static_cast<std::size_t>(kind_of_[i])] += std::exp(log_p[i]);
  }
  for (std::size_t kind = 0; kind < made.right.size(); ++kind) {
    made.right[kind] /= std::max(1, so_far_.kinds[kind]);
  }
  return made;
}

void PretrainingRun::measure() {
  if (!so_far_.moments.empty() && so_far_.moments.back().step == steps()) return;
  // Those where it merely came to rest make room.
  std::erase_if(so_far_.moments,
                [](const PretrainingMoment& one) { return !is_pretraining_moment(one.step); });
  so_far_.moments.push_back(moment());
  thin();
}

// Of large models fewer moments are kept: every second one, the first and the last always.
void PretrainingRun::thin() {
  std::vector<PretrainingMoment>& all = so_far_.moments;
  const std::size_t bytes = sizeof(Real) * training_->checkpoint().params.cells();
  while (all.size() > kFewestMoments && all.size() * bytes > kModelBytes) {
    std::vector<PretrainingMoment> half;
    for (std::size_t i = 0; i < all.size(); i += 2) half.push_back(std::move(all[i]));
    if (all.size() % 2 == 0) half.push_back(std::move(all.back()));
    all = std::move(half);
  }
}

Pretraining PretrainingRun::now() const {
  Pretraining made = so_far_;
  made.losses = training_->losses();
  return made;
}

}  // namespace glassformer
