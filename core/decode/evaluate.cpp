#include "core/decode/evaluate.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/decode/decode.h"
#include "core/models/piece_links.h"
#include "core/tensor/error.h"
#include "core/text/alignment.h"
#include "core/text/words.h"

namespace glassformer {

namespace {

// The reference as the model would write it if it made no mistake; unknown words stay as they are.
std::string normalised(const Tokenizer& tokenizer, const std::string& sentence) {
  const std::vector<std::string> pieces = tokenizer.split(sentence);
  if (tokenizer.splits_into_words()) return join_words(pieces);
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  return text;
}

// The pieces of both sides; nothing where a side does not fit the model.
struct Encoded {
  std::vector<int> source, target;
};

std::optional<Encoded> encoded(const Checkpoint& checkpoint, const SentencePair& pair) {
  try {
    Encoded made{source_ids(checkpoint, pair.source), target_ids(checkpoint, pair.target)};
    made.target.erase(made.target.begin());
    return made;
  } catch (const UserError&) {
    return std::nullopt;
  }
}

// A way to read one alignment out of all heads: the mean of some of them.
struct Reading {
  std::string name;
  int first = 0, count = 1;
};

// The heads that attend to the source, each alone, those of a layer together, and all.
std::vector<Reading> readings(Decoder& decoder, const std::vector<int>& source) {
  decoder.start({&source, 1});
  decoder.step(std::vector{decoder.special().begin});
  std::vector<Reading> readings;
  int layer = 0, heads = 0;
  for (const Mat* weights : decoder.cross_weights(0)) {
    ++layer;
    for (int head = 0; head < weights->rows(); ++head) {
      readings.push_back({fmt::format("layer {}, head {}", layer, head + 1), heads + head, 1});
    }
    readings.push_back({fmt::format("mean of layer {}", layer), heads, weights->rows()});
    heads += weights->rows();
  }
  if (heads > 0) readings.push_back({"mean of all heads", 0, heads});
  return readings;
}

Mat mean(const std::vector<Mat>& heads, const Reading& reading) {
  const auto first = static_cast<std::size_t>(reading.first);
  Mat sum = heads[first];
  for (std::size_t h = first + 1; h < first + static_cast<std::size_t>(reading.count); ++h) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum.cells()[i] += heads[h].cells()[i];
  }
  return sum;
}

// The error rate of each reading over the pairs that have links.
std::vector<double> error_rates(const Checkpoint& checkpoint, std::span<const SentencePair> pairs,
                                const std::vector<Reading>& tried, double beside) {
  std::vector<AlignmentErrors> errors(tried.size());
  constexpr std::size_t chunk = 256;
  for (std::size_t begin = 0; begin < pairs.size(); begin += chunk) {
    std::vector<std::vector<int>> sources, targets;
    std::vector<std::vector<Link>> linked;
    for (const SentencePair& pair : pairs.subspan(begin, std::min(chunk, pairs.size() - begin))) {
      if (pair.links.empty()) continue;
      auto both = encoded(checkpoint, pair);
      if (!both) continue;
      linked.push_back(piece_links(checkpoint, pair, both->source.size() - 1, both->target.size()));
      sources.push_back(std::move(both->source));
      targets.push_back(std::move(both->target));
    }
    const auto all = forced_cross(*make_decoder(checkpoint), sources, targets, beside);
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t r = 0; r < tried.size(); ++r) {
        // Behind the source words stands the end mark, behind the target words the step to the end.
        const auto links =
            strongest_links(mean(all[i], tried[r]), static_cast<int>(targets[i].size()),
                            static_cast<int>(sources[i].size()) - 1);
        errors[r].add(links, linked[i]);
      }
    }
  }
  std::vector<double> rates;
  for (const AlignmentErrors& e : errors) rates.push_back(e.rate());
  return rates;
}

void align(const Checkpoint& checkpoint, std::span<const SentencePair> pairs,
           std::span<const SentencePair> choosing, double beside, Evaluation& made) {
  constexpr std::size_t any = 1 << 20;
  const auto has_links = [&](const SentencePair& pair) {
    return !piece_links(checkpoint, pair, any, any).empty();
  };
  const auto decoder = make_decoder(checkpoint);
  if (!decoder->has_source() || std::none_of(pairs.begin(), pairs.end(), has_links) ||
      std::none_of(choosing.begin(), choosing.end(), has_links)) {
    return;
  }
  const std::vector<Reading> all =
      readings(*decoder, source_ids(checkpoint, choosing.front().source));
  if (all.empty()) return;  // it looks at no source word while it writes
  const std::vector<double> rates = error_rates(checkpoint, choosing, all, beside);
  const auto best = std::min_element(rates.begin(), rates.end()) - rates.begin();
  const Reading& chosen = all[static_cast<std::size_t>(best)];
  made.alignment_error_rate = error_rates(checkpoint, pairs, {chosen}, beside).front();
  made.aligned_by = chosen.name;
}

}  // namespace

Evaluation evaluate(const Checkpoint& checkpoint, std::span<const SentencePair> pairs,
                    std::span<const SentencePair> choosing, double beside) {
  beside += static_cast<double>(checkpoint.params.cells()) * sizeof(Real);
  Evaluation made;
  std::vector<std::vector<int>> sources;
  std::vector<std::size_t> of;  // the pair of each source
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    auto both = encoded(checkpoint, pairs[i]);
    if (!both) continue;
    sources.push_back(std::move(both->source));
    of.push_back(i);
  }
  made.sentences = static_cast<int>(pairs.size());
  made.too_long = static_cast<int>(pairs.size() - sources.size());
  made.translations.resize(pairs.size());
  const auto pieces = greedy_all(*make_decoder(checkpoint), sources, beside);
  std::vector<std::string> references;
  for (const SentencePair& pair : pairs) references.push_back(pair.target);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    std::string& text = made.translations[of[i]];
    text = checkpoint.target().decode(pieces[i]);
    if (text == normalised(checkpoint.target(), references[of[i]])) ++made.exact;
  }
  if (made.sentences > 0) made.exact_match = static_cast<double>(made.exact) / made.sentences;
  made.bleu = corpus_bleu(made.translations, references);
  made.pronouns = score_pronouns(pairs, made.translations);
  align(checkpoint, pairs, choosing, beside, made);
  return made;
}

}  // namespace glassformer
