#include "app/cli/vector_benches.h"

#include <algorithm>
#include <utility>

namespace glassformer {

namespace {

std::vector<VectorBench>& registered() {
  static std::vector<VectorBench> benches;
  return benches;
}

}  // namespace

RegisterVectorBench::RegisterVectorBench(VectorBench bench) {
  registered().push_back(std::move(bench));
}

std::vector<VectorBench> all_vector_benches() {
  std::vector<VectorBench> all = registered();
  std::sort(all.begin(), all.end(),
            [](const VectorBench& a, const VectorBench& b) { return a.name < b.name; });
  return all;
}

}  // namespace glassformer
