#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <memory>
#include <mutex>
#include <numbers>
#include <tuple>
#include <utility>

#include "core/nn/axes.h"
#include "core/scenes/language/continuing.h"
#include "core/scenes/language/language_model.h"
#include "core/scenes/language/pretraining_slot.h"
#include "core/scenes/options.h"
#include "core/scenes/part.h"
#include "core/scenes/records/pre_training.h"
#include "core/scenes/sheet.h"
#include "core/scenes/unknown_words.h"
#include "core/train/pretraining_recording.h"

// A decoder alone that learns from a text (Radford et al. 2018, section 3.1), at moments of that
// training: the shipped recording, or a training of one's own. Nodes, beside those of the network
// at the moment that is shown: losses [steps, 1], held_out [moments, 1], counted [4, 1],
// right_frequent, right_one_before and right_further_back [moments, 1], few_read and few_unread
// [steps, 1] of the recording, known [1, 4], perplexity [1, 1], now [5, 1], sizes [6, 1]; of the
// prompt: right and surprise [tokens − 1, 1], p [1, pieces], map [tokens, tokens], looks [1,
// tokens]; written [drawn, 1].
namespace glassformer {

namespace {

constexpr std::size_t kRemembered = 48;
constexpr std::size_t kAveraged = 20;  // batches
constexpr int kLossRows = 600;

// What a model makes of a prompt is drawn once: another moment of the same training asks for that
// of all. Models that are gone are forgotten.
Continuation remembered_continuation(const CheckpointPtr& model, const std::vector<int>& prompt,
                                     const SampleOptions& options) {
  using Key = std::tuple<std::vector<int>, int, std::uint64_t>;
  struct Entry {
    std::weak_ptr<const Checkpoint> model;
    Key key;
    Continuation made;
  };
  static std::mutex mutex;
  static std::deque<Entry> entries;
  const Key key{prompt, options.length, options.seed};
  {
    const std::scoped_lock lock(mutex);
    const auto found = std::ranges::find_if(
        entries, [&](const Entry& one) { return one.key == key && one.model.lock() == model; });
    if (found != entries.end()) return found->made;
  }
  Continuation made = continued(model, prompt, options);
  const std::scoped_lock lock(mutex);
  entries.push_back({model, key, made});
  if (entries.size() > kRemembered) entries.pop_front();
  return made;
}

Mat column(const std::vector<double>& all) {
  Mat made(static_cast<int>(all.size()), 1);
  for (int i = 0; i < made.rows(); ++i) {
    made(i, 0) = static_cast<Real>(all[static_cast<std::size_t>(i)]);
  }
  return made;
}

template <class Steps>
Axis steps_axis(const Steps& steps) {
  std::vector<std::string> labels;
  for (const auto step : steps) labels.push_back(fmt::format("{:.0f}", static_cast<double>(step)));
  return {"steps", Labels(std::move(labels)), -1};
}

class PreTraining {
 public:
  explicit PreTraining(const Inputs& inputs)
      : inputs_(inputs), sheet_(inputs, run_), own_(inputs.resources.get(slots::pretraining)) {
    course_ = own_ ? own_ : shipped_pretraining();
  }

  Run run() {
    record_.recorded = !own_ || !own_->made_by.empty();
    record_.text = course_->text;
    const auto after = static_cast<std::int64_t>(number(inputs_, pre_training_options::after.name));
    record_.moment = course_->moment_at(after);
    const PretrainingMoment& moment = course_->moments[record_.moment];
    model_ = moment.model;
    const std::vector<int> prompt = prompt_ids(*model_, inputs_.text[0]);
    note_unknown_words(run_, *model_, inputs_.text[0]);
    const Gpt& gpt = language_model_of(*model_);
    check_trace_memory(inputs_, gpt.sizes(), prompt.size());
    record_.words = model_->target().splits_into_words();
    record_.prompt = static_cast<int>(prompt.size());
    record_language_model(run_, *model_, prompt);
    tokens_ = {"token", run_.tokens[0], 0};
    name_curves();
    name_now(moment);
    name_prompt(prompt);
    name_map(gpt.sizes());
    name_written(prompt);
    if (!inputs_.edits.empty()) {
      run_.notes.push_back("cells changed by hand change the probabilities, not what is written");
    }
    run_.output = record_.p;
    run_.random = true;
    run_.records.add(std::move(record_));
    return std::move(run_);
  }

 private:
  int whole(const char* option) const { return static_cast<int>(number(inputs_, option)); }
  std::string token() const { return record_.words ? "word" : "token"; }
  Var told(std::string name, std::string symbol, Role role, Mat value, Axis rows, Axis cols,
           std::string from) {
    return sheet_.put(std::move(value), {std::move(name), std::move(symbol), role, std::move(rows),
                                         std::move(cols), all_cells(std::move(from))});
  }

  // Of very many steps only some, as they are drawn.
  void name_losses() {
    const std::vector<double>& all = course_->losses;
    const std::size_t every = all.size() / kLossRows + 1;
    std::vector<double> kept;
    for (std::size_t i = 0; i < all.size(); i += every) {
      record_.loss_steps.push_back(static_cast<double>(i + 1));
      kept.push_back(all[i]);
    }
    if (kept.empty()) return;
    record_.losses =
        told("losses", "L", Role::plain, column(kept), steps_axis(record_.loss_steps), axes::none,
             "The mean of −ln p of the right tokens of this step's batch, before the "
             "weights moved.");
  }

  void name_curves() {
    name_losses();
    std::vector<double> held_out;
    for (const PretrainingMoment& one : course_->moments) {
      record_.steps.push_back(one.step);
      held_out.push_back(one.held_out);
    }
    record_.held_out =
        told("held_out", "L", Role::plain, column(held_out), steps_axis(record_.steps), axes::none,
             "The mean of −ln p of the right tokens of a text that nothing was learned from.");
    name_kinds();
    const double pieces = model_->target().size();
    record_.counted = told(
        "counted", "L", Role::plain,
        column({std::log(pieces), course_->counted[0], course_->counted[1], course_->counted[2]}),
        {"counted", {"nothing", "single", "pairs", "triples"}, -1}, axes::none,
        "The mean of −ln p on the same held-out text of what counting the training text "
        "gives; where nothing is counted all are equally probable.");
    name_few();
  }

  // How probable the right token is, by what tells it.
  void name_kinds() {
    const auto of_kind = [&](const char* name, TokenKind kind) {
      std::vector<double> right;
      for (const PretrainingMoment& one : course_->moments) {
        right.push_back(one.right[static_cast<std::size_t>(kind)]);
      }
      return told(name, "\\bar{p}", Role::probability, column(right), steps_axis(record_.steps),
                  axes::none,
                  "How probable the right token of the held-out text was, on average over those of "
                  "this kind.");
    };
    record_.frequent = of_kind("right_frequent", TokenKind::frequent);
    record_.one_before = of_kind("right_one_before", TokenKind::one_before);
    record_.further_back = of_kind("right_further_back", TokenKind::further_back);
    const auto& right = course_->moments[record_.moment].right;
    Mat known(1, token_kinds);
    for (int kind = 0; kind < token_kinds; ++kind) {
      known(0, kind) = static_cast<Real>(right[static_cast<std::size_t>(kind)]);
    }
    told("known", "\\bar{p}", Role::probability, std::move(known), axes::none,
         {"right token", {"further back", "one before", "frequent", "other"}, -1},
         "The same at this moment.");
  }

  void name_few() {
    const Pretraining::Few& few = course_->few;
    if (few.steps.empty()) return;
    record_.few_steps.assign(few.steps.begin(), few.steps.end());
    const Axis few_steps = steps_axis(few.steps);
    record_.few_read = told("few_read", "L", Role::plain, column(few.train), few_steps, axes::none,
                            "The loss of the same network, trained on a few sentences alone, on "
                            "these sentences.");
    record_.few_unread =
        told("few_unread", "L", Role::plain, column(few.held_out), few_steps, axes::none,
             "The loss of the same network, trained on a few sentences alone, on "
             "text that is held out.");
  }

  void name_now(const PretrainingMoment& moment) {
    // The batches up to this moment; before the first step, the first one.
    const auto step = static_cast<std::size_t>(moment.step);
    const std::size_t end = std::min(course_->losses.size(), std::max<std::size_t>(1, step)),
                      begin = end > kAveraged ? end - kAveraged
                              : end > 0       ? end - 1
                                              : 0;
    double batches = 0;
    for (std::size_t i = begin; i < end; ++i) batches += course_->losses[i];
    batches = end > begin ? batches / static_cast<double>(end - begin) : moment.held_out;
    record_.perplexity =
        told("perplexity", "e^{L}", Role::plain, column({std::exp(moment.held_out)}), axes::none,
             axes::none, "The perplexity of this moment: e to the held-out loss, in nats a token.");
    record_.now =
        told("now", "\\mathrm{now}", Role::plain,
             column({moment.held_out, moment.held_out / std::numbers::ln2,
                     std::exp(moment.held_out), batches, static_cast<double>(moment.step)}),
             {"", {"nats", "bits", "perplexity", "batches", "step"}, -1}, axes::none,
             "The held-out loss of this moment, in nats, in bits (nats / ln 2) and as perplexity "
             "(e to the nats); the mean loss of the last batches before it; and its step.");
    record_.sizes =
        told("sizes", "n", Role::plain,
             column({static_cast<double>(course_->tokens), static_cast<double>(course_->scored),
                     static_cast<double>(model_->target().size()),
                     static_cast<double>(model_->params.cells()),
                     static_cast<double>(course_->batch * course_->length),
                     static_cast<double>(course_->few.tokens)}),
             {"", {"tokens", "scored", "vocabulary", "parameters", "a step", "few"}, -1},
             axes::none, "Counted in the text and in the model.");
  }

  void name_prompt(const std::vector<int>& prompt) {
    const Mat& all = run_.tape.value(run_.tape.find("probabilities"));
    std::vector<double> right, surprise;
    std::vector<std::string> next;
    for (std::size_t i = 0; i + 1 < prompt.size(); ++i) {
      right.push_back(double{all(static_cast<int>(i), prompt[i + 1])});
      surprise.push_back(-std::log(std::max(right.back(), 1e-30)));
      next.push_back(run_.tokens[0][i + 1]);
    }
    if (!right.empty()) {
      const Axis rows{"next " + token(), Labels(std::move(next)), -1};
      record_.right = told("right", "p", Role::probability, column(right), rows, axes::none,
                           "How probable the token that does come next was, given those before "
                           "it: its column of the softmax.");
      told("surprise", "-\\ln p", Role::plain, column(surprise), rows, axes::none,
           "−ln of how probable the token that does come next was.");
    }
    const Part row = slice_rows(Part(run_.tape, run_.tape.find("logits")), record_.prompt - 1, 1);
    const std::vector<int> order = sorted_pieces(row.value().row(0), model_->target());
    std::vector<std::string> labels;
    for (const int id : order) {
      labels.push_back(model_->target().pieces()[static_cast<std::size_t>(id)]);
    }
    const Axis pieces{token(), Labels(std::move(labels)), -1};
    record_.p =
        softmax(transpose(gather(transpose(row), order))
                    .as("z", "z", {.role = Role::score, .rows = axes::none, .cols = pieces}))
            .as("p", "p", {.role = Role::output, .rows = axes::none, .cols = pieces});
  }

  void name_map(const GptConfig& sizes) {
    record_.layer = std::min(whole("layer"), sizes.layers);
    record_.head = std::min(whole("head"), sizes.heads);
    const auto [weights, whose] = map_of(run_, record_.layer, record_.head);
    record_.map = weights.as(
        "map", "A",
        {.role = Role::probability, .rows = as("query", tokens_), .cols = as("key", tokens_)});
    record_.looks = slice_rows(Part(run_.tape, record_.map), record_.prompt - 1, 1)
                        .as("looks", "a",
                            {.role = Role::probability,
                             .rows = Axis{"", {whose}, -1},
                             .cols = as("key", tokens_)});
  }

  void name_written(const std::vector<int>& prompt) {
    SampleOptions options;
    options.length = whole("length");
    options.seed = static_cast<std::uint64_t>(whole("seed"));
    for (std::size_t m = 0; m < course_->moments.size(); ++m) {
      const CheckpointPtr& model = course_->moments[m].model;
      const Continuation made = remembered_continuation(model, prompt, options);
      record_.written.push_back(
          {piece_labels(model->target(), made.pieces), model->target().decode(made.pieces)});
      if (m != record_.moment || made.pieces.empty()) continue;
      record_.chances = told("written", "p", Role::probability, column(made.of_model),
                             {token(), piece_labels(model->target(), made.pieces), -1}, axes::none,
                             "How probable this token was when it was drawn.");
    }
  }

  const Inputs& inputs_;
  Run run_;
  Sheet sheet_;
  const PretrainingPtr own_;
  PretrainingPtr course_;
  CheckpointPtr model_;
  Axis tokens_;
  PreTrainingRecord record_;
};

Run run_pre_training(const Inputs& inputs) {
  return PreTraining(inputs).run();
}

const RegisterScene registered{
    {.name = "pre-training",
     .what = "A decoder alone that learns from a text, at moments of its training: its loss, what "
             "it writes, what it finds probable next and where it looks.",
     .subject = Subject::transformer,
     .options =
         {shown_in_view(integer_option(
              std::string(pre_training_options::after.name), "after",
              "How many steps of training the model has behind it; the last moment until then is "
              "shown.",
              pre_training_options::after.initial, 0, 1'000'000)),
          integer_option("length", "\\text{tokens}", "How many tokens each moment writes.", 14, 1,
                         100),
          integer_option("seed", "\\text{seed}", "Names the random numbers that are drawn with.", 1,
                         0, 999999),
          integer_option("layer", "\\text{layer}", "Whose attention is shown, from 1.", 1, 1, 64),
          integer_option("head", "\\text{head}",
                         "Which head of it, from 1; 0: the mean of all heads.", 0, 0, 256)},
     .sentences = 1,
     .slots = {{.name = slots::pretraining.name}},
     .run = run_pre_training}};

}  // namespace

}  // namespace glassformer
