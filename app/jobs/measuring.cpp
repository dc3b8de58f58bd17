#include "app/jobs/measuring.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "app/card_roof.h"
#include "app/gl/facts.h"
#include "app/gl/shaders.h"
#include "app/own_source.h"
#include "app/platform/processor.h"
#include "core/grad/ops.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"

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
      const bool stopped = found->second->ended() && !found->second->latest()->finished;
      if (!anew && !stopped) return found->second;
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

using ProductKey = std::pair<int, bool>;  // size, and whether on a backend

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
  Jobs<ProductKey, ProductJob> products;
  Jobs<LayerKey, LayerJob> layers;
};

Registry& registry() {
  static Registry all;  // at the end of the program it waits for what still runs
  return all;
}

// The product of the tape on a backend, where a, b and c have a memory of their own.
struct ProductOnBackend {
  explicit ProductOnBackend(std::shared_ptr<Backend> where) : backend(std::move(where)) {}

  // What a whole pass sets up once.
  struct Pass {
    explicit Pass(Backend& backend) : backend(backend) { backend.begin(); }
    ~Pass() { backend.end(); }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    Backend& backend;
  };

  void bring(const Mat& left, const Mat& right) {
    const Pass pass(*backend);
    a = std::make_shared<const Leaf>(left);
    b = std::make_shared<const Leaf>(right);
    backend->weight(a);
    backend->weight(b);
    backend->finish();
  }
  void multiply() {
    const OnBackend on(backend);
    const Pass pass(*backend);
    tape.emplace();
    const Var left = tape->input(a), right = tape->input(b);
    c = matmul(*tape, left, right);
    backend->finish();
    if (tape->on_card(c)) return;
    throw UserError(tape->device_failure().empty() ? "The graphics card has no product of its own."
                                                   : tape->device_failure());
  }

  std::shared_ptr<Backend> backend;
  LeafPtr a, b;
  std::optional<Tape> tape;
  Var c;
};

ProductWay shader_way(const std::shared_ptr<Backend>& backend) {
  ProductWay way;
  way.name = "compute shader";
  way.file = "shaders/matmul.comp";
  way.code = shader_source("matmul.comp");
  way.on = ProductWay::On::device;
  if (!backend) {
    way.absent = "Nothing is computed on a card now. Click the time at the top to choose GPU.";
    return way;
  }
  const ProductOnBackend::Pass pass(*backend);
  way.where = gl_facts().renderer;
  way.least_rows = 64;  // of a tile
  const auto there = std::make_shared<ProductOnBackend>(backend);
  way.bring = [there](const Mat& a, const Mat& b) { there->bring(a, b); };
  way.product = [there](const Mat&, const Mat&, Mat&) { there->multiply(); };
  way.fetch = [there](Mat& c) { c = there->tape->value(there->c); };
  if (has_card(backend)) {
    way.roof = [backend] {
      const CardRoof roof = card_roof(backend);
      return Roof{roof.flops, roof.bytes};
    };
  }
  return way;
}

std::vector<ProductWay> product_ways(const std::shared_ptr<Backend>& backend) {
  std::vector<ProductWay> ways = processor_ways(own_source);
  ways.push_back(shader_way(backend));
  return ways;
}

// The roofs do not depend on the size: the best that was ever seen counts.
Roofs known_roofs() {
  Roofs best;
  for (const auto& [key, job] : registry().products.all()) {
    const Roofs seen = job->latest()->roofs;
    for (Roof Roofs::*roof : {&Roofs::core, &Roofs::all, &Roofs::card}) {
      const double bytes = std::max((best.*roof).bytes, (seen.*roof).bytes);
      if ((seen.*roof).flops > (best.*roof).flops) best.*roof = seen.*roof;
      (best.*roof).bytes = bytes;
    }
  }
  return best;
}

}  // namespace

std::shared_ptr<ProductJob> measure_product(int size, const std::shared_ptr<Backend>& backend,
                                            bool anew) {
  return registry().products.get({size, backend != nullptr}, anew, [&] {
    ProductPlan plan;
    plan.size = size;
    plan.roofs = known_roofs();
    end_measurements();
    return std::make_shared<ProductJob>([plan, backend](const ProductJob::Tell& tell) {
      use_threads(0);
      measure_products(plan, product_ways(backend), steady_clock(), tell);
    });
  });
}

std::vector<std::shared_ptr<const ProductSnapshot>> measured_products(
    int but_for_size, const std::shared_ptr<Backend>& backend) {
  std::vector<std::shared_ptr<const ProductSnapshot>> found;
  for (const auto& [key, job] : registry().products.all()) {
    if (key.first == but_for_size || key.second != (backend != nullptr)) continue;
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
      LayerPlan patient = plan;
      if (all_cores) {  // a run is disturbed when another program holds any one of them
        patient.least_runs = 4;
        patient.budget *= 4;
      }
      measure_layers(patient, steady_clock(), tell);
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
