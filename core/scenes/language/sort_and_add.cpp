#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "core/formats/recording_file.h"
#include "core/nn/axes.h"
#include "core/scenes/language/answered.h"
#include "core/scenes/options.h"
#include "core/scenes/records/sort_and_add.h"
#include "core/scenes/sheet.h"
#include "core/train/answer_recording.h"
#include "core/train/answer_training.h"

// Three small decoders, one of which sorts six letters (minGPT's demo.ipynb) and two of which add
// numbers of two digits (minGPT's play_math): the answer that they write to a question, and where
// every head looks meanwhile. Nodes: those of record_network() for a decoder; looks [written, read]
// and answer [written, vocabulary] of the rows that write the answer; hits [written, 1]; groups and
// usual [heads, groups]; carried [heads, 2]; exact [moments, 2] and needed [2, 1] of the recorded
// trainings.
namespace glassformer {

namespace {

const SumCurves& recorded() {
  static const SumCurves curves = read_sums(recording_file("sums"));
  return curves;
}

class SortAndAdd {
 public:
  explicit SortAndAdd(const Inputs& inputs)
      : inputs_(inputs),
        sheet_(inputs, run_),
        model_(answer_model(choice(inputs, "task"))),
        task_(model_.task) {}

  Run run() {
    const bool adds = task_.kind == AnswerTask::Kind::add;
    const std::string question = question_of(task_, text(inputs_, adds ? "numbers" : "letters"));
    const CheckpointPtr checkpoint = load_shipped(model_.file);
    const std::string answer = written_answers(*checkpoint, task_, {&question, 1}).front();
    line_ = question + AnswerTask::mark + answer;
    record_.adds = adds;
    record_.backwards = adds && task_.backwards;
    record_.truth = task_.answer(question);
    record_.question = task_.question_length();
    for (const char one : answer) record_.written.emplace_back(1, one);
    record_.chosen =
        std::min(static_cast<int>(number(inputs_, "written")), task_.answer_length()) - 1;
    const std::string lines = choice(inputs_, "lines");
    record_.lines = lines == "all heads"        ? SortAndAddRecord::Lines::all
                    : lines == "what is needed" ? SortAndAddRecord::Lines::needed
                                                : SortAndAddRecord::Lines::one;

    AnsweredPass pass = answered_pass(run_.tape, *checkpoint, line_);
    record_.read = pass.tokens.axis.labels;
    run_.tokens[0] = record_.read;
    run_.sites = std::move(pass.sites);
    written_ = {"written", record_.written, -1};
    for (int i = 0; i < task_.answer_length(); ++i) rows_.push_back(record_.question + i);
    for (const AttentionSite& site : run_.sites) {
      heads_.labels.push_back(fmt::format("{}.{}", site.place.layer + 1, site.place.head));
    }
    weigh_groups();
    find_needed();
    choose_head();
    name_answer(sheet_.at(pass.logits), pass.tokens.vocabulary);
    name_looks();
    name_groups();
    if (adds) name_carried();
    name_curves();
    run_.records.add(std::move(record_));
    return std::move(run_);
  }

 private:
  int heads() const { return static_cast<int>(run_.sites.size()); }

  int group_of_token(int token) const { return group_of(task_, line_, record_.chosen, token); }

  // How much of each head's weight falls on which tokens while the chosen one is written.
  void weigh_groups() {
    on_groups_ = Mat(heads(), static_cast<int>(token_groups(task_).size()));
    const int row = record_.question + record_.chosen;
    for (int head = 0; head < heads(); ++head) {
      const Mat& weights = run_.tape.value(run_.sites[static_cast<std::size_t>(head)].weights);
      for (int token = 0; token <= row; ++token) {
        on_groups_(head, group_of_token(token)) += weights(row, token);
      }
    }
  }

  std::size_t most_on(int group) const {
    int best = 0;
    for (int head = 1; head < heads(); ++head) {
      if (on_groups_(head, group) > on_groups_(best, group)) best = head;
    }
    return static_cast<std::size_t>(best);
  }

  void find_needed() {
    const int last = record_.adds ? 1 : 0;  // of the groups that matter
    for (int token = 0; token <= record_.question + record_.chosen; ++token) {
      const int group = group_of_token(token);
      if (group > last) continue;
      record_.needed.push_back(token);
      record_.needed_heads.push_back(most_on(group));
    }
  }

  // The first group that has a token: above the first digit of a sum there is none.
  int first_needed_group() const {
    int group = group_of_token(record_.needed.front());
    for (const int token : record_.needed) group = std::min(group, group_of_token(token));
    return group;
  }

  // Without a choice the head whose lines are drawn; of one head's lines, that which usually looks
  // most at what is needed: of letters on average over all that are written, of sums for the digit
  // that is.
  void choose_head() {
    const int asked = static_cast<int>(number(inputs_, "head"));
    if (asked > 0) {
      record_.head = static_cast<std::size_t>(std::min(asked, heads()) - 1);
      return;
    }
    if (record_.lines == SortAndAddRecord::Lines::needed && !record_.needed.empty()) {
      record_.head = most_on(first_needed_group());
      return;
    }
    const UsualLooks& usual = usual_looks(model_);
    const auto on_needed = [&](int head) {
      if (record_.adds) return static_cast<double>(of_chosen(usual)(head, 0));
      double sum = 0;
      for (const Mat& mean : usual.groups) sum += mean(head, 0);
      return sum;
    };
    int best = 0;
    for (int head = 1; head < heads(); ++head) {
      if (on_needed(head) > on_needed(best)) best = head;
    }
    record_.head = static_cast<std::size_t>(best);
  }

  const Mat& of_chosen(const UsualLooks& usual) const {
    return usual.groups[static_cast<std::size_t>(record_.chosen)];
  }

  void name_answer(const Part& logits, const Axis& vocabulary) {
    record_.answer = softmax(gather(logits, rows_))
                         .as("answer", "P", {Role::probability, written_, vocabulary, {}});
    run_.output = record_.answer;
  }

  void name_looks() {
    const Part weights = sheet_.at(run_.sites[record_.head].weights);
    const Axis read{"read", record_.read, 0};
    const Part looks =
        gather(weights, rows_).as("looks", "\\alpha", {Role::probability, written_, read, {}});
    record_.looks = looks;
    Mat hits(task_.answer_length(), 1);
    for (int i = 0; i < hits.rows(); ++i) {
      const auto row = looks.value().row(i);
      const int largest = static_cast<int>(std::ranges::max_element(row) - row.begin());
      hits(i, 0) = group_of(task_, line_, i, largest) == 0 ? 1 : 0;
    }
    record_.hits = sheet_.put(
        std::move(hits),
        {"hits", "h", Role::mask, written_, axes::none,
         all_cells("1: the largest weight of this head lies on what is to be written, or on a "
                   "digit of its column. 0: it lies elsewhere.")});
  }

  void name_groups() {
    const std::vector<std::string> names = token_groups(task_);
    const Axis groups{"tokens", names, -1};
    record_.groups = sheet_.put(
        on_groups_, {"groups", "g", Role::probability, heads_, groups,
                     all_cells("The weights of this head on these tokens, added up, while the "
                               "chosen character is written.")});
    record_.usual = sheet_.put(
        of_chosen(usual_looks(model_)),
        {"usual", "\\bar{g}", Role::probability, heads_, groups,
         all_cells("The same on average over 120 questions that nothing was learned from.")});
  }

  void name_carried() {
    record_.carried = sheet_.put(
        usual_looks(model_).carried,
        {"carried",
         "c",
         Role::probability,
         heads_,
         {"sums", {"without a carry", "with a carry"}, -1},
         all_cells("How much of this head's weight lies on the digits right of it while the tens "
                   "are written, on average over sums that nothing was learned from.")});
  }

  void name_curves() {
    const SumCurves& curves = recorded();
    const int moments = static_cast<int>(curves.steps.size());
    Mat exact(moments, 2), needed(2, 1);
    Axis steps{"steps", {}, -1};
    const Axis ways{"written", {"backwards", "forwards"}, -1};
    for (int way = 0; way < 2; ++way) {
      const Mat& one = way == 0 ? curves.backwards : curves.forwards;
      for (int i = 0; i < moments; ++i) {
        double sum = 0;
        for (const Real cell : one.row(i)) sum += cell;
        exact(i, way) = static_cast<Real>(sum / one.cols());
      }
      needed(way, 0) = static_cast<Real>(steps_until(curves, one, 0.99));
    }
    for (const int step : curves.steps) steps.labels.push_back(std::to_string(step));
    record_.steps = curves.steps;
    record_.exact = sheet_.put(
        std::move(exact),
        {"exact", "\\mathrm{exact}", Role::probability, steps, ways,
         all_cells("Counted when the recording was made: the share of 1,000 sums kept apart that "
                   "were right, on average over three trainings.")});
    sheet_.put(
        std::move(needed),
        {"needed", "\\mathrm{steps}", Role::plain, ways, axes::none,
         all_cells("From so many steps on 99 % of the sums kept apart were right, on average "
                   "over three trainings; 0: never.")});
  }

  const Inputs& inputs_;
  Run run_;
  Sheet sheet_;
  const AnswerModel& model_;
  const AnswerTask& task_;
  std::string line_;
  Mat on_groups_;  // [heads, groups]
  std::vector<int> rows_;
  Axis written_, heads_{"head", {}, -1};
  SortAndAddRecord record_;
};

Run run_sort_and_add(const Inputs& inputs) {
  return SortAndAdd(inputs).run();
}

OptionSpec head_option() {
  OptionSpec spec =
      shown_in_view(integer_option("head", "head",
                                   "Which head is laid out, from the first layer's first on; 0: "
                                   "the one that looks most at what is to be written.",
                                   0, 0, 64));
  spec.zero_means = [](const Run& run) {
    return static_cast<double>(run.records.get<SortAndAddRecord>().head) + 1;
  };
  return spec;
}

const RegisterScene registered{
    {.name = "sort-and-add",
     .what = "A small decoder that sorts six letters, and two that add: the answer, and where each "
             "head looks while it is written.",
     .subject = Subject::transformer,
     .options = {choice_option("task", "\\text{task}",
                               "Sort letters, or add numbers and write the sum from its last digit "
                               "or from its first.",
                               "sort", {"sort", "add backwards", "add forwards"}),
                 shown_in_view(text_option(std::string(sort_and_add_options::letters.name),
                                           "Six letters from a to j.",
                                           std::string(sort_and_add_options::letters.initial))),
                 shown_in_view(text_option(std::string(sort_and_add_options::numbers.name),
                                           "Two numbers of at most two digits.",
                                           std::string(sort_and_add_options::numbers.initial))),
                 shown_in_view(integer_option(std::string(sort_and_add_options::written.name),
                                              "written",
                                              "Which character of the answer is looked at, from 1.",
                                              sort_and_add_options::written.initial, 1, 6)),
                 head_option(),
                 choice_option("lines", "\\text{lines}",
                               "Lines of the head that is laid out; to what is needed, of the head "
                               "that looks most at it; or of all heads.",
                               "one head", {"one head", "what is needed", "all heads"})},
     .run = run_sort_and_add}};

}  // namespace

}  // namespace glassformer
