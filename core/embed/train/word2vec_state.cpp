#include "core/embed/train/word2vec_state.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/kernels/parallel.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

constexpr double kMinAlpha = 1e-4;  // of the first

Word2VecConfig checked(Word2VecConfig config, std::size_t words) {
  check(config);
  if (config.subwords.buckets == 0) config.subwords.buckets = default_buckets(words, config.dim);
  if (config.alpha == 0) config.alpha = best_alpha(config);
  return config;
}

std::size_t output_rows(const EncodedText& text, const Word2VecConfig& config) {
  const bool tree = config.objective == Objective::hierarchical_softmax;
  return std::max<std::size_t>(1, text.words.size() - (tree ? 1 : 0));
}

// Over all words, those of given vectors too.
double all_counts(const EncodedText& text) {
  return static_cast<double>(
      std::accumulate(text.counts.begin(), text.counts.end(), std::uint64_t{0}));
}

// Mikolov et al. 2013b, §2.3, in the form that their program has: a word of share f of the
// text is kept with probability √(t/f) + t/f.
std::vector<std::uint32_t> keep_shares(const EncodedText& text, double sample) {
  std::vector<std::uint32_t> keep;
  const double words = all_counts(text);
  for (const std::uint64_t count : text.counts) {
    const double ratio = sample > 0 ? sample * words / static_cast<double>(count) : 1;
    const double share = std::min(1.0, std::sqrt(ratio) + ratio);
    keep.push_back(static_cast<std::uint32_t>(share * 0xFFFFFFFF));
  }
  return keep;
}

// As published, of the counts of the text. Otherwise of those that subsampling leaves, since these
// words take the way from the root: a hundredth fewer turns. A training follows the turns alone,
// without the nodes.
HuffmanTree tree_of(const EncodedText& text, const Word2VecConfig& config,
                    const std::vector<std::uint32_t>& keep) {
  HuffmanTree tree;
  if (config.objective != Objective::hierarchical_softmax) return tree;
  std::vector<std::uint64_t> left;
  for (std::size_t word = 0; word < keep.size(); ++word) {
    const double share = config.published ? 1 : static_cast<double>(keep[word]) / 0xFFFFFFFF;
    left.push_back(
        static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(text.counts[word]))));
  }
  tree = huffman_tree(left, max_listed_words);
  tree.nodes = std::vector<HuffmanTree::Node>();
  return tree;
}

}  // namespace

Word2VecState::Word2VecState(EncodedTextPtr with, const Word2VecConfig& wanted,
                             const GivenWordsPtr& given)
    : text(std::move(with)),
      config(checked(wanted, text->words.size())),
      piece(piece_of(config)),
      pieces_of_epoch((text->ids.size() + piece - 1) / piece),
      pieces(pieces_of_epoch * static_cast<std::uint64_t>(config.epochs)),
      subwords(config.subwords.on ? SubwordRows(text->words, config.subwords, max_listed_words)
                                  : SubwordRows()),
      keep(keep_shares(*text, config.sample)),
      tree(tree_of(*text, config, keep)),
      inputs(text->words.size() +
                 (config.subwords.on ? static_cast<std::size_t>(config.subwords.buckets) : 0),
             static_cast<std::size_t>(config.dim)),
      outputs(output_rows(*text, config), static_cast<std::size_t>(config.dim)) {
  // Blocks of rows with random numbers of their own: the same however many threads fill them. Their
  // seed has a name, since the pieces of the text draw from Rng::at(config.seed, …).
  const std::uint64_t rows_seed = config.seed ^ hash("word2vec.rows");
  constexpr std::size_t block = 1024;
  const auto blocks = static_cast<int>((inputs.count() + block - 1) / block);
  parallel_for(blocks, inputs.count() * inputs.dim(), [&](int b) {
    const auto begin = static_cast<std::size_t>(b) * block;
    Rng rng(Rng::at(rows_seed, begin).next());
    const float width = 1.0F / static_cast<float>(config.dim);
    for (std::size_t row = begin; row < std::min(begin + block, inputs.count()); ++row) {
      for (float& cell : inputs[row]) {
        cell = (static_cast<float>(rng.next() >> 40) * 0x1p-24F - 0.5F) * width;
      }
    }
  });
  if (config.objective == Objective::negative_sampling) {
    noise = noise_table(text->counts, config.noise_power);
  }
  if (given) begin_from(*given);
}

void Word2VecState::begin_from(const GivenWords& given) {
  check(given, config);
  const WordVectors& vectors = *given.vectors;
  held.assign(text->words.size(), false);
  for (std::size_t i = 0; i < vectors.words.size(); ++i) {
    const int id = text->words.find(vectors.words[i]);
    if (id < 0) continue;
    const auto word = static_cast<std::size_t>(id);
    std::ranges::copy(vectors.vectors[i], inputs[word].begin());
    std::ranges::copy(vectors.outputs[i], outputs[word].begin());
    held[word] = true;
  }
  for (const std::string& name : given.learning) {
    const int id = text->words.find(name);
    if (id >= 0) held[static_cast<std::size_t>(id)] = false;
  }
}

std::size_t Word2VecState::near_root() const {
  if (config.published || config.objective != Objective::hierarchical_softmax) return 0;
  return std::min<std::size_t>(255, outputs.count() / 8);
}

float Word2VecState::alpha_at(double pieces_done) const {
  const double done = pieces_done / static_cast<double>(pieces);
  const double fall = 1 - config.alpha_end / config.alpha;
  return static_cast<float>(config.alpha * std::max(1 - fall * done, kMinAlpha));
}

}  // namespace glassformer
