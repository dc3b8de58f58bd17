#include "core/scenes/vectors/why_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/nn/axes.h"
#include "core/scenes/vectors/company.h"
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
    Part rows = sum_cols(made_.shown.counts);
    Part weights = sum(made_.shown.weight);
    if (made_.rest.counts) {
      rows = rows + sum_cols(made_.rest.counts);
      weights = weights + sum(made_.rest.weight);
    }
    row_total_ = rows.as("row.total", "N_{i}");
    double far = ground_.counts->chance().contexts();
    for (const int id : columns_.ids) {
      far -= std::pow(ground_.counts->chance().of_context(id), ContextCounts::power);
    }
    Mat others(1, 1);
    others(0, 0) = static_cast<Real>(std::max(0.0, far));
    const Part other =
        put(tape_, std::move(others),
            {"all.other", "Z'", Role::plain, one(), one(),
             all_cells("Counted: the same sum over the words that stand near none of these.")});
    all_weight_ = (weights + other).as("all.weight", "\\sum_{j} N_{j}^{3/4}");
  }

  void name_part_counts(WhyPart& part) {
    if (part.ids.empty()) return;
    part.context = {"context", names_of(ground_, part.ids), -1};
    const int n = static_cast<int>(ids_.size()), k = static_cast<int>(part.ids.size());
    std::map<int, int> column;
    for (int j = 0; j < k; ++j) column[part.ids[static_cast<std::size_t>(j)]] = j;
    Mat counts(n, k), other(1, k);
    for (int j = 0; j < k; ++j) {
      other(0, j) = static_cast<Real>(
          ground_.counts->chance().of_context(part.ids[static_cast<std::size_t>(j)]));
    }
    for (int i = 0; i < n; ++i) {
      for (const SparseCell& cell : ground_.counts->counts_of(ids_[static_cast<std::size_t>(i)])) {
        const auto found = column.find(cell.column);
        if (found == column.end()) continue;
        counts(i, found->second) = static_cast<Real>(cell.value);
        other(0, found->second) -= static_cast<Real>(cell.value);
      }
    }
    part.counts = put(tape_, std::move(counts),
                      {"counts", "N", Role::plain, word_, part.context,
                       all_cells(fmt::format("Counted in the text: how often the context stands at "
                                             "most {} words from the word.",
                                             ground_.counts->window()))});
    part.other =
        put(tape_, std::move(other),
            {"context.other", "N'_{j}", Role::plain, one(), part.context,
             all_cells("Counted in the text: how often the context stands near all other words.")});
    part.total = (sum_rows(part.counts) + part.other).as("context.total", "N_{j}");
    for (int j = 0; j < k; ++j) {
      if (!(part.total.value()(0, j) > 0)) {
        throw UserError(
            fmt::format("why-near: with these counts “{}” stands near no word; leave one above 0",
                        axis_label(part.context, j)));
      }
    }
    part.weight = exp(ContextCounts::power * log(part.total)).as("context.weight", "N_{j}^{3/4}");
  }

  // max(0, ln(N_ij Z / (N_i N_j^¾))), and its rows of length 1.
  void name_ppmi() {
    const Part per_weight = reciprocal(all_weight_);
    const auto weigh = [&](WhyPart& part) {
      if (!part.counts) return;
      const Part chance = per_weight * part.weight;
      const Part expected =
          (row_total_ * chance).as("expected", "\\frac{N_{i} N_{j}^{3/4}}{\\sum_{k} N_{k}^{3/4}}");
      part.ppmi = name_above_chance(part.counts, expected, true);
    };
    weigh(made_.shown);
    {
      const Tape::Scope scope(tape_, "rest");
      weigh(made_.rest);
    }
    const Part all =
        made_.rest.ppmi ? concat_cols({made_.shown.ppmi, made_.rest.ppmi}) : made_.shown.ppmi;
    const Part length = lengths(all).as("length", "\\|p\\|");
    for (int i = 0; i < length.shape().rows; ++i) {
      if (!(length.value()(i, 0) > 0)) {
        throw UserError(fmt::format(
            "why-near: with these counts “{}” stands beside no word more often than by chance",
            axis_label(word_, i)));
      }
    }
    const Part per_length = reciprocal(length);
    const auto unify = [&](WhyPart& part) {
      if (!part.ppmi) return;
      const Part spread = per_length * ones(tape_, {1, part.columns()});
      part.unit = multiply(part.ppmi, spread).as("unit", "U");
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
  Part row_total_, all_weight_;
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

}  // namespace glassformer
