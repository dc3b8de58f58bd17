#include "core/train/packed_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/grad/backend.h"
#include "core/grad/held.h"
#include "core/grad/ops.h"
#include "core/tensor/memory_limit.h"
#include "core/tensor/rng.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

// A shard of fewer rows is not worth a tape of its own.
constexpr int rows_of_a_shard = 128, max_shards = 4;

int rows(const PackedExample& example) {
  return static_cast<int>(example.source.size() + example.target.size());
}

// The rows that something is learned of; `next` keeps theirs alone.
std::vector<int> learned_rows(std::vector<int>& next) {
  std::vector<int> rows;
  for (std::size_t i = 0; i < next.size(); ++i) {
    if (next[i] != PackedExample::not_learned) rows.push_back(static_cast<int>(i));
  }
  std::erase(next, PackedExample::not_learned);
  return rows;
}

}  // namespace

// Shard by shard, in order: the same for any number of threads.
const Baseline& PackedTask::usual() {
  Rewards all;
  for (Shard& shard : shards_) {
    for (std::size_t place = 0; place < shard.rewards.sums.size(); ++place) {
      if (shard.rewards.counts[place] == 0) continue;
      all.add(static_cast<int>(place), shard.rewards.sums[place]);
      all.counts[place] += shard.rewards.counts[place] - 1;
    }
    shard.rewards = {};
  }
  baseline_.take(all);
  return baseline_;
}

void PackedTask::forget_rewards() {
  for (Shard& shard : shards_) shard.rewards = {};
}

void PackedTask::rest() {
  const auto on_device = [](const Shard& shard) { return shard.tape.on_device(); };
  if (std::ranges::any_of(shards_, on_device)) return;
  usual();
  shards_.clear();
}

int PackedTask::cut(const std::vector<const PackedExample*>& batch, std::uint64_t seed) {
  usual();
  int total = 0;
  tokens_ = 0;
  for (const PackedExample* example : batch) {
    total += rows(*example);
    tokens_ += static_cast<int>(example->next.size() -
                                std::ranges::count(example->next, PackedExample::not_learned));
  }
  // On a device the shards would run one after the other.
  const int wanted = current_backend() ? 1 : std::clamp(total / rows_of_a_shard, 1, max_shards);
  for (Shard& shard : shards_) {
    shard.source = shard.target = {};
    shard.next.clear();
    shard.links.clear();
  }
  int used = 0, done = 0;
  for (const PackedExample* example : batch) {
    // The next shard begins once this one has its share of the rows.
    if (used == 0 || (used < wanted && done >= total / wanted * used)) {
      ++used;
      if (static_cast<int>(shards_.size()) < used) shards_.emplace_back();
      Rng rng = Rng::at(seed, static_cast<std::uint64_t>(used));
      shards_[static_cast<std::size_t>(used - 1)].dropout_seed = rng.next();
    }
    Shard& shard = shards_[static_cast<std::size_t>(used - 1)];
    shard.source.add(example->source);
    shard.target.add(example->target);
    shard.links.push_back(&example->links);
    shard.next.insert(shard.next.end(), example->next.begin(), example->next.end());
    done += rows(*example);
  }
  return used;
}

Var PackedTask::forward_and_back(Shard& shard) {
  Pass pass = Pass::packed(shard.tape, params_, shard.dropout_seed);
  const Var memory = network_.has_encoder() ? network_.encode(pass, shard.source) : Var{};
  AttentionLog log(shard.dropout_seed ^ hash("draws"));
  const double smoothing = network_.label_smoothing();
  Var logits;
  if (looking_) logits = looking_->logits(pass, memory, shard.source, shard.target, log);
  std::vector<int> next = shard.next;
  const std::vector<int> learned = learned_rows(next);
  const double share = static_cast<double>(next.size()) / tokens_;
  Var surprise;
  if (looking_) {
    surprise = cross_entropy(shard.tape, logits, std::move(next), smoothing);
  } else if (learned.size() < shard.next.size()) {
    const Var all = network_.logits(pass, memory, shard.source, shard.target);
    surprise =
        cross_entropy(shard.tape, gather(shard.tape, all, learned), std::move(next), smoothing);
  } else {
    surprise =
        network_.surprise(pass, memory, shard.source, shard.target, std::move(next), smoothing);
  }
  const Var loss = scale(shard.tape, surprise, share);
  const LookedBatch looked{shard.target, shard.next, shard.links, tokens_};
  const Var more =
      attention_loss(shard.tape, log, logits, looked, learning_, baseline_, shard.rewards);
  shard.tape.backward(more ? add(shard.tape, loss, more) : loss);
  return loss;
}

double PackedTask::held(const std::vector<ExampleSize>& examples) {
  Shard shard;
  const auto words = [](int count, int different) {
    std::vector<int> made(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) made[static_cast<std::size_t>(i)] = i % different;
    return made;
  };
  static const std::vector<Link> no_links;
  for (const ExampleSize& example : examples) {
    shard.source.add(words(example.source, network_.source_vocab_size()));
    const std::vector<int> target = words(example.target, network_.vocab_size());
    shard.target.add(target);
    shard.next.insert(shard.next.end(), target.begin(), target.end());
    shard.links.push_back(&no_links);
  }
  const int tokens = std::exchange(tokens_, shard.target.rows());
  forward_and_back(shard);
  tokens_ = tokens;
  return static_cast<double>(bytes_held(shard.tape));
}

void PackedTask::check_batch_memory(const std::vector<ExampleSize>& examples, int batch,
                                    std::string_view shorter, double beside) {
  const OnBackend on_cpu(nullptr);
  ExampleSize longest;
  for (const ExampleSize& example : examples) {
    longest.source = std::max(longest.source, example.source);
    longest.target = std::max(longest.target, example.target);
  }
  const StepMemory memory([this](const auto& some) { return held(some); }, longest);
  const auto bytes = [&](int size) {
    return beside + bytes_of_batch(memory, examples, size, std::min(size, max_shards));
  };
  const auto limit = static_cast<double>(memory_limit());
  if (bytes(batch) <= limit) return;
  int fits = batch;
  while (fits > 0 && bytes(fits) > limit) fits /= 2;
  check_memory(fmt::format("a training step of {}", number_of(batch, "example")), bytes(batch),
               fits > 0 ? fmt::format("take --batch {}", fits) : std::string(shorter));
}

double PackedTask::run_shard(int which) {
  Shard& shard = shards_[static_cast<std::size_t>(which)];
  const Var loss = forward_and_back(shard);
  return shard.tape.value(loss)(0, 0);
}

const DeviceMat* PackedTask::run_on_device(int which) {
  Shard& shard = shards_[static_cast<std::size_t>(which)];
  const Var loss = forward_and_back(shard);
  return shard.tape.on_device() ? shard.tape.device_value(loss).get() : nullptr;
}

const DeviceMat* PackedTask::device_gradient(int shard, int param) {
  Tape& tape = shards_[static_cast<std::size_t>(shard)].tape;
  return tape.on_device() ? &tape.device_grad(Var{param}) : nullptr;
}

const SomeRows* PackedTask::gradient_rows(int shard, int param) {
  const Tape& tape = shards_[static_cast<std::size_t>(shard)].tape;
  return tape.has_grad(Var{param}) ? &tape.rows_of_grad(Var{param}) : nullptr;
}

const Mat& PackedTask::gradient(int shard, int param) {
  Tape& tape = shards_[static_cast<std::size_t>(shard)].tape;
  const Var var{param};
  // Zeros of what the loss does not depend on; what is only read may keep its rows.
  return tape.has_grad(var) ? std::as_const(tape).grad(var) : tape.grad(var);
}

}  // namespace glassformer
