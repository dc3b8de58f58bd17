#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/speed/roofs.h"
#include "core/speed/timing.h"
#include "core/tensor/mat.h"

namespace glassformer {

// One way to compute c = a b.
struct ProductWay {
  enum class On { one_core, all_cores, device };
  std::string name;       // "blocked"
  std::string file;       // where its code stands in the sources
  std::string_view code;  // that text; lives as long as the program
  On on = On::one_core;
  std::string where;   // the name of the device
  std::string absent;  // why it cannot be run here; then there is no function
  int min_rows = 4;    // of c: what takes no longer than less would
  std::function<void(const Mat& a, const Mat& b, Mat& c)> product;
  // Of a device, which has a memory of its own: `bring` copies a and b there, `product` computes
  // there and returns when it is done, and `fetch` copies c back. Empty: nothing is copied.
  std::function<void(const Mat& a, const Mat& b)> bring;
  std::function<void(Mat& c)> fetch;
  // Of a device: measures what it can do at best.
  std::function<Roof()> roof;
};

// What a way can reach at best.
Roof Roofs::*roof_of(ProductWay::On on);

// The four ways of core/speed/products.h; `code` says what stands in a file of the sources.
std::vector<ProductWay> processor_ways(std::string_view (*code)(std::string_view file));

// What was found out about one way so far.
struct ProductTimes {
  ProductWay::On on = ProductWay::On::one_core;
  std::string name, file, where, absent;
  std::string_view code;
  // Of a whole product, in seconds. A way too slow for the size computes `rows` of the rows of c
  // alone, each of which costs the same, and its times are those times size / rows.
  Timing timing;
  int rows = 0;
  double copying = 0;     // s, to a device and back, for the fastest run; not part of `timing`
  double difference = 0;  // the largest from the first way, in the rows that both have
  double flops = 0;       // operations a second in the fastest run; 0: not measured yet
};

// Never changes once published.
struct ProductSnapshot {
  int size = 0;  // of three square matrices
  Roofs roofs;
  std::vector<ProductTimes> ways;
  double largest = 0;  // of the numbers in c, without their signs
  double share = 0;    // of the measurement that is done
  bool finished = false;
};

struct ProductPlan {
  int size = 512;
  Roofs roofs;          // what is known of them already
  double budget = 0.3;  // s for each way, at the least one run
  int runs = 20;        // of each way, at most
  RoofWork roof_work;
  std::uint64_t seed = 7;
};

// 2 n³: a multiplication and an addition for each of n³ pairs.
double product_operations(int size);
// 12 n²: each of three matrices of 4-byte numbers passes between memory and processor once.
double min_bytes(int size);

// Measures the ways in turn, round after round, so that what else the machine does falls on all of
// them alike. `tell` hears of every run; when it returns false the measurement ends. No run takes
// much longer than half a second, however slow the way.
void measure_products(const ProductPlan& plan, std::vector<ProductWay> ways, const Clock& now,
                      const std::function<bool(const ProductSnapshot&)>& tell);

}  // namespace glassformer
