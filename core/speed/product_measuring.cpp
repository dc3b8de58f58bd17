#include "core/speed/product_measuring.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/speed/products.h"
#include "core/tensor/failure.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

constexpr double whole_below = 0.5;  // s: a product that takes less is computed whole
constexpr double part_above = 0.12;  // s: otherwise, a part that takes this much is enough

// One way while it is measured.
struct Running {
  ProductWay way;
  Mat a;  // the first `rows` rows of the left factor
  Mat c;
  std::vector<double> seconds;  // of whole products
  double spent = 0;
};

Mat first_rows_of(const Mat& m, int rows) {
  Mat part(rows, m.cols());
  std::copy_n(m.data(), part.size(), part.data());
  return part;
}

ProductTimes untimed(const ProductWay& way) {
  ProductTimes times;
  times.on = way.on;
  times.name = way.name;
  times.file = way.file;
  times.where = way.where;
  times.absent = way.absent;
  times.code = way.code;
  return times;
}

class Measurement {
 public:
  Measurement(const ProductPlan& plan, std::vector<ProductWay> ways, const Clock& now,
              const std::function<bool(const ProductSnapshot&)>& tell)
      : plan_(plan), now_(now), tell_(tell), roofs_(now, plan.roofs, plan.roof_work) {
    shown_.size = plan.size;
    shown_.roofs = plan.roofs;
    for (ProductWay& way : ways) {
      shown_.ways.push_back(untimed(way));
      running_.push_back({std::move(way), {}, {}, {}, 0});
    }
  }

  void run() {
    if (!tell_(shown_) || !raise_roofs()) return;
    for (std::size_t i = 0; i < running_.size(); ++i) {
      if (!running_[i].way.roof || shown_.roofs.card.bytes > 0) continue;
      if (!attempt(i, [&] { return raise_card(i); })) return;
    }
    a_ = normal({plan_.size, plan_.size}, 1, plan_.seed);
    b_ = normal({plan_.size, plan_.size}, 1, plan_.seed + 1);
    for (std::size_t i = 0; i < running_.size(); ++i) {
      if (running_[i].way.product && !attempt(i, [&] { return begin(i); })) return;
    }
    for (int round = 1; round < plan_.runs; ++round) {
      if (roofs_.spent() < plan_.budget && !raise_roofs()) return;
      for (std::size_t i = 0; i < running_.size(); ++i) {
        if (!running_[i].way.product || running_[i].spent >= plan_.budget) continue;
        const bool wanted = attempt(i, [&] {
          once(i);
          return publish();
        });
        if (!wanted) return;
      }
    }
    shown_.finished = true;
    shown_.share = 1;
    tell_(shown_);
  }

 private:
  bool raise_roofs() {
    roofs_.again();
    shown_.roofs = roofs_.roofs();
    return tell_(shown_);
  }

  bool raise_card(std::size_t i) {
    roofs_.set_card(running_[i].way.roof());
    shown_.roofs = roofs_.roofs();
    return publish();
  }

  // A roof that a way went through was measured beside other programs: it is measured again, and if
  // it still lies below, what the way reached is the best that is known.
  void keep_below_roof(const ProductTimes& way) {
    Roof Roofs::*const roof = roof_of(way.on);
    const auto is_below = [&] { return way.flops <= (roofs_.roofs().*roof).flops; };
    if (is_below()) return;
    if (way.on != ProductWay::On::device && roofs_.spent() < plan_.budget) roofs_.again();
    if (!is_below()) roofs_.raise(roof, way.flops);
    shown_.roofs = roofs_.roofs();
  }

  // A way that fails is absent from then on, and says why; the others go on.
  template <class Body>
  bool attempt(std::size_t i, const Body& body) {
    try {
      return body();
    } catch (...) {
      running_[i].way.product = nullptr;
      running_[i].way.absent = told_of_failure("choose a smaller size");
      shown_.ways[i] = untimed(running_[i].way);
      return publish();
    }
  }

  // Finds how many rows can be afforded, beginning with few. What a way does only the first time,
  // such as compiling a shader, does not count.
  bool begin(std::size_t i) {
    Running& one = running_[i];
    int rows = std::min(one.way.min_rows, plan_.size);
    for (;;) {
      one.a = first_rows_of(a_, rows);
      one.c = Mat(rows, plan_.size);
      shown_.ways[i].rows = rows;
      if (one.seconds.empty() || one.way.on == ProductWay::On::device) once(i);
      one.seconds.clear();
      one.spent = 0;
      const double took = once(i);
      if (rows == plan_.size) break;
      if (took * plan_.size / rows <= whole_below) {
        rows = plan_.size;
      } else if (took >= part_above) {
        break;
      } else {
        const double wanted = rows * std::clamp(2 * part_above / took, 2.0, 16.0);
        rows = static_cast<int>(std::min<double>(wanted, plan_.size));
      }
      if (!tell_(shown_)) return false;
    }
    compare(i);
    return publish();
  }

  double once(std::size_t i) {
    Running& one = running_[i];
    ProductTimes& times = shown_.ways[i];
    double copying = 0;
    if (one.way.bring) copying += seconds_of(now_, [&] { one.way.bring(one.a, b_); });
    const double took = seconds_of(now_, [&] { one.way.product(one.a, b_, one.c); });
    if (one.way.fetch) copying += seconds_of(now_, [&] { one.way.fetch(one.c); });
    one.spent += took + copying;
    const double whole = took * plan_.size / times.rows;
    if (one.seconds.empty() || whole < times.timing.fastest) times.copying = copying;
    one.seconds.push_back(whole);
    times.timing = timing_of(one.seconds);
    times.flops = product_operations(plan_.size) / times.timing.fastest;
    keep_below_roof(times);
    return took;
  }

  // With the first way, whose sums are those of the definition.
  void compare(std::size_t i) {
    const Mat& first = running_.front().c;
    const Mat& other = running_[i].c;
    const int rows = std::min(first.rows(), other.rows());
    shown_.ways[i].difference =
        largest_difference(first_rows_of(first, rows), first_rows_of(other, rows));
    for (const Real cell : other.cells()) {
      shown_.largest = std::max(shown_.largest, static_cast<double>(std::abs(cell)));
    }
  }

  bool publish() {
    double done = 0, all = 0;
    for (const Running& one : running_) {
      if (!one.way.product) continue;
      const double by_time = one.spent / plan_.budget;
      const double by_runs = static_cast<double>(one.seconds.size()) / plan_.runs;
      done += std::min(1.0, std::max(by_time, by_runs));
      all += 1;
    }
    shown_.share = all > 0 ? done / all : 1;
    return tell_(shown_);
  }

  const ProductPlan& plan_;
  const Clock& now_;
  const std::function<bool(const ProductSnapshot&)>& tell_;
  RoofMeasuring roofs_;
  Mat a_, b_;
  std::vector<Running> running_;
  ProductSnapshot shown_;
};

}  // namespace

std::vector<ProductWay> processor_ways(std::string_view (*code)(std::string_view file)) {
  std::vector<ProductWay> ways;
  const auto add = [&](const char* name, const char* file, ProductWay::On on,
                       void (*product)(const Mat&, const Mat&, Mat&)) {
    ProductWay& way = ways.emplace_back();
    way.name = name;
    way.file = file;
    way.code = code(file);
    way.on = on;
    way.product = product;
  };
  using On = ProductWay::On;
  add("naive loop", "core/speed/product_naive.cpp", On::one_core, product_naive);
  add("blocked", "core/speed/product_blocked.cpp", On::one_core, product_blocked);
  add("vectorised", "core/kernels/vectorised_product.h", On::one_core, product_vectorised);
  add("all cores", "core/speed/product_all_cores.cpp", On::all_cores, product_all_cores);
  return ways;
}

Roof Roofs::*roof_of(ProductWay::On on) {
  return on == ProductWay::On::one_core    ? &Roofs::core
         : on == ProductWay::On::all_cores ? &Roofs::all
                                           : &Roofs::card;
}

double product_operations(int size) {
  return 2.0 * size * size * size;
}

double min_bytes(int size) {
  return 3.0 * sizeof(float) * size * size;
}

void measure_products(const ProductPlan& plan, std::vector<ProductWay> ways, const Clock& now,
                      const std::function<bool(const ProductSnapshot&)>& tell) {
  Measurement(plan, std::move(ways), now, tell).run();
}

}  // namespace glassformer
