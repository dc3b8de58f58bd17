#include "core/scenes/language/block_costs.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/nn/axes.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

Axis labelled(const char* name, std::vector<std::string> labels) {
  return {name, std::move(labels), -1};
}

}  // namespace

const std::vector<LayerShape>& published_shapes() {
  static const std::vector<LayerShape> shapes{
      {"GPT-2", 12, 768, 12, 12, 64, 3072, false},  {"Llama 2 7B", 32, 4096, 32, 32, 128, 11008},
      {"Llama 2 70B", 80, 8192, 64, 8, 128, 28672}, {"Llama 3 8B", 32, 4096, 32, 8, 128, 14336},
      {"Llama 3 70B", 80, 8192, 64, 8, 128, 28672},
  };
  return shapes;
}

double cache_bytes(const LayerShape& shape, int kv_heads, double tokens, double bytes) {
  return 2.0 * shape.layers * kv_heads * shape.d_head * tokens * bytes;
}

Since2017Record::Cache name_cache(Sheet& sheet, const LayerShape& shape, double tokens,
                                  double bytes) {
  const Tape::Scope scope(sheet.tape(), "cache");
  Since2017Record::Cache made;
  made.model = shape.name;
  made.heads = shape.heads;
  made.kv_heads = shape.kv_heads;
  const int group = shape.heads / shape.kv_heads;
  Mat shares(shape.kv_heads, shape.heads);
  for (int h = 0; h < shape.heads; ++h) shares(h / group, h) = 1;
  made.shares = sheet.put(std::move(shares),
                          {"shares", "g", Role::mask, numbered("key/value head"), numbered("head"),
                           all_cells("1: this head reads the keys and values of that one.")});

  std::vector<int> kinds{shape.heads, shape.kv_heads, 1};
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  const bool large = cache_bytes(shape, shape.heads, tokens, bytes) >= 1e9;
  const double unit = large ? 1e9 : 1e6;
  Mat sizes(static_cast<int>(kinds.size()), 1);
  std::vector<std::string> names;
  for (int i = 0; i < sizes.rows(); ++i) {
    const int kv = kinds[static_cast<std::size_t>(i)];
    sizes(i, 0) = static_cast<Real>(cache_bytes(shape, kv, tokens, bytes) / unit);
    names.push_back(number_of(static_cast<std::size_t>(kv), "key/value head"));
  }
  made.sizes = sheet.put(
      std::move(sizes),
      {"sizes", "C", Role::plain, labelled("", std::move(names)),
       labelled("", {large ? "GB" : "MB"}), [=](int row, int) {
         return fmt::format("2 · {} layers · {} · {} columns · {} tokens · {} bytes", shape.layers,
                            kinds[static_cast<std::size_t>(row)], shape.d_head, tokens, bytes);
       }});

  const std::vector<LayerShape>& all = published_shapes();
  Mat published(static_cast<int>(all.size()), 2);
  std::vector<std::string> models;
  for (int i = 0; i < published.rows(); ++i) {
    const LayerShape& one = all[static_cast<std::size_t>(i)];
    models.push_back(one.name);
    published(i, 0) = static_cast<Real>(cache_bytes(one, one.heads, tokens, bytes) / 1e9);
    published(i, 1) = static_cast<Real>(cache_bytes(one, one.kv_heads, tokens, bytes) / 1e9);
  }
  made.published =
      sheet.put(std::move(published),
                {"published", "C", Role::plain, labelled("model", std::move(models)),
                 labelled("GB", {"one for each head", "as published"}), [=](int row, int col) {
                   const LayerShape& one = published_shapes()[static_cast<std::size_t>(row)];
                   return fmt::format(
                       "2 · {} layers · {} heads · {} columns · {} tokens · {} bytes", one.layers,
                       col == 0 ? one.heads : one.kv_heads, one.d_head, tokens, bytes);
                 }});
  return made;
}

Since2017Record::Biases name_biases(Sheet& sheet, const LayerShape& shape) {
  const Tape::Scope scope(sheet.tape(), "biases");
  const double d = shape.d_model, q = double(shape.heads) * shape.d_head,
               kv = double(shape.kv_heads) * shape.d_head, ff = shape.d_ff;
  struct Map {
    const char* weight;
    const char* bias;
    double from, to;
  };
  std::vector<Map> maps{{"W^Q", "b^Q", d, q}, {"W^K", "b^K", d, kv}, {"W^V", "b^V", d, kv},
                        {"W^O", "b^O", q, d}, {"W", "b", d, ff},     {"W_2", "b_2", ff, d}};
  if (shape.gated) maps.push_back({"V", "c", d, ff});
  Mat each(static_cast<int>(maps.size()), 2);
  std::vector<std::string> names;
  for (int i = 0; i < each.rows(); ++i) {
    const Map& map = maps[static_cast<std::size_t>(i)];
    each(i, 0) = static_cast<Real>(map.from * map.to);
    each(i, 1) = static_cast<Real>(map.to);
    names.emplace_back(map.weight);
  }
  const Part table = sheet.put(
      std::move(each),
      {"each", "P", Role::plain, labelled("matrix", std::move(names)),
       labelled("", {"weights", "biases"}), [maps](int row, int col) {
         const Map& map = maps[static_cast<std::size_t>(row)];
         return col == 0
                    ? fmt::format("{} has {} × {} numbers", map.weight, map.from, map.to)
                    : fmt::format("{} has one number for each column of {}", map.bias, map.weight);
       }});
  Since2017Record::Biases made;
  const Part both = sum_rows(table);
  const Part counts = transpose(both).as(
      "counts", "\\sum P", {.rows = labelled("", {"weights", "biases"}), .cols = numbered("")});
  made.counts = counts;
  made.share = (slice_rows(counts, 1, 1) / sum(counts))
                   .as("share", "\\frac{b}{W + b}",
                       {.role = Role::share, .rows = numbered(""), .cols = numbered("")});
  return made;
}

}  // namespace glassformer
