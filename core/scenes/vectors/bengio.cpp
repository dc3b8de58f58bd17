#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/embed/vectors/word_list.h"
#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/records/bengio.h"
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
      : inputs_(inputs), material_(inputs), alpha_(number(inputs, "alpha")) {
    read_sentence();
    run_.tape = Tape(inputs.edits);
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
    material_.tell(run_);
    run_.records.add(record_);
    return std::move(run_);
  }

 private:
  // The parameters; w is empty without direct connections.
  struct Weights {
    Var c, h, d, u, b, w;
  };
  struct Passed {
    Var x, a, p, loss;
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
    const std::string why =
        fmt::format("there are {} words, and <s> for what stands before them", words);
    const auto random = [&](const char* name, Shape shape, const std::string& because) {
      return tape().input(material_.take(name, {shape.rows, shape.rows}, {shape.cols, shape.cols},
                                         weight_deviation(shape.rows), because));
    };
    // Begins with zeros, as the training of the program does, unless the lesson gives it.
    const auto zeros = [&](const char* name, int cols) {
      return material_.has(name) ? random(name, {1, cols}, "it has a number for each column")
                                 : tape().input(Mat(1, cols));
    };
    const auto is_zero = [&](const char* name) {
      return material_.has(name) ? Origin{} : all_cells("0: the training begins with it.");
    };
    const std::string sides = fmt::format("{} rows of {} numbers go in", n_, width_);
    now_.c = tape().name(
        tape().input(material_.take("c", {words + 1, words + 1}, {width_, width_}, 0.8, why)),
        {"c", "C", Role::key_weight, all_rows_, numbered("d")});
    now_.h = tape().name(random("h", {wide, hidden_}, sides),
                         {"h", "H", Role::value_weight, side_by_side_, unit});
    now_.d =
        tape().name(zeros("d", hidden_), {"d", "d", Role::value_weight, one, unit, is_zero("d")});
    now_.u = tape().name(random("u", {hidden_, words}, why),
                         {"u", "U", Role::query_weight, unit, word_});
    now_.b =
        tape().name(zeros("b", words), {"b", "b", Role::query_weight, one, word_, is_zero("b")});
    if (direct_) {
      now_.w = tape().name(random("w", {wide, words}, sides),
                           {"w", "W", Role::query_weight, side_by_side_, word_});
    }
    record_.into_hidden = now_.h;
    record_.out_of_hidden = now_.u;
  }

  Passed forward(const Weights& weights, BengioRecord::Pass& pass) {
    const Axis one = numbered(""), unit = numbered("hidden");
    pass.rows = tape().name(gather(tape(), weights.c, ids_),
                            {"rows", "C_{w}", Role::key, before_, numbered("d")});
    std::vector<Var> parts;
    for (int i = 0; i < n_; ++i) parts.push_back(slice_rows(tape(), pass.rows, i, 1));
    Passed made;
    made.x = pass.x =
        tape().name(concat_cols(tape(), parts), {"x", "x", Role::key, one, side_by_side_});
    const Var z = tape().name(affine(tape(), made.x, weights.h, weights.d),
                              {"z", "z", Role::value, one, unit});
    made.a = pass.hidden = tape().name(tanh(tape(), z), {"a", "\\tanh z", Role::value, one, unit});
    Var scores = affine(tape(), made.a, weights.u, weights.b);
    if (direct_) {
      const Var hidden_part = tape().name(scores, {"through", "b + a U", Role::score, one, word_});
      const Var straight = tape().name(matmul(tape(), made.x, weights.w),
                                       {"direct", "x W", Role::score, one, word_});
      if (!record_.direct) record_.direct = straight;
      scores = add(tape(), hidden_part, straight);
    }
    tape().name(scores, {"scores", "s", Role::score, one, word_});
    made.p = pass.p = tape().name(softmax(tape(), scores), {"p", "p", Role::share, one, word_});
    made.loss =
        tape().name(cross_entropy(tape(), scores, {target_}), {"loss", "J", Role::plain, one, one});
    return made;
  }

  // All weights down the gradient, each by the values as they were before the step.
  Weights step(const Passed& passed) {
    const Axis one = numbered(""), unit = numbered("hidden");
    Mat right(1, static_cast<int>(word_.labels.size()));
    right(0, target_) = 1;
    const Var label = tape().name(
        tape().input(std::move(right)),
        {"label", "y", Role::mask, one, word_,
         all_cells("1 for the word that stands there, 0 for the others: what p should be.")});
    record_.label = label;
    const Var error =
        tape().name(subtract(tape(), label, passed.p), {"error", "E", Role::score, one, word_});
    Var pull_z, pull_rows;
    {
      const Tape::Scope scope(tape(), "pull");
      const Var back =
          tape().name(matmul_nt(tape(), error, now_.u), {"a", "E U^{T}", Role::value, one, unit});
      Mat ones(1, hidden_);
      for (int i = 0; i < hidden_; ++i) ones(0, i) = 1;
      const Var slope = tape().name(
          subtract(tape(), tape().input(std::move(ones)), multiply(tape(), passed.a, passed.a)),
          {"slope", "1 - a^{2}", Role::plain, one, unit});
      pull_z = tape().name(multiply(tape(), back, slope), {"z", "\\delta", Role::value, one, unit});
      Var pull_x = matmul_nt(tape(), pull_z, now_.h);
      if (direct_) pull_x = add(tape(), pull_x, matmul_nt(tape(), error, now_.w));
      tape().name(pull_x, {"x", direct_ ? "\\delta H^{T} + E W^{T}" : "\\delta H^{T}", Role::key,
                           one, side_by_side_});
      std::vector<Var> parts;
      for (int i = 0; i < n_; ++i) parts.push_back(slice_cols(tape(), pull_x, i * width_, width_));
      pull_rows = tape().name(concat_rows(tape(), parts),
                              {"rows", "\\delta_{w}", Role::key, before_, numbered("d")});
    }
    Mat picked(n_, static_cast<int>(all_rows_.labels.size()));
    for (int i = 0; i < n_; ++i) picked(i, ids_[static_cast<std::size_t>(i)]) = 1;
    const Var pick =
        tape().name(tape().input(std::move(picked)),
                    {"pick", "P", Role::mask, before_, all_rows_,
                     all_cells("1 in the column of the word that stands there, 0 elsewhere.")});
    const Tape::Scope scope(tape(), "step");
    // What a matrix gains, and what it is afterwards.
    const auto moved = [&](Var from, Var pull, const char* symbol) {
      const Label& label_of = tape().node(from).label;
      const Var by =
          tape().name(scale(tape(), pull, alpha_), {label_of.name, std::string("\\Delta ") + symbol,
                                                    label_of.role, label_of.rows, label_of.cols});
      return add(tape(), from, by);
    };
    Weights next;
    next.c = moved(now_.c, matmul_tn(tape(), pick, pull_rows), "C");
    next.h = moved(now_.h, matmul_tn(tape(), passed.x, pull_z), "H");
    next.d = moved(now_.d, pull_z, "d");
    next.u = moved(now_.u, matmul_tn(tape(), passed.a, error), "U");
    next.b = moved(now_.b, error, "b");
    if (direct_) next.w = moved(now_.w, matmul_tn(tape(), passed.x, error), "W");
    return next;
  }

  void name_costs() {
    NetworkSizes sizes;
    sizes.words = number(inputs_, "real_words");
    sizes.d = number(inputs_, "real_d");
    sizes.before = n_;
    sizes.hidden = number(inputs_, "real_hidden");
    record_.weights = name_weight_counts(tape(), sizes);
    const ProductCounts counts = name_product_counts(tape(), sizes);
    record_.parts = counts.products;
    record_.products = counts.total;
  }

  const Inputs& inputs_;
  Material material_;
  const double alpha_;
  const int n_ = static_cast<int>(number(inputs_, "before"));
  const int width_ = static_cast<int>(number(inputs_, "d_model"));
  const int hidden_ = static_cast<int>(number(inputs_, "hidden"));
  const bool direct_ = number(inputs_, "direct") != 0;
  Axis word_{"word", {}, -1}, all_rows_, before_{"word before", {}, -1},
      side_by_side_ = numbered("place");
  std::vector<int> ids_;  // rows of c
  int target_ = 0;        // the word to predict
  Run run_;
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
