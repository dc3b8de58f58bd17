#pragma once

#include "core/kernels/width.h"
#include "core/tensor/real.h"

namespace glassformer {

// One row of one step of a recurrent layer, for vectors of one width: core/grad/ops/elman.cpp,
// lstm.cpp and gru.cpp say what is computed. h cells each; what the layer carries from step to step
// and what a product gave fills whole vectors, `w` cells; `kept` and what comes from outside has h
// cells for each gate.
struct StepKernels {
  void (*elman)(const Real* outside, const Real* product, int h, Real* now, Real* state);

  struct Lstm {
    const Real *outside, *products;  // of the four gates
    int h, w;
    Real *cell, *now;               // carried
    Real *state, *cell_out, *kept;  // of the row
  };
  void (*lstm)(const Lstm& of);
  struct LstmBack {
    const Real *kept, *cell, *cell_before, *loss;
    int h;
    Real *d_state, *d_cell;  // carried
    Real *slopes, *again;    // before the gates; `again` gets the same
  };
  void (*lstm_back)(const LstmBack& of);

  // The update and the reset gate; `reset_state` gets r ∘ s unless it is null.
  struct GruGates {
    const Real *outside, *update, *reset, *before;
    int h;
    Real *kept, *reset_state;
  };
  void (*gru_gates)(const GruGates& of);
  // The candidate and the new state. With the reset gate behind the product `bias` is not null.
  struct Gru {
    const Real *outside, *apart, *product, *bias;
    int h;
    Real *kept, *now, *state;
  };
  void (*gru)(const Gru& of);
  // From ds' in `carry`, plus what the loss says of this state, the slopes before the update gate
  // and the candidate. Leaves ds' ∘ (1 − z) in `carry`. With the reset gate behind the product
  // `inside` is not null: the reset gate's slopes are told too, and `ds` is ds̃ ∘ r.
  struct GruBack {
    const Real *kept, *before, *loss;
    int h;
    Real *carry, *dz, *dr, *ds, *slopes, *inside;
  };
  void (*gru_back)(const GruBack& of);
  // The rest where the reset gate stands before the product: `through` is ds̃ U_sᵀ.
  struct ResetBack {
    const Real *kept, *before, *through;
    int h;
    Real *carry, *dr, *slopes;
  };
  void (*reset_back)(const ResetBack& of);

  // Of additive attention, in whole vectors: to · tanh(query + key).
  Real (*additive)(const Real* query, const Real* key, const Real* to, int w);
  // to_v += slope tanh(query + key), slopes = slope to ∘ (1 − tanh²).
  void (*additive_back)(const Real* query, const Real* key, const Real* to, Real slope, int w,
                        Real* to_v, Real* slopes);
};

extern const StepKernels steps_baseline, steps_avx2, steps_avx512;
inline constexpr OfWidths<StepKernels> step_widths GLASSFORMER_OF_WIDTHS(steps);
const StepKernels& step_kernels();  // of the width in use

}  // namespace glassformer
