#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/grad/backend.h"

namespace glassformer {

// What both do, the card and the processor with all its cores, each in the same way as when a user
// waits for it.
struct CardAndProcessor {
  std::string name, unit;  // "words/s"
  bool more_is_better = true;
  std::vector<double> card, processor;  // of each run
  double times_as_fast() const;         // by the medians
};

// Word vectors: skip-gram with negative sampling, a step of t-SNE, neighbours. `small` suits a
// software renderer. Throws UserError with the card's reason if it gives out.
std::vector<CardAndProcessor> bench_vectors_on_card(const std::shared_ptr<Backend>& card,
                                                    bool small, int runs);

}  // namespace glassformer
