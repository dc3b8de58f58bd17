#include "core/embed/lsa.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/embed/svd.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

void check_range(const char* name, double value, double least, double most) {
  if (value >= least && value <= most) return;  // false for nan
  throw UserError(
      fmt::format("{} is {:g}; it must lie between {:g} and {:g}", name, value, least, most));
}

SparseRows counted(const EncodedText& text, const LsaConfig& config, const GoOn& go_on) {
  const std::size_t words = text.words.size();
  SparseRows a;
  a.cols = static_cast<int>(words);
  a.starts.assign(words + 1, 0);
  CountOptions options;
  options.window = config.window;
  options.distance = config.distance;
  options.threads = config.threads;
  count_cooccurrences(text, options, [&](std::span<const Cooccurrence> cells) {
    for (const Cooccurrence& cell : cells) {
      a.columns.push_back(cell.context);
      a.values.push_back(cell.count);
      ++a.starts[static_cast<std::size_t>(cell.word) + 1];
    }
    check_wanted(go_on);
    return true;
  });
  for (std::size_t i = 0; i < words; ++i) a.starts[i + 1] += a.starts[i];
  a.columns.shrink_to_fit();
  a.values.shrink_to_fit();
  return a;
}

// Of counts, log(p(word, context) / (p(word) p(context))) where that is above 0 (Church and Hanks
// 1990). In place: most of the memory is the cells.
void to_ppmi(SparseRows& a, double context_power) {
  const auto words = static_cast<std::size_t>(a.rows());
  std::vector<double> of_word(words), of_context(static_cast<std::size_t>(a.cols));
  for (std::size_t word = 0; word < words; ++word) {
    for (std::uint64_t i = a.starts[word]; i < a.starts[word + 1]; ++i) {
      of_word[word] += static_cast<double>(a.values[i]);
      of_context[static_cast<std::size_t>(a.columns[i])] += static_cast<double>(a.values[i]);
    }
  }
  double contexts = 0;
  for (double& sum : of_context) contexts += sum = std::pow(sum, context_power);
  std::uint64_t kept = 0, i = 0;
  for (std::size_t word = 0; word < words; ++word) {
    for (; i < a.starts[word + 1]; ++i) {
      const std::int32_t context = a.columns[i];
      const double pmi = std::log(static_cast<double>(a.values[i]) * contexts /
                                  (of_word[word] * of_context[static_cast<std::size_t>(context)]));
      if (!(pmi > 0)) continue;
      a.columns[kept] = context;
      a.values[kept++] = static_cast<float>(pmi);
    }
    a.starts[word + 1] = kept;
  }
  a.columns.resize(kept);
  a.columns.shrink_to_fit();
  a.values.resize(kept);
  a.values.shrink_to_fit();
}

SparseRows matrix(const EncodedText& text, const LsaConfig& config, const GoOn& go_on) {
  SparseRows a = counted(text, config, go_on);
  if (config.weighting == LsaConfig::Weighting::ppmi) to_ppmi(a, config.context_power);
  if (config.weighting == LsaConfig::Weighting::log_counts) {
    for (float& value : a.values) value = std::log1p(value);
  }
  return a;
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
  return fmt::format("LSA of {}, {} dimensions, window {}, seed {}",
                     weighted[static_cast<int>(c.weighting)], c.dim, c.window, c.seed);
}

SparseRows lsa_matrix(const EncodedText& text, const LsaConfig& config) {
  check(config);
  return matrix(text, config, {});
}

WordVectors train_lsa(const EncodedText& text, const LsaConfig& config, const GoOn& go_on) {
  check(config);
  const SparseRows a = matrix(text, config, go_on);
  check_wanted(go_on);
  SvdOptions options;
  options.between_products = [&] { check_wanted(go_on); };
  options.seed = config.seed;
  options.threads = config.threads;
  const Svd svd = truncated_svd(a, config.dim, options);
  WordVectors made;
  made.words = text.words;
  made.counts = text.counts;
  made.groups = text.groups;
  made.origin = described(config);
  RowsBuilder rows(text.words.size(), svd.values.size());
  for (std::size_t d = 0; d < svd.values.size(); ++d) {
    const auto factor = static_cast<float>(std::pow(svd.values[d], config.value_power));
    for (std::size_t i = 0; i < rows.count(); ++i) {
      rows[i][d] = svd.left(static_cast<int>(i), static_cast<int>(d)) * factor;
    }
  }
  made.vectors = rows.finish();
  return made;
}

}  // namespace glassformer
