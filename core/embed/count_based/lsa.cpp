#include "core/embed/count_based/lsa.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/embed/count_based/beyond_chance.h"
#include "core/embed/count_based/svd.h"
#include "core/kernels/width.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

// Cells come row by row, but a row that has none does not come.
class RowWriter {
 public:
  explicit RowWriter(std::size_t words) : rows_(static_cast<int>(words)) {}
  void add(std::int32_t row, SparseCell cell) {
    end_rows_before(row);
    rows_.add(cell);
  }
  SparseRows finish() {
    end_rows_before(rows_.cols());
    return std::move(rows_);
  }

 private:
  void end_rows_before(int row) {
    while (rows_.rows() < row) rows_.end_row();
  }
  SparseRows rows_;
};

// The singular values of words fall slowly. A matrix of a few thousand words is decomposed as if in
// full, within a second; of more, what four rounds find is what the model of a large text is.
SvdOptions svd_options(const SparseRows& a, int rank) {
  constexpr double few = 2e8;        // products of all cells with all vectors
  constexpr double room = 48 << 20;  // bytes for the five tall matrices of a filter
  constexpr int min_extra = 5;       // directions; Halko, Martinsson and Tropp 2011, section 4.2
  SvdOptions options;
  const int closely = std::max(options.extra, rank / 2);
  const double tall = static_cast<double>(a.rows()) * padded(rank + closely) * sizeof(Real);
  if (static_cast<double>(a.cells()) * rank <= few && 5 * tall <= room) {
    options.extra = closely;
    options.filters = 4;
  } else {
    options.extra = padded(rank + min_extra) - rank;  // the columns that a matrix has anyway
  }
  return options;
}

SparseRows counted(const EncodedText& text, const LsaConfig& config, const KeepGoing& keep_going) {
  RowWriter counts(text.words.size());
  CountOptions options;
  options.window = config.window;
  options.distance = config.distance;
  options.threads = config.threads;
  options.keep_going = keep_going;
  const bool logs = config.weighting == LsaConfig::Weighting::log_counts;
  count_cooccurrences(text, options, [&](std::span<const Cooccurrence> cells) {
    for (const Cooccurrence& cell : cells) {
      counts.add(cell.word, {cell.context, logs ? std::log1p(cell.count) : cell.count});
    }
    return true;
  });
  return counts.finish();
}

SparseRows ppmi(const SparseRows& counts, double context_power) {
  const BeyondChance chance(counts, context_power);
  RowWriter a(static_cast<std::size_t>(counts.rows()));
  counts.each_cell([&](int word, const SparseCell& cell) {
    const double value = chance.ppmi(word, cell);
    if (value > 0) a.add(word, {cell.column, static_cast<float>(value)});
  });
  return a.finish();
}

SparseRows matrix(const EncodedText& text, const LsaConfig& config, const KeepGoing& keep_going) {
  SparseRows counts = counted(text, config, keep_going);
  return config.weighting == LsaConfig::Weighting::ppmi ? ppmi(counts, config.context_power)
                                                        : std::move(counts);
}

}  // namespace

void check(const LsaConfig& c) {
  check_range("dim", c.dim, 1, 10'000);
  check_range("window", c.window, 1, 1000);
  check_range("context power", c.context_power, -10, 10);
  check_range("value power", c.value_power, 0, 10);
  check_range("threads", c.threads, 0, 1024);
}

std::string described(const LsaConfig& c) {
  const char* const weighted[] = {"counts", "log counts", "PPMI"};
  return fmt::format("LSA of {}, {}, window {}, seed {}", weighted[static_cast<int>(c.weighting)],
                     number_of(c.dim, "dimension"), c.window, c.seed);
}

SparseRows lsa_matrix(const EncodedText& text, const LsaConfig& config) {
  check(config);
  return matrix(text, config, {});
}

WordVectors train_lsa(const EncodedText& text, const LsaConfig& config,
                      const KeepGoing& keep_going) {
  check(config);
  SparseRows a = matrix(text, config, keep_going);
  throw_if_stopped(keep_going);
  SvdOptions options = svd_options(a, config.dim);
  options.between_products = [&] { throw_if_stopped(keep_going); };
  options.seed = config.seed;
  options.threads = config.threads;
  Svd svd = truncated_svd(a, config.dim, options);
  // What is not needed any more makes room: each is as large as the vectors, or as the words are.
  svd.right = Mat();
  a = SparseRows(0);
  RowsBuilder rows(text.words.size(), svd.values.size());
  for (std::size_t d = 0; d < svd.values.size(); ++d) {
    const auto factor = static_cast<float>(std::pow(svd.values[d], config.value_power));
    for (std::size_t i = 0; i < rows.count(); ++i) {
      rows[i][d] = svd.left(static_cast<int>(i), static_cast<int>(d)) * factor;
    }
  }
  svd.left = Mat();
  WordVectors made;
  made.words = text.words;
  made.counts = text.counts;
  made.groups = text.groups;
  made.origin = described(config);
  made.vectors = rows.finish();
  return made;
}

}  // namespace glassformer
