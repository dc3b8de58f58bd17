#include "app/gpu/vectors/skip_gram.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "app/gpu/cells.h"
#include "app/gpu/vectors/row_matrix.h"
#include "core/embed/train/word2vec_state.h"

namespace glassformer {

namespace {

constexpr double kMeeting = 32;       // work groups at one row
constexpr int kMinChunk = 16;         // centres of a group that are worth its start
constexpr int kSharedFloats = 6144;   // of products, in shared memory: 24 of at least 32 kB
constexpr int kWidestRow = 4 * 1024;  // four columns for each of the 1024 threads of a group
// Mesa's software renderer leaves every loop of a thread that has gone round 65,535 times, all its
// loops together.
constexpr int kMaxTurns = 60'000;
constexpr int kMaxInputs = 10;  // rows that a thread keeps in registers: a window of 5 …
constexpr int kMaxOutputs = 6;  // … and 5 negatives

int rounded_up(int count, int to) {
  return (count + to - 1) / to * to;
}

// What is compiled into the kernel: its sizes.
struct Sizes {
  int lanes, inputs, outputs, negatives;

  explicit Sizes(const Word2VecConfig& config, int width) : negatives(config.negative) {
    lanes = rounded_up(width, 32);
    outputs = std::min(kMaxOutputs, 1 + negatives);
    inputs = std::min(kMaxInputs, 2 * config.window);
    while (inputs * outputs * (lanes + 1) > kSharedFloats && inputs * outputs > 1) {
      int& larger = inputs >= outputs ? inputs : outputs;
      larger = (larger + 1) / 2;
    }
  }
  // How often, at most, a thread goes round the shader's loops for one centre, all loops together.
  int turns(int window) const {
    const int together = (groups_for(inputs * outputs, lanes) * (lanes + 1));
    const int block = outputs + 2 * inputs * (1 + outputs) + outputs + together;
    const int chunk = 2 * inputs + groups_for(1 + negatives, outputs) * (1 + block);
    const int chosen = 2 * groups_for(1 + negatives, lanes) * (2 + negatives);
    return 2 * window + 2 + chosen + groups_for(2 * window, inputs) * (1 + chunk);
  }
  std::string defines() const {
    return fmt::format(
        "#define LANES {}\n#define MOST_INPUTS {}\n#define MOST_OUTPUTS {}\n#define NEGATIVES {}\n",
        lanes, inputs, outputs, negatives);
  }
};

// The largest share of centres at which the rows of one word are changed.
double largest_share(const Word2VecState& state) {
  const std::vector<std::uint64_t>& counts = state.text->counts;
  const std::vector<double> noise = state.noise.probabilities();
  double kept = 0;
  for (std::size_t w = 0; w < counts.size(); ++w) {
    kept += static_cast<double>(counts[w]) * state.keep[w];
  }
  const double contexts =
      state.config.dynamic_window ? state.config.window + 1 : 2 * state.config.window;
  double largest = 0;
  for (std::size_t w = 0; w < counts.size(); ++w) {
    const double own = static_cast<double>(counts[w]) * state.keep[w] / std::max(kept, 1.0);
    largest = std::max({largest, contexts * own, own + state.config.negative * noise[w]});
  }
  return largest;
}

class SkipGramOnCard : public SkipGramEngine {
 public:
  SkipGramOnCard(DevicePtr device, int max_groups)
      : device_(std::move(device)), max_groups_(max_groups) {}

  void begin(const Word2VecState& state) override {
    config_ = state.config;
    words_ = static_cast<int>(state.text->words.size());
    const auto stride = static_cast<int>(state.inputs.stride());
    if (stride > kWidestRow) {
      throw DeviceError(
          fmt::format("The graphics card trains vectors of up to {} numbers, and these have {}; "
                      "the CPU trains instead.",
                      kWidestRow, state.inputs.dim()));
    }
    const Sizes sizes(config_, stride / 4);
    if (device_->facts().software && sizes.turns(config_.window) > kMaxTurns) {
      throw DeviceError(
          fmt::format("A window of {} with {} negatives is more than the software renderer gets "
                      "to the end of; the CPU trains instead.",
                      config_.window, config_.negative));
    }
    kernel_ = {"skip_gram.comp", sizes.defines()};
    max_of_group_ = skip_gram_centres(device_->facts().software, sizes.turns(config_.window));
    groups_ = skip_gram_groups(largest_share(state), max_groups_);
    inputs_ = upload_rows(*device_, state.inputs);
    outputs_ = upload_rows(*device_, state.outputs);
    std::vector<int> noise;
    for (const AliasTable::Column& column : state.noise.columns()) {
      noise.push_back(static_cast<int>(column.threshold));
      noise.push_back(column.alias);
    }
    noise_ = device_->upload(noise);
    noise_bytes_ = noise.size() * sizeof(int);
    losses_ = device_->zeros({groups_, 2});
    device_->finish();
  }

  void train(const Chunk& chunk) override {
    const auto count = static_cast<int>(chunk.ids.size());
    if (count == 0) return;
    const Device::Turn turn(*device_);
    const GpuInts ids(*device_, chunk.ids);
    const int per_group = std::min(max_of_group_, std::max(kMinChunk, groups_for(count, groups_)));
    for (int from = 0; from < count; from += groups_ * per_group) {
      device_->run(kernel_,
                   {device_->whole(*inputs_), device_->whole(*outputs_), ids.whole(),
                    Binding{noise_->name(), 0, noise_bytes_}, device_->whole(*losses_)},
                   {count, per_group, words_, inputs_->shape().cols / 4, config_.window,
                    config_.dynamic_window ? 1 : 0, static_cast<int>(chunk.key),
                    static_cast<int>(chunk.key >> 32U), from},
                   {chunk.first_alpha, chunk.last_alpha},
                   {std::min(groups_, groups_for(count - from, per_group))});
    }
  }

  Loss take_loss() override {
    std::vector<float> cells(losses_->shape().cells());
    device_->read(losses_->name(), cells);
    device_->fill_zero(*losses_);
    Loss loss;
    for (std::size_t g = 0; g < cells.size(); g += 2) {
      loss.sum += static_cast<double>(cells[g]);
      loss.count += static_cast<double>(cells[g + 1]);
    }
    return loss;
  }

  void fetch(Word2VecState& state) override {
    const std::vector<float> inputs = read_rows(*inputs_), outputs = read_rows(*outputs_);
    std::copy(inputs.begin(), inputs.end(), state.inputs.data());
    std::copy(outputs.begin(), outputs.end(), state.outputs.data());
  }

 private:
  const DevicePtr device_;
  const int max_groups_;
  Word2VecConfig config_;
  Kernel kernel_;
  int words_ = 0, groups_ = 1;
  int max_of_group_ = 1;  // ids that a group goes through in one dispatch
  GpuMatPtr inputs_, outputs_, losses_;
  std::shared_ptr<GpuBuffer> noise_;
  std::size_t noise_bytes_ = 0;
};

}  // namespace

int skip_gram_groups(double share, int max_groups) {
  return static_cast<int>(std::clamp(kMeeting / std::max(share, 1e-9), 1.0, 1.0 * max_groups));
}

int skip_gram_centres(bool software, int turns) {
  return software ? std::max(1, kMaxTurns / turns) : std::numeric_limits<int>::max();
}

SkipGramEnginePtr make_skip_gram_on_card(DevicePtr device, int max_groups) {
  return std::make_unique<SkipGramOnCard>(std::move(device), max_groups);
}

}  // namespace glassformer
