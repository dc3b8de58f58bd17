#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

#include "core/nn/recurrent.h"
#include "core/scenes/chosen.h"
#include "core/scenes/options.h"
#include "core/scenes/part.h"
#include "core/scenes/records/alignments.h"
#include "core/scenes/recurrent/decoded.h"
#include "core/scenes/transformer/record_network.h"
#include "core/tensor/error.h"
#include "core/text/world.h"

// An encoder–decoder without attention: all that the decoder gets of a sentence is one vector. Here
// it can be the vector of one sentence, of another, or anything between.
namespace glassformer {

namespace {

constexpr int stored_sentences = 400;
constexpr std::uint64_t stored_seed = 2;
constexpr std::size_t shown_nearest = 6;

bool has_one_vector(const Seq2SeqConfig& config) {
  return !config.has_attention() && config.memory() == config.width;
}

bool has_one_vector(const Resource& model) {
  const Seq2Seq* network = held_seq2seq(model);
  return network != nullptr && has_one_vector(network->sizes());
}

const Seq2Seq& network_of(const Checkpoint& checkpoint) {
  const Seq2Seq& network = seq2seq_of(checkpoint);
  if (has_one_vector(network.sizes())) return network;
  throw UserError(
      "this needs a translator with one vector between its halves, as glassformer train seq2seq "
      "--attention none --forward-only makes it; the decoder of this one sees more");
}

// To the decoder a vector is a sentence of one state.
Tokens one_state() {
  Tokens tokens;
  tokens.add({0});
  return tokens;
}

// A long row as a block of rows of 16, which is easier to look at, and back again.
constexpr int block_width = 16;

Part folded(Part row) {
  const int width = row.shape().cols;
  if (width % block_width != 0) return row;
  std::vector<Part> rows;
  for (int col = 0; col < width; col += block_width) {
    rows.push_back(slice_cols(row, col, block_width));
  }
  return concat_rows(rows);
}

Part unfolded(Part block) {
  std::vector<Part> rows;
  for (int r = 0; r < block.shape().rows; ++r) rows.push_back(slice_rows(block, r, 1));
  return rows.size() == 1 ? block : concat_cols(rows);
}

Part named_block(Part block, const char* symbol) {
  const Axis none{"", {}, -1};
  return block.as("vector", symbol, {.role = Role::value, .rows = none, .cols = none});
}

std::vector<int> spoken(const Checkpoint& checkpoint, const Mat& vector, int most) {
  const Seq2Seq& network = network_of(checkpoint);
  const SpecialIds special = checkpoint.target().special();
  const LeafPtr memory = std::make_shared<const Leaf>(vector);
  return greedy_ids(special, most, [&](const std::vector<int>& ids) {
    Tape tape;
    Pass pass = Pass::packed(tape, checkpoint.params);
    Tokens target;
    target.add(ids);
    return tape.value(network.logits(pass, tape.input(memory), one_state(), target));
  });
}

// Sentences of the world and what the encoder leaves of each.
struct Stored {
  CheckpointPtr checkpoint;
  std::vector<std::string> sentences;
  Mat vectors;
};

std::shared_ptr<const Stored> stored_for(const CheckpointPtr& checkpoint) {
  static std::mutex mutex;
  static std::shared_ptr<const Stored> last;
  const std::scoped_lock lock(mutex);
  if (last && last->checkpoint == checkpoint) return last;
  auto made = std::make_shared<Stored>();
  made->checkpoint = checkpoint;
  Tokens all;
  for (const SentencePair& pair :
       world_pairs(WorldPair::english_french, stored_sentences, stored_seed)) {
    made->sentences.push_back(pair.source);
    all.add(source_ids(*checkpoint, pair.source));
  }
  Tape tape;
  Pass pass = Pass::packed(tape, checkpoint->params);
  const Mat& states = tape.value(network_of(*checkpoint).encode(pass, all));
  made->vectors = Mat(all.sentences(), states.cols());
  for (int s = 0; s < all.sentences(); ++s) {
    std::ranges::copy(states.row(all.begins[static_cast<std::size_t>(s) + 1] - 1),
                      made->vectors.row(s).begin());
  }
  last = std::move(made);
  return last;
}

double cosine(std::span<const Real> a, std::span<const Real> b) {
  double dot = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    dot += static_cast<double>(a[i]) * b[i];
    aa += static_cast<double>(a[i]) * a[i];
    bb += static_cast<double>(b[i]) * b[i];
  }
  return aa == 0 || bb == 0 ? 0 : dot / std::sqrt(aa * bb);
}

std::vector<ThoughtVectorRecord::Near> nearest(const Stored& stored, const Mat& vector) {
  std::vector<ThoughtVectorRecord::Near> all;
  for (int s = 0; s < stored.vectors.rows(); ++s) {
    all.push_back({stored.sentences[static_cast<std::size_t>(s)],
                   cosine(stored.vectors.row(s), vector.row(0))});
  }
  std::ranges::stable_sort(all, std::greater{}, &ThoughtVectorRecord::Near::cosine);
  all.resize(std::min(all.size(), shown_nearest));
  return all;
}

// Where it is given: the joined sentences that two trained networks get right, by length.
Var name_lengths(const Inputs& inputs, Tape& tape) {
  const auto found = inputs.given.find("by_length");
  if (found == inputs.given.end()) return {};
  const Axis networks{"network", {"one vector", "attention"}, -1};
  const Axis lengths{"words", {"1–4", "5–8", "9–12", "13–16", "17–24", "25–30"}, -1};
  const Shape shape = found->second->value.shape();
  if (shape != Shape{2, 6}) {
    throw UserError(
        fmt::format("thought-vector: \"by_length\" is {}, and must be 2 × 6", to_string(shape)));
  }
  return put(tape, found->second,
             {"by_length", "\\mathrm{exact}", Role::probability, networks, lengths,
              all_cells("Counted with two networks that learned for this: the share of held-out "
                        "sentences joined by “and” that comes out without a mistake.")});
}

Run run_thought_vector(const Inputs& inputs) {
  const CheckpointPtr checkpoint = chosen_model(inputs);
  const Seq2Seq& network = network_of(*checkpoint);
  Run run;
  run.tape = Tape(inputs.edits);
  Tape& tape = run.tape;
  ThoughtVectorRecord record;
  int most = 8;
  const auto read = [&](int which, const char* scope, const char* symbol) {
    const std::string& sentence = inputs.text[static_cast<std::size_t>(which)];
    const std::vector<int> ids = source_ids(*checkpoint, sentence);
    most = std::max(most, 2 * static_cast<int>(ids.size()) + 8);
    const Tape::Scope within(tape, scope);
    Pass pass = Pass::traced(tape, checkpoint->params);
    const Tokens source = labelled_tokens(checkpoint->source(), ids, which);
    run.tokens[static_cast<std::size_t>(which)] = source.axis.labels;
    const Part states{tape, network.encode(pass, source)};
    const Part last = slice_rows(states, states.shape().rows - 1, 1);
    return named_block(folded(last), symbol);
  };
  const Part first = read(0, "a", "c_{A}");
  const bool two = !inputs.text[1].empty();
  Part second, vector;
  if (two) {
    second = read(1, "b", "c_{B}");
    const auto share = static_cast<Real>(number(inputs, "mix"));
    const Axis of{"of", {"A", "B"}, -1};
    const Part mix =
        put(tape, Mat{{1 - share, share}}, {"mix", "m", Role::probability, axes::none, of});
    const Part both = concat_rows({unfolded(first), unfolded(second)})
                          .as("both", "C", {.role = Role::value, .rows = of, .cols = axes::units});
    vector = folded(
        (mix * both).as("mixed", "mC", {.role = Role::value, .rows = Axis{}, .cols = Axis{}}));
  } else {
    vector = 1 * first;
  }
  vector = named_block(vector, "c");
  record.first = first;
  record.second = second;
  record.vector = vector;
  const Part state = unfolded(vector);
  const auto say = [&](Part part) {
    return text_of(checkpoint->target(), spoken(*checkpoint, unfolded(part).value(), most));
  };
  record.said_first = say(first);
  if (two) record.said_second = say(second);
  const std::vector<int> target = spoken(*checkpoint, state.value(), most);
  record.said = text_of(checkpoint->target(), target);
  const std::shared_ptr<const Stored> stored = stored_for(checkpoint);
  record.nearest = nearest(*stored, state.value());
  record.stored = stored->vectors.rows();
  Pass pass = Pass::traced(tape, checkpoint->params);
  const Tokens tokens = labelled_tokens(checkpoint->target(), target, 2);
  const Var logits = network.logits(pass, state, one_state(), tokens);
  run.output =
      pass.name(softmax(tape, logits), {"probabilities", "\\mathrm{softmax}", Role::probability},
                tokens.axis, tokens.vocabulary);
  record.by_length = name_lengths(inputs, tape);
  run.records.add(std::move(record));
  return run;
}

const RegisterScene registered{
    {.name = "thought-vector",
     .what = "An encoder-decoder without attention: the vector between its halves, mixed of two "
             "sentences.",
     .subject = Subject::transformer,
     .options = {[] {
                   OptionSpec spec = text_option(
                       "weights",
                       "Which of the shipped models translates, by the name of its file.",
                       "gru-vector");
                   spec.label = "\\text{model}";
                   return spec;
                 }(),
                 number_option("mix", "\\text{share of B}",
                               "How much of the vector is that of the second sentence.", 0, 0, 1)},
     .givens = {"by_length"},
     .sentences = 2,
     .slots = {{.name = slots::model.name, .stand_in = "weights", .takes = has_one_vector}},
     .run = run_thought_vector}};

}  // namespace

}  // namespace glassformer
