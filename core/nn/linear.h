#pragma once

#include "core/nn/parameters.h"
#include "core/nn/pass.h"

namespace glassformer {

// What a linear map and its parts are called in a traced pass.
struct LinearNames {
  Pass::Name weight;
  Pass::Name bias;
  Pass::Name product;  // x W, where a bias is added to it
  Pass::Name result;
  const Axis& in;
  const Axis& out;
};

// y = x W + b, with or without b: [n, inputs] → [n, outputs].
class Linear {
 public:
  // Declares W [inputs, outputs] and b [1, outputs] under the names of `names`, which must live as
  // long as the layer.
  Linear(Declaration& declaration, const LinearNames& names, int inputs, int outputs, bool bias);
  Var forward(Pass& pass, Var x, const Axis& rows) const;

  // The parameters as nodes; bias() may be asked for only if there is one.
  Var weight(Pass& pass) const;
  Var bias(Pass& pass) const;
  bool has_bias() const { return bias_ >= 0; }

 private:
  const LinearNames* names_;
  int weight_, bias_ = -1;
};

}  // namespace glassformer
