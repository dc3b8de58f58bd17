#include "app/measuring.h"

#include <algorithm>
#include <map>
#include <utility>

#include "app/own_source.h"
#include "app/platform/processor.h"
#include "core/backend/threads.h"

namespace glassformer {

namespace {

// The measurements of this program by what they are of, and those that were told to end.
template <class Key, class Job>
class Jobs {
 public:
  const std::map<Key, std::shared_ptr<Job>>& all() const { return jobs_; }

  template <class Make>
  std::shared_ptr<Job> get(const Key& key, bool anew, const Make& make) {
    std::erase_if(ending_, [](const auto& job) { return job->ended(); });
    const auto found = jobs_.find(key);
    if (found != jobs_.end()) {
      if (!anew) return found->second;
      let_end(found);
    }
    return jobs_.emplace(key, make()).first->second;
  }
  void end_running() {
    for (auto at = jobs_.begin(); at != jobs_.end();) {
      const auto here = at++;
      if (!here->second->ended()) let_end(here);
    }
  }

 private:
  void let_end(typename std::map<Key, std::shared_ptr<Job>>::iterator at) {
    at->second->end();
    ending_.push_back(std::move(at->second));
    jobs_.erase(at);
  }
  std::map<Key, std::shared_ptr<Job>> jobs_;
  std::vector<std::shared_ptr<Job>> ending_;
};

struct LayerKey {
  LayerPlan plan;
  bool all_cores = false;
  auto numbers() const {
    return std::tuple(plan.sizes.n, plan.sizes.d, plan.sizes.k, plan.sizes.r, plan.projections,
                      all_cores);
  }
  bool operator<(const LayerKey& other) const { return numbers() < other.numbers(); }
};

struct Registry {
  Jobs<int, ProductJob> products;
  Jobs<LayerKey, LayerJob> layers;
};

Registry& registry() {
  static Registry all;  // at the end of the program it waits for what still runs
  return all;
}

std::vector<ProductWay> product_ways() {
  std::vector<ProductWay> ways = processor_ways(own_source);
  return ways;
}

// The roofs do not depend on the size: the best that was ever seen counts.
Roofs known_roofs() {
  Roofs best;
  for (const auto& [size, job] : registry().products.all()) {
    const Roofs& seen = job->latest()->roofs;
    best.core_flops = std::max(best.core_flops, seen.core_flops);
    best.all_flops = std::max(best.all_flops, seen.all_flops);
    best.core_bytes = std::max(best.core_bytes, seen.core_bytes);
    best.all_bytes = std::max(best.all_bytes, seen.all_bytes);
  }
  return best;
}

}  // namespace

std::shared_ptr<ProductJob> measure_product(int size, bool anew) {
  auto& [products, layers] = registry();
  return products.get(size, anew, [&] {
    ProductPlan plan;
    plan.size = size;
    plan.roofs = known_roofs();
    end_measurements();
    return std::make_shared<ProductJob>([plan](const ProductJob::Tell& tell) {
      use_threads(0);
      measure_products(plan, product_ways(), steady_clock(), tell);
    });
  });
}

std::vector<std::shared_ptr<const ProductSnapshot>> measured_products(int but_for_size) {
  std::vector<std::shared_ptr<const ProductSnapshot>> found;
  for (const auto& [size, job] : registry().products.all()) {
    if (size == but_for_size) continue;
    auto snapshot = job->latest();
    if (snapshot->finished) found.push_back(std::move(snapshot));
  }
  return found;
}

std::shared_ptr<LayerJob> measure_layers(const LayerPlan& plan, bool all_cores, bool anew) {
  return registry().layers.get({plan, all_cores}, anew, [&] {
    end_measurements();
    return std::make_shared<LayerJob>([plan, all_cores](const LayerJob::Tell& tell) {
      use_threads(all_cores ? 0 : 1);
      measure_layers(plan, steady_clock(), tell);
    });
  });
}

void end_measurements() {
  registry().products.end_running();
  registry().layers.end_running();
}

Machine this_machine() {
  const Processor processor = this_processor();
  return {processor.model.empty() ? "this machine" : processor.model, processor.threads,
          processor.built_for};
}

std::string_view layer_code(LayerKind kind) {
  switch (kind) {
    case LayerKind::self_attention:
      return own_source("core/speed/layer_self_attention.cpp");
    case LayerKind::recurrent:
      return own_source("core/speed/layer_recurrent.cpp");
    case LayerKind::convolutional:
      return own_source("core/speed/layer_convolution.cpp");
    default:
      return own_source("core/speed/layer_restricted.cpp");
  }
}

}  // namespace glassformer
