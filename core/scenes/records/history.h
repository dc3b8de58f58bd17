#pragma once

#include <vector>

#include "core/grad/var.h"

namespace glassformer {

// What the lectures cite, by year, and the published scores of the first translators that attend.
struct HistoryRecord {
  enum class Kind { words, recurrent, attention };
  std::vector<Kind> kinds;  // of the works
  Var years;                // [works, 1]
  Var bleu;                 // [systems, 2]: of all sentences, of those without unknown words
  Var gain;                 // [2, 2]: what attention adds, trained on up to 30 and 50 words
  int attending = 0;        // the first of the systems that attend; they end before the last, Moses
};

}  // namespace glassformer
