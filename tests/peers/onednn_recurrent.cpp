// What `glassformer bench recurrent --peer onednn=PATH` runs in turn with this program: a recurrent
// layer of oneDNN (Debian's libdnnl-dev). Build it on request: ninja onednn_recurrent.
//
//   onednn_recurrent lstm|gru|gru-reset-after STEPS BATCH INPUTS WIDTH RUNS wall|processor
//
// prints the milliseconds of the fastest run, first of inference, then of a training step (forward
// and backward, gradients of everything), a line each. The weights lie as the library likes them
// best before the clock starts. OMP_NUM_THREADS says how many threads it uses.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include <dnnl.hpp>

namespace {

using dnnl::memory;
using Arguments = std::unordered_map<int, memory>;
constexpr auto f32 = memory::data_type::f32;

struct Sizes {
  memory::dim steps, batch, inputs, width, gates, bias_gates;
};

memory filled(const memory::desc& desc, const dnnl::engine& engine) {
  memory made(desc, engine);
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(-0.1F, 0.1F);
  auto* cells = static_cast<float*>(made.get_data_handle());
  for (std::size_t i = 0; i < desc.get_size() / sizeof(float); ++i) cells[i] = uniform(random);
  return made;
}

// Of this program on all its threads, or on the wall; ms.
double now(bool processor) {
  if (processor) return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

struct Clock {
  int runs;
  bool processor;

  void print_fastest(const std::function<void()>& body) const {
    body();
    double fastest = 1e300;
    for (int i = 0; i < runs; ++i) {
      const double begin = now(processor);
      body();
      fastest = std::min(fastest, now(processor) - begin);
    }
    std::printf("%.6f\n", fastest);
  }
};

// Descriptors of one kind of cell, for the three passes.
struct Layer {
  memory::desc x, weights, recurrent, bias, states;
  memory::desc first, cell;  // of an LSTM; else empty
};

Layer layer_of(const Sizes& s) {
  using tag = memory::format_tag;
  Layer l;
  l.x = {{s.steps, s.batch, s.inputs}, f32, tag::tnc};
  l.weights = {{1, 1, s.inputs, s.gates, s.width}, f32, tag::any};
  l.recurrent = {{1, 1, s.width, s.gates, s.width}, f32, tag::any};
  l.bias = {{1, 1, s.bias_gates, s.width}, f32, tag::ldgo};
  l.states = {{s.steps, s.batch, s.width}, f32, tag::tnc};
  l.first = {{1, 1, s.batch, s.width}, f32, tag::ldnc};
  l.cell = l.first;
  return l;
}

template <class Cell>
struct Passes;

template <>
struct Passes<dnnl::lstm_forward> {
  using Backward = dnnl::lstm_backward;
  static dnnl::lstm_forward::desc forward(dnnl::prop_kind kind, const Layer& l) {
    return {kind,        dnnl::rnn_direction::unidirectional_left2right,
            l.x,         l.first,
            l.cell,      l.weights,
            l.recurrent, l.bias,
            l.states,    l.first,
            l.cell};
  }
  static dnnl::lstm_backward::desc backward(const Layer& l) {
    return {dnnl::prop_kind::backward,
            dnnl::rnn_direction::unidirectional_left2right,
            l.x,
            l.first,
            l.cell,
            l.weights,
            l.recurrent,
            l.bias,
            l.states,
            l.first,
            l.cell,
            l.x,
            l.first,
            l.cell,
            l.weights,
            l.recurrent,
            l.bias,
            l.states,
            l.first,
            l.cell};
  }
};

template <class Forward, class Back>
struct PlainPasses {
  using Backward = Back;
  static typename Forward::desc forward(dnnl::prop_kind kind, const Layer& l) {
    return {kind,      dnnl::rnn_direction::unidirectional_left2right,
            l.x,       l.first,
            l.weights, l.recurrent,
            l.bias,    l.states,
            l.first};
  }
  static typename Back::desc backward(const Layer& l) {
    return {dnnl::prop_kind::backward,
            dnnl::rnn_direction::unidirectional_left2right,
            l.x,
            l.first,
            l.weights,
            l.recurrent,
            l.bias,
            l.states,
            l.first,
            l.x,
            l.first,
            l.weights,
            l.recurrent,
            l.bias,
            l.states,
            l.first};
  }
};
template <>
struct Passes<dnnl::gru_forward> : PlainPasses<dnnl::gru_forward, dnnl::gru_backward> {};
template <>
struct Passes<dnnl::lbr_gru_forward> : PlainPasses<dnnl::lbr_gru_forward, dnnl::lbr_gru_backward> {
};

template <class Forward>
void run(const Sizes& sizes, const Clock& clock, bool has_cell) {
  using Of = Passes<Forward>;
  using Backward = typename Of::Backward;
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  const Layer layer = layer_of(sizes);
  const auto inputs = [&](const auto& pd, bool training) {
    Arguments a{{DNNL_ARG_SRC_LAYER, filled(layer.x, engine)},
                {DNNL_ARG_SRC_ITER, filled(layer.first, engine)},
                {DNNL_ARG_WEIGHTS_LAYER, filled(pd.weights_layer_desc(), engine)},
                {DNNL_ARG_WEIGHTS_ITER, filled(pd.weights_iter_desc(), engine)},
                {DNNL_ARG_BIAS, filled(layer.bias, engine)},
                {DNNL_ARG_DST_LAYER, filled(layer.states, engine)},
                {DNNL_ARG_DST_ITER, filled(layer.first, engine)}};
    if (has_cell) {
      a[DNNL_ARG_SRC_ITER_C] = filled(layer.cell, engine);
      a[DNNL_ARG_DST_ITER_C] = filled(layer.cell, engine);
    }
    if (training) a[DNNL_ARG_WORKSPACE] = memory(pd.workspace_desc(), engine);
    return a;
  };
  {
    const typename Forward::primitive_desc pd(
        Of::forward(dnnl::prop_kind::forward_inference, layer), engine);
    const Forward forward(pd);
    const Arguments arguments = inputs(pd, false);
    clock.print_fastest([&] {
      forward.execute(stream, arguments);
      stream.wait();
    });
  }
  const typename Forward::primitive_desc pd(Of::forward(dnnl::prop_kind::forward_training, layer),
                                            engine);
  const typename Backward::primitive_desc back_pd(Of::backward(layer), engine, pd);
  const Forward forward(pd);
  const Backward backward(back_pd);
  const Arguments arguments = inputs(pd, true);
  Arguments back = arguments;
  back[DNNL_ARG_WEIGHTS_LAYER] = filled(back_pd.weights_layer_desc(), engine);
  back[DNNL_ARG_WEIGHTS_ITER] = filled(back_pd.weights_iter_desc(), engine);
  back[DNNL_ARG_DIFF_SRC_LAYER] = memory(layer.x, engine);
  back[DNNL_ARG_DIFF_SRC_ITER] = memory(layer.first, engine);
  back[DNNL_ARG_DIFF_WEIGHTS_LAYER] = filled(back_pd.diff_weights_layer_desc(), engine);
  back[DNNL_ARG_DIFF_WEIGHTS_ITER] = filled(back_pd.diff_weights_iter_desc(), engine);
  back[DNNL_ARG_DIFF_BIAS] = filled(layer.bias, engine);
  back[DNNL_ARG_DIFF_DST_LAYER] = filled(layer.states, engine);
  back[DNNL_ARG_DIFF_DST_ITER] = filled(layer.first, engine);
  if (has_cell) {
    back[DNNL_ARG_DIFF_SRC_ITER_C] = memory(layer.cell, engine);
    back[DNNL_ARG_DIFF_DST_ITER_C] = filled(layer.cell, engine);
  }
  clock.print_fastest([&] {
    forward.execute(stream, arguments);
    backward.execute(stream, back);
    stream.wait();
  });
}

}  // namespace

int main(int count, char** words) {
  if (count != 8) {
    std::fprintf(
        stderr, "usage: %s lstm|gru|gru-reset-after STEPS BATCH INPUTS WIDTH RUNS wall|processor\n",
        words[0]);
    return 2;
  }
  const std::string cell = words[1];
  Sizes sizes{
      std::atol(words[2]), std::atol(words[3]), std::atol(words[4]), std::atol(words[5]), 3, 3};
  const Clock clock{std::atoi(words[6]), words[7] == std::string("processor")};
  try {
    if (cell == "lstm") {
      sizes.gates = sizes.bias_gates = 4;
      run<dnnl::lstm_forward>(sizes, clock, true);
    } else if (cell == "gru") {
      run<dnnl::gru_forward>(sizes, clock, false);
    } else if (cell == "gru-reset-after") {
      sizes.bias_gates = 4;
      run<dnnl::lbr_gru_forward>(sizes, clock, false);
    } else {
      std::fprintf(stderr, "no cell is called %s\n", cell.c_str());
      return 2;
    }
  } catch (const dnnl::error& error) {
    std::fprintf(stderr, "oneDNN: %s\n", error.what());
    return 1;
  }
  return 0;
}
