#pragma once

#include "core/kernels/lanes.h"
#include "core/kernels/step_kernels.h"

// core/kernels/step_kernels.h, once for each width.
namespace glassformer {

namespace {

void elman_row(const Real* outside, const Real* product, int h, Real* now, Real* state) {
  for (int j = 0; j < h; j += lanes) {
    const Lanes after = quick_tanh(load_part(outside + j, h - j) + load_lanes(product + j));
    store_lanes(now + j, after);
    store_part(state + j, after, h - j);
  }
}

void lstm_row(const StepKernels::Lstm& of) {
  const int h = of.h;
  for (int j = 0; j < h; j += lanes) {
    const int count = h - j;
    const auto before = [&](int gate) {
      return load_lanes(of.products + gate * of.w + j) +
             load_part(of.outside + gate * h + j, count);
    };
    const Lanes in = quick_sigmoid(before(0)), forget = quick_sigmoid(before(1)),
                made = quick_tanh(before(2)), out = quick_sigmoid(before(3));
    const Lanes next = forget * load_lanes(of.cell + j) + in * made;
    const Lanes seen = out * quick_tanh(next);
    store_lanes(of.cell + j, next);
    store_lanes(of.now + j, seen);
    store_part(of.state + j, seen, count);
    store_part(of.cell_out + j, next, count);
    store_part(of.kept + j, in, count);
    store_part(of.kept + h + j, forget, count);
    store_part(of.kept + 2 * h + j, made, count);
    store_part(of.kept + 3 * h + j, out, count);
  }
}

void lstm_row_back(const StepKernels::LstmBack& of) {
  const int h = of.h;
  for (int j = 0; j < h; j += lanes) {
    const int count = h - j;
    const auto at = [&](const Real* from) { return load_part(from + j, count); };
    const Lanes i = at(of.kept), f = at(of.kept + h), g = at(of.kept + 2 * h),
                o = at(of.kept + 3 * h);
    const Lanes out = quick_tanh(at(of.cell)), from = load_lanes(of.d_state + j) + at(of.loss);
    const Lanes through = load_lanes(of.d_cell + j) + at(of.loss + h) + from * o * (1 - out * out);
    const auto give = [&](int gate, Lanes value) {
      store_part(of.slopes + gate * h + j, value, count);
      store_part(of.again + gate * h + j, value, count);
    };
    give(0, through * g * i * (1 - i));
    give(1, through * at(of.cell_before) * f * (1 - f));
    give(2, through * i * (1 - g * g));
    give(3, from * out * o * (1 - o));
    store_lanes(of.d_cell + j, through * f);
  }
}

void gru_row_gates(const StepKernels::GruGates& of) {
  const int h = of.h;
  for (int j = 0; j < h; j += lanes) {
    const int count = h - j;
    const Lanes gate =
        quick_sigmoid(load_lanes(of.reset + j) + load_part(of.outside + h + j, count));
    store_part(of.kept + j,
               quick_sigmoid(load_lanes(of.update + j) + load_part(of.outside + j, count)), count);
    store_part(of.kept + h + j, gate, count);
    if (of.reset_state != nullptr) {
      store_lanes(of.reset_state + j, gate * load_lanes(of.before + j));
    }
  }
}

void gru_row(const StepKernels::Gru& of) {
  const int h = of.h;
  for (int j = 0; j < h; j += lanes) {
    const int count = h - j;
    Lanes in_tanh = load_lanes(of.product + j);
    if (of.bias != nullptr) {
      in_tanh += load_part(of.bias + j, count);
      store_part(of.kept + 3 * h + j, in_tanh, count);
      in_tanh *= load_part(of.kept + h + j, count);
    }
    const Lanes made =
        quick_tanh(load_part(of.outside + j, count) + load_lanes(of.apart + j) + in_tanh);
    const Lanes before = load_lanes(of.now + j);
    const Lanes after = before + load_part(of.kept + j, count) * (made - before);
    store_part(of.kept + 2 * h + j, made, count);
    store_lanes(of.now + j, after);
    store_part(of.state + j, after, count);
  }
}

void gru_row_back(const StepKernels::GruBack& of) {
  const int h = of.h;
  for (int j = 0; j < h; j += lanes) {
    const int count = h - j;
    const auto at = [&](const Real* from) { return load_part(from + j, count); };
    const Lanes z = at(of.kept), s = at(of.kept + 2 * h);
    const Lanes from = load_lanes(of.carry + j) + at(of.loss);
    const Lanes d_update = from * (s - at(of.before)) * z * (1 - z), d = from * z * (1 - s * s);
    store_part(of.slopes + j, d_update, count);
    store_part(of.slopes + 2 * h + j, d, count);
    store_part(of.dz + j, d_update, count);
    store_lanes(of.carry + j, from * (1 - z));
    if (of.inside == nullptr) {
      store_lanes(of.ds + j, d);
      continue;
    }
    const Lanes r = at(of.kept + h), d_reset = d * at(of.kept + 3 * h) * r * (1 - r);
    store_part(of.slopes + h + j, d_reset, count);
    store_part(of.dr + j, d_reset, count);
    store_part(of.ds + j, d * r, count);
    store_part(of.inside + j, d * r, count);
  }
}

void gru_row_reset_back(const StepKernels::ResetBack& of) {
  const int h = of.h;
  for (int j = 0; j < h; j += lanes) {
    const int count = h - j;
    const Lanes r = load_part(of.kept + h + j, count), through = load_lanes(of.through + j);
    const Lanes d_reset = through * load_part(of.before + j, count) * r * (1 - r);
    store_part(of.slopes + h + j, d_reset, count);
    store_part(of.dr + j, d_reset, count);
    store_lanes(of.carry + j, load_lanes(of.carry + j) + through * r);
  }
}

Real additive(const Real* query, const Real* key, const Real* to, int w) {
  Lanes sums{};
  for (int p = 0; p < w; p += lanes) {
    sums += load_lanes(to + p) * quick_tanh(load_lanes(query + p) + load_lanes(key + p));
  }
  return sum_of(sums);
}

void additive_back(const Real* query, const Real* key, const Real* to, Real slope, int w,
                   Real* to_v, Real* slopes) {
  for (int p = 0; p < w; p += lanes) {
    const Lanes t = quick_tanh(load_lanes(query + p) + load_lanes(key + p));
    store_lanes(to_v + p, load_lanes(to_v + p) + slope * t);
    store_lanes(slopes + p, slope * load_lanes(to + p) * (1 - t * t));
  }
}

constexpr StepKernels steps_here{elman_row,          lstm_row, lstm_row_back,
                                 gru_row_gates,      gru_row,  gru_row_back,
                                 gru_row_reset_back, additive, additive_back};

}  // namespace

}  // namespace glassformer
