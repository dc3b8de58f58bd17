#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace glassformer {

// Draws numbers 0 … n − 1 with given weights in constant time: one column of the table, then either
// its own number or its alias (Walker 1977; filled as Vose 1991 does).
class AliasTable {
 public:
  AliasTable() = default;
  // Weights ≥ 0, at least one of them above 0.
  explicit AliasTable(std::span<const double> weights);

  struct Column {
    std::uint32_t threshold;  // of 2³²: below it the column's own number
    std::int32_t alias;
  };
  std::span<const Column> columns() const { return columns_; }

  std::size_t size() const { return columns_.size(); }
  // From 64 random bits: the upper half chooses the column, the lower half one of its two.
  int draw(std::uint64_t bits) const {
    const std::uint64_t own = own_of(bits);
    const Column& column = columns_[own];
    return static_cast<std::uint32_t>(bits) < column.threshold ? static_cast<int>(own)
                                                               : column.alias;
  }
  // Begins to bring near what draw(bits) will look at.
  void prefetch(std::uint64_t bits) const { __builtin_prefetch(&columns_[own_of(bits)]); }
  // How likely a number is drawn, for tests and pictures; from the table itself.
  std::vector<double> probabilities() const;

 private:
  std::uint64_t own_of(std::uint64_t bits) const { return ((bits >> 32) * columns_.size()) >> 32; }

  std::vector<Column> columns_;
};

// The noise of negative sampling: counts to the given power (Mikolov et al. 2013, §2.2).
AliasTable noise_table(std::span<const std::uint64_t> counts, double power);

}  // namespace glassformer
