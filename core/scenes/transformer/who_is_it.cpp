#include "core/scenes/records/who_is_it.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/decode/pronouns.h"
#include "core/models/transformer.h"
#include "core/nn/axes.h"
#include "core/scenes/chosen.h"
#include "core/scenes/options.h"
#include "core/scenes/part.h"
#include "core/scenes/recurrent/decoded.h"
#include "core/scenes/scene.h"
#include "core/scenes/takes.h"
#include "core/scenes/transformer/record_network.h"
#include "core/scenes/transformer/translated.h"
#include "core/tensor/error.h"
#include "core/text/world.h"

// What "it" means to a trained Transformer: where each head of its encoder looks from there, which
// pronoun the decoder chooses, and what is left of that when a head is knocked out.
namespace glassformer {

namespace {

constexpr int kCounted = 300;  // held-out sentences
constexpr std::uint64_t kSeed = 1;

// The pronouns that "it" may become, and the language of the small world that has them.
struct Language {
  WorldPair pair;
  std::vector<std::string> pronouns;
};
const std::array<Language, 2> kLanguages{{{WorldPair::english_french, {"il", "elle"}},
                                          {WorldPair::english_german, {"er", "sie", "es"}}}};

std::optional<int> piece_of(const Tokenizer& tokenizer, const std::string& word) {
  const std::vector<int> ids = tokenizer.encode(word);
  if (ids.size() != 1 || ids[0] == tokenizer.special().unknown) return {};
  return ids[0];
}

// The pieces of its pronouns: none if the model does not know one of them.
std::vector<int> pieces_of(const Tokenizer& tokenizer, const Language& language) {
  std::vector<int> pieces;
  for (const std::string& word : language.pronouns) {
    const std::optional<int> piece = piece_of(tokenizer, word);
    if (!piece) return {};
    pieces.push_back(*piece);
  }
  return pieces;
}

const Language* language_of(const Checkpoint& checkpoint) {
  for (const Language& language : kLanguages) {
    if (!pieces_of(checkpoint.target(), language).empty()) return &language;
  }
  return nullptr;
}

// What was counted of a model: it takes half a second, and stays the same.
struct Counted {
  std::weak_ptr<const Checkpoint> of;
  ReferenceHeads heads;
  std::map<std::string, double> switched;  // the pronouns right, by the switches
};
constexpr std::size_t kMostKept = 4;  // models

struct Counts {
  ReferenceHeads heads;
  std::optional<double> switched;  // none if heads are switched otherwise than knocked out
};

Counts counted(const CheckpointPtr& checkpoint, WorldPair pair, const std::string& switches,
               const std::vector<HeadSwitch>& list) {
  static std::mutex mutex;
  static std::deque<Counted> kept;  // the newest first
  // Few of the sentences that are drawn are such: once for all models of a language.
  static std::map<WorldPair, std::vector<SentencePair>> drawn;
  const std::scoped_lock lock(mutex);
  std::vector<SentencePair>& pairs = drawn[pair];
  if (pairs.empty()) pairs = contested_pairs(pair, kCounted, kSeed);
  const auto found =
      std::ranges::find_if(kept, [&](const Counted& one) { return one.of.lock() == checkpoint; });
  Counted* last = found == kept.end() ? nullptr : &*found;
  if (last == nullptr) {
    ReferenceHeads heads = reference_heads(*checkpoint, pairs);
    std::erase_if(kept, [](const Counted& one) { return one.of.expired(); });
    if (kept.size() == kMostKept) kept.pop_back();
    kept.push_front({checkpoint, std::move(heads), {}});
    last = &kept.front();
  }
  Counted& known = *last;
  Counts made{known.heads, {}};
  const bool out = std::ranges::all_of(
      list, [](const HeadSwitch& one) { return !one.copies && one.factor == 0; });
  if (list.empty() || !out) return made;
  if (!known.switched.contains(switches)) {
    Checkpoint cut = *checkpoint;
    for (const HeadSwitch& one : list) cut = without_head(cut, one.head);
    known.switched[switches] = right_pronouns(cut, pairs);
  }
  made.switched = known.switched[switches];
  return made;
}

// Pieces carry the space before their word.
bool is_it(std::string_view piece) {
  if (piece.starts_with(' ')) piece.remove_prefix(1);
  return piece == "it" || piece == "It";
}

// Of a sentence without "it" its last word, before the end mark.
int position_of_it(const std::vector<std::string>& source) {
  const auto found = std::ranges::find_if(source, is_it);
  const auto last = static_cast<std::ptrdiff_t>(source.size()) - 2;
  return static_cast<int>(found != source.end() ? found - source.begin()
                                                : std::max<std::ptrdiff_t>(0, last));
}

std::string head_name(const AttentionPlace& place) {
  return fmt::format("layer {}, head {}", place.layer + 1, place.head);
}

// The row of "it", or of the word that stands in for it, of each head of the encoder.
void record_looks(Run& run, WhoIsItRecord& record) {
  std::vector<Part> rows;
  Axis heads{"head", {}, -1};
  for (const AttentionSite& site : run.sites) {
    if (site.place.stack != AttentionPlace::Stack::encoder) continue;
    rows.push_back(slice_rows(Part(run.tape, site.weights), record.it, 1));
    record.heads.push_back(site.place);
    heads.labels.push_back(head_name(site.place));
  }
  const bool of_it = is_it(run.tokens[0][static_cast<std::size_t>(record.it)]);
  const Axis words = as("word", rows.empty() ? Axis{} : rows.front().cols());
  record.looks = concat_rows(rows).as("looks", of_it ? "A_{\\mathrm{it}}" : "A_{w}",
                                      {.rows = heads, .cols = words});
}

// How probable each pronoun is where the translation has one of them; empty if it has none.
Part pronouns_at(Part probabilities, int row, const std::vector<int>& pieces) {
  const Part here = slice_rows(probabilities, row, 1);
  std::vector<Part> cells;
  for (const int piece : pieces) cells.push_back(slice_cols(here, piece, 1));
  return concat_cols(cells);
}

std::optional<int> row_of_pronoun(const std::vector<int>& target, const std::vector<int>& pieces) {
  for (std::size_t i = target.size(); i-- > 1;) {
    if (std::ranges::find(pieces, target[i]) != pieces.end()) return static_cast<int>(i) - 1;
  }
  return {};
}

void record_counts(Run& run, const Counts& counts, WhoIsItRecord& record) {
  const ReferenceHeads& heads = counts.heads;
  Tape& tape = run.tape;
  const Tape::Scope within(tape, "counted");
  Axis layers{"layer", {}, -1}, names{"head", {}, -1};
  for (int l = 1; l <= heads.finds.rows(); ++l) layers.labels.push_back(std::to_string(l));
  for (int h = 1; h <= heads.finds.cols(); ++h) names.labels.push_back(std::to_string(h));
  record.sentences = heads.sentences;
  const Origin counted = all_cells(
      "Counted by the program: a share of held-out sentences, whose two nouns ask for different "
      "pronouns.");
  record.finds = put(tape, heads.finds,
                     {"finds", "\\mathrm{finds}", Role::probability, layers, names, counted});
  record.finds_other =
      put(tape, heads.finds_other,
          {"finds_other", "\\mathrm{other}", Role::probability, layers, names, counted});
  record.right_without =
      put(tape, heads.right_without,
          {"right_without", "\\mathrm{right}", Role::probability, layers, names, counted});
  record.right = put(tape, Mat{{static_cast<Real>(heads.right)}},
                     {"right", "\\mathrm{right}", Role::probability, axes::none, axes::none});
  if (counts.switched) {
    record.right_switched =
        put(tape, Mat{{static_cast<Real>(*counts.switched)}},
            {"right_switched", "\\mathrm{right}", Role::probability, axes::none, axes::none});
  }
  put(tape, Mat{{static_cast<Real>(heads.sentences)}},
      {"sentences", "n", Role::plain, axes::none, axes::none});
}

Run run_who_is_it(const Inputs& inputs) {
  const CheckpointPtr checkpoint = chosen_model(inputs);
  const TransformerConfig& config = transformer_of(*checkpoint).sizes();
  if (config.encoder_layers == 0) {
    throw UserError(
        "the model has no encoder that reads \"it\"; choose a translator, such as en-fr");
  }
  const std::string switches = text(inputs, "head_scale");
  const std::vector<HeadSwitch> heads = parse_head_switches(switches, head_counts(config));
  const std::vector<int> source = source_ids(*checkpoint, inputs.text[0]);
  const std::vector<int> target = translated(checkpoint, inputs.text[0], "");

  Run run;
  run.tape = Tape(inputs.edits);
  record_network(run, *checkpoint, source, target, heads);
  WhoIsItRecord record;
  record.it = position_of_it(run.tokens[0]);
  for (const HeadSwitch& one : heads) record.switched.push_back(one.head);
  record_looks(run, record);
  record.said = text_of(checkpoint->target(), target);
  const Language* const language = language_of(*checkpoint);
  const std::vector<int> pieces =
      language == nullptr ? std::vector<int>{} : pieces_of(checkpoint->target(), *language);
  if (const std::optional<int> row = row_of_pronoun(target, pieces)) {
    Axis rows{"network", {"all heads"}, -1};
    std::vector<Part> parts{pronouns_at({run.tape, run.output}, *row, pieces)};
    if (!heads.empty()) {
      record.said_switched =
          text_of(checkpoint->target(), translated(checkpoint, inputs.text[0], switches));
      Run whole;
      whole.tape = std::move(run.tape);
      {
        const Tape::Scope scope(whole.tape, "original");
        record_network(whole, *checkpoint, source, target);
      }
      run.tape = std::move(whole.tape);
      parts.insert(parts.begin(), pronouns_at({run.tape, whole.output}, *row, pieces));
      rows.labels.push_back("changed heads");
    }
    record.pronoun = concat_rows(parts).as(
        "pronoun", "p",
        {.role = Role::probability, .rows = rows, .cols = Axis{"pronoun", language->pronouns, -1}});
  }
  if (language != nullptr && checkpoint->source().splits_into_words() &&
      piece_of(checkpoint->source(), "it")) {
    record_counts(run, counted(checkpoint, language->pair, switches, heads), record);
  }
  run.records.add(std::move(record));
  return run;
}

const RegisterScene registered{
    {.name = "who-is-it",
     .what =
         "What \"it\" means to a trained Transformer: where each head of the encoder looks from "
         "there, which pronoun is chosen, and what becomes of it without a head.",
     .subject = Subject::transformer,
     .options = {weights_option("Which of the shipped models translates, by the name of its file."),
                 text_option(
                     "head_scale",
                     "Multiplies the output of heads, or copies another's: encoder.1.2=0.")},
     .sentences = 1,
     .slots = {{.name = slots::model.name,
                .stand_in = "weights",
                .dependent = {"head_scale"},
                .fits = has_switched_heads,
                .takes = is_transformer}},
     .run = run_who_is_it}};

}  // namespace

}  // namespace glassformer
