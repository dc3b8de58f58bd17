#include "core/decode/decode_memory.h"

#include <algorithm>
#include <string>

#include "core/kernels/threads.h"
#include "core/tensor/memory_limit.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

constexpr int probe = 2;  // of every token each step reads all weights: few are enough

double held(const Decoder& decoder, const std::vector<ExampleSize>& sentences) {
  const auto tried = decoder.another();
  std::vector<std::vector<int>> sources;
  int steps = 0;
  for (const ExampleSize& sentence : sentences) {
    sources.emplace_back(static_cast<std::size_t>(sentence.source), 0);
    steps = std::max(steps, sentence.target);
  }
  tried->start(sources);
  const std::vector<int> fed(sources.size(), std::max(0, decoder.special().begin));
  for (int step = 0; step < steps; ++step) tried->step(fed);
  return static_cast<double>(tried->most_held());
}

double largest_batch(const StepMemory& memory, const std::vector<ExampleSize>& sentences,
                     std::size_t size) {
  double largest = 0, batch = 0;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    batch += memory.of(sentences[i]);
    if ((i + 1) % size != 0 && i + 1 != sentences.size()) continue;
    largest = std::max(largest, batch);
    batch = 0;
  }
  return memory.fixed() + largest;
}

}  // namespace

DecodeBatches batches_that_fit(const Decoder& decoder, const std::vector<ExampleSize>& sentences,
                               double beside) {
  DecodeBatches made;
  made.at_once = threads_in_use();
  ExampleSize longest;
  for (const ExampleSize& sentence : sentences) {
    longest.source = std::max(longest.source, sentence.source);
    longest.target = std::max(longest.target, sentence.target);
  }
  // As few tokens as that are no matter of memory, and too few to be tried with.
  if (sentences.empty() || std::min(decoder.max_len(), longest.target) < 3) return made;
  const StepMemory memory([&](const auto& some) { return held(decoder, some); }, longest, probe);
  const double room = static_cast<double>(memory_limit()) - beside;
  for (; made.size > 1; made.size /= 2) {
    const double bytes = largest_batch(memory, sentences, made.size);
    if (bytes * made.at_once <= room) return made;
    if (bytes <= room) {
      made.at_once = static_cast<int>(room / bytes);
      return made;
    }
  }
  made.at_once = 1;
  check_memory("to translate " + number_of(longest.source, "piece"),
               beside + largest_batch(memory, sentences, made.size),
               "take shorter sentences, or a narrower model with fewer layers");
  return made;
}

int longest_translation(const Decoder& decoder, std::size_t source_pieces) {
  return std::min(2 * static_cast<int>(source_pieces) + 8, decoder.max_len() - 1);
}

std::vector<ExampleSize> with_translations(const Decoder& decoder,
                                           std::span<const std::vector<int>> sources) {
  std::vector<ExampleSize> made;
  made.reserve(sources.size());
  for (const std::vector<int>& source : sources) {
    made.push_back({static_cast<int>(source.size()), longest_translation(decoder, source.size())});
  }
  return made;
}

}  // namespace glassformer
