#include "core/models/network.h"

#include <fmt/format.h>

#include "core/grad/ops.h"
#include "core/models/bert.h"
#include "core/models/conv_seq2seq.h"
#include "core/models/gpt.h"
#include "core/models/recurrent_lm.h"
#include "core/models/seq2seq.h"
#include "core/models/transformer.h"
#include "core/tensor/error.h"

namespace glassformer {

Var NextTokenNetwork::encode(Pass&, const Tokens&) const {
  throw std::logic_error(std::string(architecture()) + " has no encoder");
}

Var NextTokenNetwork::surprise(Pass& pass, Var memory, const Tokens& source, const Tokens& target,
                               std::vector<int> next, double smoothing) const {
  return cross_entropy(pass.tape(), logits(pass, memory, source, target), std::move(next),
                       smoothing);
}

NetworkPtr make_network(std::string_view architecture, std::string_view config,
                        const std::string& file) {
  if (architecture == "transformer") {
    return std::make_shared<Transformer>(config_from_json(config, file));
  }
  if (architecture == "gpt") return std::make_shared<Gpt>(gpt_config_from_json(config, file));
  if (architecture == "bert") return std::make_shared<Bert>(bert_config_from_json(config, file));
  if (architecture == "seq2seq") {
    return std::make_shared<Seq2Seq>(seq2seq_config_from_json(config, file));
  }
  if (architecture == "conv-seq2seq") {
    return std::make_shared<ConvSeq2Seq>(conv_seq2seq_config_from_json(config, file));
  }
  if (architecture == "recurrent-lm") {
    return std::make_shared<RecurrentLm>(recurrent_lm_config_from_json(config, file));
  }
  throw UserError(
      fmt::format("{}: holds a network of the architecture \"{}\"; this program has: "
                  "transformer, gpt, bert, seq2seq, conv-seq2seq, recurrent-lm",
                  file, architecture));
}

}  // namespace glassformer
