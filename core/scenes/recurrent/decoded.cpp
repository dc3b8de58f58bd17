#include "core/scenes/recurrent/decoded.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <utility>

#include "core/decode/decode.h"
#include "core/nn/axes.h"
#include "core/scenes/part.h"
#include "core/scenes/transformer/record_network.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

// Where a weight can be set: in the network's own matrix, and in the one whose rows are named by
// what was written.
std::array<std::string, 2> weights_paths(std::string_view scope) {
  const std::string before = scope.empty() ? "" : std::string(scope) + ".";
  return {before + "decoder.attention.weights", before + "alignment"};
}

int most_pieces(const Checkpoint& checkpoint, std::size_t source) {
  return std::min(next_token_network(checkpoint).max_target_len() - 1,
                  2 * static_cast<int>(source) + 8);
}

// Each word again from the first, since a pass with named steps is what edits act on.
std::vector<int> decoded_with(const Checkpoint& checkpoint, const std::vector<int>& source_ids,
                              const Edits& edits, std::string_view scope,
                              std::optional<std::uint64_t> draws) {
  const Seq2Seq& network = seq2seq_of(checkpoint);
  const SpecialIds special = checkpoint.target().special();
  Tokens source;
  source.add(source_ids);
  return greedy_ids(special, most_pieces(checkpoint, source_ids.size()),
                    [&](const std::vector<int>& ids) {
                      Tape tape(edits);
                      std::optional<Tape::Scope> within;
                      if (!scope.empty()) within.emplace(tape, scope);
                      Pass pass = Pass::traced(tape, checkpoint.params);
                      // The same draws for the words before.
                      AttentionLog log = draws ? AttentionLog(*draws) : AttentionLog();
                      Tokens target;
                      target.add(ids);
                      const Var memory = network.encode(pass, source);
                      return tape.value(network.logits(pass, memory, source, target, log));
                    });
}

// The last translations: an edit of another cell runs the models again, but does not
// translate again.
struct Known {
  CheckpointPtr checkpoint;
  std::string sentence;
  std::vector<int> ids;
};

}  // namespace

const Seq2Seq& seq2seq_of(const Checkpoint& checkpoint) {
  const auto* network = dynamic_cast<const Seq2Seq*>(checkpoint.network.get());
  if (network != nullptr) return *network;
  throw UserError(fmt::format(
      "this needs a recurrent encoder-decoder as glassformer train seq2seq makes it, but the model "
      "is of the architecture \"{}\"",
      checkpoint.network->architecture()));
}

CheckpointPtr attending(const CheckpointPtr& checkpoint, Attending how) {
  Seq2SeqConfig config = seq2seq_of(*checkpoint).sizes();
  if (how == Attending::soft) return checkpoint;
  if (!config.has_attention()) {
    throw UserError(
        "this model has no attention whose weights could be used otherwise; choose one that "
        "glassformer train seq2seq made with --attention");
  }
  const bool drawn = how != Attending::uniform;
  if (drawn && config.pick == AlignmentPick::hard) return checkpoint;
  static std::mutex mutex;
  static std::vector<std::pair<std::pair<CheckpointPtr, bool>, CheckpointPtr>> made;
  const std::scoped_lock lock(mutex);
  for (const auto& [of, one] : made) {
    if (of == std::pair(checkpoint, drawn)) return one;
  }
  auto other = std::make_shared<Checkpoint>(*checkpoint);
  if (drawn) {
    config.pick = AlignmentPick::hard;
  } else {
    config.pick = AlignmentPick::soft;
    // Neither of the two has parameters, so all others stay where they are.
    if (config.score == AlignmentScore::dot) config.score = AlignmentScore::uniform;
    for (int i = 0; i < other->params.size(); ++i) {
      if (!other->params.name(i).starts_with("decoder.attention.")) continue;
      std::ranges::fill(other->params.value(i).cells(), Real{0});
    }
  }
  other->network = std::make_shared<Seq2Seq>(config);
  if (made.size() >= 4) made.erase(made.begin());
  made.push_back({{checkpoint, drawn}, other});
  return other;
}

const Seq2Seq* held_seq2seq(const Resource& resource) {
  if (!resource.holds<Checkpoint>()) return nullptr;
  return dynamic_cast<const Seq2Seq*>(resource.as<Checkpoint>()->network.get());
}

bool attends(const Resource& model) {
  const Seq2Seq* network = held_seq2seq(model);
  return network != nullptr && network->sizes().has_attention();
}

bool edits_attention(const Edits& edits, std::string_view scope) {
  return std::ranges::any_of(weights_paths(scope),
                             [&](const std::string& path) { return edits.contains(path); });
}

Edits with_steps(const Edits& edits, std::string_view scope) {
  Edits all = edits;
  const std::string before = scope.empty() ? "" : std::string(scope) + ".";
  for (const std::string& path : weights_paths(scope)) {
    const auto found = edits.find(path);
    if (found == edits.end()) continue;
    for (const CellEdit& edit : found->second) {
      all[fmt::format("{}decoder.attention.step.{}.weights", before, edit.row + 1)].push_back(
          {0, edit.col, edit.value});
    }
  }
  return all;
}

std::vector<int> decoded(const CheckpointPtr& checkpoint, const std::string& sentence,
                         const Edits& edits, std::string_view scope,
                         std::optional<std::uint64_t> draws) {
  const std::vector<int> source = source_ids(*checkpoint, sentence);
  if (draws || edits_attention(edits, scope)) {
    // Rows below the end of what is said are edits of nothing: they wait for a longer sentence.
    Edits steps = with_steps(edits, scope);
    for (const std::string& path : weights_paths(scope)) steps.erase(path);
    return decoded_with(*checkpoint, source, steps, scope, draws);
  }
  static std::mutex mutex;
  static std::vector<Known> known;
  {
    const std::scoped_lock lock(mutex);
    for (const Known& one : known) {
      if (one.checkpoint == checkpoint && one.sentence == sentence) return one.ids;
    }
  }
  DecodeOptions options;
  options.max_len = most_pieces(*checkpoint, source.size());
  std::vector<int> ids{checkpoint->target().special().begin};
  const std::vector<int> pieces = greedy(*make_decoder(*checkpoint), source, options).pieces;
  ids.insert(ids.end(), pieces.begin(), pieces.end());
  const std::scoped_lock lock(mutex);
  if (known.size() >= 8) known.erase(known.begin());
  known.push_back({checkpoint, sentence, ids});
  return ids;
}

Var named_by_what_follows(Tape& tape, const Checkpoint& checkpoint, Var weights,
                          const std::vector<int>& target, std::string_view scope) {
  const Label& label = tape.node(weights).label;
  const int end = checkpoint.target().special().end;
  const std::vector<int> next = next_tokens(target, end);
  const Axis words{"word written", Labels(piece_labels(checkpoint.target(), next)), -1};
  const Axis read = as("word read", label.cols);
  std::optional<Tape::Scope> within;
  if (!scope.empty()) within.emplace(tape, scope);
  // Without an end mark nothing follows the last one that was written.
  const int rows = static_cast<int>(next.size());
  const bool all = rows == 0 || rows == tape.shape(weights).rows;
  const Part part{tape, weights};
  return (all ? concat_rows({part}) : slice_rows(part, 0, rows))
      .as("alignment", "\\alpha", {.role = Role::probability, .rows = words, .cols = read});
}

std::string text_of(const Tokenizer& tokenizer, const std::vector<int>& ids) {
  const std::vector<int> said(ids.begin() + 1, ids.end());  // without the begin mark
  return tokenizer.decode(said);
}

}  // namespace glassformer
