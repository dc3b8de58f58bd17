#include "core/nn/params.h"

#include <fmt/format.h>

#include <cmath>
#include <mutex>
#include <stdexcept>

#include "core/tensor/memory_limit.h"
#include "core/tensor/rng.h"

namespace glassformer {

struct Params::Stored {
  explicit Stored(StoredMat mat) : mat(std::move(mat)) {}
  const StoredMat mat;
  std::mutex mutex;
  LeafPtr made;  // once it has been asked for
};

Params& Params::operator=(const Params& other) {
  if (this == &other) return *this;
  entries_.clear();
  for (const Entry& entry : other.entries_) {
    entries_.push_back({entry.name,
                        entry.leaf ? std::make_shared<Leaf>(entry.leaf->value) : nullptr,
                        entry.stored});
  }
  return *this;
}

Mat& Params::value(int i) {
  Entry& entry = at(i);
  if (entry.stored) {
    entry.leaf = std::make_shared<Leaf>(entry.stored->mat.value());
    entry.stored.reset();
  }
  entry.leaf->stamp = Leaf(Mat()).stamp;
  return entry.leaf->value;
}

const Mat& Params::value(int i) const {
  return at(i).stored ? leaf(i)->value : at(i).leaf->value;
}

Shape Params::shape(int i) const {
  return at(i).stored ? at(i).stored->mat.shape : at(i).leaf->value.shape();
}

LeafPtr Params::leaf(int i) const {
  const Entry& entry = at(i);
  if (!entry.stored) return entry.leaf;
  Stored& stored = *entry.stored;
  const std::scoped_lock lock(stored.mutex);
  if (!stored.made) {
    // Who asks for one matrix will ask for the others; single rows are few.
    if (stored.mat.shape.rows > 1) {
      check_memory(fmt::format("to compute with {:.1f} million numbers of 32 bits",
                               static_cast<double>(cells()) / 1e6),
                   static_cast<double>(cells()) * sizeof(Real), "take a smaller model");
    }
    stored.made = std::make_shared<const Leaf>(stored.mat.value());
  }
  return stored.made;
}

const StoredMat* Params::stored(int i) const {
  return at(i).stored ? &at(i).stored->mat : nullptr;
}

int Params::add(std::string name, Mat value) {
  if (find(name) >= 0) throw std::logic_error("there are two parameters named " + name);
  entries_.push_back({std::move(name), std::make_shared<Leaf>(std::move(value)), nullptr});
  return size() - 1;
}

int Params::add(std::string name, StoredMat stored) {
  if (find(name) >= 0) throw std::logic_error("there are two parameters named " + name);
  entries_.push_back({std::move(name), nullptr, std::make_shared<Stored>(std::move(stored))});
  return size() - 1;
}

int Params::find(std::string_view name) const {
  for (int i = 0; i < size(); ++i) {
    if (at(i).name == name) return i;
  }
  return -1;
}

std::size_t Params::cells() const {
  std::size_t cells = 0;
  for (int i = 0; i < size(); ++i) cells += shape(i).cells();
  return cells;
}

int Params::add_uniform(std::string name, Shape shape, std::uint64_t seed) {
  const double bound = std::sqrt(6.0 / (shape.rows + shape.cols));
  Rng rng(seed ^ hash(name));
  Mat m(shape);
  for (Real& cell : m.cells()) cell = static_cast<Real>(bound * (2 * rng.uniform() - 1));
  return add(std::move(name), std::move(m));
}

int Params::add_normal(std::string name, Shape shape, double deviation, std::uint64_t seed) {
  Mat m = normal(shape, deviation, seed ^ hash(name));
  return add(std::move(name), std::move(m));
}

int Params::add_filled(std::string name, Shape shape, double cell) {
  return add(std::move(name), Mat(shape, static_cast<Real>(cell)));
}

}  // namespace glassformer
