#include "core/embed/train/word2vec.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/embed/engines/engine_run.h"
#include "core/embed/engines/fast_worker.h"
#include "core/embed/train/textbook.h"
#include "core/embed/train/threads.h"
#include "core/embed/train/word2vec_checkpoint.h"
#include "core/embed/train/word2vec_state.h"
#include "core/embed/vectors/subwords.h"

namespace glassformer {

namespace {

int threads_of(const Word2VecConfig& config) {
  return config.deterministic ? 1 : threads_for(config.threads);
}

// All but the vectors.
WordVectors about(const Word2VecState& state) {
  WordVectors made;
  made.words = state.text->words;
  made.counts = state.text->counts;
  made.groups = state.text->groups;
  made.origin = described(state.config);
  return made;
}

// The vector of a word that has subwords is the mean of all its rows.
void compose(const Word2VecState& state, std::size_t word, std::span<float> to) {
  std::vector<std::int32_t> room;
  const auto parts = state.subwords.of(static_cast<std::int32_t>(word), room);
  std::fill(to.begin(), to.end(), 0.0F);
  for (const std::int32_t part : parts) {
    const std::span<const float> row = state.inputs[static_cast<std::size_t>(part)];
    for (std::size_t k = 0; k < to.size(); ++k) to[k] += row[k];
  }
  for (float& cell : to) cell /= static_cast<float>(parts.size());
}

Rows composed(const Word2VecState& state) {
  RowsBuilder rows(state.text->words.size(), state.inputs.dim());
  for (std::size_t word = 0; word < rows.count(); ++word) compose(state, word, rows[word]);
  return rows.finish();
}

// Each takes the place of the word's own row, which no other word has a part in.
void compose_in_place(Word2VecState& state) {
  std::vector<float> made(state.inputs.dim());
  for (std::size_t word = 0; word < state.text->words.size(); ++word) {
    compose(state, word, made);
    std::ranges::copy(made, state.inputs[word].begin());
  }
}

Rows copied(const RowsBuilder& from, std::size_t count) {
  RowsBuilder rows(count, from.dim());
  std::copy_n(from.data(), count * from.stride(), rows.data());
  return rows.finish();
}

bool has_output_words(const Word2VecState& state) {
  return state.config.objective != Objective::hierarchical_softmax;
}

}  // namespace

Word2Vec::Word2Vec(EncodedTextPtr text, const Word2VecConfig& config, SkipGramEnginePtr engine,
                   const GivenWordsPtr& given)
    : state_(std::make_unique<Word2VecState>(std::move(text), config, given)) {
  if (engine) engine_ = std::make_unique<EngineRun>(*state_, std::move(engine));
}

Word2Vec::~Word2Vec() = default;

const Word2VecConfig& Word2Vec::config() const {
  return state_->config;
}

const EncodedText& Word2Vec::text() const {
  return *state_->text;
}

std::uint64_t Word2Vec::words_total() const {
  return state_->text->kept * static_cast<std::uint64_t>(state_->config.epochs);
}

std::uint64_t Word2Vec::words_done() const {
  const double share = static_cast<double>(state_->next) /
                       static_cast<double>(std::max<std::uint64_t>(1, state_->pieces));
  return static_cast<std::uint64_t>(std::llround(share * static_cast<double>(words_total())));
}

bool Word2Vec::finished() const {
  return state_->next >= state_->pieces;
}

std::string Word2Vec::engine_failure() const {
  return engine_ ? engine_->failure() : "";
}

double Word2Vec::train(std::uint64_t words) {
  const std::uint64_t begin = state_->next;
  const std::uint64_t wanted =
      std::max<std::uint64_t>(1, words / state_->piece + (words % state_->piece != 0 ? 1 : 0));
  const std::uint64_t end = begin + std::min(wanted, state_->pieces - begin);
  const double loss = train_to(end);
  state_->loss.take(loss, static_cast<double>(end - begin) /
                              static_cast<double>(std::max<std::uint64_t>(1, state_->pieces)));
  return loss;
}

double Word2Vec::loss() const {
  return state_->loss.value();
}

double Word2Vec::train_to(std::uint64_t end) {
  if (engine_ && engine_->works()) {
    const double loss = engine_->train(end);
    if (engine_->works()) return loss;
  }
  return train_on_threads(end);
}

double Word2Vec::train_on_threads(std::uint64_t end) {
  const std::uint64_t begin = state_->next;
  const auto threads = static_cast<std::size_t>(
      std::min<std::uint64_t>(static_cast<std::uint64_t>(threads_of(state_->config)), end - begin));
  std::vector<double> loss(threads), losses(threads);
  const auto work = [&](int thread) {
    const auto take_pieces = [&](auto worker) {
      for (std::uint64_t at = state_->next++; at < end; at = state_->next++) worker.train(at);
      loss[static_cast<std::size_t>(thread)] = worker.loss;
      losses[static_cast<std::size_t>(thread)] = worker.losses;
    };
    if (state_->config.published) {
      take_pieces(Textbook(*state_));
    } else {
      take_pieces(FastWorker(*state_, static_cast<int>(threads)));
    }
  };
  if (threads > 0) on_threads(static_cast<int>(threads), work);
  state_->next = end;
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < threads; ++i) {
    sum += loss[i];
    count += losses[i];
  }
  return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

void Word2Vec::fetch() const {
  if (engine_) engine_->fetch();
}

bool Word2Vec::diverged() const {
  fetch();
  return any_not_finite(state_->inputs);
}

WordVectors Word2Vec::snapshot() const {
  fetch();
  WordVectors made = about(*state_);
  const std::size_t words = made.words.size();
  made.vectors = state_->subwords.empty() ? copied(state_->inputs, words) : composed(*state_);
  if (has_output_words(*state_)) made.outputs = copied(state_->outputs, words);
  return made;
}

WordVectors Word2Vec::first(std::size_t words) const {
  fetch();
  const EncodedText& text = *state_->text;
  WordVectors made;
  RowsBuilder rows(std::min(words, text.words.size()), state_->inputs.dim());
  for (std::size_t word = 0; word < rows.count(); ++word) {
    made.words.add(text.words[word]);
    made.counts.push_back(text.counts[word]);
    if (word < text.groups.size()) made.groups.push_back(text.groups[word]);
    if (state_->subwords.empty()) {
      std::ranges::copy(state_->inputs[word], rows[word].begin());
    } else {
      compose(*state_, word, rows[word]);
    }
  }
  made.vectors = rows.finish();
  made.origin = described(state_->config);
  return made;
}

WordVectors Word2Vec::finish() {
  fetch();
  const bool has_subwords = !state_->subwords.empty();
  if (has_subwords) compose_in_place(*state_);
  state_->subwords = {};  // room for the copy of the words
  state_->tree = {};
  state_->noise = {};
  if (!has_output_words(*state_)) state_->outputs = RowsBuilder(0, state_->inputs.dim());
  WordVectors made = about(*state_);
  const auto all = std::make_shared<const Rows>(state_->inputs.finish());
  const std::size_t words = made.words.size();
  made.vectors = Rows(all, all->data(), words, all->dim(), all->stride());
  if (has_output_words(*state_)) made.outputs = state_->outputs.finish();
  if (has_subwords) {
    const SubwordSettings& settings = state_->config.subwords;
    const Rows buckets(all, (*all)[words].data(), all->count() - words, all->dim(), all->stride());
    made.subwords =
        std::make_shared<const Subwords>(Subwords{settings.min_n, settings.max_n, buckets});
  }
  return made;
}

void Word2Vec::save(const std::filesystem::path& file) const {
  fetch();
  save_checkpoint(*state_, file);
}

void Word2Vec::restore(const std::filesystem::path& file) {
  restore_checkpoint(*state_, file);
  if (engine_) engine_->restart();
}

WordVectors train_word2vec(EncodedTextPtr text, const Word2VecConfig& config,
                           const std::function<bool(const Word2VecProgress&)>& progress) {
  using Clock = std::chrono::steady_clock;
  constexpr double round_seconds = 0.2;
  Word2Vec training(std::move(text), config);
  const auto begin = Clock::now();
  // A round waits for its last thread: nobody who wants no progress has any.
  std::uint64_t round = progress ? piece_of(config) : std::numeric_limits<std::uint64_t>::max();
  while (!training.finished()) {
    const auto before = Clock::now();
    Word2VecProgress now;
    now.loss = training.train(round);
    const auto after = Clock::now();
    now.words_done = training.words_done();
    now.words_total = training.words_total();
    now.words_per_second =
        static_cast<double>(now.words_done) / std::chrono::duration<double>(after - begin).count();
    if (progress && !progress(now)) break;
    // Rounds that are long enough for threads to be worth starting, and short enough to stop at.
    if (std::chrono::duration<double>(after - before).count() < round_seconds) round *= 2;
  }
  return training.finish();
}

}  // namespace glassformer
