#include "core/nn/row_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/kernels/parallel.h"
#include "core/tensor/memory_limit.h"

namespace glassformer {

namespace {

using Byte = unsigned char;

float from_bf16(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

// To the nearest, ties to even; nan stays nan.
std::uint16_t to_bf16(float number) {
  const auto bits = std::bit_cast<std::uint32_t>(number);
  if (std::isnan(number)) return static_cast<std::uint16_t>((bits >> 16) | 0x40);
  return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

// One cell of a row as it is held.
struct F32 {
  using Held = float;
  static float of(float held) { return held; }
};
struct Bf16 {
  using Held = std::uint16_t;
  static float of(std::uint16_t held) { return from_bf16(held); }
};
struct Int8 {
  using Held = std::int8_t;
  static float of(std::int8_t held) { return held; }
};

// Four rows at a time, so that the cells of x are read once for them and no sum waits for itself.
template <class Cell>
void four_products(const typename Cell::Held* w, std::size_t line, const Real* x, std::size_t count,
                   Real* to) {
  Real a = 0, b = 0, c = 0, d = 0;
  const auto *const w1 = w + line, *const w2 = w1 + line, *const w3 = w2 + line;
#pragma omp simd reduction(+ : a, b, c, d)
  for (std::size_t i = 0; i < count; ++i) {
    a += x[i] * Real{Cell::of(w[i])};
    b += x[i] * Real{Cell::of(w1[i])};
    c += x[i] * Real{Cell::of(w2[i])};
    d += x[i] * Real{Cell::of(w3[i])};
  }
  to[0] = a;
  to[1] = b;
  to[2] = c;
  to[3] = d;
}

template <class Cell>
Real product(const typename Cell::Held* w, const Real* x, std::size_t count) {
  Real a = 0;
#pragma omp simd reduction(+ : a)
  for (std::size_t i = 0; i < count; ++i) a += x[i] * Real{Cell::of(w[i])};
  return a;
}

}  // namespace

// One matrix, a row for each output; or with `by_inputs` as the params have it, a row for each
// input, in Real.
struct RowWeights::Rows {
  std::size_t outputs = 0, inputs = 0;
  WeightWidth width = WeightWidth::f32;
  bool by_inputs = false;
  const Byte* data = nullptr;  // in `own`, or of somebody else
  std::vector<Byte> own;
  std::vector<float> scales;  // of the rows, with int8
  LeafPtr leaf;               // keeps what belongs to the params

  template <class Held>
  const Held* row(std::size_t output) const {
    return reinterpret_cast<const Held*>(data) + output * inputs;
  }

  void read_row(std::size_t output, Real* to) const {
    for (std::size_t i = 0; i < inputs; ++i) {
      switch (width) {
        case WeightWidth::f32:
          to[i] = by_inputs ? reinterpret_cast<const Real*>(data)[i * outputs + output]
                            : static_cast<Real>(row<float>(output)[i]);
          break;
        case WeightWidth::bf16:
          to[i] = from_bf16(row<std::uint16_t>(output)[i]);
          break;
        case WeightWidth::int8:
          to[i] = scales[output] * static_cast<float>(row<std::int8_t>(output)[i]);
          break;
      }
    }
  }

  template <class Cell>
  void some_outputs(const Real* x, std::size_t begin, std::size_t end, Real* to) const {
    std::size_t o = begin;
    for (; o + 4 <= end; o += 4) {
      four_products<Cell>(row<typename Cell::Held>(o), inputs, x, inputs, to + o);
    }
    for (; o < end; ++o) to[o] = product<Cell>(row<typename Cell::Held>(o), x, inputs);
  }

  void some_by_inputs(const Real* x, std::size_t begin, std::size_t end, Real* to) const {
    const Real* const cells = reinterpret_cast<const Real*>(data);
    std::fill(to + begin, to + end, Real{0});
    for (std::size_t i = 0; i < inputs; ++i) {
      const Real factor = x[i];
      const Real* const from = cells + i * outputs;
#pragma omp simd
      for (std::size_t o = begin; o < end; ++o) to[o] += factor * from[o];
    }
  }

  void times(const Real* x, std::size_t begin, std::size_t end, Real* to) const {
    if (by_inputs) return some_by_inputs(x, begin, end, to);
    switch (width) {
      case WeightWidth::f32:
        return some_outputs<F32>(x, begin, end, to);
      case WeightWidth::bf16:
        return some_outputs<Bf16>(x, begin, end, to);
      case WeightWidth::int8:
        some_outputs<Int8>(x, begin, end, to);
        for (std::size_t o = begin; o < end; ++o) to[o] *= scales[o];
        return;
    }
  }

  std::size_t bytes() const {
    const std::size_t cell = width == WeightWidth::f32 ? 4 : width == WeightWidth::bf16 ? 2 : 1;
    return outputs * inputs * cell + scales.size() * sizeof(float);
  }
};

namespace {

// The row of one output, of a matrix as the params or a file have it.
class RowReader {
 public:
  RowReader(const Params& params, int param, bool is_table) : table_(is_table) {
    stored_ = params.stored(param);
    // The bytes hold a row for each output: a table as it is, a matrix turned.
    by_rows_ = stored_ != nullptr && stored_->turned != is_table;
    if (!by_rows_) leaf_ = params.leaf(param);
  }
  void read(std::size_t output, std::size_t inputs, Real* to) const {
    if (by_rows_) {
      const std::size_t cell = stored_->number == StoredMat::Number::f32 ? 4 : 2;
      read_numbers(stored_->number, stored_->bytes + output * inputs * cell, inputs, to);
      return;
    }
    const Mat& m = leaf_->value;
    for (std::size_t i = 0; i < inputs; ++i) {
      const int r = static_cast<int>(table_ ? output : i),
                c = static_cast<int>(table_ ? i : output);
      to[i] = m(r, c);
    }
  }

 private:
  bool table_, by_rows_ = false;
  const StoredMat* stored_;
  LeafPtr leaf_;
};

template <class Held>
bool is_aligned(const char* bytes) {
  return reinterpret_cast<std::uintptr_t>(bytes) % alignof(Held) == 0;
}

}  // namespace

std::string_view name(WeightWidth width) {
  return width == WeightWidth::f32 ? "f32" : width == WeightWidth::bf16 ? "bf16" : "int8";
}

RowWeights::RowWeights(const std::vector<Parameter>& parameters, const Params& params,
                       WeightWidth width)
    : parameters_(parameters), params_(params), width_(width), made_(parameters.size()) {
  if (const double bytes = bytes_to_make(); bytes > 0) {
    check_memory(fmt::format("to decode with weights in {}", name(width)), bytes,
                 "take a smaller model");
  }
}

RowWeights::~RowWeights() = default;

// The file has its rows in the very form, or the params have it as it is.
bool RowWeights::is_borrowed(int param) const {
  const StoredMat* const stored = params_.stored(param);
  if (stored == nullptr) return width_ == WeightWidth::f32;
  const bool by_outputs = stored->turned != parameters_[static_cast<std::size_t>(param)].is_table;
  if (width_ == WeightWidth::bf16) {
    return by_outputs && stored->number == StoredMat::Number::bf16 &&
           is_aligned<std::uint16_t>(stored->bytes);
  }
  return width_ == WeightWidth::f32 && stored->number == StoredMat::Number::f32 &&
         is_aligned<float>(stored->bytes) && (by_outputs || sizeof(Real) == sizeof(float));
}

double RowWeights::bytes_to_make() const {
  const double cell = width_ == WeightWidth::f32 ? 4 : width_ == WeightWidth::bf16 ? 2 : 1;
  double bytes = 0;
  for (int i = 0; i < params_.size(); ++i) {
    if (holds(i) && !is_borrowed(i)) bytes += cell * static_cast<double>(params_.shape(i).cells());
  }
  return bytes;
}

const RowWeights::Rows& RowWeights::rows_of(int param) const {
  const std::scoped_lock lock(mutex_);
  auto& made = made_[static_cast<std::size_t>(param)];
  if (made) return *made;
  auto rows = std::make_unique<Rows>();
  const bool is_table = parameters_[static_cast<std::size_t>(param)].is_table;
  const Shape shape = params_.shape(param);
  rows->outputs = static_cast<std::size_t>(is_table ? shape.rows : shape.cols);
  rows->inputs = static_cast<std::size_t>(is_table ? shape.cols : shape.rows);
  rows->width = width_;
  const StoredMat* const stored = params_.stored(param);
  if (is_borrowed(param) && stored != nullptr) {
    rows->data = reinterpret_cast<const Byte*>(stored->bytes);
    rows->by_inputs = stored->turned == is_table;
  } else if (is_borrowed(param) && (!is_table || sizeof(Real) == sizeof(float))) {
    rows->leaf = params_.leaf(param);
    rows->data = reinterpret_cast<const Byte*>(rows->leaf->value.data());
    rows->by_inputs = !is_table;
  } else {
    rows->own.resize(rows->outputs * rows->inputs *
                     (width_ == WeightWidth::f32    ? 4
                      : width_ == WeightWidth::bf16 ? 2
                                                    : 1));
    rows->data = rows->own.data();
    if (width_ == WeightWidth::int8) rows->scales.resize(rows->outputs);
    const RowReader reader(params_, param, is_table);
    Rows* const to = rows.get();
    parallel_for(static_cast<int>(rows->outputs), rows->outputs * rows->inputs * 8, [&](int o) {
      thread_local std::vector<Real> row;
      row.resize(to->inputs);
      const auto output = static_cast<std::size_t>(o);
      reader.read(output, to->inputs, row.data());
      Byte* const at = to->own.data();
      const std::size_t first = output * to->inputs;
      if (width_ == WeightWidth::f32) {
        auto* const cells = reinterpret_cast<float*>(at) + first;
        for (std::size_t i = 0; i < row.size(); ++i) cells[i] = static_cast<float>(row[i]);
      } else if (width_ == WeightWidth::bf16) {
        auto* const cells = reinterpret_cast<std::uint16_t*>(at) + first;
        for (std::size_t i = 0; i < row.size(); ++i) cells[i] = to_bf16(static_cast<float>(row[i]));
      } else {
        Real largest = 0;
        for (const Real cell : row) largest = std::max(largest, std::abs(cell));
        const Real scale = largest > 0 ? largest / 127 : 1;
        to->scales[output] = static_cast<float>(scale);
        auto* const cells = reinterpret_cast<std::int8_t*>(at) + first;
        for (std::size_t i = 0; i < row.size(); ++i) {
          cells[i] = static_cast<std::int8_t>(std::lrint(row[i] / scale));
        }
      }
    });
  }
  made = std::move(rows);
  return *made;
}

Mat RowWeights::times(int param, const Mat& x) const {
  const Rows& w = rows_of(param);
  Mat y;
  y.resize({x.rows(), static_cast<int>(w.outputs)});
  constexpr std::size_t piece = 256;  // outputs of a task
  const auto tasks = static_cast<int>((w.outputs + piece - 1) / piece);
  const std::size_t cost = w.outputs * w.inputs * static_cast<std::size_t>(x.rows());
  parallel_for(tasks, cost, [&](int task) {
    const std::size_t begin = static_cast<std::size_t>(task) * piece;
    for (int r = 0; r < x.rows(); ++r) {
      w.times(x.row(r).data(), begin, std::min(w.outputs, begin + piece), y.row(r).data());
    }
  });
  return y;
}

Mat RowWeights::rows(int param, const std::vector<int>& ids) const {
  const Rows& w = rows_of(param);
  Mat made;
  made.resize({static_cast<int>(ids.size()), static_cast<int>(w.inputs)});
  for (int r = 0; r < made.rows(); ++r) {
    w.read_row(static_cast<std::size_t>(ids[static_cast<std::size_t>(r)]), made.row(r).data());
  }
  return made;
}

Mat RowWeights::seen(int param) const {
  const Rows& w = rows_of(param);
  Mat made;
  made.resize({static_cast<int>(w.outputs), static_cast<int>(w.inputs)});
  for (std::size_t o = 0; o < w.outputs; ++o) {
    w.read_row(o, made.row(static_cast<int>(o)).data());
  }
  return parameters_[static_cast<std::size_t>(param)].is_table ? made : transpose(made);
}

std::size_t RowWeights::bytes_a_step() const {
  std::size_t bytes = 0;
  for (int i = 0; i < params_.size(); ++i) {
    if (holds(i)) bytes += rows_of(i).bytes();
  }
  return bytes;
}

Params as_decoded(const std::vector<Parameter>& parameters, const Params& params,
                  WeightWidth width) {
  const RowWeights rows(parameters, params, width);
  Params made;
  for (int i = 0; i < params.size(); ++i) {
    made.add(params.name(i), rows.holds(i) ? rows.seen(i) : params.value(i));
  }
  return made;
}

}  // namespace glassformer
