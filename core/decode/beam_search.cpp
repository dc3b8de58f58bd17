#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "core/decode/decode_parts.h"
#include "core/tensor/memory_limit.h"

namespace glassformer {

namespace {

using namespace decoding;
using Fate = BeamNode::Fate;

constexpr int most_shown = 32;  // hypotheses of a beam whose rejected candidates are kept too

class Search {
 public:
  Search(Decoder& decoder, const std::vector<int>& source_ids, const DecodeOptions& given)
      : decoder_(decoder), source_(source_ids), options_(checked(decoder, source_ids, given)) {}

  BeamSearch run() {
    decoder_.start({&source_, 1});
    live_ = {-1};
    for (int step = 0; step <= options_.max_len && !live_.empty() && can_still_win(); ++step) {
      expand(step);
    }
    finish();
    return std::move(found_);
  }

 private:
  const BeamNode& node(int i) const { return found_.nodes[static_cast<std::size_t>(i)]; }
  int end() const { return decoder_.special().end; }
  // Without an end mark a hypothesis ends with its last piece.
  bool ends(const BeamNode& candidate) const {
    return end() >= 0 ? candidate.piece == end() : candidate.step + 1 == options_.max_len;
  }
  double total(int i) const { return i < 0 ? 0 : node(i).total; }

  // Probabilities only fall, and the penalty divides most at the greatest length.
  bool can_still_win() const {
    if (!best_score_) return true;
    double best = -std::numeric_limits<double>::infinity();
    for (const int i : live_) best = std::max(best, total(i));
    return best / length_penalty(options_.max_len + 1, options_.alpha) > *best_score_;
  }

  // What hypothesis `parent` can go on with: the piece that is asked for, the end alone, or the
  // most probable ones.
  std::vector<Choice> continuations(int step, const std::vector<double>& logs) const {
    if (step < static_cast<int>(options_.prefix.size())) {
      const int piece = options_.prefix[static_cast<std::size_t>(step)];
      return {{piece, logs[static_cast<std::size_t>(piece)]}};
    }
    if (step == options_.max_len) return {{end(), logs[static_cast<std::size_t>(end())]}};
    // One more than the beam: one of them may be the end.
    return best(logs, std::max(options_.beam + 1, options_.top));
  }

  void expand(int step) {
    std::vector<int> fed;
    for (const int i : live_) fed.push_back(i < 0 ? decoder_.special().begin : node(i).piece);
    const Mat logits = decoder_.step(fed);
    std::vector<int> candidates, rows;
    const double penalty = length_penalty(step + 1, options_.alpha);
    for (int row = 0; row < logits.rows(); ++row) {
      const int parent = live_[static_cast<std::size_t>(row)];
      for (const Choice& choice :
           continuations(step, log_probabilities(logits.row(row), decoder_.special()))) {
        const double sum = total(parent) + choice.log_probability;
        candidates.push_back(static_cast<int>(found_.nodes.size()));
        rows.push_back(row);
        found_.nodes.push_back({parent, step, choice.piece, choice.log_probability, sum,
                                sum / penalty, Fate::rejected});
      }
    }
    select(candidates, rows);
  }

  // From the most probable candidate down until the beam is full.
  void select(const std::vector<int>& candidates, const std::vector<int>& rows) {
    std::vector<std::size_t> order(candidates.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return node(candidates[a]).total > node(candidates[b]).total;
    });
    std::vector<int> kept;
    live_.clear();
    for (const std::size_t i : order) {
      if (static_cast<int>(live_.size()) == options_.beam) break;
      if (end() < 0 && static_cast<int>(found_.finished.size()) == options_.beam) break;
      BeamNode& candidate = found_.nodes[static_cast<std::size_t>(candidates[i])];
      if (ends(candidate)) {
        candidate.fate = Fate::finished;
        found_.finished.push_back(candidates[i]);
        best_score_ = std::max(best_score_.value_or(candidate.score), candidate.score);
      } else {
        candidate.fate = Fate::kept;
        live_.push_back(candidates[i]);
        kept.push_back(rows[i]);
      }
    }
    if (options_.beam > most_shown) forget_rejected(candidates.front());
    check_size();
    decoder_.keep(kept);
  }

  // Of a large beam each step rejects as many as the beam has squared, and no picture shows them.
  void forget_rejected(int first) {
    std::vector<int> new_place(found_.nodes.size() - static_cast<std::size_t>(first));
    int to = first;
    for (int from = first; from < static_cast<int>(found_.nodes.size()); ++from) {
      new_place[static_cast<std::size_t>(from - first)] = to;
      if (node(from).fate == Fate::rejected) continue;
      found_.nodes[static_cast<std::size_t>(to++)] = found_.nodes[static_cast<std::size_t>(from)];
    }
    found_.nodes.resize(static_cast<std::size_t>(to));
    for (std::vector<int>* list : {&live_, &found_.finished}) {
      for (int& i : *list) {
        if (i >= first) i = new_place[static_cast<std::size_t>(i - first)];
      }
    }
  }

  // What the hypotheses have seen is copied from step to step.
  void check_size() const {
    const double nodes = static_cast<double>(found_.nodes.size() * sizeof(BeamNode));
    check_memory(fmt::format("a beam of {}, so far,", options_.beam),
                 2 * static_cast<double>(decoder_.bytes()) + nodes,
                 "take a smaller --beam or a shorter sentence");
  }

  void finish() {
    std::stable_sort(found_.finished.begin(), found_.finished.end(),
                     [&](int a, int b) { return node(a).score > node(b).score; });
    Translation& made = found_.translation;
    const int winner = found_.finished.front();
    made.ended = true;
    made.log_probability = node(winner).total;
    made.score = node(winner).score;
    for (int i = end() >= 0 ? node(winner).parent : winner; i >= 0; i = node(i).parent)
      made.pieces.push_back(node(i).piece);
    std::reverse(made.pieces.begin(), made.pieces.end());
    if (decoder_.has_source()) made.cross = cross_of(decoder_, source_, made.pieces);
  }

  Decoder& decoder_;
  const std::vector<int>& source_;
  const DecodeOptions options_;
  std::vector<int> live_;  // nodes; −1: nothing but the begin mark
  std::optional<double> best_score_;
  BeamSearch found_;
};

}  // namespace

BeamSearch beam_search(Decoder& decoder, const std::vector<int>& source_ids,
                       const DecodeOptions& options) {
  return Search(decoder, source_ids, options).run();
}

}  // namespace glassformer
