#include "core/scenes/transformer/record_network.h"

#include <algorithm>

#include "core/grad/ops.h"
#include "core/models/looking_decoder.h"
#include "core/nn/axes.h"

namespace glassformer {

Tokens labelled_tokens(const Tokenizer& tokenizer, const std::vector<int>& ids, int sequence) {
  Tokens tokens;
  tokens.add(ids);
  tokens.axis.labels = piece_labels(tokenizer, ids);
  tokens.axis.sequence = sequence;
  tokens.vocabulary.labels = tokenizer.shared_pieces();
  return tokens;
}

std::vector<int> greedy_ids(const SpecialIds& special, int max_len,
                            const std::function<Mat(const std::vector<int>&)>& logits_of) {
  std::vector<int> ids{special.begin};
  for (int i = 0; i < max_len; ++i) {
    const Mat logits = logits_of(ids);
    const auto last = logits.row(logits.rows() - 1);
    const int next = static_cast<int>(std::ranges::max_element(last) - last.begin());
    if (next == special.end) break;
    ids.push_back(next);
  }
  return ids;
}

void record_network(Run& run, const Checkpoint& checkpoint, const std::vector<int>& source_ids,
                    const std::vector<int>& target_ids, std::vector<HeadSwitch> switches,
                    std::optional<std::uint64_t> draws) {
  const NextTokenNetwork& network = next_token_network(checkpoint);
  Tape& tape = run.tape;
  Pass pass = Pass::traced(tape, checkpoint.params, std::move(switches));
  Tokens source;
  Var memory;
  if (network.has_encoder()) {
    source = labelled_tokens(checkpoint.source(), source_ids, 0);
    memory = network.encode(pass, source);
  }
  const Tokens target = labelled_tokens(checkpoint.target(), target_ids, 1);
  const auto* looking = dynamic_cast<const LookingDecoder*>(&network);
  AttentionLog log = draws ? AttentionLog(*draws) : AttentionLog();
  const Var logits = looking ? looking->logits(pass, memory, source, target, log)
                             : network.logits(pass, memory, source, target);
  run.tokens = {source.axis.labels, target.axis.labels};
  run.sites = pass.sites();
  std::stable_partition(run.sites.begin(), run.sites.end(), [](const AttentionSite& site) {
    return site.place.kind == AttentionPlace::Kind::self;
  });
  run.output =
      pass.name(softmax(tape, logits), {"probabilities", "\\mathrm{softmax}", Role::probability},
                target.axis, target.vocabulary);
  const std::vector<int> next = next_tokens(target_ids, checkpoint.target().special().end);
  const auto judged = static_cast<int>(next.size());
  const Var of_next =
      judged < tape.shape(logits).rows ? slice_rows(tape, logits, 0, judged) : logits;
  run.loss = pass.name(cross_entropy(tape, of_next, next), {"loss", "L"}, axes::none, axes::none);
}

std::vector<int> greedy_with_switches(const Checkpoint& checkpoint,
                                      const std::vector<int>& source_ids,
                                      const std::vector<HeadSwitch>& switches, int max_len) {
  const NextTokenNetwork& network = next_token_network(checkpoint);
  const SpecialIds special = checkpoint.target().special();
  Tokens source;
  LeafPtr memory;
  if (network.has_encoder()) {
    source = labelled_tokens(checkpoint.source(), source_ids, 0);
    Tape tape;
    Pass pass = Pass::traced(tape, checkpoint.params, switches);
    memory = std::make_shared<const Leaf>(tape.value(network.encode(pass, source)));
  }
  return greedy_ids(special, max_len, [&](const std::vector<int>& ids) {
    Tape tape;
    Pass pass = Pass::traced(tape, checkpoint.params, switches);
    const Tokens target = labelled_tokens(checkpoint.target(), ids, 1);
    const Var seen = memory ? tape.input(memory) : Var{};
    return tape.value(network.logits(pass, seen, source, target));
  });
}

}  // namespace glassformer
