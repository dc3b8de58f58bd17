#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/embed/vectors/word_list.h"
#include "core/nn/axes.h"
#include "core/scenes/options.h"
#include "core/scenes/records/whole_text.h"
#include "core/scenes/sheet.h"
#include "core/scenes/vectors/company.h"
#include "core/tensor/error.h"
#include "core/text/tokenize.h"

// The objective of skip-gram over a whole text (lecture 003; Mikolov et al. 2013a, section 3.2):
// the θ that makes Π_t Π_j p(w_{t+j} | w_t) largest makes −1/T Σ_t Σ_j log p smallest. Nodes: v, u
// the vectors, scores, p = softmax of every word's row; pair.p and pair.log, one row for each pair
// of the text; position.log, their sum for each position; running.sum over the positions up to
// here, running.product = e to it, running.mean = −running.sum / t; loss J, the last of these;
// descent, J after each turn that led to v and u.
namespace glassformer {

namespace {

// One turn of gradient descent on J, in loops: what the tape's gradient says, a test holds.
class Descent {
 public:
  Descent(const std::vector<std::pair<int, int>>& pairs, int words, int positions)
      : counts_(words, words), positions_(positions) {
    for (const auto& [given, predicted] : pairs) counts_(given, predicted) += 1;
  }

  // Changes v and u, and returns J before each turn and after the last.
  std::vector<double> run(Mat& v, Mat& u, double rate, int turns) const {
    Mat by_v(v.shape()), by_u(u.shape());
    std::vector<double> losses{gradient(v, u, by_v, by_u)};
    for (int turn = 0; turn < turns; ++turn) {
      step(v, by_v, rate);
      step(u, by_u, rate);
      losses.push_back(gradient(v, u, by_v, by_u));
    }
    return losses;
  }

 private:
  static void step(Mat& part, const Mat& by, double rate) {
    const auto from = by.cells();
    const auto to = part.cells();
    for (std::size_t i = 0; i < to.size(); ++i) to[i] -= static_cast<Real>(rate * from[i]);
  }

  double gradient(const Mat& v, const Mat& u, Mat& by_v, Mat& by_u) const {
    double loss = 0;
    for (Mat* part : {&by_v, &by_u}) {
      for (Real& cell : part->cells()) cell = 0;
    }
    std::vector<double> scores(static_cast<std::size_t>(u.rows()));
    for (int i = 0; i < v.rows(); ++i) {
      double pairs = 0, largest = -1e300, sum = 0;
      for (int j = 0; j < u.rows(); ++j) {
        double& score = scores[static_cast<std::size_t>(j)] = 0;
        for (int k = 0; k < v.cols(); ++k) score += v(i, k) * u(j, k);
        largest = std::max(largest, score);
        pairs += counts_(i, j);
      }
      if (pairs == 0) continue;
      for (const double score : scores) sum += std::exp(score - largest);
      for (int j = 0; j < u.rows(); ++j) {
        const double log_p = scores[static_cast<std::size_t>(j)] - largest - std::log(sum);
        loss -= counts_(i, j) * log_p / positions_;
        const double by = (pairs * std::exp(log_p) - counts_(i, j)) / positions_;
        for (int k = 0; k < v.cols(); ++k) {
          by_v(i, k) += static_cast<Real>(by * u(j, k));
          by_u(j, k) += static_cast<Real>(by * v(i, k));
        }
      }
    }
    return loss;
  }

  Mat counts_;
  double positions_;
};

class WholeText {
 public:
  explicit WholeText(const Inputs& inputs) : inputs_(inputs), sheet_(inputs, run_) {}

  Run run() {
    read();
    name_vectors();
    name_pairs();
    name_running();
    run_.output = p_;
    record_.p = p_;
    sheet_.tell();
    run_.records.add(record_);
    return std::move(run_);
  }

 private:
  Tape& tape() { return run_.tape; }

  void read() {
    if (inputs_.text[0].empty()) {
      throw UserError("whole-text: there is no text; type some words at the top");
    }
    run_.tokens[0] = tokenize(inputs_.text[0]);
    const int last = static_cast<int>(run_.tokens[0].size());
    if (last < 2) {
      throw UserError("whole-text: one word has no context; type a sentence of several");
    }
    for (const std::string& token : run_.tokens[0]) ids_.push_back(words_.add(token).id);
    record_.centre = std::min(static_cast<int>(number(inputs_, "centre")), last) - 1;
    const int window = static_cast<int>(number(inputs_, "window"));
    for (int t = 0; t < last; ++t) {
      for (int o = std::max(0, t - window); o <= std::min(last - 1, t + window); ++o) {
        if (o == t) continue;
        pairs_.emplace_back(ids_[static_cast<std::size_t>(t)], ids_[static_cast<std::size_t>(o)]);
        at_.push_back(t);
        pair_.labels.push_back(fmt::format("{} → {}", run_.tokens[0][static_cast<std::size_t>(t)],
                                           run_.tokens[0][static_cast<std::size_t>(o)]));
      }
    }
    const double n = static_cast<double>(pairs_.size()), v = static_cast<double>(words_.size());
    check_memory(inputs_, 5 * n * v + 6 * v * v + static_cast<double>(last) * (n + last),
                 fmt::format("{} words and {} pairs", words_.size(), pairs_.size()));
  }

  void name_vectors() {
    const int words = static_cast<int>(words_.size());
    const int d = static_cast<int>(number(inputs_, "d_model"));
    const int turns = static_cast<int>(number(inputs_, "turns"));
    const std::string why = fmt::format("there are {} words", words);
    Mat v = sheet_.material().take("v", {words, words}, {d, d}, 0.5, why)->value;
    Mat u = sheet_.material().take("u", {words, words}, {d, d}, 0.5, why)->value;
    const std::vector<double> losses = Descent(pairs_, words, static_cast<int>(ids_.size()))
                                           .run(v, u, number(inputs_, "rate"), turns);
    const Origin from =
        turns == 0
            ? Origin{}
            : all_cells(fmt::format("As {} turns of gradient descent over the whole text have "
                                    "left it.",
                                    turns));
    const Axis word{"word", labels_of(words_), -1}, given = as("given", word),
                                                    width = numbered("d");
    const Part named_v = sheet_.put(std::move(v), {"v", "V", Role::key_weight, given, width, from});
    const Part named_u =
        sheet_.put(std::move(u), {"u", "U", Role::query_weight, word, width, from});
    p_ = softmax((named_v * transposed(named_u)).as("scores", "V U^{T}")).as("p", "P");
    Mat column(static_cast<int>(losses.size()), 1);
    Axis turn{"turn", {}, -1};
    for (int i = 0; i < column.rows(); ++i) {
      column(i, 0) = static_cast<Real>(losses[static_cast<std::size_t>(i)]);
      turn.labels.push_back(std::to_string(i));
    }
    record_.descent =
        sheet_.put(std::move(column), {"descent", "J", Role::plain, turn, numbered(""),
                                       all_cells("The loss after this turn of the descent.")});
  }

  void name_pairs() {
    const int n = static_cast<int>(pairs_.size()), words = static_cast<int>(words_.size());
    Mat right(n, words);
    std::vector<int> given;
    for (int i = 0; i < n; ++i) {
      const auto& [from, to] = pairs_[static_cast<std::size_t>(i)];
      given.push_back(from);
      right(i, to) = 1;
    }
    const Tape::Scope scope(tape(), "pair");
    const Part rows = gather(p_, given);
    const Part picked =
        sheet_.put(std::move(right), {"picked", "Y", Role::mask, pair_, p_.cols(),
                                      all_cells("1 for the word that stands there, 0 elsewhere.")});
    const Part p = sum_cols(multiply(rows, picked)).as("p", "p(w_{t+j} | w_{t})", {.rows = pair_});
    record_.pairs = p;
    log_ = log(p).as("log", "\\ln p", Role::score);
  }

  void name_running() {
    const int last = static_cast<int>(ids_.size()), n = static_cast<int>(pairs_.size());
    Mat of_position(last, n), up_to(last, last), share(last, 1);
    for (int i = 0; i < n; ++i) of_position(at_[static_cast<std::size_t>(i)], i) = 1;
    for (int t = 0; t < last; ++t) {
      for (int s = 0; s <= t; ++s) up_to(t, s) = 1;
      share(t, 0) = static_cast<Real>(-1.0 / (t + 1));
    }
    const Axis position{"position", run_.tokens[0], 0};
    Part logs;
    {
      const Tape::Scope scope(tape(), "position");
      logs = (constant(tape(), std::move(of_position)) * log_)
                 .as("log", "\\sum_{j} \\ln p", {Role::score, position});
    }
    record_.positions = logs;
    const Part mean = name_course(logs, std::move(up_to), std::move(share));
    run_.loss = slice_rows(mean, last - 1, 1).as("loss", "J");
  }

  // Over the positions up to each of them.
  Part name_course(Part logs, Mat up_to, Mat share) {
    const Tape::Scope scope(tape(), "running");
    const Part sum = (constant(tape(), std::move(up_to)) * logs)
                         .as("sum", "\\sum_{t} \\sum_{j} \\ln p", {Role::score, logs.rows()});
    record_.sum = sum;
    record_.product = exp(sum).as("product", "\\prod_{t} \\prod_{j} p", Role::plain);
    const Part parts =
        sheet_.put(std::move(share), {"share", "-\\frac{1}{t}", Role::plain, sum.rows(), sum.cols(),
                                      all_cells("−1 over the number of positions so far.")});
    const Part mean = multiply(sum, parts).as("mean", "J_{t}", Role::plain);
    record_.mean = mean;
    return mean;
  }

  const Inputs& inputs_;
  Run run_;
  Sheet sheet_;
  WholeTextRecord record_;
  WordList words_;
  std::vector<int> ids_;                    // the text
  std::vector<std::pair<int, int>> pairs_;  // words: given, predicted
  std::vector<int> at_;                     // the position of each pair's centre
  Axis pair_{"pair", {}, -1};
  Part p_, log_;
};

Run run_whole_text(const Inputs& inputs) {
  return WholeText(inputs).run();
}

const RegisterScene registered{
    {.name = "whole-text",
     .what = "What skip-gram maximises over a whole text: the product of the probabilities of all "
             "pairs, and the mean of their logarithms that stands for it.",
     .subject = Subject::word_vectors,
     .options = {shown_in_view(integer_option(
                     std::string(whole_text_options::centre.name), "centre",
                     "Which word of the text is the centre, from 1.",
                     whole_text_options::centre.initial, 1, static_cast<double>(max_tokens))),
                 integer_option(std::string(whole_text_options::window.name), "\\text{window}",
                                "How many words to each side are context.",
                                whole_text_options::window.initial, 1, 20),
                 integer_option("turns", "\\text{turns}",
                                "How many turns of gradient descent over the text come first.", 0,
                                0, 200),
                 number_option("rate", "\\alpha", "The learning rate of these turns.", 1, 0, 10),
                 width_option(2), seed_option()},
     .givens = {"v", "u"},
     .sentences = 1,
     .run = run_whole_text}};

}  // namespace

}  // namespace glassformer
