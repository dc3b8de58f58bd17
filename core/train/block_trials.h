#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/models/modern_block.h"
#include "core/tensor/mat.h"

namespace glassformer {

// Networks that differ in their blocks alone (core/models/modern_block.h), trained in turn on the
// same text with the same schedule, each from several seeds: how well they predict a text that was
// held out.
struct BlockTrials {
  struct Trial {
    std::string name;
    int parameters = 0;
    bool warms_up = true;  // else the learning rate is the highest from the first step on
    Mat losses;            // [moments, seeds], nats a token; what is not finite: the training broke
  };
  std::vector<Trial> trials;
  std::vector<int> steps;  // of each moment
  std::vector<int> seeds;
  int batch_tokens = 0;  // that a step learns from
  std::string file;      // as errors name it, once it was read
};

struct BlockTrialPlan {
  BlockSize size{.vocab_size = 1000};  // at most; it is found from the text
  int sentences = 20000;               // of the small world, in English
  int length = 48, batch = 16;
  int steps = 600, decay = 300, warmup = 100;
  double rate = 0.4;  // multiplies the schedule of Vaswani et al. 2017, equation 3
  int seeds = 4;
  int moments = 12;   // evenly from the first to the last
  int scored = 6000;  // tokens
};

// Every stage with a rate that warms up, and the first two without (Xiong et al. 2020, §4: where
// the norm stands before, no warm-up is needed). `tell` hears which share is done, 0 … 1.
BlockTrials try_blocks(const BlockTrialPlan& plan, const std::function<void(double)>& tell);

// One safetensors file. `command` makes it again, as errors say. Reading throws UserError for a
// file that is no such recording or whose parts do not fit each other.
void write_trials(const std::filesystem::path& file, const std::string& command,
                  const BlockTrials& trials);
BlockTrials read_trials(const std::filesystem::path& file, const std::string& command);

}  // namespace glassformer
