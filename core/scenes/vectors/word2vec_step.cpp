#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/embed/train/word2vec_config.h"
#include "core/nn/axes.h"
#include "core/scenes/options.h"
#include "core/scenes/records/word2vec_step.h"
#include "core/scenes/sheet.h"
#include "core/scenes/vectors/code_tree_nodes.h"
#include "core/scenes/vectors/counted_text.h"
#include "core/tensor/error.h"
#include "core/tensor/huffman.h"
#include "core/text/number_of.h"
#include "core/text/tokenize.h"

// One step of word2vec (Mikolov et al. 2013a and b; lectures 003 and 004), every number of it: a
// window over a sentence, the rows of its words, the loss and its gradients, and the rows behind
// the step. What is given and what is predicted: skip-gram as in the lectures and the papers takes
// one pair, given the centre c predict the outside word o; or, as the loops of word2vec.c run, each
// word of the context is given and the centre predicted. CBOW predicts the centre from the mean of
// its context. Nodes: counts and noise.*: see counted_text.h; v, u the input and output rows of all
// words (u of the inner nodes of the tree for hierarchical softmax); x the rows of what is given,
// for CBOW their mean h; o the rows they are held against; scores, p, label, error = label − p;
// loss; pull.x, pull.o = −gradient; step.x, step.o; after.x, after.o, after.scores, after.p,
// after.loss. tree.*: see code_tree_nodes.h.
namespace glassformer {

namespace {

// The rows that what is given is held against, and which of them are right.
struct Targets {
  std::vector<int> rows;  // of u
  std::vector<std::string> names;
  std::vector<double> labels;
};

// A node of the tree goes by the count of what is below it.
std::string node_name(const HuffmanTree& tree, std::int32_t node) {
  return std::to_string(tree.nodes[static_cast<std::size_t>(node)].count);
}

class Step {
 public:
  explicit Step(const Inputs& inputs)
      : inputs_(inputs),
        sheet_(inputs, run_),
        text_(read_counted_text(inputs)),
        objective_(choice(inputs, "objective")),
        cbow_(choice(inputs, "input") == "cbow"),
        one_pair_(!cbow_ && choice(inputs, "predict") == "context"),
        alpha_(number(inputs, "alpha")) {
    const int last = static_cast<int>(text_.sentence.size());
    const int centre = std::min(static_cast<int>(number(inputs, "centre")), last) - 1;
    const int window = static_cast<int>(number(inputs, "window"));
    std::vector<int> context;
    for (int i = std::max(0, centre - window); i <= std::min(last - 1, centre + window); ++i) {
      if (i != centre) context.push_back(i);
    }
    record_.one_pair = one_pair_;
    record_.given = context;
    record_.predicted = centre;
    if (one_pair_) {
      const auto outside = static_cast<std::size_t>(number(inputs, "outside"));
      record_.given = {centre};
      record_.predicted = context[std::min(outside, context.size()) - 1];
    }
    for (const int i : record_.given) given_.push_back(word_at(i));
    run_.tape = Tape(with_whole_counts(inputs.edits));
  }

  Run run() {
    const int words = static_cast<int>(text_.words.size());
    check_memory(inputs_, 20.0 * words * (words + 50), fmt::format("{} words", words));
    run_.tokens[0] = text_.labels(text_.sentence);
    counts_ = name_counts(tape(), text_);
    record_.counts = counts_;
    if (objective_ == "negatives") {
      record_.noise = name_noise(counts_, number(inputs_, "negatives_power"));
    }
    if (objective_ == "tree") name_tree();
    name_rows();
    const Targets targets = choose_targets();
    step(targets);
    tell();
    run_.records.add(record_);
    return std::move(run_);
  }

 private:
  Tape& tape() { return run_.tape; }
  bool all_words() const { return objective_ == "softmax"; }
  int word_at(int place) const { return text_.sentence[static_cast<std::size_t>(place)]; }
  int predicted_word() const { return word_at(record_.predicted); }

  void name_tree() {
    tree_ = huffman_tree(text_.counts);
    record_.tree = name_code_tree(tree_, counts_);
  }

  void name_rows() {
    const int words = static_cast<int>(text_.words.size());
    const int d = static_cast<int>(number(inputs_, "d_model"));
    const Dim width = exactly(d, numbered("d"), "");
    const std::string why = fmt::format("there are {} words", words);
    v_ = sheet_.take("v", "V", Role::key_weight, exactly(words, text_.axis(), why), width, 0.8);
    const bool tree = objective_ == "tree";
    const int rows = std::max(1, tree ? words - 1 : words);
    Axis axis = text_.axis();
    if (tree) {
      axis = {"node", {}, -1};
      for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
        axis.labels.push_back(node_name(tree_, static_cast<std::int32_t>(i)));
      }
    }
    u_ = sheet_.take(
        "u", "U", Role::query_weight,
        exactly(rows, axis, tree ? fmt::format("the tree has {} inner nodes", rows) : why), width,
        0.8);
  }

  Targets choose_targets() {
    Targets targets;
    const auto add = [&](int row, std::string name, double label) {
      targets.rows.push_back(row);
      targets.names.push_back(std::move(name));
      targets.labels.push_back(label);
    };
    const auto add_word = [&](int word, double label) { add(word, text_.word(word), label); };
    const int predicted = predicted_word();
    if (all_words()) {
      const int words = static_cast<int>(text_.words.size());
      for (int word = 0; word < words; ++word) add_word(word, word == predicted ? 1 : 0);
    } else if (objective_ == "tree") {
      for (const HuffmanTree::CodeBit step : tree_.code(predicted)) {
        add(step.node, node_name(tree_, step.node), step.bit == 0 ? 1 : 0);
      }
    } else {
      add_word(predicted, 1);
      std::vector<int> left_out;
      const int negatives = static_cast<int>(number(inputs_, "negatives"));
      const auto seed = static_cast<std::uint64_t>(number(inputs_, "seed"));
      for (const int drawn : draw_words(tape().value(record_.noise), negatives, seed)) {
        const bool there =
            std::find(targets.rows.begin(), targets.rows.end(), drawn) != targets.rows.end();
        if (there) {
          left_out.push_back(drawn);
        } else {
          add_word(drawn, 0);
        }
      }
      tell_left_out(left_out);
    }
    if (targets.rows.empty()) {
      throw UserError("word2vec-step: a tree of one word has no turns; type other words");
    }
    return targets;
  }

  // As the training does: a negative counts once, and the word to predict is none.
  void tell_left_out(std::vector<int> words) {
    if (words.empty()) return;
    const int drawn = static_cast<int>(number(inputs_, "negatives"));
    const std::size_t kept = static_cast<std::size_t>(drawn) - words.size();
    std::sort(words.begin(), words.end());
    std::vector<std::string> again, itself;
    for (auto word = words.begin(); word != words.end();) {
      const auto next = std::upper_bound(word, words.end(), *word);
      std::string told = fmt::format("“{}”", text_.word(*word));
      if (next - word > 1) told += fmt::format(" × {}", next - word);
      (*word == predicted_word() ? itself : again).push_back(std::move(told));
      word = next;
    }
    std::vector<std::string> reasons;
    if (!again.empty())
      reasons.push_back(fmt::format("was drawn before ({})", fmt::join(again, ", ")));
    if (!itself.empty())
      reasons.push_back(fmt::format("is the word to predict itself ({})", itself[0]));
    run_.notes.push_back(
        fmt::format("{} {} drawn and {} kept: as in training, one that {} is left out",
                    number_of(drawn, "negative"), drawn == 1 ? "was" : "were", kept,
                    fmt::join(reasons, " or ")));
  }

  // The rows that are given, and what of them goes in.
  std::string rows_symbol() const { return one_pair_ ? "v_{c}" : "X"; }
  std::string in_symbol() const { return cbow_ ? "h" : rows_symbol(); }

  // What a row of inputs and outputs gives: scores, probabilities and the loss, under a scope.
  struct Judged {
    Part scores, p, loss;
  };
  Judged judge(Part x, Part o, Part label, Part sign) {
    Judged judged;
    judged.scores = (x * transposed(o)).as("scores", in_symbol() + " O^{\\top}");
    Part logs;
    if (all_words()) {
      judged.p = softmax(judged.scores).as("p", "p", Role::share);
      logs = multiply(log_softmax(judged.scores), label);
    } else {
      judged.p = sigmoid(judged.scores).as("p", "p", Role::probability);
      logs = log_sigmoid(multiply(judged.scores, sign));
    }
    const Part total =
        sum(logs.as("likelihood", "\\ell")).as("total", "\\Sigma \\ell", Role::plain);
    judged.loss = (-1 * total).as("loss", "J");
    return judged;
  }

  void step(const Targets& targets) {
    const Axis context{one_pair_ ? "centre" : "context", text_.labels(given_), -1};
    const Axis outputs{objective_ == "tree" ? "node" : "word", targets.names, -1};
    const Axis inputs = cbow_ ? Axis{"", {"mean"}, -1} : context;
    const auto taken_in = [&](Part rows, const char* symbol) {
      return cbow_ ? mean_rows(rows).as("h", symbol, {.rows = inputs}) : rows;
    };
    const Part x = gather(v_, given_).as("x", rows_symbol(), {.role = Role::key, .rows = context});
    const Part h = taken_in(x, "h");
    const Part o = gather(u_, targets.rows).as("o", "O", {.role = Role::query, .rows = outputs});

    const int n = cbow_ ? 1 : static_cast<int>(given_.size());
    Mat labels(n, static_cast<int>(targets.labels.size())), signs(labels.shape());
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < labels.cols(); ++j) {
        labels(i, j) = static_cast<Real>(targets.labels[static_cast<std::size_t>(j)]);
        signs(i, j) = 2 * labels(i, j) - 1;
      }
    }
    const Part label = sheet_.put(
        std::move(labels),
        {"label", "y", Role::plain, inputs, outputs,
         all_cells(objective_ == "tree"
                       ? "1 where the way to the word takes branch 0, and 0 where it takes "
                         "branch 1: what the sigmoid should say."
                       : "1 for the word that stands there, 0 for the others: what the "
                         "model should say.")});
    const Part sign = all_words() ? Part{} : constant(tape(), std::move(signs));
    const Judged before = judge(h, o, label, sign);
    run_.loss = before.loss;
    run_.output = before.p;
    record_.label = label;
    record_.before = {x, cbow_ ? h : Part{}, o, before.p};

    const Part error = (label - before.p).as("error", "E", Role::score);
    const auto [step_x, step_o] = name_steps(error, h, o, context);
    record_.moves = step_x;
    const Tape::Scope scope(tape(), "after");
    const Part new_x = (x + step_x).as("x", one_pair_ ? "v_{c}'" : "X_{\\mathrm{new}}");
    const Part new_o = (o + step_o).as("o", "O_{\\mathrm{new}}");
    const Part new_h = taken_in(new_x, "h_{\\mathrm{new}}");
    const Judged after = judge(new_h, new_o, label, sign);
    record_.after = {new_x, cbow_ ? new_h : Part{}, new_o, after.p};
  }

  // Down the gradient: pull.* is minus the gradient of the loss by the rows, step.* that times α.
  std::pair<Part, Part> name_steps(Part error, Part h, Part o, const Axis& context) {
    Part pull_x, pull_o;
    {
      const Tape::Scope scope(tape(), "pull");
      pull_x = (error * o).as(cbow_ ? "h" : "x", "E O", Role::key);
      // Each of n rows has 1/n of what their mean has.
      if (cbow_) {
        const int n = static_cast<int>(given_.size());
        const Part parts = sheet_.put(Mat(n, 1, static_cast<Real>(1.0 / n)),
                                      {"parts", "\\frac{1}{n}", Role::plain, context, numbered(""),
                                       all_cells(fmt::format("1 / {}: a share of the mean.", n))});
        pull_x = (parts * pull_x).as("x", "\\frac{1}{n} E O", Role::key);
      }
      pull_o = (transposed(error) * h).as("o", "E^{\\top} " + in_symbol(), Role::query);
    }
    const Tape::Scope scope(tape(), "step");
    const Part step_x = (alpha_ * pull_x).as("x", "\\Delta " + rows_symbol());
    return {step_x, (alpha_ * pull_o).as("o", "\\Delta O")};
  }

  void tell() {
    sheet_.tell();
    Word2VecConfig real;
    if (cbow_) real.input = InputRows::cbow;
    if (objective_ == "tree") real.objective = Objective::hierarchical_softmax;
    Word2VecConfig original = real;
    original.published = true;
    const double here = best_alpha(real), there = best_alpha(original);
    run_.notes.push_back(fmt::format(
        "the learning rate is {:g}, so that the step can be seen: the original program begins "
        "with {:g}{}",
        alpha_, there, here == there ? "" : fmt::format(", a training here with {:g}", here)));
  }

  const Inputs& inputs_;
  Run run_;
  Sheet sheet_;
  CountedText text_;
  const std::string objective_;
  const bool cbow_, one_pair_;
  const double alpha_;
  std::vector<int> given_;  // words
  HuffmanTree tree_;
  Word2VecStepRecord record_;
  Part counts_, v_, u_;
};

Run run_step(const Inputs& inputs) {
  return Step(inputs).run();
}

const RegisterScene registered{
    {.name = "word2vec-step",
     .what = "One step of word2vec: the window, the rows, the loss, the gradients, and the rows "
             "afterwards.",
     .subject = Subject::word_vectors,
     .options =
         {choice_option("input", "\\text{input}",
                        "What goes in: each word of the context alone, or the mean of all of them.",
                        "skip-gram", {"skip-gram", "cbow"}),
          choice_option("objective", "\\text{against}",
                        "What it is held against: a few drawn words (negative sampling), the turns "
                        "in a Huffman tree (hierarchical softmax), or all words (full softmax).",
                        "negatives", {"negatives", "tree", "softmax"}),
          shown_while("input", "skip-gram",
                      choice_option("predict", "\\text{predict}",
                                    "What skip-gram predicts: a word of the context, given the "
                                    "centre, as in the papers; or the centre, given each word of "
                                    "the context, as the program word2vec.c does.",
                                    "context", {"context", "centre"})),
          shown_in_view(integer_option("centre", "centre",
                                       "Which word of the sentence is the centre, from 1.", 1.0, 1,
                                       static_cast<double>(max_tokens))),
          shown_in_view(integer_option("outside", "outside",
                                       "Which word of the context is predicted, from 1.", 1.0, 1,
                                       static_cast<double>(max_tokens))),
          integer_option("window", "\\text{window}", "How many words to each side are context.",
                         2.0, 1, 20),
          shown_while(
              "objective", "negatives",
              integer_option("negatives", "\\text{negatives}",
                             "Words drawn from the noise for the centre word.", 5.0, 1, 20)),
          shown_while(
              "objective", "negatives",
              number_option(
                  "negatives_power", "\\text{power}",
                  "The noise is the counts to this power: 1 is the text itself, 0 all words alike.",
                  0.75, -1, 2)),
          number_option("alpha", "\\alpha", "The learning rate: how far the step goes.", 0.4, 0,
                        10),
          text_option("counts",
                      "Words of the vocabulary and how often they come in the text: fat 3, fridge "
                      "2. Others are counted in the sentence."),
          width_option(2), seed_option()},
     .givens = {"v", "u"},
     .sentences = 1,
     .run = run_step}};

}  // namespace

}  // namespace glassformer
