#include "app/jobs/measuring.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include "app/card/card_roof.h"
#include "app/gl/facts.h"
#include "app/gl/shaders.h"
#include "app/jobs/own_source.h"
#include "app/platform/processor.h"
#include "core/grad/ops.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

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
    way.absent = "No card computes now: choose GPU at the top.";
    return way;
  }
  const ProductOnBackend::Pass pass(*backend);
  way.where = gl_facts().renderer;
  way.min_rows = 64;  // of a tile
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

// What was measured to its end on the processor, by any window of the program: it is the same one
// as long as the program runs.
template <class Key, class Measured>
class Ended {
 public:
  std::optional<Measured> find(const Key& key) {
    const std::scoped_lock lock(mutex_);
    const auto found = ended_.find(key);
    return found == ended_.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(const Key& key, const Measured& measured) {
    const std::scoped_lock lock(mutex_);
    ended_.insert_or_assign(key, measured);
  }

 private:
  std::mutex mutex_;
  std::map<Key, Measured> ended_;
};

// Hands on what is known, else measures. `again`: what is known does not count.
template <class Key, class Measured, class Measure>
void measure_once(Ended<Key, Measured>& ended, const Key& key, bool again,
                  const std::function<bool(const Measured&)>& tell, const Measure& measure) {
  if (const auto known = again ? std::nullopt : ended.find(key)) {
    tell(*known);
    return;
  }
  measure([&](const Measured& now) {
    if (now.finished) ended.keep(key, now);
    return tell(now);
  });
}

}  // namespace

bool Measurements::LayerKey::operator<(const LayerKey& other) const {
  const auto numbers = [](const LayerKey& key) {
    const LayerPlan& plan = key.plan;
    return std::tuple(plan.sizes.n, plan.sizes.d, plan.sizes.k, plan.sizes.r, plan.projections,
                      plan.max_n, plan.max_d, plan.min_runs, plan.runs, plan.budget,
                      plan.max_seconds, plan.seed, key.all_cores);
  };
  return numbers(*this) < numbers(other);
}

template <class Kept, class Key, class Make>
typename Kept::mapped_type Measurements::get(Kept& kept, const Key& key, bool restart,
                                             const Make& make) {
  const auto found = kept.find(key);
  if (found != kept.end()) {
    auto& job = *found->second;
    const bool finished = job.ended() && job.latest()->finished;
    const bool runs = !job.ended() && !job.cancelled();
    if (!restart && (finished || runs)) return found->second;
    ending_.take(std::move(found->second));
    kept.erase(found);
  }
  cancel_running();
  return kept.emplace(key, make()).first->second;
}

std::shared_ptr<ProductJob> Measurements::product(int size, const std::shared_ptr<Backend>& backend,
                                                  bool restart) {
  return get(products_, std::pair(size, backend != nullptr), restart, [&] {
    ProductPlan plan;
    plan.size = size;
    plan.roofs = known_roofs();
    const auto measure = [=](const std::function<bool(const ProductSnapshot&)>& tell) {
      use_threads(0);
      measure_products(plan, product_ways(backend), steady_clock(), tell);
    };
    return std::make_shared<ProductJob>(
        measuring_body<ProductSnapshot>(
            [=](const std::function<bool(const ProductSnapshot&)>& tell) {
              static Ended<int, ProductSnapshot> ended;
              if (backend) return measure(tell);  // a card of its own
              measure_once(ended, size, restart, tell, measure);
            }),
        JobControl::Begin::running);
  });
}

std::shared_ptr<LayerJob> Measurements::layers(const LayerPlan& plan, bool all_cores,
                                               bool restart) {
  return get(layers_, LayerKey{plan, all_cores}, restart, [&] {
    LayerPlan patient = plan;
    if (all_cores) {  // a run is disturbed when another program holds any one of them
      patient.min_runs = 4;
      patient.budget *= 4;
    }
    const auto measure = [=](const std::function<bool(const LayerSnapshot&)>& tell) {
      use_threads(all_cores ? 0 : 1);
      measure_layers(patient, steady_clock(), tell);
    };
    return std::make_shared<LayerJob>(
        measuring_body<LayerSnapshot>([=](const std::function<bool(const LayerSnapshot&)>& tell) {
          static Ended<LayerKey, LayerSnapshot> ended;
          measure_once(ended, LayerKey{plan, all_cores}, restart, tell, measure);
        }),
        JobControl::Begin::running);
  });
}

std::vector<std::shared_ptr<const ProductSnapshot>> Measurements::products(
    int except_size, const std::shared_ptr<Backend>& backend) const {
  std::vector<std::shared_ptr<const ProductSnapshot>> found;
  for (const auto& [key, job] : products_) {
    if (key.first == except_size || key.second != (backend != nullptr)) continue;
    if (auto snapshot = job->latest(); snapshot->finished) found.push_back(std::move(snapshot));
  }
  return found;
}

Roofs Measurements::known_roofs() const {
  Roofs best;
  for (const auto& [key, job] : products_) {
    const Roofs seen = job->latest()->roofs;
    for (Roof Roofs::*roof : {&Roofs::core, &Roofs::all, &Roofs::card}) {
      const double bytes = std::max((best.*roof).bytes, (seen.*roof).bytes);
      if ((seen.*roof).flops > (best.*roof).flops) best.*roof = seen.*roof;
      (best.*roof).bytes = bytes;
    }
  }
  return best;
}

void Measurements::cancel_running() {
  for (const auto& [key, job] : products_) {
    if (!job->ended()) job->cancel();
  }
  for (const auto& [key, job] : layers_) {
    if (!job->ended()) job->cancel();
  }
}

Machine this_machine() {
  const Processor processor = this_processor();
  return {processor.model.empty() ? "this machine" : processor.model, processor.threads,
          processor.vectors};
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
