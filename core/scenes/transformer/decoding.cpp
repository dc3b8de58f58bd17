#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/decode/decode.h"
#include "core/grad/number_text.h"
#include "core/models/transformer.h"
#include "core/models/transformer_cost.h"
#include "core/nn/axes.h"
#include "core/scenes/chosen.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/part.h"
#include "core/scenes/records/decoding.h"
#include "core/scenes/scene.h"
#include "core/scenes/takes.h"
#include "core/scenes/transformer/record_network.h"
#include "core/scenes/unknown_words.h"
#include "core/tensor/error.h"

// How a translation comes about word by word: the beam search as a table of candidates, and the
// decoder over the translation that won, or over one that is given (teacher forcing).
namespace glassformer {

namespace {

constexpr int max_rows = 600;  // candidates that are kept for the screen

// With words as pieces, pieces with spaces between them: "l' homme", as the view puts them
// together.
std::vector<int> prefix_ids(const Checkpoint& checkpoint, std::string prefix) {
  if (checkpoint.target().splits_into_words()) {
    for (std::size_t at; (at = prefix.find("' ")) != prefix.npos;) prefix.erase(at + 1, 1);
  }
  std::vector<int> ids = checkpoint.target().encode(prefix);
  const std::vector<std::string> texts = checkpoint.target().split(prefix);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != checkpoint.target().special().unknown) continue;
    throw UserError("prefix: the model does not know '" + texts[i] +
                    "'; begin with words that it has seen");
  }
  return ids;
}

// What the columns of a candidate's row say, in numbers.
std::string told(const BeamNode& node, const BeamNode* parent, double alpha, int column) {
  const double before = parent == nullptr ? 0 : parent->total;
  switch (column) {
    case 0:
      return "The words before it, counted.";
    case 1:
      return "The row of the candidate that it follows; −1: it begins the translation.";
    case 2:
      return "The softmax of the decoder's logits after the words before it.";
    case 3:
      return "ln " + number_text(std::exp(node.log_probability));
    case 4:
      return fmt::format("{} + ({})", number_text(before), number_text(node.log_probability)) +
             (parent == nullptr ? "" : ": what its parent had, and this word");
    case 5:
      return fmt::format("sum / ((5 + n) / 6)^α = {} / ((5 + {}) / 6)^{:g}",
                         number_text(node.total), node.step + 1, alpha);
    default:
      return "What the search did with it.";
  }
}

// A row for each candidate, in the order of the search.
DecodingRecord record(Tape& tape, const BeamSearch& found, const Tokenizer& tokenizer,
                      double alpha) {
  const int rows = std::min(static_cast<int>(found.nodes.size()), max_rows);
  Mat table(rows, 7);
  Axis candidates{tokenizer.splits_into_words() ? "word" : "piece", {}, -1};
  for (int r = 0; r < rows; ++r) {
    const BeamNode& node = found.nodes[static_cast<std::size_t>(r)];
    const double cells[] = {static_cast<double>(node.step),
                            static_cast<double>(node.parent),
                            std::exp(node.log_probability),
                            node.log_probability,
                            node.total,
                            node.score,
                            static_cast<double>(node.fate)};
    for (int c = 0; c < 7; ++c) table(r, c) = static_cast<Real>(cells[c]);
    candidates.labels.push_back(tokenizer.pieces()[static_cast<std::size_t>(node.piece)]);
  }
  const Axis columns{"",
                     {"step", "parent", "probability", "log probability", "sum", "score",
                      "0 rejected, 1 kept, 2 finished"},
                     -1};
  const auto origin = [nodes = found.nodes, alpha](int row, int column) {
    const BeamNode& node = nodes[static_cast<std::size_t>(row)];
    const auto parent = static_cast<std::size_t>(node.parent);
    return told(node, node.parent < 0 ? nullptr : &nodes[parent], alpha, column);
  };
  const auto label = [&](int id) {
    return id < 0 ? std::string{} : tokenizer.pieces()[static_cast<std::size_t>(id)];
  };
  return {put(tape, std::move(table),
              {"beam", "\\text{beam}", Role::plain, std::move(candidates), columns, origin}),
          tokenizer.splits_into_words(), label(tokenizer.special().begin),
          label(tokenizer.special().end)};
}

Run run_decoding(const Inputs& inputs) {
  const CheckpointPtr checkpoint = chosen_model(inputs);
  const TransformerConfig& config = transformer_of(*checkpoint).sizes();
  if (config.encoder_layers == 0) {
    throw UserError("this model has no encoder, so it translates nothing; choose a translator");
  }
  const std::vector<int> source = source_ids(*checkpoint, inputs.text[0]);
  DecodeOptions decode;
  decode.beam = static_cast<int>(number(inputs, "beam"));
  decode.alpha = number(inputs, "alpha");
  decode.prefix = prefix_ids(*checkpoint, text(inputs, "prefix"));
  const BeamSearch found = beam_search(*make_decoder(*checkpoint), source, decode);
  std::vector<int> target = found.translation.pieces;
  target.insert(target.begin(), checkpoint->target().special().begin);
  const bool given = !inputs.text[1].empty();
  if (given) target = target_ids(*checkpoint, inputs.text[1]);
  const double n = static_cast<double>(source.size()), m = static_cast<double>(target.size());
  check_memory(inputs,
               static_cast<double>(parameter_count(config)) +
                   5.0 * config.heads *
                       (config.encoder_layers * n * n + config.decoder_layers * m * (m + n)) +
                   (n * config.encoder_layers + m * config.decoder_layers) *
                       (12.0 * config.d_model + 3.0 * config.d_ff) +
                   2 * m * config.target_vocab_size,
               fmt::format("{} and {} pieces", source.size(), target.size()));
  Run run;
  run.tape = Tape(inputs.edits);
  record_network(run, *checkpoint, source, target);
  run.records.add(record(run.tape, found, checkpoint->target(), decode.alpha));
  note_unknown_words(run, *checkpoint, inputs.text[0]);
  if (!inputs.edits.empty()) {
    run.notes.push_back("cells changed by hand change the probabilities, not the search");
  }
  return run;
}

// Whether the chosen model knows the words of the prefix.
bool knows_prefix(const Inputs& inputs) {
  try {
    prefix_ids(*chosen_model(inputs), text(inputs, "prefix"));
    return true;
  } catch (const UserError&) {
    return false;
  }
}

const RegisterScene registered{
    {.name = "decoding",
     .what =
         "A trained Transformer translating step by step: every candidate of the beam, and the "
         "decoder over the translation; a second sentence is fed in its place (teacher forcing).",
     .subject = Subject::transformer,
     .options = {weights_option("Which of the shipped models translates, by the name of its file."),
                 integer_option("beam", "\\text{beam}",
                                "How many hypotheses live on from step to step.", 3, 1, 8),
                 number_option("alpha", "\\alpha", "Length penalty: 0 favours short translations.",
                               0.6, 0, 5),
                 text_option("prefix", "Words that the translation must begin with.")},
     .sentences = 2,
     .slots = {{.name = slots::model.name,
                .stand_in = "weights",
                .dependent = {"prefix"},
                .fits = knows_prefix,
                .takes = is_transformer}},
     .run = run_decoding}};

}  // namespace

}  // namespace glassformer
