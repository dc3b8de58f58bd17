#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/records/glove.h"
#include "core/scenes/vectors/company.h"
#include "core/scenes/vectors/glove_descent.h"
#include "core/tensor/all_ones.h"
#include "core/tensor/error.h"
#include "core/text/tokenize.h"
#include "core/text/unicode.h"

// GloVe (Pennington, Socher and Manning 2014; lecture 003): products of vectors that are to be the
// logarithms of counts. Nodes: probe.*, the paper's table 1, its ratios and their logarithms;
// examples.* and curve.*, the weight f(x) of some counts and of many. counts X [words, contexts];
// share, their rows over their sums; seen, 1 where a count is not 0; log; weight.share,
// weight.raised, f; w, c, b, bc; product, fit, residual, term and loss J of all cells; descent, J
// after each turn that led here. cell.*: one cell alone, its residual, its weight, its pull on both
// vectors and biases, the step, and after.* behind the step.
namespace glassformer {

namespace {

class Cells {
 public:
  explicit Cells(const Inputs& inputs)
      : inputs_(inputs),
        material_(inputs),
        biases_(number(inputs, "biases") != 0),
        shares_(choice(inputs, "of") == "shares"),
        alpha_(number(inputs, "alpha")) {
    run_.tape = Tape(inputs.edits);
  }

  Run run() {
    name_probes();
    name_weights_of_some();
    name_counts();
    name_parts();
    name_all();
    name_cell();
    run_.output = residual_;
    for (const char* table :
         {"counts", "share", "log", "weight.f", "product", "fit", "residual", "pull", "term"}) {
      if (const Var var = tape().find(table)) record_.tables.push_back(var);
    }
    material_.tell(run_);
    run_.records.add(record_);
    return std::move(run_);
  }

 private:
  Tape& tape() { return run_.tape; }
  Var ones(Shape shape) { return tape().input(all_ones(shape.rows, shape.cols)); }

  // How often words of the whole stand near "ice" and near "steam".
  void name_probes() {
    const Tape::Scope scope(tape(), "probe");
    const Axis words{"word", {"ice", "steam"}, -1},
        one = numbered(""), probes{"k", {"solid", "gas", "water", "fashion"}, -1};
    const Var counted = tape().name(
        tape().input(Mat{{19, 6.6, 300, 1.7}, {2.2, 78, 220, 1.8}}),
        {"in_100000", "10^{5} P(k | w)", Role::plain, words, probes,
         all_cells("Printed in table 1 of the paper: of 100 000 words near this one, how many are "
                   "k, in a text of 6 billion words.")});
    record_.shares =
        tape().name(scale(tape(), counted, 1e-5), {"p", "P(k | w)", Role::plain, words, probes});
    const auto row = [&](Var of, int at, std::string name, std::string symbol, Role role) {
      Axis one_word = words;
      one_word.labels = {words.labels[static_cast<std::size_t>(at)]};
      return tape().name(slice_rows(tape(), of, at, 1),
                         {std::move(name), std::move(symbol), role, one_word, probes});
    };
    const Var ice = row(counted, 0, "ice", "10^{5} P(k | ice)", Role::plain),
              steam = row(counted, 1, "steam", "10^{5} P(k | steam)", Role::plain);
    record_.ratio =
        tape().name(multiply(tape(), ice, reciprocal(tape(), steam)),
                    {"ratio", "\\frac{P(k | ice)}{P(k | steam)}", Role::plain, one, probes});
    const Var logs =
        tape().name(log(tape(), record_.shares), {"log", "\\ln P", Role::score, words, probes});
    tape().name(subtract(tape(), row(logs, 0, "log_ice", "\\ln P(k | ice)", Role::score),
                         row(logs, 1, "log_steam", "\\ln P(k | steam)", Role::score)),
                {"difference", "\\ln P_{ice} - \\ln P_{steam}", Role::score, one, probes});
  }

  // f(x) = (x / x_max)^α, and 1 from x_max on: what is above 1 is taken away again.
  Var weigh(Var x) {
    const double most = number(inputs_, "x_max"), power = number(inputs_, "power");
    const Label label = tape().node(x).label;
    const auto name = [&](Var var, const char* node, const char* symbol) {
      return tape().name(var, {node, symbol, Role::plain, label.rows, label.cols});
    };
    const Var share = name(scale(tape(), x, 1 / most), "share", "\\frac{x}{x_{\\max}}");
    const Var raised = name(exp(tape(), scale(tape(), log(tape(), share), power)), "raised",
                            "(\\frac{x}{x_{\\max}})^{\\alpha}");
    const Var above = relu(tape(), subtract(tape(), raised, ones(tape().shape(raised))));
    return name(subtract(tape(), raised, above), "f", "f(x)");
  }

  void name_weights_of_some() {
    const auto column = [&](const char* name, const std::vector<double>& values) {
      Mat x(static_cast<int>(values.size()), 1);
      Axis axis{"count", {}, -1};
      for (std::size_t i = 0; i < values.size(); ++i) {
        x(static_cast<int>(i), 0) = static_cast<Real>(values[i]);
        axis.labels.push_back(fmt::format("{:g}", values[i]));
      }
      return tape().name(tape().input(std::move(x)), {name, "x", Role::plain, axis, numbered("")});
    };
    {
      const Tape::Scope scope(tape(), "examples");
      weigh(column("x", {1, 10, 50, 100, 1000}));
    }
    const Tape::Scope scope(tape(), "curve");
    std::vector<double> many;
    for (int i = 0; i <= 60; ++i) many.push_back(number(inputs_, "x_max") * i / 40.0);
    record_.curve_x = column("x", many);
    record_.curve_f = weigh(record_.curve_x);
  }

  // What the lesson gives, or, of a text that is typed, how often words stand near each other.
  void name_counts() {
    LeafPtr given = material_.given("counts");
    if (!inputs_.text[0].empty()) {
      run_.tokens[0] = tokenize(inputs_.text[0]);
      CompanyRules rules;
      rules.left_out = words_listed(text(inputs_, "leave_out"));
      const CompanyText read = read_company_text(inputs_.text[0], rules);
      if (read.words.empty()) {
        throw UserError("glove: no sentence of the text has two words that count; type more");
      }
      const Company met = count_company(read, static_cast<int>(number(inputs_, "window")), false);
      word_ = {"word", labels_of(read.words), -1};
      context_ = {"context", labels_of(met.contexts), -1};
      given = std::make_shared<Leaf>(met.counts);
    } else if (given == nullptr) {
      throw UserError("glove: there is no text to count; type some sentences at the top");
    } else {
      word_ = {"word", sentence(inputs_, 0), -1};
      context_ = {"context", sentence(inputs_, 1), -1};
      check_labels(inputs_, word_.labels, given->value.rows(), "rows of counts");
      check_labels(inputs_, context_.labels, given->value.cols(), "columns of counts");
    }
    const double cells = static_cast<double>(given->value.size());
    check_memory(inputs_, 30 * cells, fmt::format("{:.0f} counts", cells));
    record_.counts =
        tape().name(tape().input(given), {"counts", "X", Role::plain, word_, context_});
    for (const Real count : tape().value(record_.counts).cells()) {
      if (!(count >= 0) || !std::isfinite(count))
        throw UserError("glove: a count is below 0 or no number; type one from 0 on");
    }
    choose_cell();
  }

  // Where a text lacks what is asked for, the largest count, whose arithmetic says most.
  void choose_cell() {
    const Mat& counts = tape().value(record_.counts);
    const auto largest = [](const auto& cells) {
      return static_cast<int>(std::max_element(cells.begin(), cells.end()) - cells.begin());
    };
    record_.word = find(glove_options::word, word_, largest(counts.cells()) / counts.cols());
    record_.context = find(glove_options::context, context_, largest(counts.row(record_.word)));
  }

  // The word of an option. Nothing is said of the lesson's own, which nobody typed.
  int find(const TextKey& key, const Axis& axis, int otherwise) {
    const std::string wanted = text(inputs_, std::string(key.name));
    for (int i = 0; i < static_cast<int>(axis.labels.size()); ++i) {
      const std::string name = axis_label(axis, i);
      if (name == wanted || name == with_small_first(as_compared(wanted))) return i;
    }
    if (wanted != key.initial) {
      run_.notes.push_back(fmt::format("“{}” is not among the {}s; this is about “{}”", wanted,
                                       axis.name, axis_label(axis, otherwise)));
    }
    return otherwise;
  }

  // The vectors and biases as the seed draws them, or as so many turns have left them.
  void name_parts() {
    const Shape shape = tape().shape(record_.counts);
    const int d = static_cast<int>(number(inputs_, "d_model"));
    const Var x = shares_ ? tape().name(share(tape(), record_.counts),
                                        {"share", "P", Role::plain, word_, context_})
                          : record_.counts;
    Mat met(shape), unmet(shape);
    for (int i = 0; i < shape.rows; ++i) {
      for (int j = 0; j < shape.cols; ++j) {
        met(i, j) = tape().value(x)(i, j) > 0 ? 1 : 0;
        unmet(i, j) = 1 - met(i, j);
      }
    }
    seen_ = tape().name(tape().input(std::move(met)),
                        {"seen", "S", Role::mask, word_, context_,
                         all_cells("1 where the words have met. A count of 0 has no logarithm, and "
                                   "no part in the loss.")});
    const Var safe = add(tape(), x, tape().input(std::move(unmet)));
    log_ = tape().name(log(tape(), safe),
                       {"log", shares_ ? "\\ln P" : "\\ln X", Role::score, word_, context_});
    {
      const Tape::Scope scope(tape(), "weight");
      const Var named =
          tape().name(multiply(tape(), safe, seen_), {"x", "x", Role::plain, word_, context_});
      f_ = weigh(named);
    }
    GloveParts parts;
    const std::string rows = fmt::format("there are {} words", shape.rows),
                      columns = fmt::format("there are {} contexts", shape.cols);
    parts.w = material_.take("w", {shape.rows, shape.rows}, {d, d}, 0.5, rows)->value;
    parts.c = material_.take("c", {shape.cols, shape.cols}, {d, d}, 0.5, columns)->value;
    parts.b = Mat(shape.rows, 1);
    parts.bc = Mat(1, shape.cols);
    const int turns = static_cast<int>(number(inputs_, "turns"));
    descended_ = descend_glove(parts, tape().value(f_), tape().value(log_), biases_,
                               number(inputs_, "rate"), turns);
    const Origin from =
        turns == 0 ? Origin{}
                   : all_cells(fmt::format("As {} turns of gradient descent over all counts have "
                                           "left it.",
                                           turns));
    const Origin bias_from = turns == 0 ? all_cells("0: the training begins with it.") : from;
    const Axis width = numbered("d"), one = numbered("");
    record_.w = tape().name(tape().input(parts.w), {"w", "W", Role::key, word_, width, from});
    record_.c =
        tape().name(tape().input(parts.c), {"c", "\\tilde W", Role::query, context_, width, from});
    if (!biases_) return;
    b_ = tape().name(tape().input(parts.b), {"b", "b", Role::key, word_, one, bias_from});
    bc_ = tape().name(tape().input(parts.bc),
                      {"bc", "\\tilde b", Role::query, one, context_, bias_from});
  }

  // Every cell at once.
  void name_all() {
    const Shape shape = tape().shape(record_.counts);
    const auto name = [&](Var var, const char* node, const char* symbol, Role role) {
      return tape().name(var, {node, symbol, role, word_, context_});
    };
    Var fit =
        name(matmul_nt(tape(), record_.w, record_.c), "product", "W \\tilde W^{T}", Role::score);
    if (biases_) {
      const Var spread = matmul(tape(), b_, ones({1, shape.cols}));
      fit = name(add_row(tape(), add(tape(), fit, spread), bc_), "fit",
                 "W \\tilde W^{T} + b + \\tilde b", Role::score);
    }
    const Var difference = subtract(tape(), fit, log_);
    residual_ = name(multiply(tape(), difference, seen_), "residual", "R", Role::score);
    const Var pull = name(multiply(tape(), f_, residual_), "pull", "f R", Role::score);
    const Var term = name(divide(tape(), multiply(tape(), pull, residual_), 2), "term",
                          "\\frac{1}{2} f R^{2}", Role::plain);
    run_.loss =
        tape().name(sum(tape(), term), {"loss", "J", Role::plain, numbered(""), numbered("")});
    Mat losses(static_cast<int>(descended_.size()), 1);
    Axis turn{"turn", {}, -1};
    for (int i = 0; i < losses.rows(); ++i) {
      losses(i, 0) = static_cast<Real>(descended_[static_cast<std::size_t>(i)]);
      turn.labels.push_back(std::to_string(i));
    }
    record_.descent =
        tape().name(tape().input(std::move(losses)),
                    {"descent", "J", Role::plain, turn, numbered(""),
                     all_cells("The loss over all counts after this turn of the descent.")});
  }

  // One count, and what it asks of two vectors.
  void name_cell() {
    const Tape::Scope scope(tape(), "cell");
    const Axis one = numbered(""), width = numbered("d"),
               word{"word", {axis_label(word_, record_.word)}, -1},
               context{"context", {axis_label(context_, record_.context)}, -1};
    // A cell of a matrix over all words and contexts.
    const auto pick = [&](Var all, const char* node, const char* symbol, Role role) {
      const Var row = slice_rows(tape(), all, record_.word, 1);
      return tape().name(slice_cols(tape(), row, record_.context, 1),
                         {node, symbol, role, word, context});
    };
    pick(record_.counts, "x", "X_{ij}", Role::plain);
    const Var logs = pick(log_, "log", shares_ ? "\\ln P_{ij}" : "\\ln X_{ij}", Role::score);
    const Var f = pick(f_, "f", "f", Role::plain);
    Judged now;
    now.w =
        tape().name(gather(tape(), record_.w, {record_.word}), {"w", "w", Role::key, word, width});
    now.c = tape().name(gather(tape(), record_.c, {record_.context}),
                        {"c", "\\tilde w", Role::query, context, width});
    if (biases_) {
      now.b =
          tape().name(slice_rows(tape(), b_, record_.word, 1), {"b", "b", Role::key, word, one});
      now.bc = tape().name(slice_cols(tape(), bc_, record_.context, 1),
                           {"bc", "\\tilde b", Role::query, one, context});
    }
    judge(now, logs, f, word, context);
    // Down the gradient: f R times the other vector, both as they were before the step.
    Judged next;
    const auto step = [&](Var from, Var by, const char* node, const char* symbol) {
      const Label label = tape().node(from).label;
      Var down;
      {
        const Tape::Scope within(tape(), "step");
        down = tape().name(scale(tape(), by, -alpha_),
                           {node, symbol, label.role, label.rows, label.cols});
      }
      const Tape::Scope within(tape(), "after");
      const Var moved = tape().name(add(tape(), from, down),
                                    {node, label.symbol + "'", label.role, label.rows, label.cols});
      return std::pair(down, moved);
    };
    const auto gradient = [&](Var other, const char* node, const char* symbol, const Label& of) {
      const Tape::Scope within(tape(), "gradient");
      return tape().name(matmul(tape(), now.pull, other),
                         {node, symbol, of.role, of.rows, of.cols});
    };
    const Var by_w = gradient(now.c, "w", "f R \\tilde w", tape().node(now.w).label);
    const Var by_c = gradient(now.w, "c", "f R w", tape().node(now.c).label);
    std::tie(record_.step_w, next.w) = step(now.w, by_w, "w", "\\Delta w");
    std::tie(record_.step_c, next.c) = step(now.c, by_c, "c", "\\Delta \\tilde w");
    if (biases_) {
      next.b = step(now.b, now.pull, "b", "\\Delta b").second;
      next.bc = step(now.bc, now.pull, "bc", "\\Delta \\tilde b").second;
    }
    const Tape::Scope within(tape(), "after");
    judge(next, logs, f, word, context);
  }

  struct Judged {
    Var w, c, b, bc;
    Var pull;  // f R
  };
  void judge(Judged& one, Var logs, Var f, const Axis& word, const Axis& context) {
    const auto name = [&](Var var, const char* node, const char* symbol, Role role) {
      return tape().name(var, {node, symbol, role, word, context});
    };
    Var fit = name(matmul_nt(tape(), one.w, one.c), "product", "w \\cdot \\tilde w", Role::score);
    if (biases_) {
      const Var parts = tape().name(concat_cols(tape(), {fit, one.b, one.bc}),
                                    {"parts",
                                     "(w \\cdot \\tilde w, b, \\tilde b)",
                                     Role::score,
                                     word,
                                     {"", {"product", "bias", "bias of context"}, -1}});
      fit = name(sum_cols(tape(), parts), "fit", "w \\cdot \\tilde w + b + \\tilde b", Role::score);
    }
    const Var residual = name(subtract(tape(), fit, logs), "residual", "R", Role::score);
    one.pull = name(multiply(tape(), f, residual), "pull", "f R", Role::score);
    name(divide(tape(), multiply(tape(), one.pull, residual), 2), "loss", "\\frac{1}{2} f R^{2}",
         Role::plain);
  }

  const Inputs& inputs_;
  Material material_;
  const bool biases_, shares_;
  const double alpha_;
  Run run_;
  GloveRecord record_;
  Axis word_, context_;
  Var seen_, log_, f_, b_, bc_, residual_;
  std::vector<double> descended_;
};

Run run_glove(const Inputs& inputs) {
  return Cells(inputs).run();
}

const RegisterScene registered{
    {.name = "glove",
     .what = "GloVe: counts of words near words, and vectors whose products should be their "
             "logarithms; one count's residual, weight and pull, and all of them.",
     .subject = Subject::word_vectors,
     .options =
         {shown_in_view(text_option(std::string(glove_options::word.name),
                                    "The word of the count that is looked at.",
                                    std::string(glove_options::word.initial))),
          shown_in_view(text_option(std::string(glove_options::context.name), "Its context word.",
                                    std::string(glove_options::context.initial))),
          toggle_option(
              "biases", "\\text{biases}",
              "A bias for each word and each context, as in the paper; the lecture leaves "
              "them out.",
              true),
          choice_option("of", "\\text{of}",
                        "What the products are to match the logarithms of: the counts X, as in the "
                        "paper, or the shares P(j|i), as the lecture prints it.",
                        "counts", {"counts", "shares"}),
          integer_option("turns", "\\text{turns}",
                         "How many turns of gradient descent over all counts come first.", 0, 0,
                         1000),
          number_option("x_max", "x_{\\max}", "From this count on all matter alike.", 100, 0.1,
                        1'000'000),
          number_option("power", "\\text{power}", "Of what a smaller count matters.", 0.75, 0, 4),
          number_option("rate", "\\text{rate}", "The learning rate of these turns.", 0.05, 0, 1),
          number_option("alpha", "\\alpha",
                        "The learning rate of the one step on the one count: how far it goes.", 0.4,
                        0, 10),
          integer_option("window", "\\text{window}",
                         "In a text that is typed: how many words to each side are near.", 5, 1,
                         20),
          text_option("leave_out", "Words of a text that are not counted.", ""), width_option(2),
          seed_option()},
     .givens = {"counts", "w", "c"},
     .sentences = 1,
     .run = run_glove}};

}  // namespace

}  // namespace glassformer
