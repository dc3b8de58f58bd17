#include "core/text/unigram/train_unigram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <unordered_map>

#include "core/text/unicode.h"
#include "core/text/unigram/lattice.h"
#include "core/text/unigram/trie.h"

namespace glassformer {

namespace {

using Words = std::vector<std::pair<std::string, std::int64_t>>;

// The derivative of log Γ: a mean of the logarithm under the Dirichlet that the counts make, which
// makes what is rare rarer.
double digamma(double x) {
  double sum = 0;
  for (; x < 7; ++x) sum -= 1 / x;
  x -= 0.5;
  const double square = 1 / (x * x);
  return sum + std::log(x) + square / 24 - 7 * square * square / 960;
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

// The ways to cut a word. Positions are bytes.
Lattice lattice_of(std::string_view word, const PieceTrie& trie, const UnigramPieces& model) {
  Lattice lattice(static_cast<int>(word.size()));
  for (std::size_t at = 0; at < word.size(); ++at) {
    if ((static_cast<unsigned char>(word[at]) & 0xC0) == 0x80) continue;
    trie.each_beginning(word.substr(at), [&](std::size_t bytes, int piece) {
      lattice.add(static_cast<int>(at), static_cast<int>(at + bytes), piece,
                  model.scores[static_cast<std::size_t>(piece)]);
    });
  }
  return lattice;
}

// The likeliest first, of equals the smaller text.
UnigramPieces sorted(std::vector<std::pair<std::string, double>> scored) {
  std::ranges::sort(scored, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  UnigramPieces made;
  for (auto& [piece, score] : scored) {
    made.pieces.push_back(std::move(piece));
    made.scores.push_back(score);
  }
  return made;
}

UnigramPieces seed_pieces(const Words& words, const UnigramTraining& training) {
  std::unordered_map<std::string_view, std::int64_t> counts;
  for (const auto& [word, count] : words) {
    const std::vector<std::string_view> letters = characters(word);
    for (std::size_t begin = 0; begin < letters.size(); ++begin) {
      std::size_t bytes = 0;
      const std::size_t most = std::min(training.longest, letters.size() - begin);
      for (std::size_t length = 1; length <= most; ++length) {
        bytes += letters[begin + length - 1].size();
        counts[{letters[begin].data(), bytes}] += count;
      }
    }
  }
  std::vector<std::pair<std::string, double>> letters, longer;
  for (const auto& [text, count] : counts) {
    const std::size_t length = character_count(text);
    if (length == 1) {
      letters.emplace_back(text, static_cast<double>(count));
    } else if (count >= 2) {
      longer.emplace_back(text, static_cast<double>(count) * static_cast<double>(length));
    }
  }
  const UnigramPieces best = sorted(std::move(longer));
  for (std::size_t i = 0; i < best.pieces.size() && letters.size() < training.seed; ++i) {
    letters.emplace_back(best.pieces[i], best.scores[i]);
  }
  UnigramPieces made = sorted(std::move(letters));
  double sum = 0;
  for (const double score : made.scores) sum += score;
  for (double& score : made.scores) score = std::log(score) - std::log(sum);
  return made;
}

// One round of EM. Pieces that are hardly expected go, but for characters.
UnigramPieces improved(const UnigramPieces& model, const Words& words) {
  const PieceTrie trie(model.pieces);
  std::vector<double> counts(model.pieces.size()), expected;
  for (const auto& [word, count] : words) {
    const Lattice lattice = lattice_of(word, trie, model);
    lattice.total(expected);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      counts[static_cast<std::size_t>(lattice.edges()[i].piece)] +=
          expected[i] * static_cast<double>(count);
    }
  }
  constexpr double least_expected = 0.5;
  UnigramPieces made;
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const bool letter = character_count(model.pieces[i]) == 1;
    if (counts[i] < least_expected && !letter) continue;
    made.pieces.push_back(model.pieces[i]);
    made.scores.push_back(std::max(counts[i], least_expected));
    sum += made.scores.back();
  }
  const double all = digamma(sum);
  for (double& score : made.scores) score = digamma(score) - all;
  return made;
}

// The pieces that are worth most: of each, how much less likely the text becomes when every place
// where it is used is cut in the best way without it.
UnigramPieces pruned(const UnigramPieces& model, const Words& words, std::size_t left) {
  const PieceTrie trie(model.pieces);
  std::vector<double> used(model.pieces.size());
  double all = 0;
  for (const auto& [word, count] : words) {
    const Lattice lattice = lattice_of(word, trie, model);
    for (const int edge : lattice.best().edges) {
      used[static_cast<std::size_t>(lattice.edges()[static_cast<std::size_t>(edge)].piece)] +=
          static_cast<double>(count);
      all += static_cast<double>(count);
    }
  }
  constexpr double always = std::numeric_limits<double>::infinity();
  std::vector<std::pair<double, std::size_t>> worth;
  for (std::size_t i = 0; i < model.pieces.size(); ++i) {
    double loss = 0;
    if (character_count(model.pieces[i]) == 1) {
      loss = always;
    } else if (used[i] > 0) {
      const Lattice lattice = lattice_of(model.pieces[i], trie, model);
      const std::vector<Lattice::Path> ways = lattice.best(2);
      const auto& best = ways.front().edges;
      const bool whole =
          best.size() == 1 &&
          lattice.edges()[static_cast<std::size_t>(best[0])].piece == static_cast<int>(i);
      if (whole && ways.size() > 1) {
        // With the piece gone, each of its uses is so many pieces more.
        const double more = static_cast<double>(ways[1].edges.size()) - 1;
        const double grown = all + used[i] * more;
        double without = 0;
        for (const int edge : ways[1].edges) {
          const auto piece =
              static_cast<std::size_t>(lattice.edges()[static_cast<std::size_t>(edge)].piece);
          without += std::log(used[piece] + used[i]) - std::log(grown);
        }
        loss = used[i] / all * (std::log(used[i]) - std::log(all) - without);
      }
    }
    worth.emplace_back(loss, i);
  }
  std::ranges::sort(worth, [&](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : model.pieces[a.second] < model.pieces[b.second];
  });
  UnigramPieces made;
  for (const auto& [loss, i] : worth) {
    if (made.pieces.size() >= left && loss != always) break;
    made.pieces.push_back(model.pieces[i]);
    made.scores.push_back(model.scores[i]);
  }
  return made;
}

// The likeliest of them and all characters.
UnigramPieces finished(const UnigramPieces& model, std::size_t size) {
  std::vector<std::pair<std::string, double>> letters, longer;
  for (std::size_t i = 0; i < model.pieces.size(); ++i) {
    (character_count(model.pieces[i]) == 1 ? letters : longer)
        .emplace_back(model.pieces[i], model.scores[i]);
  }
  const UnigramPieces best = sorted(std::move(longer));
  for (std::size_t i = 0; i < best.pieces.size() && letters.size() < size; ++i) {
    letters.emplace_back(best.pieces[i], best.scores[i]);
  }
  return sorted(std::move(letters));
}

}  // namespace

UnigramPieces train_unigram(const Words& words, const UnigramTraining& training) {
  const auto size = static_cast<std::size_t>(training.size);
  // A tenth more than is wanted, which the last choice is made from.
  const auto enough = static_cast<std::size_t>(1.1 * static_cast<double>(training.size));
  UnigramPieces model = seed_pieces(words, training);
  while (true) {
    for (int round = 0; round < training.rounds; ++round) {
      model = improved(model, words);
      if (training.go_on && !training.go_on(model.pieces.size())) return finished(model, size);
    }
    const std::size_t before = model.pieces.size();
    if (before <= enough) break;
    const auto share = static_cast<std::size_t>(training.shrink * static_cast<double>(before));
    model = pruned(model, words, std::max(enough, share));
    if (model.pieces.size() == before) break;  // nothing but characters is left
  }
  return finished(model, size);
}

}  // namespace glassformer
