#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/embed/vectors/word_list.h"
#include "core/nn/axes.h"
#include "core/scenes/options.h"
#include "core/scenes/records/bengio.h"
#include "core/scenes/sheet.h"
#include "core/scenes/vectors/network_costs.h"
#include "core/tensor/error.h"
#include "core/text/tokenize.h"

// The neural probabilistic language model (Bengio et al. 2003, section 2; lecture 004), one word of
// a text: the rows of the words before it beside each other, a hidden layer, the softmax over all
// words, and one step of the training. Nodes: c the rows of all words, behind them that of what
// stands before the sentence; rows, those of the words before; x, the same in one row; h, d and
// z = d + x H; a = tanh z; u, b and scores = b + a U, with direct connections + x W; p; loss;
// label, error = label − p. pull.* is minus the gradient of the loss, step.* that times α, and
// after.* the network behind the step. weights.* and count.*: see network_costs.h.
namespace glassformer {

namespace {

constexpr const char* kStart = "<s>";

class Network {
 public:
  explicit Network(const Inputs& inputs)
      : inputs_(inputs), sheet_(inputs, run_), alpha_(number(inputs, "alpha")) {
    read_sentence();
  }

  Run run() {
    const double words = word_.labels.size(), wide = width_ * n_;
    check_memory(inputs_, 14.0 * (words * (hidden_ + width_ + wide) + wide * hidden_),
                 fmt::format("{} words", word_.labels.size()));
    name_weights();
    const Passed before = forward(now_, record_.before);
    run_.output = record_.before.p;
    run_.loss = before.loss;
    const Weights next = step(before);
    {
      const Tape::Scope scope(tape(), "after");
      forward(next, record_.after);
    }
    name_costs();
    sheet_.tell();
    run_.records.add(record_);
    return std::move(run_);
  }

 private:
  // The parameters; w is empty without direct connections.
  struct Weights {
    Part c, h, d, u, b, w;
  };
  struct Passed {
    Part x, a, p, loss;
  };
  Tape& tape() { return run_.tape; }

  void read_sentence() {
    if (inputs_.text[0].empty()) {
      throw UserError("bengio: there is no sentence; type one at the top");
    }
    run_.tokens[0] = tokenize(inputs_.text[0]);
    const int last = static_cast<int>(run_.tokens[0].size());
    if (last == 0) throw UserError("bengio: the sentence has no words; type some at the top");
    std::vector<int> ids;
    WordList words;
    for (const std::string& token : run_.tokens[0]) ids.push_back(words.add(token).id);
    for (std::size_t i = 0; i < words.size(); ++i) word_.labels.push_back(std::string(words[i]));
    const int unknown = static_cast<int>(words.size());  // the row behind those of the words
    record_.predicted = std::min(static_cast<int>(number(inputs_, "predict")), last) - 1;
    target_ = ids[static_cast<std::size_t>(record_.predicted)];
    for (int i = record_.predicted - n_; i < record_.predicted; ++i) {
      record_.read.push_back(std::max(i, -1));
      ids_.push_back(i < 0 ? unknown : ids[static_cast<std::size_t>(i)]);
      before_.labels.push_back(i < 0 ? kStart : run_.tokens[0][static_cast<std::size_t>(i)]);
    }
    all_rows_ = word_;
    all_rows_.labels.push_back(kStart);
  }

  void name_weights() {
    const int words = static_cast<int>(word_.labels.size()), wide = n_ * width_;
    const Axis unit = numbered("hidden"), one = numbered("");
    const Dim width = exactly(width_, numbered("d"), ""), hidden = exactly(hidden_, unit, "");
    const std::string why =
        fmt::format("there are {} words, and <s> for what stands before them", words);
    const Dim sides =
        exactly(wide, side_by_side_, fmt::format("{} rows of {} numbers go in", n_, width_));
    const Dim scored = exactly(words, word_, "");
    // Begins with zeros, as the training of the program does, unless the lesson gives it.
    const auto bias = [&](const char* name, Role role, const Dim& cols) {
      if (sheet_.material().has(name)) {
        return sheet_.take(name, name, role, exactly(1, one, "it has a number for each column"),
                           cols);
      }
      return sheet_.put(Mat(1, cols.size.drawn), {name, name, role, one, cols.axis,
                                                  all_cells("0: the training begins with it.")});
    };
    now_.c =
        sheet_.take("c", "C", Role::key_weight, exactly(words + 1, all_rows_, why), width, 0.8);
    now_.h = sheet_.take("h", "H", Role::value_weight, sides, hidden);
    now_.d = bias("d", Role::value_weight, hidden);
    now_.u = sheet_.take("u", "U", Role::query_weight, hidden, exactly(words, word_, why));
    now_.b = bias("b", Role::query_weight, scored);
    if (direct_) now_.w = sheet_.take("w", "W", Role::query_weight, sides, scored);
    record_.table = now_.c;
    record_.into_hidden = now_.h;
    record_.out_of_hidden = now_.u;
  }

  Passed forward(const Weights& weights, BengioRecord::Pass& pass) {
    const Part rows =
        gather(weights.c, ids_).as("rows", "C_{w}", {.role = Role::key, .rows = before_});
    std::vector<Part> parts;
    for (int i = 0; i < n_; ++i) parts.push_back(slice_rows(rows, i, 1));
    Passed made;
    made.x = concat_cols(parts).as("x", "x", {.rows = numbered(""), .cols = side_by_side_});
    const Part z = affine(made.x, weights.h, weights.d).as("z", "z");
    made.a = tanh(z).as("a", "\\tanh z");
    Part scores = affine(made.a, weights.u, weights.b);
    if (direct_) {
      const Part hidden_part = scores.as("through", "b + a U", Role::score);
      const Part straight = (made.x * weights.w).as("direct", "x W", Role::score);
      if (!record_.direct) record_.direct = straight;
      scores = hidden_part + straight;
    }
    scores.as("scores", "s", Role::score);
    made.p = softmax(scores).as("p", "p", Role::share);
    made.loss = cross_entropy(scores, {target_}).as("loss", "J");
    pass.rows = rows;
    pass.x = made.x;
    pass.hidden = made.a;
    pass.p = made.p;
    return made;
  }

  // All weights down the gradient, each by the values as they were before the step.
  Weights step(const Passed& passed) {
    const Axis one = numbered("");
    Mat right(1, static_cast<int>(word_.labels.size()));
    right(0, target_) = 1;
    const Part label = sheet_.put(
        std::move(right),
        {"label", "y", Role::plain, one, word_,
         all_cells("1 for the word that stands there, 0 for the others: what p should be.")});
    record_.label = label;
    const Part error = (label - passed.p).as("error", "E", Role::score);
    Part pull_z, pull_rows;
    {
      const Tape::Scope scope(tape(), "pull");
      const Part back = (error * transposed(now_.u)).as("a", "E U^{\\top}", Role::value);
      const Part squares = multiply(passed.a, passed.a);
      const Part slope =
          (ones(tape(), {1, hidden_}) - squares).as("slope", "1 - a^{2}", {.cols = back.cols()});
      pull_z = multiply(back, slope).as("z", "\\delta");
      Part pull_x = pull_z * transposed(now_.h);
      if (direct_) pull_x = pull_x + error * transposed(now_.w);
      pull_x.as("x", direct_ ? "\\delta H^{\\top} + E W^{\\top}" : "\\delta H^{\\top}", Role::key);
      std::vector<Part> parts;
      for (int i = 0; i < n_; ++i) parts.push_back(slice_cols(pull_x, i * width_, width_));
      pull_rows =
          concat_rows(parts).as("rows", "\\delta_{w}", {.rows = before_, .cols = numbered("d")});
    }
    Mat picked(n_, static_cast<int>(all_rows_.labels.size()));
    for (int i = 0; i < n_; ++i) picked(i, ids_[static_cast<std::size_t>(i)]) = 1;
    const Part pick =
        sheet_.put(std::move(picked),
                   {"pick", "P", Role::mask, before_, all_rows_,
                    all_cells("1 in the column of the word that stands there, 0 elsewhere.")});
    const Tape::Scope scope(tape(), "step");
    // What a matrix gains, and what it is afterwards.
    const auto moved = [&](Part from, Part pull) {
      return from + (alpha_ * pull).as(from.name(), "\\Delta " + from.symbol(), like(from));
    };
    Weights next;
    next.c = moved(now_.c, transposed(pick) * pull_rows);
    next.h = moved(now_.h, transposed(passed.x) * pull_z);
    next.d = moved(now_.d, pull_z);
    next.u = moved(now_.u, transposed(passed.a) * error);
    next.b = moved(now_.b, error);
    if (direct_) next.w = moved(now_.w, transposed(passed.x) * error);
    return next;
  }

  void name_costs() {
    NetworkSizes sizes;
    sizes.words = number(inputs_, "real_words");
    sizes.d = number(inputs_, "real_d");
    sizes.before = n_;
    sizes.hidden = number(inputs_, "real_hidden");
    const WeightCounts weights = name_weight_counts(tape(), sizes);
    record_.weight_rows = weights.rows;
    record_.weight_columns = weights.columns;
    record_.weights = weights.numbers;
    const ProductCounts counts = name_product_counts(tape(), sizes);
    record_.parts = counts.products;
    record_.products = counts.total;
  }

  const Inputs& inputs_;
  Run run_;
  Sheet sheet_;
  const double alpha_;
  const int n_ = static_cast<int>(number(inputs_, "before"));
  const int width_ = static_cast<int>(number(inputs_, "d_model"));
  const int hidden_ = static_cast<int>(number(inputs_, "hidden"));
  const bool direct_ = number(inputs_, "direct") != 0;
  Axis word_{"word", {}, -1}, all_rows_, before_{"word before", {}, -1},
      side_by_side_ = numbered("place");
  std::vector<int> ids_;  // rows of c
  int target_ = 0;        // the word to predict
  Weights now_;
  BengioRecord record_;
};

Run run_bengio(const Inputs& inputs) {
  return Network(inputs).run();
}

const RegisterScene registered{
    {.name = "bengio",
     .what =
         "Bengio's language model: the rows of the words before beside each other, a hidden layer, "
         "the softmax over all words, one step of its training, and what each part costs.",
     .subject = Subject::word_vectors,
     .options =
         {shown_in_view(integer_option(std::string(bengio_options::predict.name), "predict",
                                       "Which word of the sentence is predicted, from 1.",
                                       bengio_options::predict.initial, 1,
                                       static_cast<double>(max_tokens))),
          integer_option("before", "\\text{words before}",
                         "How many words before it the network reads; the paper tries 1 to 8.", 3,
                         1, 8),
          width_option(3),
          integer_option("hidden", "\\text{hidden}", "How many cells the hidden layer has.", 4, 1,
                         64),
          toggle_option("direct", "\\text{direct}",
                        "Direct connections from the rows of the words before to the scores, past "
                        "the hidden layer: + x W.",
                        false),
          number_option("alpha", "\\alpha", "The learning rate: how far the step goes.", 0.4, 0,
                        10),
          integer_option("real_words", "\\text{real } V",
                         "Words of the vocabulary for which weights and multiplications are "
                         "counted.",
                         17000, 2, 10'000'000),
          integer_option("real_d", "\\text{real } d", "Numbers of a row, likewise.", 30, 1, 10'000),
          integer_option("real_hidden", "\\text{real } h", "Cells of the hidden layer, likewise.",
                         50, 1, 10'000),
          seed_option()},
     .givens = {"c", "h", "d", "u", "b", "w"},
     .sentences = 1,
     .run = run_bengio}};

}  // namespace

}  // namespace glassformer
