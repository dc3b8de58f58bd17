#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/nn/axes.h"
#include "core/scenes/chosen.h"
#include "core/scenes/language/continuing.h"
#include "core/scenes/language/language_model.h"
#include "core/scenes/options.h"
#include "core/scenes/part.h"
#include "core/scenes/records/next_word.h"
#include "core/scenes/unknown_words.h"
#include "core/tensor/rng.h"

// The next word of a decoder alone (Radford et al. 2018, 2019): what the last token looks at, how
// probable each piece is, what temperature, top-k (Fan et al. 2018) and top-p (Holtzman et al.
// 2020) leave of that, and a continuation. Nodes, beside those of the network: map [tokens, tokens]
// and looks [1, tokens so far], of the chosen heads; of the token that is looked at, sorted: z,
// melted, p, cumulative, kept, left [1, pieces], entropy, perplexity, u [1, 1]; continuation
// [drawn, 2], looked [drawn, tokens], greedy [tokens, 1], repetition [2, 1].
namespace glassformer {

namespace {

constexpr int kRepeated = 4;  // tokens of a stretch that counts as said again

class NextWord {
 public:
  explicit NextWord(const Inputs& inputs)
      : inputs_(inputs), model_(chosen_model(inputs)), gpt_(language_model_of(*model_)) {}

  Run run() {
    const Tokenizer& tokenizer = model_->target();
    const std::vector<int> prompt = prompt_ids(*model_, inputs_.text[0]);
    note_unknown_words(run_, *model_, inputs_.text[0]);
    record_.prompt = static_cast<int>(prompt.size());
    record_.words = tokenizer.splits_into_words();
    draw_on(prompt);
    std::vector<int> all = prompt;
    all.insert(all.end(), drawn_.pieces.begin(), drawn_.pieces.end());
    check_trace_memory(inputs_, gpt_.sizes(), all.size());

    run_.tape = Tape(inputs_.edits);
    record_language_model(run_, *model_, all);
    tokens_ = {"token", run_.tokens[0], 0};
    const int last = static_cast<int>(all.size()) - 1, asked = whole("at");
    record_.at = asked == 0 ? record_.prompt - 1 : std::min(asked - 1, last);
    name_map();
    name_distribution();
    name_draw();
    name_continuation();
    tell();
    run_.output = record_.left;
    run_.records.add(std::move(record_));
    return std::move(run_);
  }

 private:
  int whole(const char* option) const { return static_cast<int>(number(inputs_, option)); }
  double temperature() const { return number(inputs_, "temperature"); }

  SampleOptions sampling() const {
    SampleOptions options;
    options.temperature = temperature();
    options.top_k = whole("top_k");
    options.top_p = number(inputs_, "top_p");
    options.length = whole("length");
    options.seed = static_cast<std::uint64_t>(whole("seed"));
    return options;
  }

  void draw_on(const std::vector<int>& prompt) {
    SampleOptions options = sampling();
    if (options.length == 0) return;
    drawn_ = continued(model_, prompt, options);
    const int room = gpt_.sizes().max_len - record_.prompt;
    if (options.length > room && static_cast<int>(drawn_.pieces.size()) == room) {
      run_.notes.push_back(fmt::format(
          "The model reads {} tokens at most, so the text goes on for {} and not for {}",
          gpt_.sizes().max_len, room, options.length));
    }
    options = {.temperature = 0, .length = options.length, .seed = 0};
    greedy_ = continued(model_, prompt, options);
  }

  // The weights of one head, or of all heads of a layer in the mean.
  void name_map() {
    record_.layer = std::min(whole("layer"), gpt_.sizes().layers);
    record_.head = std::min(whole("head"), gpt_.sizes().heads);
    record_.averaged = record_.head == 0;
    const auto [weights, whose] = map_of(run_, record_.layer, record_.head);
    record_.map = weights.as(
        "map", "A",
        {.role = Role::probability, .rows = as("query", tokens_), .cols = as("key", tokens_)});
    record_.looks =
        slice_cols(slice_rows(Part(run_.tape, record_.map), record_.at, 1), 0, record_.at + 1)
            .as("looks", "a",
                {.role = Role::probability,
                 .rows = Axis{"", {whose}, -1},
                 .cols = as("key", {"token", so_far(), 0})});
  }

  std::vector<std::string> so_far() const {
    const auto& words = run_.tokens[0];
    return {words.begin(), words.begin() + record_.at + 1};
  }

  void name_distribution() {
    const Part row = slice_rows(Part(run_.tape, run_.tape.find("logits")), record_.at, 1);
    order_ = sorted_pieces(row.value().row(0), model_->target());
    std::vector<std::string> labels;
    labels.reserve(order_.size());
    for (const int id : order_) {
      labels.push_back(model_->target().pieces()[static_cast<std::size_t>(id)]);
    }
    pieces_ = {record_.words ? "word" : "piece", Labels(std::move(labels)), -1};
    const auto named = [&](Role role) {
      return Said{.role = role, .rows = axes::none, .cols = pieces_};
    };
    const Part z = transpose(gather(transpose(row), order_)).as("z", "z", named(Role::score));
    const Part melted = (1 / temperature() * z).as("melted", "z/T", named(Role::score));
    const Part p = softmax(melted).as("p", "p", named(Role::probability));
    const Part h = (-1 / std::numbers::ln2 * sum(multiply(p, log_softmax(melted))))
                       .as("entropy", "H", {.rows = axes::none, .cols = axes::none});
    const Part perplexity =
        exp(std::numbers::ln2 * h)
            .as("perplexity", "2^{H}", {.rows = axes::none, .cols = axes::none});
    record_.logits = z;
    record_.probabilities = p;
    record_.entropy = h;
    record_.perplexity = perplexity;
    record_.largest = softmax(z).value()(0, 0);
    cut(melted, p);
  }

  // Of the most probable pieces `top_k`, and of these the fewest whose sum reaches `top_p` of
  // theirs.
  void cut(Part melted, Part p) {
    const Mat& shares = p.value();
    const int count = shares.cols(), k = whole("top_k");
    int kept = k == 0 ? count : std::min(k, count);
    Mat sums(1, count), stays(1, count);
    double sum = 0, all = 0;
    for (int i = 0; i < count; ++i) {
      sum += double{shares(0, i)};
      sums(0, i) = static_cast<Real>(sum);
      if (i < kept) all = sum;
    }
    if (const double top_p = number(inputs_, "top_p"); top_p < 1) {
      int least = 0;
      for (double passed = 0; least < kept && passed < top_p * all; ++least) {
        passed += double{shares(0, least)};
      }
      kept = std::max(least, 1);
    }
    for (int i = 0; i < kept; ++i) stays(0, i) = 1;
    record_.kept_count = kept;
    Tape& tape = run_.tape;
    record_.cumulative =
        put(tape, std::move(sums),
            {"cumulative", "\\sum p", Role::plain, axes::none, pieces_,
             all_cells("The probabilities of this one and of all before it, added up.")});
    const Part mask_of_kept =
        put(tape, std::move(stays),
            {"kept", "\\mathrm{kept}", Role::mask, axes::none, pieces_,
             all_cells("1: what top-k and top-p leave. 0: it is not drawn.")});
    record_.kept = mask_of_kept;
    record_.left =
        softmax(mask(melted, mask_of_kept))
            .as("left", "q", {.role = Role::output, .rows = axes::none, .cols = pieces_});
  }

  // The number of the seed's sequence that stands at this place of the text.
  void name_draw() {
    Rng rng(static_cast<std::uint64_t>(whole("seed")));
    double place = rng.uniform();
    for (int i = record_.prompt - 1; i < record_.at; ++i) place = rng.uniform();
    record_.drawn = share_at(run_.tape.value(record_.left).row(0), place);
    const std::string name = axis_label(pieces_, record_.drawn);
    slice_cols(Part(run_.tape, record_.left), record_.drawn, 1)
        .as("drawn", "q_u",
            {.role = Role::output, .rows = Axis{"token", {name}, -1}, .cols = axes::none});
    record_.random = put(run_.tape, Mat{{static_cast<Real>(place)}},
                         {"u", "u", Role::plain, axes::none, axes::none,
                          all_cells("The next number of the seed's sequence, evenly in 0 … 1.")});
  }

  Axis names_of(const std::vector<int>& pieces) const {
    return {"token", piece_labels(model_->target(), pieces), -1};
  }

  NextWordRecord::Said said(const std::vector<int>& pieces) const {
    return {piece_labels(model_->target(), pieces), said_before(pieces, kRepeated),
            model_->target().decode(pieces)};
  }

  void name_continuation() {
    const int count = static_cast<int>(drawn_.pieces.size());
    if (count == 0) return;
    Tape& tape = run_.tape;
    Mat shares(count, 2);
    for (int i = 0; i < count; ++i) {
      shares(i, 0) = static_cast<Real>(drawn_.of_model[static_cast<std::size_t>(i)]);
      shares(i, 1) = static_cast<Real>(drawn_.of_draw[static_cast<std::size_t>(i)]);
    }
    const Origin of_sampling = all_cells("How probable the token was when it was drawn.");
    record_.continuation = put(tape, std::move(shares),
                               {"continuation", "p", Role::probability, names_of(drawn_.pieces),
                                Axis{"", {"of the model", "as drawn"}, -1}, of_sampling});
    record_.looked = slice_rows(Part(tape, record_.map), record_.prompt - 1, count)
                         .as("looked", "A",
                             {.role = Role::probability,
                              .rows = names_of(drawn_.pieces),
                              .cols = as("key", tokens_)});
    Mat greedy(static_cast<int>(greedy_.pieces.size()), 1);
    for (int i = 0; i < greedy.rows(); ++i) {
      greedy(i, 0) = static_cast<Real>(greedy_.of_model[static_cast<std::size_t>(i)]);
    }
    if (greedy.rows() > 0) {
      record_.greedy = put(
          tape, std::move(greedy),
          {"greedy", "p", Role::probability, names_of(greedy_.pieces), axes::none, of_sampling});
    }
    record_.by_draw = said(drawn_.pieces);
    record_.by_most_probable = said(greedy_.pieces);
    if (count < kRepeated || greedy_.pieces.size() < kRepeated) return;
    record_.repetition =
        put(tape,
            Mat{{static_cast<Real>(repetition(greedy_.pieces, kRepeated))},
                {static_cast<Real>(repetition(drawn_.pieces, kRepeated))}},
            {"repetition", "r", Role::plain, Axis{"", {"most probable", "drawn"}, -1}, axes::none,
             all_cells("Of its stretches of four tokens the share that it has had before.")});
  }

  void tell() {
    if (drawn_.ended) run_.notes.push_back("The model drew the end mark, and the text ends there");
    if (!inputs_.edits.empty() && record_.continuation) {
      run_.notes.push_back("cells changed by hand change the probabilities, not the continuation");
    }
    run_.random = true;
  }

  const Inputs& inputs_;
  const CheckpointPtr model_;
  const Gpt& gpt_;
  Run run_;
  NextWordRecord record_;
  Continuation drawn_, greedy_;
  Axis tokens_, pieces_;
  std::vector<int> order_;  // the ids as they are sorted
};

Run run_next_word(const Inputs& inputs) {
  return NextWord(inputs).run();
}

const RegisterScene registered{
    {.name = "next-word",
     .what = "A decoder alone goes on with a text: what the last token looks at, how probable each "
             "piece is, what temperature, top-k and top-p leave of it, and a continuation.",
     .subject = Subject::transformer,
     .options =
         {language_weights_option(),
          number_option("temperature", "T",
                        "The logits are divided by it: below 1 the likely becomes likelier, above "
                        "1 less so.",
                        next_word_options::temperature.initial, 0.05, 5),
          integer_option("top_k", "\\text{top-k}", "So many of the most probable are left; 0: all.",
                         next_word_options::top_k.initial, 0, 1000),
          number_option("top_p", "\\text{top-p}",
                        "The fewest are left that together have this probability; 1: all.",
                        next_word_options::top_p.initial, 0.01, 1),
          integer_option("seed", "\\text{seed}", "Names the random numbers that are drawn with.",
                         next_word_options::seed.initial, 0, 999999),
          integer_option("length", "\\text{tokens}", "How many tokens the text goes on for.", 0, 0,
                         200),
          integer_option("layer", "\\text{layer}", "Whose attention is shown, from 1.", 1, 1, 256),
          integer_option("head", "\\text{head}",
                         "Which head of it, from 1; 0: the mean of all heads.", 0, 0, 1024),
          shown_in_view(integer_option(
              std::string(next_word_options::at.name), "\\text{at}",
              "What follows this token is looked at, from 1; 0: the last of what was typed.",
              next_word_options::at.initial, 0, 65536))},
     .sentences = 1,
     .slots = {language_model_slot({"at"})},
     .run = run_next_word}};

}  // namespace

}  // namespace glassformer
