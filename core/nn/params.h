#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/grad/tape.h"
#include "core/tensor/stored_mat.h"

namespace glassformer {

// What a model learns: a flat list of named matrices; layers hold indices into it. A copy is deep,
// so a checkpoint or a snapshot for the screen is a copy. Tapes share the matrices without copying
// them: write to value(i) only while no tape is computing (a trainer writes between two steps), and
// pass params on as a copy or a pointer to const.
//
// A matrix that a file holds may be added as it is stored there: then it is made when it is first
// asked for, and copies of the list share it until one of them writes to it.
class Params {
 public:
  Params() = default;
  Params(const Params& other) { *this = other; }
  Params& operator=(const Params& other);
  Params(Params&&) = default;
  Params& operator=(Params&&) = default;

  int add(std::string name, Mat value);  // the index; std::logic_error if the name is taken
  int add(std::string name, StoredMat stored);
  int size() const { return static_cast<int>(entries_.size()); }
  const std::string& name(int i) const { return at(i).name; }
  Shape shape(int i) const;
  const Mat& value(int i) const;
  Mat& value(int i);  // to be written to: the leaf gets another stamp
  // Throws UserError where a stored matrix is to be made and all of them would take more memory
  // than is allowed.
  LeafPtr leaf(int i) const;
  const StoredMat* stored(int i) const;   // null: it is not as a file holds it
  int find(std::string_view name) const;  // −1 if there is none
  std::size_t cells() const;              // of all matrices together

  // Cells uniform in ±√(6 / (rows + columns)) (Glorot and Bengio 2010, equation 16), drawn from
  // Rng(seed ^ hash(name)): a matrix does not depend on which others there are.
  int add_uniform(std::string name, Shape shape, std::uint64_t seed);
  // Cells normal with mean 0 and that deviation, drawn likewise.
  int add_normal(std::string name, Shape shape, double deviation, std::uint64_t seed);
  int add_filled(std::string name, Shape shape, double cell);

 private:
  struct Stored;
  struct Entry {
    std::string name;
    std::shared_ptr<Leaf> leaf;  // or, as long as nobody writes to it, …
    std::shared_ptr<Stored> stored;
  };
  const Entry& at(int i) const { return entries_[static_cast<std::size_t>(i)]; }
  Entry& at(int i) { return entries_[static_cast<std::size_t>(i)]; }
  std::vector<Entry> entries_;
};

}  // namespace glassformer
