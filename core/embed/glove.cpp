#include "core/embed/glove.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <utility>

#include "core/embed/checkpoint_file.h"
#include "core/embed/threads.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

void check_range(const char* name, double value, double least, double most) {
  if (value >= least && value <= most) return;  // false for nan
  throw UserError(
      fmt::format("{} is {:g}; it must lie between {:g} and {:g}", name, value, least, most));
}

constexpr std::size_t numbers_of_cell = sizeof(GloveCell) / sizeof(std::int32_t);
// A thread holds a part in memory while it goes through it: many parts of a long text.
constexpr std::uint64_t cells_of_part = 1 << 16;
constexpr std::uint64_t most_of_part_in_memory = 1 << 16;  // numbers; 16 MB in all parts

void put(IdStore& part, const GloveCell& cell) {
  part.add(cell.word);
  part.add(cell.context);
  part.add(std::bit_cast<std::int32_t>(cell.log_count));
  part.add(std::bit_cast<std::int32_t>(cell.weight));
}

void shuffle(std::vector<GloveCell>& cells, Rng rng) {
  for (std::size_t i = cells.size(); i > 1; --i) {
    // 32 random bits, scaled: parts are never so large that it matters
    const std::size_t other = static_cast<std::size_t>(((rng.next() >> 32) * i) >> 32);
    std::swap(cells[i - 1], cells[other]);
  }
}

}  // namespace

void check(const GloveConfig& c) {
  check_range("dim", c.dim, 1, 10'000);
  check_range("window", c.window, 1, 1000);
  check_range("x_max", c.x_max, 1e-6, 1e12);
  check_range("power", c.power, 0, 10);
  check_range("rate", c.rate, 1e-6, 10);
  check_range("epochs", c.epochs, 1, 1'000'000);
  check_range("threads", c.threads, 0, 1024);
}

std::string described(const GloveConfig& c) {
  return fmt::format("GloVe{}, {} dimensions, window {}, {} epochs, seed {}",
                     c.biases ? "" : " without biases", c.dim, c.window, c.epochs, c.seed);
}

Glove::Glove(EncodedTextPtr text, const GloveConfig& config, const GoOn& go_on)
    : text_(std::move(text)),
      config_((check(config), config)),
      row_(config.dim),
      words_(0, static_cast<std::size_t>(row_.size())),
      contexts_(words_) {
  const std::uint64_t windows = text_->kept * static_cast<std::uint64_t>(config_.window);
  const std::uint64_t parts = std::clamp<std::uint64_t>(windows / cells_of_part, 16, 64);
  for (std::uint64_t i = 0; i < parts; ++i) parts_.emplace_back(most_of_part_in_memory);
  Rng rng(config_.seed ^ hash("glove.parts"));
  CountOptions options;
  options.window = config_.window;
  options.distance = config_.distance;
  options.across = config_.across;
  options.threads = config_.threads;
  count_cooccurrences(*text_, options, [&](std::span<const Cooccurrence> cells) {
    for (const Cooccurrence& cell : cells) {
      put(parts_[rng.next() % parts_.size()],
          {cell.word, cell.context, std::log(cell.count),
           glove_weight(static_cast<double>(cell.count), config_.x_max, config_.power)});
    }
    cells_ += cells.size();
    check_wanted(go_on);
    return true;
  });
  fill_rows();  // after what the counting took is free again
}

// Each vector and bias uniform within ±½ / dim, each sum 1.
void Glove::fill_rows() {
  for (RowsBuilder* rows : {&words_, &contexts_}) {
    *rows = RowsBuilder(text_->words.size(), static_cast<std::size_t>(row_.size()));
    Rng rng(config_.seed ^ hash(rows == &words_ ? "glove.words" : "glove.contexts"));
    const auto draw = [&] { return static_cast<float>((rng.uniform() - 0.5) / config_.dim); };
    for (std::size_t i = 0; i < rows->count(); ++i) {
      const std::span<float> cells = (*rows)[i];
      for (int d = 0; d < config_.dim; ++d) cells[static_cast<std::size_t>(d)] = draw();
      std::fill_n(cells.begin() + row_.squares(), row_.width, 1.0F);
      cells[static_cast<std::size_t>(row_.bias())] = draw();
      cells[static_cast<std::size_t>(row_.bias_square())] = 1;
    }
  }
}

std::uint64_t Glove::cells_total() const {
  return cells_ * static_cast<std::uint64_t>(config_.epochs);
}

std::uint64_t Glove::cells_done() const {
  const double share =
      static_cast<double>(next_) / static_cast<double>(std::max<std::uint64_t>(1, parts_total()));
  return static_cast<std::uint64_t>(std::llround(share * static_cast<double>(cells_total())));
}

void Glove::train_part(std::uint64_t number, std::vector<GloveCell>& cells, double& loss) {
  const IdStore& part = parts_[number % parts_.size()];
  cells.resize(static_cast<std::size_t>(part.size() / numbers_of_cell));
  part.read(0, {reinterpret_cast<std::int32_t*>(cells.data()), cells.size() * numbers_of_cell});
  shuffle(cells, Rng::at(config_.seed ^ hash("glove.order"), number << 32));
  const GloveStep step{row_, static_cast<float>(config_.rate), config_.biases};
  const auto row_of = [](RowsBuilder& rows, std::int32_t id) {
    return rows.data() + static_cast<std::size_t>(id) * rows.stride();
  };
  constexpr std::size_t ahead = 2, line = 16;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i + ahead < cells.size()) {
      const float* word = row_of(words_, cells[i + ahead].word);
      const float* context = row_of(contexts_, cells[i + ahead].context);
      for (int d = 0; d < row_.size(); d += static_cast<int>(line)) {
        __builtin_prefetch(word + d, 1);
        __builtin_prefetch(context + d, 1);
      }
    }
    const float lost =
        step(row_of(words_, cells[i].word), row_of(contexts_, cells[i].context), cells[i]);
    loss += static_cast<double>(lost);
  }
}

double Glove::train(int parts) {
  const std::uint64_t begin = next_;
  const int threads = threads_for(config_.threads);
  const auto wanted = static_cast<std::uint64_t>(std::max(parts, threads));
  const std::uint64_t end = begin + std::min(wanted, parts_total() - begin);
  const int used = static_cast<int>(std::min<std::uint64_t>(
      static_cast<std::uint64_t>(threads), std::max<std::uint64_t>(1, end - begin)));
  std::atomic<std::uint64_t> at = begin;
  std::vector<double> losses(static_cast<std::size_t>(used));
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(used));
  on_threads(used, [&](int thread) {
    const auto mine = static_cast<std::size_t>(thread);
    std::vector<GloveCell> cells;
    double loss = 0;
    for (std::uint64_t part = at++; part < end; part = at++) {
      train_part(part, cells, loss);
      counts[mine] += cells.size();
    }
    losses[mine] = loss;
  });
  next_ = end;
  double loss = 0, count = 0;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    loss += losses[i];
    count += static_cast<double>(counts[i]);
  }
  // A part of a short text may be empty.
  if (count == 0 && !finished()) return train(parts);
  return loss / std::max(1.0, count);
}

WordVectors Glove::snapshot() const {
  WordVectors made;
  made.words = text_->words;
  made.counts = text_->counts;
  made.groups = text_->groups;
  made.origin = described(config_);
  const auto dim = static_cast<std::size_t>(config_.dim);
  RowsBuilder sums(words_.count(), dim), outputs(words_.count(), dim);
  for (std::size_t i = 0; i < words_.count(); ++i) {
    for (std::size_t d = 0; d < dim; ++d) {
      outputs[i][d] = contexts_[i][d];
      sums[i][d] = words_[i][d] + contexts_[i][d];
    }
  }
  made.vectors = sums.finish();
  made.outputs = outputs.finish();
  return made;
}

std::uint64_t Glove::fingerprint() const {
  const GloveConfig& c = config_;
  std::uint64_t h =
      hash(fmt::format("{} {} {} {} {} {} {} {} {} {} {}", c.dim, c.window, c.distance, c.across,
                       c.x_max, c.power, c.rate, c.epochs, c.biases, c.seed, text_->ids.size()));
  for (std::size_t i = 0; i < text_->words.size(); ++i) {
    h = std::rotl(h, 5) ^ hash(text_->words[i]) ^ text_->counts[i];
  }
  return h;
}

void Glove::save(const std::filesystem::path& file) const {
  const auto all = [](const RowsBuilder& rows) {
    return std::span(rows.data(), rows.count() * rows.stride());
  };
  save_floats(file, {"GFglove2", fingerprint(), next_}, std::array{all(words_), all(contexts_)});
}

void Glove::restore(const std::filesystem::path& file) {
  const auto all = [](RowsBuilder& rows) {
    return std::span(rows.data(), rows.count() * rows.stride());
  };
  next_ = restore_floats(file, {"GFglove2", fingerprint(), 0}, parts_total(),
                         std::array{all(words_), all(contexts_)});
}

}  // namespace glassformer
