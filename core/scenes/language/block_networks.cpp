#include "core/scenes/language/block_networks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <map>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/recording_file.h"
#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/nn/pass.h"
#include "core/train/block_trials.h"

namespace glassformer {

namespace {

constexpr const char* kCommand = "glassformer record since-2017";

const BlockTrials& shipped() {
  static const BlockTrials trials = read_trials(recording_file("since-2017"), kCommand);
  return trials;
}

Axis labelled(const char* name, std::vector<std::string> labels) {
  return {name, std::move(labels), -1};
}

double length_of(const Mat& gradient) {
  double squares = 0;
  for (int r = 0; r < gradient.rows(); ++r) {
    for (const Real cell : gradient.row(r)) squares += double{cell} * double{cell};
  }
  return std::sqrt(squares);
}

// Numbers for the words as they come; one more stands for the end.
struct Reading {
  Tokens tokens;
  std::vector<int> next;
  int words = 0;
};
Reading reading_of(const std::vector<std::string>& words) {
  std::map<std::string, int> numbers;
  std::vector<int> ids;
  for (const std::string& word : words) {
    if (ids.size() == kMostRead) break;
    ids.push_back(numbers.try_emplace(word, static_cast<int>(numbers.size())).first->second);
  }
  Reading made;
  made.words = static_cast<int>(numbers.size()) + 1;
  made.tokens.add(ids);
  made.next.assign(ids.begin() + 1, ids.end());
  made.next.push_back(made.words - 1);
  return made;
}

std::vector<double> gradients_of(BlockStage stage, const Reading& reading, int layers,
                                 std::uint64_t seed) {
  BlockSize size;
  size.vocab_size = reading.words;
  size.layers = layers;
  const Gpt network(block_config(stage, size));
  const Params params = make_params(network.parameters(), seed);
  Tape tape;
  Pass pass = Pass::packed(tape, params);
  const Var logits = network.logits(pass, {}, {}, reading.tokens);
  tape.backward(cross_entropy(tape, logits, reading.next));
  std::vector<double> lengths;
  for (int i = 0; i < layers; ++i) {
    const int param = params.find(fmt::format("decoder.{}.ffn.w2", i));
    lengths.push_back(length_of(tape.grad(Var{param})));
  }
  return lengths;
}

// The lengths of the gradients [layers, 2], norm after and before. Other options leave them as they
// are, so that the last few are kept: a network that learns for a moment takes longer than all
// else.
Mat gradient_lengths(const Reading& reading, int layers, std::uint64_t seed) {
  struct Known {
    std::vector<int> ids;
    int layers;
    std::uint64_t seed;
    Mat lengths;
  };
  constexpr std::size_t most = 8;
  static std::mutex mutex;
  static std::deque<Known> known;
  const std::vector<int>& ids = reading.tokens.ids;
  {
    const std::scoped_lock lock(mutex);
    const auto found = std::ranges::find_if(known, [&](const Known& one) {
      return one.ids == ids && one.layers == layers && one.seed == seed;
    });
    if (found != known.end()) return found->lengths;
  }
  Mat lengths(layers, 2);
  int col = 0;
  for (const BlockStage stage : {BlockStage::paper, BlockStage::norm_before}) {
    const std::vector<double> of_each = gradients_of(stage, reading, layers, seed);
    for (int i = 0; i < layers; ++i) {
      lengths(i, col) = static_cast<Real>(of_each[static_cast<std::size_t>(i)]);
    }
    ++col;
  }
  const std::scoped_lock lock(mutex);
  known.push_front({ids, layers, seed, lengths});
  if (known.size() > most) known.pop_back();
  return lengths;
}

// What the recording holds, by stage.
struct Results {
  std::vector<const BlockTrials::Trial*> warm, cold;
  int moments = 0, seeds = 0;
};
Results results_of(const BlockTrials& trials) {
  Results made;
  for (const BlockTrials::Trial& trial : trials.trials) {
    (trial.warms_up ? made.warm : made.cold).push_back(&trial);
  }
  made.moments = static_cast<int>(trials.steps.size());
  made.seeds = static_cast<int>(trials.seeds.size());
  return made;
}

std::vector<std::string> names_of(const std::vector<const BlockTrials::Trial*>& trials) {
  std::vector<std::string> names;
  for (const BlockTrials::Trial* trial : trials) names.push_back(trial->name);
  return names;
}

std::vector<std::string> texts_of(const std::vector<int>& numbers) {
  std::vector<std::string> texts;
  for (const int number : numbers) texts.push_back(std::to_string(number));
  return texts;
}

double mean_of(const Mat& losses, int moment) {
  const auto row = losses.row(moment);
  return std::accumulate(row.begin(), row.end(), 0.0) / static_cast<double>(row.size());
}

Part name_cold(Sheet& sheet, const Results& results) {
  const int last = results.moments - 1, count = static_cast<int>(results.cold.size());
  Mat losses(count, 2);
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    losses(i, 0) = static_cast<Real>(mean_of(results.warm[at]->losses, last));
    losses(i, 1) = static_cast<Real>(mean_of(results.cold[at]->losses, last));
  }
  return sheet.put(std::move(losses),
                   {"cold", "L", Role::plain, labelled("block", names_of(results.cold)),
                    labelled("", {"with a warm-up", "without"}),
                    all_cells("The mean of the held-out loss at the end, over the seeds.")});
}

// 1 where the loss came lower than the stage before with every seed, −1 where higher.
Real verdict(std::span<const Real> gains) {
  const bool lower = std::ranges::all_of(gains, [](Real gain) { return gain > 0; });
  const bool higher = std::ranges::all_of(gains, [](Real gain) { return gain < 0; });
  return static_cast<Real>(lower ? 1 : higher ? -1 : 0);
}

void name_gains(Sheet& sheet, const Results& results, const Axis& seeds,
                Since2017Record::Trials& made) {
  const int changes = static_cast<int>(results.warm.size()) - 1, last = results.moments - 1;
  std::vector<std::string> names = names_of(results.warm);
  names.erase(names.begin());
  const Axis change = labelled("change", names);
  Mat gains(changes, results.seeds), means(changes, 1), clear(changes, 1);
  for (int i = 0; i < changes; ++i) {
    const auto at = static_cast<std::size_t>(i);
    double all = 0;
    for (int s = 0; s < results.seeds; ++s) {
      gains(i, s) = results.warm[at]->losses(last, s) - results.warm[at + 1]->losses(last, s);
      all += double{gains(i, s)};
    }
    means(i, 0) = static_cast<Real>(all / results.seeds);
    clear(i, 0) = verdict(gains.row(i));
  }
  std::vector<int> order(static_cast<std::size_t>(changes));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater<>(), [&](int i) { return means(i, 0); });
  Mat ranked(changes, 1);
  std::vector<std::string> by_rank;
  for (int i = 0; i < changes; ++i) {
    const int of = order[static_cast<std::size_t>(i)];
    ranked(i, 0) = means(of, 0);
    by_rank.push_back(names[static_cast<std::size_t>(of)]);
  }
  const Origin origin = all_cells("The loss of the block before, minus the loss with this change.");
  made.gains =
      sheet.put(std::move(gains), {"gains", "\\Delta L", Role::score, change, seeds, origin});
  made.mean_gains = sheet.put(std::move(means), {"mean_gains", "\\Delta L", Role::score, change,
                                                 numbered(""), all_cells("Over the seeds.")});
  made.ranked = sheet.put(std::move(ranked), {"ranked", "\\Delta L", Role::score,
                                              labelled("change", std::move(by_rank)), numbered(""),
                                              all_cells("Over the seeds, the largest first.")});
  made.clear =
      sheet.put(std::move(clear),
                {"clear", "s", Role::plain, change, numbered(""),
                 all_cells("1: lower with every seed. −1: higher with every seed. 0: neither.")});
}

}  // namespace

Var name_gradients(Sheet& sheet, const std::vector<std::string>& tokens, int layers,
                   std::uint64_t seed) {
  return sheet.put(gradient_lengths(reading_of(tokens), layers, seed),
                   {"gradients", "\\| \\nabla W_{2} \\|", Role::plain, numbered("layer"),
                    labelled("", {"norm after", "norm before"}), [seed](int row, int) {
                      return fmt::format(
                          "The length of the gradient of the loss with respect to W₂ of layer "
                          "{}, in a network with weights of seed {} that has not learned.",
                          row + 1, seed);
                    }});
}

Since2017Record::Trials name_trials(Sheet& sheet) {
  const Tape::Scope scope(sheet.tape(), "trained");
  const BlockTrials& trials = shipped();
  const Results results = results_of(trials);
  const int stages = static_cast<int>(results.warm.size()), last = results.moments - 1;
  const Axis block = labelled("block", names_of(results.warm));
  const Axis seeds = labelled("seed", texts_of(trials.seeds));
  Mat mean(results.moments, stages), end(stages, results.seeds), parameters(stages, 1);
  for (int i = 0; i < stages; ++i) {
    const BlockTrials::Trial& trial = *results.warm[static_cast<std::size_t>(i)];
    for (int m = 0; m < results.moments; ++m) {
      mean(m, i) = static_cast<Real>(mean_of(trial.losses, m));
    }
    for (int s = 0; s < results.seeds; ++s) end(i, s) = trial.losses(last, s);
    parameters(i, 0) = static_cast<Real>(trial.parameters);
  }
  const Origin recorded = all_cells("Recorded: the loss on sentences that were held out, in nats.");
  Since2017Record::Trials made;
  made.mean = sheet.put(
      std::move(mean),
      {"losses", "L", Role::plain, labelled("step", texts_of(trials.steps)), block, recorded});
  made.last = sheet.put(std::move(end), {"last", "L", Role::plain, block, seeds, recorded});
  made.parameters =
      sheet.put(std::move(parameters), {"parameters", "P", Role::plain, block, numbered(""),
                                        all_cells("How many numbers the network learns.")});
  sheet.put(Mat{{static_cast<Real>(trials.batch_tokens)}},
            {"batch", "B", Role::plain, numbered(""), numbered(""),
             all_cells("The tokens that a step learns from.")});
  name_gains(sheet, results, seeds, made);
  made.cold = name_cold(sheet, results);
  return made;
}

}  // namespace glassformer
