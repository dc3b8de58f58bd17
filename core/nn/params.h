#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/grad/tape.h"

namespace glassformer {

// What a model learns: a flat list of named matrices; layers hold indices into it. A copy is deep,
// so a checkpoint or a snapshot for the screen is a copy. Tapes share the matrices without copying
// them: write to value(i) only while no tape is computing (a trainer writes between two steps), and
// pass params on as a copy or a pointer to const.
class Params {
 public:
  Params() = default;
  Params(const Params& other) { *this = other; }
  Params& operator=(const Params& other);
  Params(Params&&) = default;
  Params& operator=(Params&&) = default;

  int add(std::string name, Mat value);  // the index; std::logic_error if the name is taken
  int size() const { return static_cast<int>(entries_.size()); }
  const std::string& name(int i) const { return at(i).name; }
  const Mat& value(int i) const { return at(i).leaf->value; }
  Mat& value(int i);  // to be written to: the leaf gets another stamp
  LeafPtr leaf(int i) const { return at(i).leaf; }
  int find(std::string_view name) const;  // −1 if there is none
  std::size_t cells() const;              // of all matrices together

  // Cells uniform in ±√(6 / (rows + columns)) (Glorot and Bengio 2010, equation 16), drawn from
  // Rng(seed ^ hash(name)): a matrix does not depend on which others there are.
  int add_uniform(std::string name, Shape shape, std::uint64_t seed);
  // Cells normal with mean 0 and that deviation, drawn likewise.
  int add_normal(std::string name, Shape shape, double deviation, std::uint64_t seed);
  int add_filled(std::string name, Shape shape, double cell);

 private:
  struct Entry {
    std::string name;
    std::shared_ptr<Leaf> leaf;
  };
  const Entry& at(int i) const { return entries_[static_cast<std::size_t>(i)]; }
  Entry& at(int i) { return entries_[static_cast<std::size_t>(i)]; }
  std::vector<Entry> entries_;
};

}  // namespace glassformer
