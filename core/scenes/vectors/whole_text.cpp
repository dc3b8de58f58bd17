#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/embed/vectors/word_list.h"
#include "core/nn/axes.h"
#include "core/scenes/descent.h"
#include "core/scenes/options.h"
#include "core/scenes/records/whole_text.h"
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
    sheet_.tell(static_cast<int>(number(inputs_, "turns")));
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
    std::vector<Mat> parts;
    for (const char* name : {"v", "u"}) {
      parts.push_back(sheet_.material().take(name, {words, words}, {d, d}, 0.5, why)->value);
    }
    Mat met(words, words);
    for (const auto& [given, predicted] : pairs_) met(given, predicted) += 1;
    Mat losses = descend(parts, number(inputs_, "rate"), turns, [&](const std::vector<Part>& vu) {
      const Part logs = log_softmax(vu[0] * transposed(vu[1]));
      return -1.0 / static_cast<double>(ids_.size()) *
             sum(multiply(constant(logs.tape(), met), logs));
    });
    const Origin from = left_by_descent(turns, "the whole text");
    const Axis word{"word", labels_of(words_), -1}, given = as("given", word),
                                                    width = numbered("d");
    const Part v =
        sheet_.put(std::move(parts[0]), {"v", "V", Role::key_weight, given, width, from});
    const Part u =
        sheet_.put(std::move(parts[1]), {"u", "U", Role::query_weight, word, width, from});
    p_ = softmax((v * transposed(u)).as("scores", "V U^{\\top}")).as("p", "P");
    record_.descent =
        put_descent(sheet_, std::move(losses), "The loss after this turn of the descent.");
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
