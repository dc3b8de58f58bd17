#pragma once

#include <memory>

#include "core/project/affinities.h"
#include "core/project/repulsion.h"

namespace glassformer {

// What works out the forces of t-SNE in place of the processor: a graphics card. Each call may
// throw DeviceError.
class TsneForces {
 public:
  virtual ~TsneForces() = default;
  // Takes the similarities that hold for the calls to come.
  virtual void begin(const Affinities& affinities) = 0;
  // The repulsion of every pair, and for each point what pulls it: Σ_j p_ij q_ij (y_i − y_j).
  virtual void compute(const Points& points, Repulsion& repulsion, Points& pull) = 0;
};
using TsneForcesPtr = std::shared_ptr<TsneForces>;

}  // namespace glassformer
