#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/decode/decode_memory.h"
#include "core/decode/decode_parts.h"
#include "core/kernels/parallel.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace decoding {

DecodeOptions checked(const Decoder& decoder, const std::vector<int>& source_ids,
                      DecodeOptions options) {
  const int room = decoder.max_len() - 1;
  if (options.max_len <= 0) options.max_len = 2 * static_cast<int>(source_ids.size()) + 8;
  options.max_len = std::min(options.max_len, room);
  if (options.beam < 1 || options.beam > 1000) {
    throw UserError(fmt::format("a beam of {} cannot be; choose 1 to 1000", options.beam));
  }
  if (!(options.alpha >= 0 && options.alpha <= 10)) {
    throw UserError(
        fmt::format("alpha {} of the length penalty cannot be; choose 0 to 10", options.alpha));
  }
  if (decoder.special().end < 0 && room < 1) {
    throw UserError("the model has neither an end mark nor room for a piece; it writes nothing");
  }
  const auto prefix = static_cast<int>(options.prefix.size());
  if (prefix > room) {
    throw UserError(
        fmt::format("the translation is to begin with {} pieces, but the model has "
                    "positions for {}",
                    prefix, room));
  }
  for (const int piece : options.prefix) {
    const SpecialIds& special = decoder.special();
    const bool is_mark = piece == special.padding || piece == special.begin || piece == special.end;
    if (piece >= 0 && piece < decoder.vocab_size() && !is_mark) continue;
    throw UserError(fmt::format(
        "a translation cannot begin with piece {}; pieces are numbered from 0 to {}, and padding, "
        "begin and end are none of text",
        piece, decoder.vocab_size() - 1));
  }
  options.max_len = std::max(options.max_len, prefix);
  return options;
}

std::vector<double> log_probabilities(std::span<const Real> logits, const SpecialIds& special) {
  std::vector<double> logs(logits.begin(), logits.end());
  const double largest = *std::max_element(logs.begin(), logs.end());
  double sum = 0;
  for (const double logit : logs) sum += std::exp(logit - largest);
  const double all = largest + std::log(sum);
  if (!std::isfinite(all)) {
    throw UserError(
        "the model gives no numbers that mean anything (infinite or nan); its file is damaged or "
        "its training has failed: train it again, or with a smaller learning rate");
  }
  for (double& logit : logs) logit -= all;
  for (const int mark : {special.padding, special.begin}) {
    if (mark < 0 || mark == special.end) continue;
    logs[static_cast<std::size_t>(mark)] = -std::numeric_limits<double>::infinity();
  }
  return logs;
}

std::vector<Choice> best(const std::vector<double>& logs, int count) {
  std::vector<int> pieces(logs.size());
  std::iota(pieces.begin(), pieces.end(), 0);
  const auto kept = std::min(static_cast<std::size_t>(std::max(count, 0)), pieces.size());
  const auto before = [&](int a, int b) {
    const double x = logs[static_cast<std::size_t>(a)], y = logs[static_cast<std::size_t>(b)];
    return x != y ? x > y : a < b;
  };
  std::partial_sort(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(kept),
                    pieces.end(), before);
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < kept; ++i) {
    choices.push_back({pieces[i], logs[static_cast<std::size_t>(pieces[i])]});
  }
  while (!choices.empty() && std::isinf(choices.back().log_probability)) choices.pop_back();
  return choices;
}

std::vector<Mat> cross_of(const Decoder& decoder, const std::vector<int>& source_ids,
                          const std::vector<int>& pieces) {
  return forced_cross(decoder, {&source_ids, 1}, {&pieces, 1}).front();
}

}  // namespace decoding

namespace {

using namespace decoding;

DecodeBatches batches_of(const Decoder& decoder, const std::vector<ExampleSize>& sentences,
                         double beside) {
  if (sentences.size() <= 1) return {};  // nothing to split, and trying takes longer than it does
  return batches_that_fit(decoder, sentences, beside);
}

// part(begin, count) for each batch. The batches go over the cores: one wait at the end instead of
// one in every product.
template <class Part>
void in_batches(std::size_t sentences, const DecodeBatches& batches, const Part& part) {
  const auto count = static_cast<int>((sentences + batches.size - 1) / batches.size);
  for (int first = 0; first < count; first += batches.at_once) {
    const int together =
        batches.at_once < threads_in_use() ? std::min(batches.at_once, count - first) : count;
    parallel_for(together, sentences * worth_threads, [&](int i) {
      const std::size_t begin = static_cast<std::size_t>(first + i) * batches.size;
      part(begin, std::min(batches.size, sentences - begin));
    });
    if (together == count) break;
  }
}

// The most probable token that a text may hold, or the end mark.
int most_probable(std::span<const Real> logits, const SpecialIds& special) {
  const auto mark = [&](int id) {
    return id != special.end && (id == special.padding || id == special.begin);
  };
  const int first = static_cast<int>(std::ranges::max_element(logits) - logits.begin());
  if (!mark(first)) return first;
  int best = special.end >= 0 ? special.end : 0;
  while (mark(best)) ++best;
  for (int id = 0; id < static_cast<int>(logits.size()); ++id) {
    const Real logit = logits[static_cast<std::size_t>(id)];
    const Real highest = logits[static_cast<std::size_t>(best)];
    if (!mark(id) && (logit > highest || (logit == highest && id < best))) best = id;
  }
  return best;
}

void greedy_batch(Decoder& decoder, std::span<const std::vector<int>> sources,
                  std::span<std::vector<int>> made) {
  const SpecialIds& special = decoder.special();
  decoder.start(sources);
  std::vector<std::size_t> open(sources.size());  // the sentence of each row
  std::iota(open.begin(), open.end(), 0);
  std::vector<int> next(sources.size(), special.begin);
  while (!open.empty()) {
    const Mat& logits = decoder.step(next);
    std::vector<std::size_t> still;
    std::vector<int> rows;
    next.clear();
    for (int r = 0; r < logits.rows(); ++r) {
      const int piece = most_probable(logits.row(r), special);
      if (piece == special.end) continue;
      const std::size_t s = open[static_cast<std::size_t>(r)];
      made[s].push_back(piece);
      const int max_len = longest_translation(decoder, sources[s].size());
      if (static_cast<int>(made[s].size()) == max_len) continue;
      still.push_back(s);
      rows.push_back(r);
      next.push_back(piece);
    }
    decoder.keep(rows);
    open = std::move(still);
  }
}

// Row t of each head's matrix: what this step attended to.
void record_step(const std::vector<const Mat*>& layers, Shape shape, int t, std::vector<Mat>& all) {
  std::size_t which = 0;
  for (const Mat* layer : layers) {
    for (int h = 0; h < layer->rows(); ++h, ++which) {
      if (which == all.size()) all.emplace_back(shape);
      std::ranges::copy(layer->row(h), all[which].row(t).begin());
    }
  }
}

void forced_batch(Decoder& decoder, std::span<const std::vector<int>> sources,
                  std::span<const std::vector<int>> targets, std::span<std::vector<Mat>> all) {
  decoder.start(sources);
  std::vector<std::size_t> open(sources.size());
  std::iota(open.begin(), open.end(), 0);
  // One for each piece, and one to the end mark.
  const auto steps_of = [&](const std::vector<int>& target) {
    return decoder.special().end >= 0 ? target.size() + 1 : std::max<std::size_t>(target.size(), 1);
  };
  for (int t = 0; !open.empty(); ++t) {
    std::vector<int> pieces, rows;
    std::vector<std::size_t> still;
    for (const std::size_t s : open) {
      pieces.push_back(t == 0 ? decoder.special().begin
                              : targets[s][static_cast<std::size_t>(t) - 1]);
    }
    decoder.step(pieces);
    for (std::size_t r = 0; r < open.size(); ++r) {
      const std::size_t s = open[r];
      const std::size_t steps = steps_of(targets[s]);
      const Shape shape{static_cast<int>(steps), static_cast<int>(sources[s].size())};
      record_step(decoder.cross_weights(static_cast<int>(r)), shape, t, all[s]);
      if (static_cast<std::size_t>(t) + 1 == steps) continue;
      still.push_back(s);
      rows.push_back(static_cast<int>(r));
    }
    decoder.keep(rows);
    open = std::move(still);
  }
}

}  // namespace

double length_penalty(int length, double alpha) {
  return std::pow((5.0 + length) / 6.0, alpha);
}

Translation greedy(Decoder& decoder, const std::vector<int>& source_ids,
                   const DecodeOptions& given) {
  const DecodeOptions options = checked(decoder, source_ids, given);
  const SpecialIds& special = decoder.special();
  decoder.start({&source_ids, 1});
  Translation made;
  int next = special.begin;
  for (int i = 0; i <= options.max_len; ++i) {
    if (i == options.max_len && special.end < 0) {  // so many are all
      made.ended = i == decoder.max_len() - 1;
      break;
    }
    const Mat& logits = decoder.step(std::vector{next});
    const std::vector<double> logs = log_probabilities(logits.row(0), special);
    if (options.top > 0) made.top.push_back(best(logs, options.top));
    const bool forced = i < static_cast<int>(options.prefix.size());
    if (i == options.max_len && !forced) {
      made.ended = best(logs, 1).front().piece == special.end;
      if (made.ended) made.log_probability += logs[static_cast<std::size_t>(special.end)];
      break;
    }
    next = forced ? options.prefix[static_cast<std::size_t>(i)] : best(logs, 1).front().piece;
    made.log_probability += logs[static_cast<std::size_t>(next)];
    made.ended = next == special.end;
    if (made.ended) break;
    made.pieces.push_back(next);
  }
  const int length =
      static_cast<int>(made.pieces.size()) + (made.ended && special.end >= 0 ? 1 : 0);
  made.score = made.log_probability / length_penalty(length, options.alpha);
  if (decoder.has_source()) made.cross = cross_of(decoder, source_ids, made.pieces);
  return made;
}

std::vector<std::vector<int>> greedy_all(const Decoder& decoder,
                                         std::span<const std::vector<int>> sources, double beside) {
  std::vector<std::vector<int>> made(sources.size());
  const DecodeBatches batches = batches_of(decoder, with_translations(decoder, sources), beside);
  in_batches(sources.size(), batches, [&](std::size_t begin, std::size_t count) {
    greedy_batch(*decoder.another(), sources.subspan(begin, count),
                 std::span(made).subspan(begin, count));
  });
  return made;
}

std::vector<std::vector<Mat>> forced_cross(const Decoder& decoder,
                                           std::span<const std::vector<int>> sources,
                                           std::span<const std::vector<int>> targets,
                                           double beside) {
  std::vector<std::vector<Mat>> all(sources.size());
  std::vector<ExampleSize> sizes;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    sizes.push_back({static_cast<int>(sources[i].size()), static_cast<int>(targets[i].size()) + 1});
  }
  const DecodeBatches batches = batches_of(decoder, sizes, beside);
  in_batches(sources.size(), batches, [&](std::size_t begin, std::size_t count) {
    forced_batch(*decoder.another(), sources.subspan(begin, count), targets.subspan(begin, count),
                 std::span(all).subspan(begin, count));
  });
  return all;
}

}  // namespace glassformer
