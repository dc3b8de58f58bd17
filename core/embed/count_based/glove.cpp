#include "core/embed/count_based/glove.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "core/embed/count_based/cooccurrence.h"
#include "core/embed/train/checkpoint_file.h"
#include "core/embed/train/threads.h"
#include "core/kernels/prefetch.h"
#include "core/kernels/width.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

constexpr std::string_view kKind = "GFglove3";

// Into how many blocks the sums are cut so that two of them, one of words and one of contexts, take
// no more than so many bytes. The more blocks, the more of a training goes into reading them.
int blocks_for(std::size_t words, int dim, std::uint64_t bytes) {
  constexpr int max = 8;
  const std::uint64_t all = 2 * words * static_cast<std::uint64_t>(dim) * sizeof(float);
  int blocks = 1;
  while (blocks < max && all / static_cast<std::uint64_t>(blocks) > bytes) blocks *= 2;
  return blocks;
}

void prefetch(const GloveStep::Row& row, int width) {
  constexpr int line = 16;
  for (int d = 0; d < width; d += line) {
    prefetch_to_change(row.vector + d);
    prefetch_to_change(row.squares + d);
  }
  prefetch_to_change(row.bias);
}

}  // namespace

void check(const GloveConfig& c) {
  check_range("dim", c.dim, 1, 10'000);
  check_range("window", c.window, 1, 1000);
  check_range("x_max", c.x_max, 1e-6, 1e12);
  check_range("power", c.power, 0, 10);
  check_range("the learning rate", c.rate, 1e-6, 10);
  check_range("epochs", c.epochs, 1, 1'000'000);
  check_range("threads", c.threads, 0, 1024);
}

std::string described(const GloveConfig& c) {
  return fmt::format("GloVe{}, {}, window {}, {}, seed {}", c.biases ? "" : " without biases",
                     number_of(c.dim, "dimension"), c.window, number_of(c.epochs, "epoch"), c.seed);
}

Glove::Glove(EncodedTextPtr text, const GloveConfig& config, const KeepGoing& keep_going,
             std::uint64_t bytes_of_sums)
    : text_(std::move(text)),
      config_((check(config), config)),
      cells_(blocks_for(text_->words.size(), config_.dim, bytes_of_sums)),
      words_(0, config_.dim, 1, 0),
      contexts_(0, config_.dim, 1, 0) {
  CountOptions options;
  options.window = config_.window;
  options.distance = config_.distance;
  options.across = config_.across;
  options.threads = config_.threads;
  options.keep_going = keep_going;
  count_cooccurrences(*text_, options, [&](std::span<const Cooccurrence> counts) {
    for (const Cooccurrence& cell : counts) {
      cells_.add({cell.word, cell.context, std::log(cell.count),
                  glove_weight(static_cast<double>(cell.count), config_.x_max, config_.power)});
    }
    return true;
  });
  // After what the counting took is free again.
  const auto rows = [&](const char* seed) {
    return GloveRows(text_->words.size(), config_.dim, cells_.blocks(), config_.seed ^ hash(seed));
  };
  words_ = rows("glove.words");
  contexts_ = rows("glove.contexts");
}

std::uint64_t Glove::parts_total() const {
  return static_cast<std::uint64_t>(config_.epochs) * static_cast<std::uint64_t>(cells_.parts());
}

std::uint64_t Glove::cells_total() const {
  return cells() * static_cast<std::uint64_t>(config_.epochs);
}

std::uint64_t Glove::cells_done() const {
  const double share =
      static_cast<double>(next_) / static_cast<double>(std::max<std::uint64_t>(1, parts_total()));
  return static_cast<std::uint64_t>(std::llround(share * static_cast<double>(cells_total())));
}

double Glove::train(int parts) {
  const auto wanted = static_cast<std::uint64_t>(std::max(parts, threads_for(config_.threads)));
  const std::uint64_t begin = next_, end = begin + std::min(wanted, parts_total() - begin);
  const auto of_epoch = static_cast<std::uint64_t>(cells_.parts());
  double loss = 0, count = 0;
  while (next_ < end) {
    const std::uint64_t epoch = next_ / of_epoch;
    const auto order = cells_.order(Rng::at(config_.seed ^ hash("glove.tiles"), epoch << 32));
    // As many as are of one tile.
    const auto first = order.begin() + static_cast<std::ptrdiff_t>(next_ % of_epoch);
    const auto max = static_cast<std::ptrdiff_t>(end - next_);
    const auto last =
        std::find_if(first, first + std::min(order.end() - first, max), [&](const auto& part) {
          return part.words != first->words || part.contexts != first->contexts;
        });
    const auto [lost, cells] = train_parts({first, last});
    loss += lost;
    count += cells;
  }
  const double mean = loss / std::max(1.0, count);
  loss_.take(mean, static_cast<double>(end - begin) /
                       static_cast<double>(std::max<std::uint64_t>(1, parts_total())));
  return mean;
}

std::pair<double, double> Glove::train_parts(std::span<const GloveCells::Part> parts) {
  words_.squares.enter(parts.front().words);
  contexts_.squares.enter(parts.front().contexts);
  const std::size_t threads =
      std::min(static_cast<std::size_t>(threads_for(config_.threads)), parts.size());
  std::atomic<std::size_t> at = 0;
  std::vector<double> losses(threads), counts(threads);
  on_threads(static_cast<int>(threads), [&](int thread) {
    std::vector<GloveCell> cells;
    double loss = 0, count = 0;
    for (std::size_t i = at++; i < parts.size(); i = at++) {
      const Rng rng = Rng::at(config_.seed ^ hash("glove.order"), (next_ + i) << 32);
      cells_.read(parts[i], rng, cells);
      loss += train_cells(cells);
      count += static_cast<double>(cells.size());
    }
    losses[static_cast<std::size_t>(thread)] = loss;
    counts[static_cast<std::size_t>(thread)] = count;
  });
  next_ += parts.size();
  return {std::accumulate(losses.begin(), losses.end(), 0.0),
          std::accumulate(counts.begin(), counts.end(), 0.0)};
}

double Glove::train_cells(std::span<const GloveCell> cells) {
  const GloveStep step{padded(config_.dim), static_cast<float>(config_.rate), config_.biases};
  constexpr std::size_t ahead = 2;
  double loss = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i + ahead < cells.size()) {
      prefetch(words_[cells[i + ahead].word], step.width);
      prefetch(contexts_[cells[i + ahead].context], step.width);
    }
    loss += static_cast<double>(step(words_[cells[i].word], contexts_[cells[i].context], cells[i]));
  }
  return loss;
}

WordVectors Glove::about() const {
  WordVectors made;
  made.words = text_->words;
  made.counts = text_->counts;
  made.groups = text_->groups;
  made.origin = described(config_);
  return made;
}

bool Glove::diverged() const {
  const RowsBuilder &words = words_.vectors, &contexts = contexts_.vectors;
  for (std::size_t i = 0; i < words.count(); ++i) {
    for (std::size_t d = 0; d < words.dim(); ++d) {
      if (!std::isfinite(words[i][d] + contexts[i][d])) return true;  // as also if either is not
    }
  }
  return false;
}

WordVectors Glove::snapshot() const {
  WordVectors made = about();
  const RowsBuilder &words = words_.vectors, &contexts = contexts_.vectors;
  RowsBuilder sums(words.count(), words.dim()), outputs(words.count(), words.dim());
  std::copy_n(contexts.data(), contexts.count() * contexts.stride(), outputs.data());
  for (std::size_t i = 0; i < words.count(); ++i) {
    for (std::size_t d = 0; d < words.dim(); ++d) sums[i][d] = words[i][d] + contexts[i][d];
  }
  made.vectors = sums.finish();
  made.outputs = outputs.finish();
  return made;
}

WordVectors Glove::finish() {
  for (GloveRows* rows : {&words_, &contexts_}) {  // room for the copy of the words
    rows->squares = RowBlocks(0, 1, 1, 1);
    rows->biases = std::vector<GloveBias>();
  }
  cells_ = GloveCells(1);
  WordVectors made = about();
  RowsBuilder &words = words_.vectors, &contexts = contexts_.vectors;
  for (std::size_t i = 0; i < words.count(); ++i) {
    for (std::size_t d = 0; d < words.dim(); ++d) words[i][d] += contexts[i][d];
  }
  made.vectors = words.finish();
  made.outputs = contexts.finish();
  return made;
}

std::uint64_t Glove::fingerprint() const {
  const GloveConfig& c = config_;
  const std::uint64_t config = hash(fmt::format(
      "{} {} {} {} {} {} {} {} {} {} {} {}", c.dim, c.window, c.distance, c.across, c.x_max,
      c.power, c.rate, c.epochs, c.biases, c.seed, text_->ids.size(), cells_.blocks()));
  return fingerprint_of(*text_, config);
}

void Glove::save(const std::filesystem::path& file) const {
  save_floats(file, {kKind, fingerprint(), next_, loss_.value()}, [&](const TakeFloats& take) {
    for (const GloveRows* rows : {&words_, &contexts_}) rows->squares.each(take);
    for (const GloveRows* rows : {&words_, &contexts_}) {
      for (const auto& cells : rows->cells()) take(cells);
    }
  });
}

void Glove::restore(const std::filesystem::path& file) {
  std::uint64_t floats = 0;
  for (GloveRows* rows : {&words_, &contexts_}) {
    floats += rows->squares.floats();
    for (const auto& cells : rows->cells()) floats += cells.size();
  }
  CheckpointReader reader(file, {kKind, fingerprint(), 0}, parts_total(), floats);
  // New ones, so that the old ones stay if the disk is full.
  const auto squares = [&] {
    RowBlocks made(text_->words.size(), words_.vectors.dim(), cells_.blocks(), 1);
    made.fill([&](std::span<float> block) { reader.read(block); });
    return made;
  };
  RowBlocks of_words = squares(), of_contexts = squares();
  for (GloveRows* rows : {&words_, &contexts_}) {
    for (const auto& cells : rows->cells()) reader.read(cells);
  }
  words_.squares = std::move(of_words);
  contexts_.squares = std::move(of_contexts);
  next_ = reader.found().next;
  loss_.restore(reader.found().loss);
}

}  // namespace glassformer
