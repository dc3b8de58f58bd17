#include "core/scenes/vectors/why_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/tensor/all_ones.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

class WhyNaming {
 public:
  WhyNaming(Tape& tape, const WhyGround& ground, const WhyColumns& columns,
            const std::vector<int>& ids, const Axis& word)
      : tape_(tape), ground_(ground), columns_(columns), ids_(ids), word_(word) {}

  WhyRows name() {
    name_counts();
    name_ppmi();
    return std::move(made_);
  }

 private:
  static Axis one() { return numbered(""); }

  void name_counts() {
    const auto cut = columns_.ids.begin() + static_cast<std::ptrdiff_t>(columns_.shown);
    made_.shown.ids.assign(columns_.ids.begin(), cut);
    made_.rest.ids.assign(cut, columns_.ids.end());
    name_part_counts(made_.shown);
    {
      const Tape::Scope scope(tape_, "rest");
      name_part_counts(made_.rest);
    }
    Var rows = sum_cols(tape_, made_.shown.counts);
    Var weights = sum(tape_, made_.shown.weight);
    if (made_.rest.counts) {
      rows = add(tape_, rows, sum_cols(tape_, made_.rest.counts));
      weights = add(tape_, weights, sum(tape_, made_.rest.weight));
    }
    row_total_ = tape_.name(rows, {"row.total", "N_{i}", Role::plain, word_, one()});
    double far = ground_.counts->contexts();
    for (const int id : columns_.ids) {
      far -= std::pow(ground_.counts->of_context(id), ContextCounts::power);
    }
    Mat others(1, 1);
    others(0, 0) = static_cast<Real>(std::max(0.0, far));
    const Var other = tape_.name(
        tape_.input(std::move(others)),
        {"all.other", "Z'", Role::plain, one(), one(),
         all_cells("Counted: the same sum over the words that stand near none of these.")});
    all_weight_ = tape_.name(add(tape_, weights, other),
                             {"all.weight", "\\sum_{j} N_{j}^{3/4}", Role::plain, one(), one()});
  }

  void name_part_counts(WhyPart& part) {
    if (part.ids.empty()) return;
    part.context = {"context", names_of(ground_, part.ids), -1};
    const int n = static_cast<int>(ids_.size()), k = static_cast<int>(part.ids.size());
    std::map<int, int> column;
    for (int j = 0; j < k; ++j) column[part.ids[static_cast<std::size_t>(j)]] = j;
    Mat counts(n, k), other(1, k);
    for (int j = 0; j < k; ++j) {
      other(0, j) =
          static_cast<Real>(ground_.counts->of_context(part.ids[static_cast<std::size_t>(j)]));
    }
    for (int i = 0; i < n; ++i) {
      for (const SparseCell& cell : ground_.counts->counts_of(ids_[static_cast<std::size_t>(i)])) {
        const auto found = column.find(cell.column);
        if (found == column.end()) continue;
        counts(i, found->second) = static_cast<Real>(cell.value);
        other(0, found->second) -= static_cast<Real>(cell.value);
      }
    }
    part.counts =
        tape_.name(tape_.input(std::move(counts)),
                   {"counts", "N", Role::plain, word_, part.context,
                    all_cells(fmt::format("Counted in the text: how often the context stands at "
                                          "most {} words from the word.",
                                          ground_.counts->window()))});
    part.other = tape_.name(
        tape_.input(std::move(other)),
        {"context.other", "N'_{j}", Role::plain, one(), part.context,
         all_cells("Counted in the text: how often the context stands near all other words.")});
    part.total = tape_.name(add(tape_, sum_rows(tape_, part.counts), part.other),
                            {"context.total", "N_{j}", Role::plain, one(), part.context});
    for (int j = 0; j < k; ++j) {
      if (!(tape_.value(part.total)(0, j) > 0)) {
        throw UserError(
            fmt::format("why-near: with these counts “{}” stands near no word; leave one above 0",
                        axis_label(part.context, j)));
      }
    }
    part.weight = tape_.name(exp(tape_, scale(tape_, log(tape_, part.total), ContextCounts::power)),
                             {"context.weight", "N_{j}^{3/4}", Role::plain, one(), part.context});
  }

  // max(0, ln(N_ij Z / (N_i N_j^¾))), and its rows of length 1.
  void name_ppmi() {
    const Var per_weight = reciprocal(tape_, all_weight_);
    const auto weigh = [&](WhyPart& part) {
      if (!part.counts) return;
      const Var chance = matmul(tape_, per_weight, part.weight);
      const Var expected =
          tape_.name(matmul(tape_, row_total_, chance),
                     {"expected", "\\frac{N_{i} N_{j}^{3/4}}{\\sum_{k} N_{k}^{3/4}}", Role::plain,
                      word_, part.context});
      const Var lift = tape_.name(multiply(tape_, part.counts, reciprocal(tape_, expected)),
                                  {"lift", "L", Role::plain, word_, part.context});
      const Var pmi =
          tape_.name(log(tape_, lift), {"pmi", "\\ln L", Role::plain, word_, part.context});
      part.ppmi = tape_.name(relu(tape_, pmi), {"ppmi", "P", Role::plain, word_, part.context});
    };
    weigh(made_.shown);
    {
      const Tape::Scope scope(tape_, "rest");
      weigh(made_.rest);
    }
    const Var all = made_.rest.ppmi ? concat_cols(tape_, {made_.shown.ppmi, made_.rest.ppmi})
                                    : made_.shown.ppmi;
    const Var length =
        tape_.name(row_lengths(tape_, all), {"length", "\\|p\\|", Role::plain, word_, one()});
    for (int i = 0; i < tape_.shape(length).rows; ++i) {
      if (!(tape_.value(length)(i, 0) > 0)) {
        throw UserError(fmt::format(
            "why-near: with these counts “{}” stands beside no word more often than by chance",
            axis_label(word_, i)));
      }
    }
    const Var per_length = reciprocal(tape_, length);
    const auto unify = [&](WhyPart& part) {
      if (!part.ppmi) return;
      const Var spread = matmul(tape_, per_length, tape_.input(all_ones(1, part.columns())));
      part.unit = tape_.name(multiply(tape_, part.ppmi, spread),
                             {"unit", "U", Role::plain, word_, part.context});
    };
    unify(made_.shown);
    const Tape::Scope scope(tape_, "rest");
    unify(made_.rest);
  }

  Tape& tape_;
  const WhyGround& ground_;
  const WhyColumns& columns_;
  const std::vector<int>& ids_;
  const Axis& word_;
  WhyRows made_;
  Var row_total_, all_weight_;
};

}  // namespace

WhyRows name_why_rows(Tape& tape, const WhyGround& ground, const WhyColumns& columns,
                      const std::vector<int>& words, const Axis& word) {
  return WhyNaming(tape, ground, columns, words, word).name();
}

std::vector<std::string> names_of(const WhyGround& ground, const std::vector<int>& ids) {
  std::vector<std::string> names;
  for (const int id : ids) {
    names.emplace_back(ground.text->counted.words[static_cast<std::size_t>(id)]);
  }
  return names;
}

Var row_lengths(Tape& tape, Var rows) {
  return distance(tape, rows, tape.input(Mat(1, tape.shape(rows).cols)));
}

}  // namespace glassformer
