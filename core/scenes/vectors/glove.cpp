#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/nn/axes.h"
#include "core/scenes/descent.h"
#include "core/scenes/options.h"
#include "core/scenes/records/glove.h"
#include "core/scenes/vectors/company.h"
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
        sheet_(inputs, run_),
        biases_(number(inputs, "biases") != 0),
        shares_(choice(inputs, "of") == "shares"),
        alpha_(number(inputs, "alpha")) {}

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
    sheet_.tell(static_cast<int>(number(inputs_, "turns")));
    run_.records.add(record_);
    return std::move(run_);
  }

 private:
  Tape& tape() { return run_.tape; }

  // How often words of the whole stand near "ice" and near "steam".
  void name_probes() {
    const Tape::Scope scope(tape(), "probe");
    const Axis words{"word", {"ice", "steam"}, -1}, one = numbered("");
    const Part counted = sheet_.put(
        Mat{{19, 6.6, 300, 1.7}, {2.2, 78, 220, 1.8}},
        {"in_100000", "10^{5} P(k | w)", Role::plain, words,
         Axis{"k", {"solid", "gas", "water", "fashion"}, -1},
         all_cells("Printed in table 1 of the paper: of 100 000 words near this one, how many are "
                   "k, in a text of 6 billion words.")});
    const Part p = (1e-5 * counted).as("p", "P(k | w)");
    const auto row = [&](Part of, int at, std::string name, std::string symbol) {
      const Axis one_word{words.name, {words.labels[static_cast<std::size_t>(at)]}, -1};
      return slice_rows(of, at, 1).as(std::move(name), std::move(symbol), {.rows = one_word});
    };
    const Part ice = row(counted, 0, "ice", "10^{5} P(k | ice)");
    const Part steam = row(counted, 1, "steam", "10^{5} P(k | steam)");
    record_.shares = p;
    record_.ratio = (ice / steam).as("ratio", "\\frac{P(k | ice)}{P(k | steam)}", {.rows = one});
    const Part logs = log(p).as("log", "\\ln P", Role::score);
    const Part log_steam = row(logs, 1, "log_steam", "\\ln P(k | steam)");
    const Part log_ice = row(logs, 0, "log_ice", "\\ln P(k | ice)");
    (log_ice - log_steam).as("difference", "\\ln P_{ice} - \\ln P_{steam}", {.rows = one});
  }

  // f(x) = (x / x_max)^α, and 1 from x_max on: what is above 1 is taken away again.
  Part weigh(Part x) {
    const double most = number(inputs_, "x_max"), power = number(inputs_, "power");
    const Part share = (1 / most * x).as("share", "\\frac{x}{x_{\\max}}");
    const char* const symbol = "(\\frac{x}{x_{\\max}})^{\\alpha}";
    const Part raised =
        power > 0 ? exp(power * log(share)).as("raised", symbol) : raised_to_0(share, symbol);
    const Part above = relu(raised - ones(tape(), raised.shape()));
    return (raised - above).as("f", "f(x)");
  }

  // By logarithms a count of 0 would be raised to no number at all.
  Part raised_to_0(Part share, const char* symbol) {
    Mat raised = share.value();
    for (int r = 0; r < raised.rows(); ++r) {
      for (int c = 0; c < raised.cols(); ++c) raised(r, c) = raised(r, c) > 0 ? 1 : 0;
    }
    return sheet_.put(std::move(raised),
                      {"raised", symbol, Role::plain, share.rows(), share.cols(),
                       all_cells("Any count to the power 0 is 1. A count of 0 has no part in the "
                                 "loss.")});
  }

  void name_weights_of_some() {
    const auto column = [&](const char* name, const std::vector<double>& values) {
      Mat x(static_cast<int>(values.size()), 1);
      Axis axis{"count", {}, -1};
      for (std::size_t i = 0; i < values.size(); ++i) {
        x(static_cast<int>(i), 0) = static_cast<Real>(values[i]);
        axis.labels.push_back(fmt::format("{:g}", values[i]));
      }
      return sheet_.put(std::move(x), {name, "x", Role::plain, axis, numbered("")});
    };
    {
      const Tape::Scope scope(tape(), "examples");
      weigh(column("x", {1, 10, 50, 100, 1000}));
    }
    const Tape::Scope scope(tape(), "curve");
    std::vector<double> many;
    for (int i = 0; i <= 60; ++i) many.push_back(number(inputs_, "x_max") * i / 40.0);
    const Part x = column("x", many);
    record_.curve_x = x;
    record_.curve_f = weigh(x);
  }

  // What the lesson gives, or, of a text that is typed, how often words stand near each other.
  void name_counts() {
    LeafPtr given = sheet_.material().given("counts");
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
    counts_ = sheet_.put(given, {"counts", "X", Role::plain, word_, context_});
    record_.counts = counts_;
    for (const Real count : counts_.value().cells()) {
      if (!(count >= 0) || !std::isfinite(count))
        throw UserError("glove: a count is below 0 or no number; type one from 0 on");
    }
    choose_cell();
  }

  // Where a text lacks what is asked for, the largest count, whose arithmetic says most.
  void choose_cell() {
    const Mat& counts = counts_.value();
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
    const Shape shape = counts_.shape();
    const int d = static_cast<int>(number(inputs_, "d_model"));
    const Part x = shares_ ? share(counts_).as("share", "P", Role::plain) : counts_;
    Mat met(shape), unmet(shape);
    for (int i = 0; i < shape.rows; ++i) {
      for (int j = 0; j < shape.cols; ++j) {
        met(i, j) = x.value()(i, j) > 0 ? 1 : 0;
        unmet(i, j) = 1 - met(i, j);
      }
    }
    seen_ = sheet_.put(std::move(met),
                       {"seen", "S", Role::mask, word_, context_,
                        all_cells("1 where the words have met. A count of 0 has no logarithm, and "
                                  "no part in the loss.")});
    const Part safe = x + constant(tape(), std::move(unmet));
    log_ = log(safe).as("log", shares_ ? "\\ln P" : "\\ln X", Role::score);
    {
      const Tape::Scope scope(tape(), "weight");
      f_ = weigh(multiply(safe, seen_).as("x", "x"));
    }
    const std::string rows = fmt::format("there are {} words", shape.rows),
                      columns = fmt::format("there are {} contexts", shape.cols);
    std::vector<Mat> parts{
        sheet_.material().take("w", {shape.rows, shape.rows}, {d, d}, 0.5, rows)->value,
        sheet_.material().take("c", {shape.cols, shape.cols}, {d, d}, 0.5, columns)->value};
    if (biases_) parts.insert(parts.end(), {Mat(shape.rows, 1), Mat(1, shape.cols)});
    const int turns = static_cast<int>(number(inputs_, "turns"));
    descended_ = descend(parts, number(inputs_, "rate"), turns, [&](const std::vector<Part>& at) {
      const auto fixed = [&](Part part) { return constant(at[0].tape(), part.value()); };
      return judge_all(at, fixed(log_), fixed(seen_), fixed(f_)).loss;
    });
    const Origin from = left_by_descent(turns, "all counts");
    const Origin bias_from = turns == 0 ? all_cells("0: the training begins with it.") : from;
    const Axis width = numbered("d"), one = numbered("");
    w_ = sheet_.put(parts[0], {"w", "W", Role::key, word_, width, from});
    c_ = sheet_.put(parts[1], {"c", "\\tilde W", Role::query, context_, width, from});
    record_.w = w_;
    record_.c = c_;
    if (!biases_) return;
    b_ = sheet_.put(parts[2], {"b", "b", Role::key, word_, one, bias_from});
    bc_ = sheet_.put(parts[3], {"bc", "\\tilde b", Role::query, one, context_, bias_from});
  }

  struct All {
    Part residual, loss;
  };
  // J of vectors w, c and, where there are two more parts, biases b, bc: ½ Σ f (w·c + b + bc −
  // log)² over the cells that were seen (Pennington et al. 2014, equation 8, with the lecture's ½).
  static All judge_all(const std::vector<Part>& parts, Part logs, Part seen, Part f) {
    const Part w = parts[0], c = parts[1];
    Part fit = (w * transposed(c)).as("product", "W \\tilde W^{\\top}");
    if (parts.size() > 2) {
      const Part spread = parts[2] * ones(w.tape(), {1, c.shape().rows});
      fit = add_row(fit + spread, parts[3]).as("fit", "W \\tilde W^{\\top} + b + \\tilde b");
    }
    const Part residual = multiply(fit - logs, seen).as("residual", "R");
    const Part pull = multiply(f, residual).as("pull", "f R", Role::score);
    const Part term =
        (multiply(pull, residual) / 2).as("term", "\\frac{1}{2} f R^{2}", Role::plain);
    return {residual, sum(term).as("loss", "J")};
  }

  // Every cell at once.
  void name_all() {
    std::vector<Part> parts{w_, c_};
    if (biases_) parts.insert(parts.end(), {b_, bc_});
    const All all = judge_all(parts, log_, seen_, f_);
    residual_ = all.residual;
    run_.loss = all.loss;
    record_.descent = put_descent(sheet_, std::move(descended_),
                                  "The loss over all counts after this turn of the descent.");
  }

  // One count, and what it asks of two vectors.
  void name_cell() {
    const Tape::Scope scope(tape(), "cell");
    const Axis word{"word", {axis_label(word_, record_.word)}, -1},
        context{"context", {axis_label(context_, record_.context)}, -1};
    // A cell of a matrix over all words and contexts.
    const auto pick = [&](Part all, const char* node, const char* symbol) {
      return slice_cols(slice_rows(all, record_.word, 1), record_.context, 1)
          .as(node, symbol, {.rows = word, .cols = context});
    };
    pick(counts_, "x", "X_{ij}");
    const Part logs = pick(log_, "log", shares_ ? "\\ln P_{ij}" : "\\ln X_{ij}");
    const Part f = pick(f_, "f", "f");
    Judged now;
    now.w = gather(w_, {record_.word}).as("w", "w", {.rows = word});
    now.c = gather(c_, {record_.context}).as("c", "\\tilde w", {.rows = context});
    if (biases_) {
      now.b = slice_rows(b_, record_.word, 1).as("b", "b", {.rows = word});
      now.bc = slice_cols(bc_, record_.context, 1).as("bc", "\\tilde b", {.cols = context});
    }
    record_.log = logs;
    record_.f = f;
    record_.before = judge(now, logs, f);
    // Down the gradient: f R times the other vector, both as they were before the step.
    const auto gradient = [&](Part of, Part other) {
      const Tape::Scope within(tape(), "gradient");
      return (now.pull * other).as(of.name(), "f R " + other.symbol(), like(of));
    };
    struct Step {
      Part down, to;
    };
    const auto step = [&](Part from, Part by) -> Step {
      Part down;
      {
        const Tape::Scope within(tape(), "step");
        down = (-alpha_ * by).as(from.name(), "\\Delta " + from.symbol(), like(from));
      }
      const Tape::Scope within(tape(), "after");
      return {down, (from + down).as(from.name(), from.symbol() + "'")};
    };
    const Part by_w = gradient(now.w, now.c);
    const Part by_c = gradient(now.c, now.w);
    const Step step_w = step(now.w, by_w);
    const Step step_c = step(now.c, by_c);
    record_.step_w = step_w.down;
    record_.step_c = step_c.down;
    Judged next{.w = step_w.to, .c = step_c.to};
    if (biases_) {
      next.b = step(now.b, now.pull).to;
      next.bc = step(now.bc, now.pull).to;
    }
    const Tape::Scope within(tape(), "after");
    record_.after = judge(next, logs, f);
  }

  struct Judged {
    Part w, c, b{}, bc{};
    Part pull{};  // f R
  };
  GloveRecord::Judged judge(Judged& one, Part logs, Part f) {
    GloveRecord::Judged told;
    Part fit = (one.w * transposed(one.c)).as("product", "w \\cdot \\tilde w");
    if (biases_) {
      const Axis context = fit.cols();
      const Part parts = concat_cols({fit, one.b, one.bc})
                             .as("parts", "(w \\cdot \\tilde w, b, \\tilde b)",
                                 {.cols = Axis{"", {"product", "bias", "bias of context"}, -1}});
      told.parts = parts;
      fit = sum_cols(parts).as("fit", "w \\cdot \\tilde w + b + \\tilde b", {.cols = context});
    }
    const Part residual = (fit - logs).as("residual", "R");
    one.pull = multiply(f, residual).as("pull", "f R", Role::score);
    told.fit = fit;
    told.residual = residual;
    told.loss = (multiply(one.pull, residual) / 2).as("loss", "\\frac{1}{2} f R^{2}", Role::plain);
    return told;
  }

  const Inputs& inputs_;
  Run run_;
  Sheet sheet_;
  const bool biases_, shares_;
  const double alpha_;
  GloveRecord record_;
  Axis word_, context_;
  Part counts_, seen_, log_, f_, w_, c_, b_, bc_, residual_;
  Mat descended_;
};

Run run_glove(const Inputs& inputs) {
  return Cells(inputs).run();
}

// The lesson gives counts; a text that is typed is counted.
OptionSpec of_typed_text(OptionSpec spec) {
  spec.shown = [](const Inputs& inputs, const Run&) { return !inputs.text[0].empty(); };
  return spec;
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
          of_typed_text(integer_option(
              "window", "\\text{window}",
              "In a text that is typed: how many words to each side are near.", 5, 1, 20)),
          text_option("leave_out", "Words of a text that are not counted.", ""), width_option(2),
          seed_option()},
     .givens = {"counts", "w", "c"},
     .sentences = 1,
     .run = run_glove}};

}  // namespace

}  // namespace glassformer
