#include "core/nn/params.h"

#include <cmath>
#include <stdexcept>

#include "core/tensor/rng.h"

namespace glassformer {

Params& Params::operator=(const Params& other) {
  if (this == &other) return *this;
  entries_.clear();
  for (const Entry& entry : other.entries_) {
    entries_.push_back({entry.name, std::make_shared<Leaf>(entry.leaf->value)});
  }
  return *this;
}

Mat& Params::value(int i) {
  Leaf& leaf = *at(i).leaf;
  leaf.stamp = Leaf(Mat()).stamp;
  return leaf.value;
}

int Params::add(std::string name, Mat value) {
  if (find(name) >= 0) throw std::logic_error("there are two parameters named " + name);
  entries_.push_back({std::move(name), std::make_shared<Leaf>(std::move(value))});
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
  for (const Entry& entry : entries_) cells += entry.leaf->value.size();
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
