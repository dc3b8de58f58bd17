#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/jobs/ending_jobs.h"
#include "app/jobs/job.h"
#include "core/grad/backend.h"
#include "core/speed/layer_measuring.h"
#include "core/speed/product_measuring.h"

namespace glassformer {

// What core/speed publishes while it measures, as the snapshot of a job.
template <class Measured>
struct Measurement : JobSnapshot, Measured {};
using ProductJob = Job<Measurement<ProductSnapshot>>;
using LayerJob = Job<Measurement<LayerSnapshot>>;

// `measure` calls `tell` with what it has measured so far, and returns soon after that is false.
template <class Measured>
typename Job<Measurement<Measured>>::Body measuring_body(
    std::function<void(const std::function<bool(const Measured&)>& tell)> measure) {
  return [measure = std::move(measure)](Job<Measurement<Measured>>& job) {
    Measurement<Measured> last;
    measure([&](const Measured& now) {
      static_cast<Measured&>(last) = now;
      last.progress = now.share;
      return job.publish(last);
    });
    return last;
  };
}

// Everything that was measured since the program started. One measurement runs at a time.
class Measurements {
 public:
  // The measurement of products of size × size matrices. Begins it, and cancels another that still
  // runs, unless it is there or under way; one that was stopped begins again, and with `restart`
  // any. The backend adds one more way to compute the product; null: that way is marked as absent.
  std::shared_ptr<ProductJob> product(int size, const std::shared_ptr<Backend>& backend,
                                      bool restart = false);
  std::shared_ptr<LayerJob> layers(const LayerPlan& plan, bool all_cores, bool restart = false);
  // The other sizes that have been measured there, smallest first.
  std::vector<std::shared_ptr<const ProductSnapshot>> products(
      int except_size, const std::shared_ptr<Backend>& backend) const;

 private:
  // The roofs of the roofline do not depend on the size: the best measured so far.
  Roofs known_roofs() const;
  void cancel_running();

  struct LayerKey {
    LayerPlan plan;
    bool all_cores = false;
    bool operator<(const LayerKey& other) const;
  };
  template <class Kept, class Key, class Make>
  typename Kept::mapped_type get(Kept& kept, const Key& key, bool restart, const Make& make);

  std::map<std::pair<int, bool>, std::shared_ptr<ProductJob>> products_;  // size, on a backend
  std::map<LayerKey, std::shared_ptr<LayerJob>> layers_;
  EndingJobs ending_;
};

// What the numbers were measured on.
struct Machine {
  std::string model;  // "AMD EPYC"
  int threads = 1;
  std::string vectors;  // "AVX2, 8 floats at once"
};
Machine this_machine();

// The code of a layer's forward pass.
std::string_view layer_code(LayerKind kind);

}  // namespace glassformer
