#include "core/nn/row_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/kernels/parallel.h"
#include "core/kernels/row_kernels.h"
#include "core/kernels/weight_kernels.h"
#include "core/tensor/large_memory.h"
#include "core/tensor/memory_limit.h"

namespace glassformer {

namespace {

float from_bf16(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

// To the nearest, ties to even; nan stays nan.
std::uint16_t to_bf16(float number) {
  const auto bits = std::bit_cast<std::uint32_t>(number);
  if (std::isnan(number)) return static_cast<std::uint16_t>((bits >> 16) | 0x40);
  return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

std::size_t bytes_of(WeightWidth width) {  // of a cell
  return width == WeightWidth::f32 ? 4 : width == WeightWidth::bf16 ? 2 : 1;
}

}  // namespace

// One matrix, a row for each output; or with `by_inputs` as the params have it, a row for each
// input, in Real.
struct RowWeights::Rows {
  std::size_t outputs = 0, inputs = 0;
  WeightWidth width = WeightWidth::f32;
  bool by_inputs = false;
  const std::byte* data = nullptr;  // in `own`, or of somebody else
  std::shared_ptr<std::byte[]> own;
  std::vector<float> scales;  // of the rows, with int8
  LeafPtr leaf;               // keeps what belongs to the params

  template <class Held>
  const Held* row(std::size_t output) const {
    return reinterpret_cast<const Held*>(data) + output * inputs;
  }

  const Real* row_of_input(std::size_t input) const {
    return reinterpret_cast<const Real*>(data) + input * outputs;
  }

  void read_row(std::size_t output, Real* to) const {
    for (std::size_t i = 0; i < inputs; ++i) {
      switch (width) {
        case WeightWidth::f32:
          to[i] = by_inputs ? row_of_input(i)[output] : static_cast<Real>(row<float>(output)[i]);
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

  // The products of a row with some of the outputs; by inputs, of some of the inputs with all
  // outputs, added up.
  void of_outputs(const Real* x, std::size_t begin, std::size_t count, Real* to) const {
    const WeightKernels& kernels = weight_kernels();
    switch (width) {
      case WeightWidth::f32:
        return kernels.lines_f32(row<float>(begin), inputs, count, x, to);
      case WeightWidth::bf16:
        return kernels.lines_bf16(row<std::uint16_t>(begin), inputs, count, x, to);
      case WeightWidth::int8:
        kernels.lines_int8(row<std::int8_t>(begin), inputs, count, x, to);
        for (std::size_t o = 0; o < count; ++o) to[o] *= scales[begin + o];
        return;
    }
  }
  void of_inputs(const Real* x, std::size_t begin, std::size_t count, Real* to) const {
    std::fill(to, to + outputs, Real{0});
    weight_kernels().add_lines(row_of_input(begin), outputs, count, x + begin, to);
  }

  std::size_t bytes() const {
    return outputs * inputs * bytes_of(width) + scales.size() * sizeof(float);
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
    if (by_rows_) return;
    // Of a file's matrix a copy that goes when its rows are made: the params would keep theirs.
    if (stored_ != nullptr) {
      copy_ = stored_->value();
    } else {
      leaf_ = params.leaf(param);
    }
  }
  void read(std::size_t output, std::size_t inputs, Real* to) const {
    if (by_rows_) {
      const std::size_t cell = stored_->number == StoredMat::Number::f32 ? 4 : 2;
      read_numbers(stored_->number, stored_->bytes + output * inputs * cell, inputs, to);
      return;
    }
    const Mat& m = leaf_ ? leaf_->value : copy_;
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
  Mat copy_;
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
  const bool is_table = parameters_[static_cast<std::size_t>(param)].is_table;
  if (stored == nullptr) {
    return width_ == WeightWidth::f32 && (!is_table || sizeof(Real) == sizeof(float));
  }
  const bool by_outputs = stored->turned != is_table;
  if (width_ == WeightWidth::bf16) {
    return by_outputs && stored->number == StoredMat::Number::bf16 &&
           is_aligned<std::uint16_t>(stored->bytes);
  }
  return width_ == WeightWidth::f32 && stored->number == StoredMat::Number::f32 &&
         is_aligned<float>(stored->bytes) && (by_outputs || sizeof(Real) == sizeof(float));
}

double RowWeights::bytes_to_make() const {
  double bytes = 0;
  for (int i = 0; i < params_.size(); ++i) {
    if (!holds(i) || is_borrowed(i)) continue;
    bytes += static_cast<double>(bytes_of(width_) * params_.shape(i).cells());
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
    rows->data = reinterpret_cast<const std::byte*>(stored->bytes);
    rows->by_inputs = stored->turned == is_table;
  } else if (is_borrowed(param)) {
    rows->leaf = params_.leaf(param);
    rows->data = reinterpret_cast<const std::byte*>(rows->leaf->value.data());
    rows->by_inputs = !is_table;
  } else {
    rows->own = large_memory(rows->outputs * rows->inputs * bytes_of(width_));
    rows->data = rows->own.get();
    if (width_ == WeightWidth::int8) rows->scales.resize(rows->outputs);
    const RowReader reader(params_, param, is_table);
    Rows* const to = rows.get();
    parallel_for(static_cast<int>(rows->outputs), rows->outputs * rows->inputs * 8, [&](int o) {
      thread_local std::vector<Real> row;
      row.resize(to->inputs);
      const auto output = static_cast<std::size_t>(o);
      reader.read(output, to->inputs, row.data());
      std::byte* const at = to->own.get();
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
  const std::size_t cost = w.outputs * w.inputs * static_cast<std::size_t>(x.rows());
  // Calls body(task, begin, count) for pieces of n rows: each lies in one stretch of memory.
  const auto by_pieces = [&](std::size_t n, std::size_t piece, const auto& body) {
    parallel_for(static_cast<int>((n + piece - 1) / piece), cost, [&](int task) {
      const std::size_t begin = static_cast<std::size_t>(task) * piece;
      body(task, begin, std::min(piece, n - begin));
    });
  };
  if (!w.by_inputs) {
    by_pieces(w.outputs, 32, [&](int, std::size_t begin, std::size_t count) {
      for (int r = 0; r < x.rows(); ++r) {
        w.of_outputs(x.row(r).data(), begin, count, y.row(r).data() + begin);
      }
    });
    return y;
  }
  // As many sums as pieces, whatever the number of threads, so that the result does not depend on
  // it; added up in order.
  constexpr std::size_t pieces = 8;
  thread_local std::vector<Real, UnfilledAllocator<Real>> sums;
  sums.resize(pieces * y.size());
  Real* const to = sums.data();
  const std::size_t piece = (w.inputs + pieces - 1) / pieces;
  by_pieces(w.inputs, piece, [&, to](int task, std::size_t begin, std::size_t count) {
    for (int r = 0; r < x.rows(); ++r) {
      const std::size_t row = static_cast<std::size_t>(task * x.rows() + r);
      w.of_inputs(x.row(r).data(), begin, count, to + row * w.outputs);
    }
  });
  const int used = static_cast<int>((w.inputs + piece - 1) / piece);
  std::copy(to, to + y.size(), y.data());
  for (int p = 1; p < used; ++p) {
    row_kernels().add(y.data(), to + static_cast<std::size_t>(p) * y.size(), y.size());
  }
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
