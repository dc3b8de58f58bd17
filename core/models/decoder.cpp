#include "core/models/decoder.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/grad/backend.h"
#include "core/grad/held.h"
#include "core/nn/row_weights.h"
#include "core/nn/step_cache.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

class CachedDecoder : public Decoder {
 public:
  CachedDecoder(const NextTokenNetwork& network, const Params& params, const SpecialIds& special,
                std::shared_ptr<const RowWeights> rows)
      : network_(network), params_(params), special_(special), rows_(std::move(rows)) {}

  void start(std::span<const std::vector<int>> sources) override {
    Tokens source;
    for (const std::vector<int>& ids : sources) source.add(ids);
    texts_ = static_cast<int>(sources.size());
    begins_ = source.begins;
    asked_.clear();
    begin();
    encoding_ = stepping_ = 0;
    memory_.reset();
    if (!has_source() || sources.empty()) return;
    Tape tape;
    Pass pass = Pass::packed(tape, params_);
    memory_ = std::make_shared<const Leaf>(tape.value(network_.encode(pass, source)));
    encoding_ = bytes_held(tape);
    source_ = std::move(source);
  }

  const Mat& step(std::span<const int> tokens) override {
    if (position_ >= max_len()) {
      throw UserError("the sentence is longer than the model's " + std::to_string(max_len()) +
                      " positions; use a shorter one");
    }
    if (!there_) return next(tokens);
    asked_.push_back({Asked::step, {tokens.begin(), tokens.end()}});
    try {
      const Mat& logits = next(tokens);
      if (!tape_.on_device() && failure_.empty()) failure_ = tape_.device_failure();
      return logits;
    } catch (const DeviceError& error) {
      return read_again(error);
    }
  }

  void keep(std::span<const int> parents) override {
    cache_.keep(parents);
    if (there_) asked_.push_back({Asked::keep, {parents.begin(), parents.end()}});
  }
  std::size_t bytes() const override { return cache_.bytes(); }
  // The encoder's tape is gone by then, but what was freed in pieces is not always used again.
  std::size_t most_held() const override {
    const std::size_t memory = memory_ ? memory_->value.size() * sizeof(Real) : 0;
    return encoding_ + stepping_ + memory + cache_.memory_bytes() + cache_.bytes();
  }
  std::string device_failure() const override { return failure_; }
  int rows() const override { return cache_.rows(); }
  int vocab_size() const override { return network_.vocab_size(); }
  int max_len() const override { return network_.max_target_len(); }
  bool has_source() const override { return network_.has_encoder(); }
  const SpecialIds& special() const override { return special_; }
  std::unique_ptr<Decoder> another() const override {
    return make_decoder(network_, params_, special_, rows_);
  }
  std::vector<const Mat*> cross_weights(int row) const override {
    return cache_.cross_weights(row);
  }

 private:
  void begin() {
    cache_.start(network_.states(), texts_, begins_);
    position_ = 0;
    there_ = tape_.on_device();
  }

  const Mat& next(std::span<const int> tokens) {
    Tokens target;
    target.ids.assign(tokens.begin(), tokens.end());
    target.positions.assign(tokens.size(), position_);
    for (int row = 1; row <= rows(); ++row) target.begins.push_back(row);
    Pass pass = Pass::cached(tape_, params_, cache_, rows_.get());
    const Var memory = memory_ ? tape_.input(memory_) : Var{};
    const Var logits = network_.logits(pass, memory, source_, target);
    ++position_;
    stepping_ = std::max(stepping_, bytes_held(tape_));
    return tape_.value(logits);
  }

  // The keys and values that the device had are lost with it, so the CPU reads from the beginning.
  const Mat& read_again(const DeviceError& error) {
    if (failure_.empty()) failure_ = error.what();
    const OnBackend here(nullptr);
    tape_ = Tape();
    begin();
    const Mat* logits = nullptr;
    for (const Asked& asked : std::exchange(asked_, {})) {
      if (asked.what == Asked::keep) {
        cache_.keep(asked.rows);
      } else {
        logits = &next(asked.rows);
      }
    }
    return *logits;  // of the step that failed: it is the last
  }

  const NextTokenNetwork& network_;
  const Params& params_;
  SpecialIds special_;
  std::shared_ptr<const RowWeights> rows_;
  Tape tape_;
  StepCache cache_;
  LeafPtr memory_;  // what the encoder made of all sources, [source rows, d_model]
  Tokens source_;
  int texts_ = 0;            // what start() was given: how many, …
  std::vector<int> begins_;  // … and where each begins
  struct Asked {
    enum What { step, keep } what;
    std::vector<int> rows;  // their tokens, or their parents
  };
  bool there_ = false;        // a device computes, or began to, and has keys and values …
  std::vector<Asked> asked_;  // … of what was asked since then
  std::string failure_;
  int position_ = 0;
  std::size_t encoding_ = 0, stepping_ = 0;  // what the tapes held, in bytes
};

}  // namespace

std::unique_ptr<Decoder> make_decoder(const NextTokenNetwork& network, const Params& params,
                                      const SpecialIds& special,
                                      std::shared_ptr<const RowWeights> rows) {
  return std::make_unique<CachedDecoder>(network, params, special, std::move(rows));
}

}  // namespace glassformer
