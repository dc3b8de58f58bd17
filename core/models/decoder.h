#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/models/network.h"
#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

class RowWeights;

// Predicts target tokens one step at a time, for many hypotheses at once: greedy and beam search
// know nothing else of a model.
class Decoder {
 public:
  virtual ~Decoder() = default;

  // Takes in the sources, with their end marks, and starts one row for each, at position 0.
  // Without an encoder the sources are empty and only count.
  virtual void start(std::span<const std::vector<int>> sources) = 0;
  // Feeds each row its next token, first the begin mark; gives the logits of what follows, [rows,
  // vocab_size]. Throws UserError after max_len() steps.
  virtual const Mat& step(std::span<const int> tokens) = 0;
  // Row i goes on from what row parents[i] has seen; a row may be kept twice or not at all.
  virtual void keep(std::span<const int> parents) = 0;

  virtual std::size_t bytes() const { return 0; }      // that its rows keep of what they have seen
  virtual std::size_t most_held() const { return 0; }  // in bytes since start(), at most
  // Why the CPU had to take over from the device that computed; empty if it did not have to.
  virtual std::string device_failure() const { return {}; }
  virtual int rows() const = 0;
  virtual int vocab_size() const = 0;
  virtual int max_len() const = 0;  // tokens of a target, begin or end mark included
  virtual bool has_source() const = 0;
  // What begins and ends a target. Without an end mark each has max_len() − 1 tokens.
  virtual const SpecialIds& special() const = 0;
  virtual std::unique_ptr<Decoder> another() const = 0;  // of the same model, for another thread
  // How the row's last step attended to the source: a matrix [heads, source tokens] for each layer.
  virtual std::vector<const Mat*> cross_weights(int row) const = 0;
};

// Of a network over layers, by cached passes, on the backend that the thread has now. If that
// fails, the CPU reads anew what was read so far. Network and params must outlive it. With row
// weights (core/nn/row_weights.h) these are what is multiplied with; the network must be one for
// it.
std::unique_ptr<Decoder> make_decoder(const NextTokenNetwork& network, const Params& params,
                                      const SpecialIds& special,
                                      std::shared_ptr<const RowWeights> rows = nullptr);

}  // namespace glassformer
