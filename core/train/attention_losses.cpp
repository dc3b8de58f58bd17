#include "core/train/attention_losses.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/grad/choice_ops.h"
#include "core/grad/ops.h"

namespace glassformer {

namespace {

constexpr double kept = 0.9;  // of the running mean, from batch to batch
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

// log softmax(x)[target].
double log_probability(std::span<const Real> x, int target) {
  double max = x[0], sum = 0;
  for (const Real cell : x) max = std::max(max, static_cast<double>(cell));
  for (const Real cell : x) sum += std::exp(cell - max);
  return x[static_cast<std::size_t>(target)] - max - std::log(sum);
}

// Of each row of the target; `carried`: with what follows in its sentence.
std::vector<double> rewards_of(const Mat& logits, const LookedBatch& batch, bool carried) {
  std::vector<double> rewards;
  for (int row = 0; row < logits.rows(); ++row) {
    rewards.push_back(log_probability(logits.row(row), batch.next[static_cast<std::size_t>(row)]));
  }
  if (!carried) return rewards;
  for (int s = 0; s < batch.target.sentences(); ++s) {
    const int begin = batch.target.begins[static_cast<std::size_t>(s)];
    for (int row = batch.target.begins[static_cast<std::size_t>(s) + 1] - 2; row >= begin; --row) {
      rewards[static_cast<std::size_t>(row)] += rewards[static_cast<std::size_t>(row) + 1];
    }
  }
  return rewards;
}

int row_of(const LookedBatch& batch, const Look& look, std::size_t i) {
  return batch.target.begins[static_cast<std::size_t>(look.sentences[i])] + look.places[i];
}

// How the cells of one look count: what is multiplied by −log α.
Mat counts_of(const Tape& tape, const Look& look, const std::vector<double>& row_rewards,
              const LookedBatch& batch, const AttentionLearning& learning, const Baseline& baseline,
              Rewards& rewards) {
  Mat counts(tape.shape(look.scores));
  for (std::size_t i = 0; i < look.sentences.size(); ++i) {
    const auto cells = counts.row(static_cast<int>(i));
    const int place = look.places[i];
    if (look.choice) {
      const double reward = row_rewards[static_cast<std::size_t>(row_of(batch, look, i))];
      const double gain = reward - (learning.baseline ? baseline.usual(place, reward) : 0);
      const auto chosen = tape.value(look.choice).row(static_cast<int>(i));
      for (std::size_t j = 0; j < cells.size(); ++j) {
        if (chosen[j] != 0) cells[j] += static_cast<Real>(gain / batch.tokens);
      }
      rewards.add(place, reward);
    }
    if (learning.align <= 0 || batch.links.empty()) continue;
    const auto& links = *batch.links[static_cast<std::size_t>(look.sentences[i])];
    int linked = 0;
    for (const Link& link : links) linked += link.target == place ? 1 : 0;
    for (const Link& link : links) {
      if (link.target != place) continue;
      cells[static_cast<std::size_t>(link.source)] +=
          static_cast<Real>(learning.align / linked / batch.tokens);
    }
  }
  return counts;
}

}  // namespace

void Rewards::add(int place, double reward) {
  const auto at = static_cast<std::size_t>(place);
  if (sums.size() <= at) {
    sums.resize(at + 1);
    counts.resize(at + 1);
  }
  sums[at] += reward;
  ++counts[at];
}

double Baseline::usual(int place, double reward) const {
  const auto at = static_cast<std::size_t>(place);
  return at < means_.size() && !std::isnan(means_[at]) ? means_[at] : reward;
}

void Baseline::take(const Rewards& rewards) {
  if (means_.size() < rewards.sums.size()) means_.resize(rewards.sums.size(), nothing);
  for (std::size_t place = 0; place < rewards.sums.size(); ++place) {
    if (rewards.counts[place] == 0) continue;
    const double mean = rewards.sums[place] / rewards.counts[place];
    double& usual = means_[place];
    usual = std::isnan(usual) ? mean : kept * usual + (1 - kept) * mean;
  }
}

std::string Baseline::text() const {
  std::string text;
  for (const double mean : means_) text += fmt::format("{:a} ", mean);
  return text;
}

void Baseline::read(const std::string& text) {
  means_.clear();
  const char* at = text.c_str();
  for (char* end = nullptr;; at = end) {
    const double mean = std::strtod(at, &end);
    if (end == at) return;
    means_.push_back(mean);
  }
}

Var attention_loss(Tape& tape, const AttentionLog& log, Var logits, const LookedBatch& batch,
                   const AttentionLearning& learning, const Baseline& baseline, Rewards& rewards) {
  std::vector<double> row_rewards;
  Var loss;
  for (const Look& look : log.looks()) {
    if (!look.choice && learning.align <= 0) continue;
    if (look.choice && row_rewards.empty()) {
      row_rewards = rewards_of(tape.value(logits), batch, look.carried);
    }
    const Var counts =
        tape.input(counts_of(tape, look, row_rewards, batch, learning, baseline, rewards));
    const Var part = soft_cross_entropy(tape, look.scores, counts);
    loss = loss ? add(tape, loss, part) : part;
  }
  return loss;
}

}  // namespace glassformer
