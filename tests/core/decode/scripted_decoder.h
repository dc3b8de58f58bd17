#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <vector>

#include "core/models/decoder.h"

namespace glassformer::testing {

// The logits of these probabilities of begin, end, and the pieces 2 and 3.
inline std::vector<Real> odds(double begin, double end, double two, double three) {
  std::vector<Real> logs;
  for (const double p : {begin, end, two, three}) {
    logs.push_back(static_cast<Real>(std::log(std::max(p, 1e-30))));
  }
  return logs;
}

// A model whose probabilities are written down: what follows which pieces, as logits. Piece 0
// begins a text and 1 ends it.
class ScriptedDecoder : public Decoder {
 public:
  using Script = std::map<std::vector<int>, std::vector<Real>>;  // by the pieces so far

  // What follows pieces that the script does not have.
  ScriptedDecoder(Script script, std::vector<Real> otherwise, int max_len = 12)
      : script_(std::move(script)), otherwise_(std::move(otherwise)), max_len_(max_len) {}

  void start(std::span<const std::vector<int>> sources) override {
    made_.assign(sources.size(), {});
  }
  const Mat& step(std::span<const int> tokens) override {
    logits_ = Mat(rows(), vocab_size());
    for (int row = 0; row < rows(); ++row) {
      std::vector<int>& made = made_[static_cast<std::size_t>(row)];
      if (tokens[static_cast<std::size_t>(row)] != special_.begin) {
        made.push_back(tokens[static_cast<std::size_t>(row)]);
      }
      const auto found = script_.find(made);
      std::ranges::copy(found == script_.end() ? otherwise_ : found->second,
                        logits_.row(row).begin());
    }
    return logits_;
  }
  void keep(std::span<const int> parents) override {
    std::vector<std::vector<int>> kept;
    for (const int parent : parents) kept.push_back(made_[static_cast<std::size_t>(parent)]);
    made_ = std::move(kept);
  }
  int rows() const override { return static_cast<int>(made_.size()); }
  int vocab_size() const override { return static_cast<int>(otherwise_.size()); }
  int max_len() const override { return max_len_; }
  bool has_source() const override { return false; }
  const SpecialIds& special() const override { return special_; }
  std::unique_ptr<Decoder> another() const override {
    return std::make_unique<ScriptedDecoder>(script_, otherwise_, max_len_);
  }
  std::vector<const Mat*> cross_weights(int) const override { return {}; }

 private:
  Script script_;
  std::vector<Real> otherwise_;
  int max_len_;
  SpecialIds special_{.begin = 0, .end = 1};
  std::vector<std::vector<int>> made_;  // the pieces of each row
  Mat logits_;
};

}  // namespace glassformer::testing
