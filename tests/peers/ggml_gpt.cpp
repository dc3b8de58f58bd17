// What `glassformer bench gpt --peer ggml=PATH` runs in turn with this program: a decoder of
// GPT-2's shape with random weights, computed by ggml on the processor. Build it on request, with
// ggml's folder (tests/peers/CMakeLists.txt): ninja ggml_gpt.
//
//   ggml_gpt f32|bf16|int8 D_MODEL HEADS LAYERS VOCABULARY CONTEXT TOKENS RUNS
//
// prints the milliseconds of the fastest run: TOKENS tokens after CONTEXT others, up to the logits
// of each of them. OMP_NUM_THREADS says how many threads it uses. int8 are ggml's blocks of 32
// numbers with a scale (Q8_0).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "ggml-cpu.h"
#include "ggml.h"

namespace {

struct Layer {
  ggml_tensor *norm1, *bias1, *qkv, *qkv_bias, *merge, *merge_bias, *norm2, *bias2, *up, *up_bias,
      *down, *down_bias;
};

struct Model {
  ggml_context* context;
  int d, heads, layers, vocabulary, longest;
  ggml_tensor *words, *places, *norm, *bias, *keys, *values;
  std::vector<Layer> all;
};

std::mt19937 drawn(1);

ggml_tensor* filled(const Model& m, ggml_type type, int inner, int outer) {
  ggml_tensor* made = ggml_new_tensor_2d(m.context, type, inner, outer);
  std::uniform_real_distribution<float> even(-0.02F, 0.02F);
  std::vector<float> row(static_cast<std::size_t>(inner));
  for (int r = 0; r < outer; ++r) {
    for (float& cell : row) cell = even(drawn);
    char* to = static_cast<char*>(made->data) + static_cast<std::size_t>(r) * made->nb[1];
    if (type == GGML_TYPE_F32) {
      std::memcpy(to, row.data(), row.size() * sizeof(float));
    } else {
      ggml_quantize_chunk(type, row.data(), to, 0, 1, inner, nullptr);
    }
  }
  return made;
}

ggml_tensor* vector_of(const Model& m, int size, float value) {
  ggml_tensor* made = ggml_new_tensor_1d(m.context, GGML_TYPE_F32, size);
  std::fill_n(static_cast<float*>(made->data), size, value);
  return made;
}

Model model_of(ggml_type type, int d, int heads, int layers, int vocabulary, int longest) {
  const double matrices = 12.0 * d * d * layers + static_cast<double>(d) * vocabulary;
  const double bytes = matrices * 4 + 8.0 * longest * d * (layers + 1) + (64 << 20);
  Model m{ggml_init({static_cast<std::size_t>(bytes), nullptr, false}),
          d,
          heads,
          layers,
          vocabulary,
          longest,
          {},
          {},
          {},
          {},
          {},
          {},
          {}};
  m.words = filled(m, type, d, vocabulary);
  m.places = filled(m, GGML_TYPE_F32, d, longest);
  m.norm = vector_of(m, d, 1);
  m.bias = vector_of(m, d, 0);
  m.keys = vector_of(m, d * longest * layers, 0);
  m.values = vector_of(m, d * longest * layers, 0);
  for (int i = 0; i < layers; ++i) {
    m.all.push_back({vector_of(m, d, 1), vector_of(m, d, 0), filled(m, type, d, 3 * d),
                     vector_of(m, 3 * d, 0), filled(m, type, d, d), vector_of(m, d, 0),
                     vector_of(m, d, 1), vector_of(m, d, 0), filled(m, type, d, 4 * d),
                     vector_of(m, 4 * d, 0), filled(m, type, 4 * d, d), vector_of(m, d, 0)});
  }
  return m;
}

ggml_tensor* normed(ggml_context* c, ggml_tensor* x, ggml_tensor* gain, ggml_tensor* bias) {
  return ggml_add(c, ggml_mul(c, ggml_norm(c, x, 1e-5F), gain), bias);
}

ggml_tensor* attention(const Model& m, ggml_context* c, ggml_cgraph* graph, int layer,
                       ggml_tensor* qkv, int past, int count) {
  const int d_head = m.d / m.heads, all = past + count;
  const std::size_t cell = sizeof(float), begin = cell * m.d * m.longest * layer;
  const auto part = [&](int which) {
    return ggml_view_2d(c, qkv, m.d, count, qkv->nb[1], cell * m.d * which);
  };
  const auto place = [&](ggml_tensor* cache) {
    return ggml_view_2d(c, cache, m.d, count, cell * m.d, begin + cell * m.d * past);
  };
  ggml_build_forward_expand(graph, ggml_cpy(c, part(1), place(m.keys)));
  ggml_build_forward_expand(graph, ggml_cpy(c, part(2), place(m.values)));
  const auto seen = [&](ggml_tensor* cache) {
    return ggml_view_3d(c, cache, d_head, m.heads, all, cell * d_head, cell * m.d, begin);
  };
  ggml_tensor* queries =
      ggml_permute(c, ggml_cont_3d(c, part(0), d_head, m.heads, count), 0, 2, 1, 3);
  ggml_tensor* keys = ggml_permute(c, seen(m.keys), 0, 2, 1, 3);
  ggml_tensor* values = ggml_cont(c, ggml_permute(c, seen(m.values), 1, 2, 0, 3));
  ggml_tensor* scores =
      ggml_scale(c, ggml_mul_mat(c, keys, queries), 1 / std::sqrt(static_cast<float>(d_head)));
  ggml_tensor* weights = ggml_soft_max(c, ggml_diag_mask_inf(c, scores, past));
  ggml_tensor* out = ggml_permute(c, ggml_mul_mat(c, values, weights), 0, 2, 1, 3);
  return ggml_cont_2d(c, out, m.d, count);
}

ggml_tensor* logits(const Model& m, ggml_context* c, ggml_cgraph* graph, int past, int count) {
  ggml_tensor* ids = ggml_new_tensor_1d(c, GGML_TYPE_I32, count);
  ggml_tensor* places = ggml_new_tensor_1d(c, GGML_TYPE_I32, count);
  for (int i = 0; i < count; ++i) {
    static_cast<int*>(ids->data)[i] = static_cast<int>(drawn() % m.vocabulary);
    static_cast<int*>(places->data)[i] = past + i;
  }
  ggml_tensor* x = ggml_add(c, ggml_get_rows(c, m.words, ids), ggml_get_rows(c, m.places, places));
  for (int i = 0; i < m.layers; ++i) {
    const Layer& l = m.all[static_cast<std::size_t>(i)];
    ggml_tensor* qkv =
        ggml_add(c, ggml_mul_mat(c, l.qkv, normed(c, x, l.norm1, l.bias1)), l.qkv_bias);
    ggml_tensor* seen = attention(m, c, graph, i, qkv, past, count);
    x = ggml_add(c, x, ggml_add(c, ggml_mul_mat(c, l.merge, seen), l.merge_bias));
    ggml_tensor* up =
        ggml_gelu(c, ggml_add(c, ggml_mul_mat(c, l.up, normed(c, x, l.norm2, l.bias2)), l.up_bias));
    x = ggml_add(c, x, ggml_add(c, ggml_mul_mat(c, l.down, up), l.down_bias));
  }
  return ggml_mul_mat(c, m.words, normed(c, x, m.norm, m.bias));
}

}  // namespace

int main(int count, char** arguments) {
  const std::string width = count == 9 ? arguments[1] : "";
  if (width != "f32" && width != "bf16" && width != "int8") {
    std::fprintf(stderr,
                 "ggml_gpt f32|bf16|int8 D_MODEL HEADS LAYERS VOCABULARY CONTEXT TOKENS RUNS\n");
    return 2;
  }
  const ggml_type type = width == "f32"    ? GGML_TYPE_F32
                         : width == "bf16" ? GGML_TYPE_BF16
                                           : GGML_TYPE_Q8_0;
  const auto number = [&](int i) { return std::atoi(arguments[i]); };
  const int past = number(6), tokens = number(7), runs = number(8);
  const Model m = model_of(type, number(2), number(3), number(4), number(5), past + tokens);
  const char* wanted = std::getenv("OMP_NUM_THREADS");
  const int threads = wanted != nullptr ? std::max(1, std::atoi(wanted)) : 2;

  const double cells = (60.0 * m.d + 4.0 * m.heads * (past + tokens)) * tokens * m.layers +
                       static_cast<double>(m.vocabulary) * tokens +
                       2.0 * m.d * (past + tokens) * m.layers;
  ggml_context* pass =
      ggml_init({static_cast<std::size_t>(4 * cells) + (std::size_t{256} << 20), nullptr, false});
  ggml_cgraph* graph = ggml_new_graph_custom(pass, 8192, false);
  ggml_build_forward_expand(graph, logits(m, pass, graph, past, tokens));
  ggml_threadpool_params how = ggml_threadpool_params_default(threads);
  ggml_threadpool* pool = ggml_threadpool_new(&how);
  ggml_cplan plan = ggml_graph_plan(graph, threads, pool);
  std::vector<unsigned char> work(plan.work_size);
  plan.work_data = work.data();
  double fastest = 1e300;
  for (int i = -1; i < runs; ++i) {  // the first does not count: it takes the memory
    const auto begin = std::chrono::steady_clock::now();
    ggml_graph_compute(graph, &plan);
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - begin;
    if (i >= 0) fastest = std::min(fastest, spent.count());
  }
  std::printf("%.6f\n", fastest);
  ggml_threadpool_free(pool);
  ggml_free(pass);
  ggml_free(m.context);
}
