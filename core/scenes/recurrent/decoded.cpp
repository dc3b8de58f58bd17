#include "core/scenes/recurrent/decoded.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "core/decode/decode.h"
#include "core/scenes/transformer/record_network.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

std::string weights_path(std::string_view scope) {
  return fmt::format("{}{}decoder.attention.weights", scope, scope.empty() ? "" : ".");
}

int most_pieces(const Checkpoint& checkpoint, std::size_t source) {
  return std::min(next_token_network(checkpoint).max_len() - 1, 2 * static_cast<int>(source) + 8);
}

// Each word anew from the first, since a pass with named steps is what edits act on.
std::vector<int> decoded_with(const Checkpoint& checkpoint, const std::vector<int>& source_ids,
                              const Edits& edits, std::string_view scope) {
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
                      Tokens target;
                      target.add(ids);
                      const Var memory = network.encode(pass, source);
                      return tape.value(network.logits(pass, memory, source, target));
                    });
}

// The last translations: an edit of another cell runs the models again, but translates nothing
// anew.
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

const Seq2Seq* held_seq2seq(const Resource& resource) {
  if (!resource.holds<Checkpoint>()) return nullptr;
  return dynamic_cast<const Seq2Seq*>(resource.as<Checkpoint>()->network.get());
}

bool edits_attention(const Edits& edits, std::string_view scope) {
  return edits.contains(weights_path(scope));
}

Edits with_steps(const Edits& edits, std::string_view scope) {
  Edits all = edits;
  const auto found = edits.find(weights_path(scope));
  if (found == edits.end()) return all;
  const std::string before = scope.empty() ? "" : std::string(scope) + ".";
  for (const CellEdit& edit : found->second) {
    all[fmt::format("{}decoder.attention.step.{}.weights", before, edit.row + 1)].push_back(
        {0, edit.col, edit.value});
  }
  return all;
}

std::vector<int> decoded(const CheckpointPtr& checkpoint, const std::string& sentence,
                         const Edits& edits, std::string_view scope) {
  const std::vector<int> source = source_ids(*checkpoint, sentence);
  if (edits_attention(edits, scope)) {
    // Rows below the end of what is said are edits of nothing: they wait for a longer sentence.
    Edits steps = with_steps(edits, scope);
    steps.erase(weights_path(scope));
    return decoded_with(*checkpoint, source, steps, scope);
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

std::string text_of(const Tokenizer& tokenizer, const std::vector<int>& ids) {
  const std::vector<int> said(ids.begin() + 1, ids.end());  // without the begin mark
  return tokenizer.decode(said);
}

}  // namespace glassformer
