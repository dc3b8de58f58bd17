#pragma once

#include <memory>

#include "core/project/affinities.h"
#include "core/project/repulsion.h"
#include "core/tensor/device_mat.h"

namespace glassformer {

// Where the points of t-SNE are, and what the next step depends on besides.
struct TsneState {
  Points at, speed, gains;
};

// What differs from step to step.
struct TsneStride {
  float rate = 0, momentum = 0;
  float exaggeration = 1;  // p is multiplied by this
};

// What works out the forces of t-SNE in place of the processor: a graphics card. Each call may
// throw DeviceError.
class TsneForces {
 public:
  virtual ~TsneForces() = default;
  // Takes the similarities that hold for the calls to come.
  virtual void begin(const Affinities& affinities) = 0;
  // The repulsion of every pair, and for each point what pulls it: Σ_j p_ij q_ij (y_i − y_j).
  virtual void compute(const Points& points, Repulsion& repulsion, Points& pull) = 0;

  // Takes the points over, so that whole steps are made there; false: it works out forces only, and
  // the functions below are not called.
  virtual bool take(const TsneState&) { return false; }
  virtual void step(const TsneStride&) {}
  virtual void bring(TsneState&) {}                  // as they are after the last step
  virtual DeviceMatPtr places() { return nullptr; }  // a copy there: [n, 2]
};
using TsneForcesPtr = std::shared_ptr<TsneForces>;

}  // namespace glassformer
