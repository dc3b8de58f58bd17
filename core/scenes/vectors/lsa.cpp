#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/embed/count_based/sparse.h"
#include "core/embed/count_based/svd.h"
#include "core/nn/axes.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/part.h"
#include "core/scenes/records/lsa.h"
#include "core/scenes/vectors/company.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"
#include "core/text/tokenize.h"
#include "core/text/unicode.h"

// Latent semantic analysis (Deerwester et al. 1990; lecture 003): the counts of a text, their
// singular value decomposition A = U Σ Vᵀ, and what its first k directions keep. Nodes: counts
// [words, contexts], weighed (see company.h) or their logarithm: A; gram = Aᵀ A; power.x, the turns
// of the power iteration by which the first direction is found: power.turn.1 … and their rows,
// power.product and power.length; vt = Vᵀ, which alone is handed in, and check.*: Vᵀ Aᵀ A = Σ² Vᵀ.
// From vt everything else follows: product = Vᵀ Aᵀ, sigma the lengths of its rows, ut those rows
// divided by them, u, s = Σ. Of the first k: vectors = U_k Σ_k, rank.a = A_k, rank.difference,
// rank.squares, rank.total, rank.error; rest.sigma, of each k the σ that it leaves out, and
// rest.error, their length, which is rank.error; before.* and after.*, the
// cosines of one word's row with all others.
namespace glassformer {

namespace {

// A direction along which there is no more than rounding is none.
constexpr double kNothing = 1e-5;
constexpr int kMostDirections = 16;

// Vᵀ [r, columns]: the directions whose σ is more than rounding, the largest first.
Mat right_directions(const Mat& a) {
  SparseRows sparse(a.cols());
  for (int i = 0; i < a.rows(); ++i) {
    for (int j = 0; j < a.cols(); ++j) {
      if (!std::isfinite(a(i, j))) {
        throw UserError(
            "lsa: a count is infinite or no number, and has no decomposition; put it back");
      }
      if (a(i, j) != 0) sparse.add({j, static_cast<float>(a(i, j))});
    }
    sparse.end_row();
  }
  const int side = std::min(a.rows(), a.cols());
  SvdOptions options;
  options.extra = side;  // all directions: exact but for rounding
  options.rounds = 12;
  options.threads = 1;
  const Svd svd = truncated_svd(sparse, std::min(side, kMostDirections), options);
  int rank = 0;
  while (rank < static_cast<int>(svd.values.size()) &&
         svd.values[static_cast<std::size_t>(rank)] > kNothing * svd.values[0]) {
    ++rank;
  }
  if (rank == 0) throw UserError("lsa: all counts are 0, so there is nothing to decompose");
  Mat vt(rank, a.cols());
  for (int r = 0; r < rank; ++r) {
    for (int j = 0; j < a.cols(); ++j) {
      const Real cell = svd.right(j, r);
      vt(r, j) = std::abs(cell) < kNothing / 10 ? 0 : cell;
    }
  }
  return vt;
}

class Analysis {
 public:
  explicit Analysis(const Inputs& inputs) : inputs_(inputs) { run_.tape = Tape(inputs.edits); }

  Run run() {
    if (inputs_.text[0].empty()) {
      throw UserError("lsa: there is no text; type some sentences at the top");
    }
    run_.tokens[0] = tokenize(inputs_.text[0]);
    read();
    name_counts();
    name_directions();
    name_check();
    name_rank();
    name_rest();
    name_cosines();
    run_.output = record_.vectors;
    run_.records.add(std::move(record_));
    return std::move(run_);
  }

 private:
  Tape& tape() { return run_.tape; }
  static Axis first(const Axis& axis, int count) {
    return {axis.name, axis_labels(axis, count), -1};
  }

  void read() {
    CompanyRules rules;
    rules.left_out = words_listed(text(inputs_, "leave_out"));
    rules.least_count = static_cast<int>(number(inputs_, "least"));
    rules.least_words = 1;
    text_ = read_company_text(inputs_.text[0], rules);
    if (text_.words.empty() && rules.least_count > 1) {
      run_.notes.push_back(fmt::format(
          "No word occurs {} times or more in this text, so all are counted.", rules.least_count));
      rules.least_count = 1;
      text_ = read_company_text(inputs_.text[0], rules);
    }
    if (text_.words.empty()) {
      throw UserError("lsa: no word of the text is counted; type others, or leave out fewer");
    }
    const std::string wanted = text(inputs_, std::string(lsa_options::word.name));
    const int found = text_.words.find(with_small_first(as_compared(wanted)));
    record_.word = std::max(0, found);
    if (found < 0 && wanted != lsa_options::word.initial) {  // nobody typed the lesson's own
      run_.notes.push_back(
          fmt::format("“{}” is not counted in this text; the cosines are those of “{}”", wanted,
                      text_.words[0]));
    }
  }

  void name_counts() {
    const bool sentences = choice(inputs_, "contexts") == "sentences";
    Mat counted;
    word_ = {"word", labels_of(text_.words), -1};
    if (sentences) {
      if (text_.whole.size() == 1) {
        run_.notes.push_back(
            "One sentence makes one column. Type several, each ending with a full stop.");
      }
      counted = count_in_sentences(text_);
      context_.name = "sentence";
      for (int i = 0; i < counted.cols(); ++i) context_.labels.push_back(std::to_string(i + 1));
      record_.sentences = text_.whole;
    } else {
      const Company company =
          count_company(text_, static_cast<int>(number(inputs_, "window")), false);
      counted = company.counts;
      context_ = {"context", labels_of(company.contexts), -1};
    }
    if (counted.cols() == 0) {
      throw UserError("lsa: no counted word stands beside another; take a wider window");
    }
    const double v = counted.rows(), c = counted.cols();
    check_memory(inputs_, 12 * v * c + 3 * c * c + 3 * v * v,
                 fmt::format("{} words and {} contexts", v, c));
    const std::string weigh = choice(inputs_, "weigh");
    // What is decomposed is called A; counts that are weighed first are not.
    const Part counts =
        put(tape(), std::move(counted),
            {"counts", weigh == "counts" ? "A" : "N", Role::plain, word_, context_,
             all_cells(sentences ? "Counted: how often the word stands in this sentence."
                                 : "Counted: how often the word stands near this one.")});
    a_ = counts;
    if (weigh == "ppmi") a_ = name_weighed(counts, true);
    if (weigh == "log") {
      a_ = log(counts + ones(tape(), counts.shape())).as("log", "\\ln(1 + N)");
    }
    record_.matrix = a_;
  }

  // By hand: a row, times Aᵀ A, divided by its length, again and again.
  void name_power() {
    const Tape::Scope scope(tape(), "power");
    const int turns = static_cast<int>(number(inputs_, "turns"));
    const int contexts = gram_.shape().cols;
    Axis from_start{"turn", {}, -1}, turn{"turn", {}, -1};
    from_start.labels.push_back("start");
    for (int i = 1; i <= turns; ++i) {
      from_start.labels.push_back(std::to_string(i));
      turn.labels.push_back(std::to_string(i));
    }
    Part x = unit_rows(ones(tape(), {1, contexts}));
    std::vector<Part> all{x}, products;
    for (int i = 1; i <= turns; ++i) {
      const std::string number = std::to_string(i);
      products.push_back((x * gram_).as("turn." + number, "y_{" + number + "}", Role::query));
      x = unit_rows(products.back());
      all.push_back(x);
    }
    record_.power =
        concat_rows(all).as("x", "x", {.role = Role::query, .rows = from_start, .cols = context_});
    lengths(concat_rows(products).as("product", "Y", {.rows = turn})).as("length", "\\|y\\|");
  }

  void name_directions() {
    gram_ = (transposed(a_) * a_).as("gram", "A^{\\top} A", Role::score);
    record_.gram = gram_;
    name_power();
    const Mat directions = right_directions(a_.value());
    const int r = directions.rows();
    direction_ = {"direction", axis_labels(numbered("direction"), r), -1};
    vt_ = put(tape(), directions,
              {"vt", "V^{\\top}", Role::key, direction_, context_,
               all_cells("Worked out by a singular value decomposition outside the tape, as in the "
                         "training of LSA; the step of the check holds it against AᵀA.")});
    const Part product = (vt_ * transposed(a_)).as("product", "V^{\\top} A^{\\top}", Role::query);
    sigma_ = lengths(product).as("sigma", "\\sigma", Role::score);
    const Part ut = unit_rows(product).as("ut", "U^{\\top}");
    u_ = transpose(ut).as("u", "U");
    Mat identity(r, r);
    for (int i = 0; i < r; ++i) identity(i, i) = 1;
    const Part spread = sigma_ * ones(tape(), {1, r});
    s_ = multiply(spread, constant(tape(), std::move(identity)))
             .as("s", "\\Sigma", {.role = Role::score, .cols = direction_});
    record_.vt = vt_;
    record_.sigma = sigma_;
    record_.u = u_;
    record_.s = s_;
  }

  void name_check() {
    const Tape::Scope scope(tape(), "check");
    const Part left = (vt_ * gram_).as("left", "V^{\\top} A^{\\top} A", Role::key);
    const Part squares = (s_ * s_).as("squares", "\\Sigma^{2}", Role::score);
    const Part right = (squares * vt_).as("right", "\\Sigma^{2} V^{\\top}", Role::key);
    record_.left = left;
    record_.right = right;
    (left - right).as("difference", "V^{\\top} A^{\\top} A - \\Sigma^{2} V^{\\top}", Role::plain);
  }

  void name_rank() {
    const int r = vt_.shape().rows;
    const double wanted = number(inputs_, std::string(lsa_options::k.name));
    const int k = std::min(static_cast<int>(wanted), r);
    if (k < wanted) {
      run_.notes.push_back(
          fmt::format("These counts have {}, so k is {}.", number_of(r, "direction"), k));
    }
    const Axis kept = first(direction_, k);
    const Part uk = slice_cols(u_, 0, k).as("uk", "U_{k}", {.cols = kept});
    const Part sk = slice_cols(slice_rows(s_, 0, k), 0, k)
                        .as("sk", "\\Sigma_{k}", {.rows = kept, .cols = kept});
    vectors_ = (uk * sk).as("vectors", "U_{k} \\Sigma_{k}", Role::query);
    const Part vk = slice_rows(vt_, 0, k).as("vk", "V_{k}^{\\top}", {.rows = kept});
    const Tape::Scope scope(tape(), "rank");
    const Part approximate = (vectors_ * vk).as("a", "A_{k}");
    const Part left_over = (a_ - approximate).as("difference", "A - A_{k}");
    const Part rows = lengths(left_over).as("row_error", "\\|a_{i} - a^{(k)}_{i}\\|");
    const Part nothing = zeros(tape(), {1, rows.shape().rows});
    record_.vectors = vectors_;
    record_.approximate = approximate;
    record_.left_over = left_over;
    record_.error = distance(transpose(rows), nothing).as("error", "\\|A - A_{k}\\|");
  }

  // What is left out with k directions, for every k.
  void name_rest() {
    const Tape::Scope scope(tape(), "rest");
    const int r = vt_.shape().rows;
    Axis kept{"k", {}, -1};
    Mat out(r + 1, r);
    for (int k = 0; k <= r; ++k) {
      kept.labels.push_back(std::to_string(k));
      for (int j = k; j < r; ++j) out(k, j) = 1;
    }
    const Part spread = ones(tape(), {r + 1, 1}) * transposed(sigma_);
    const Part sigma = multiply(spread, constant(tape(), std::move(out)))
                           .as("sigma", "\\sigma_{j > k}", {.rows = kept});
    record_.errors = lengths(sigma).as("error", "\\sqrt{\\sum_{j > k} \\sigma_{j}^{2}}");
  }

  // One word's row with all others, as counted and as the k numbers that are kept.
  void name_cosines() {
    const auto cosines = [&](const char* scope, Part rows, const char* symbol) {
      const Tape::Scope within(tape(), scope);
      const Part unit = unit_rows(rows).as("unit", symbol, Role::query);
      const Axis asked{"word", {word_.labels[static_cast<std::size_t>(record_.word)]}, -1};
      return (unit * transposed(gather(unit, {record_.word})))
          .as("cosine", "\\cos", {.cols = asked});
    };
    record_.before = cosines("before", a_, "\\hat A");
    record_.after = cosines("after", vectors_, "\\hat W");
  }

  const Inputs& inputs_;
  CompanyText text_;
  Run run_;
  LsaRecord record_;
  Axis word_, context_, direction_;
  Part a_, gram_, vt_, sigma_, u_, s_, vectors_;
};

Run run_lsa(const Inputs& inputs) {
  return Analysis(inputs).run();
}

const RegisterScene registered{
    {.name = "lsa",
     .what =
         "Latent semantic analysis: the counts of a text, their singular value decomposition, and "
         "the matrix that its first k directions make.",
     .subject = Subject::word_vectors,
     .options = {shown_in_view(integer_option(std::string(lsa_options::k.name), "k",
                                              "How many directions are kept.",
                                              lsa_options::k.initial, 1, kMostDirections)),
                 shown_in_view(text_option(std::string(lsa_options::word.name),
                                           "The word whose cosines with all others are worked out.",
                                           std::string(lsa_options::word.initial))),
                 choice_option(
                     "contexts", "\\text{contexts}",
                     "What a column counts: a sentence, as the first LSA did with documents, or a "
                     "word nearby.",
                     "sentences", {"sentences", "words"}),
                 shown_while(
                     "contexts", "words",
                     integer_option("window", "\\text{window}",
                                    "How many counted words to each side are near.", 5, 1, 20)),
                 choice_option(
                     "weigh", "\\text{weigh}",
                     "What is decomposed: the counts, ln(1 + count), or how much more often than "
                     "by chance (PPMI).",
                     "counts", {"counts", "log", "ppmi"}),
                 integer_option("turns", "\\text{turns}",
                                "How many turns of the power iteration are shown.", 6, 1, 40),
                 integer_option("least", "\\text{at least}",
                                "Rarer words of the text are not counted.", 2, 1, 100),
                 text_option("leave_out", "Words that are not counted.",
                             "a an and at for from in of on the to with")},
     .sentences = 1,
     .run = run_lsa}};

}  // namespace

}  // namespace glassformer
