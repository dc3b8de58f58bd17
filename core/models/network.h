#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/nn/parameters.h"
#include "core/nn/pass.h"

namespace glassformer {

// An architecture with its sizes, composed of layers; what it has learned are Params of its own.
// Immutable: one network serves any number of passes.
class Network {
 public:
  virtual ~Network() = default;
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  virtual std::string_view architecture() const = 0;  // "transformer"
  // Its sizes as JSON: what make_network() builds it from.
  virtual std::string config() const = 0;
  // The same in a few words: "2 + 2 layers, 4 heads, d_model 64".
  virtual std::string summary() const = 0;
  virtual int vocab_size() const = 0;  // of the target, where there are two
  virtual int source_vocab_size() const { return vocab_size(); }
  const std::vector<Parameter>& parameters() const { return declaration_.parameters(); }
  // Layers that keep something from step to step of a cached pass.
  int states() const { return declaration_.states(); }

 protected:
  Network() = default;
  Declaration declaration_;
};

// A network that predicts the next token of a target, alone or given a source.
class NextTokenNetwork : public Network {
 public:
  virtual bool has_encoder() const = 0;
  virtual int max_len() const = 0;  // tokens of a sentence, begin or end mark included
  virtual int max_target_len() const { return max_len(); }  // of a target, likewise
  virtual int d_model() const = 0;
  virtual double label_smoothing() const { return 0; }  // that its training asks for
  // Whether its cached passes may go by RowWeights: all its products are those of layers that ask.
  virtual bool decodes_by_rows() const { return false; }
  // Source tokens → [source rows, d_model], what the decoder attends to. Only with an encoder.
  virtual Var encode(Pass& pass, const Tokens& source) const;
  // Target tokens → "logits" [target rows, vocab_size] of what follows each. `memory` is what
  // encode() gave; empty without an encoder.
  virtual Var logits(Pass& pass, Var memory, const Tokens& source, const Tokens& target) const = 0;
  // How surprising the tokens `next` are, one for each row of the target: [1, 1], the mean of −log
  // p. What is learned and scored by; a network may know a shorter way than through all logits.
  virtual Var surprise(Pass& pass, Var memory, const Tokens& source, const Tokens& target,
                       std::vector<int> next, double smoothing = 0) const;
};

using NetworkPtr = std::shared_ptr<const Network>;

// Throws UserError, naming the file: an architecture that this program does not have, a config that
// cannot be.
NetworkPtr make_network(std::string_view architecture, std::string_view config,
                        const std::string& file);

}  // namespace glassformer
