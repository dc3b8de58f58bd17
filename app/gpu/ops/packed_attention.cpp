// Attention of many sentences and all heads on the card: shaders/attention.comp and
// attention_back.comp, in which the matrix of scores is never written to memory.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/gpu/cells.h"
#include "app/gpu/combine.h"
#include "app/gpu/gpu_op.h"

namespace glassformer {

namespace {

// What every card has for one work group (OpenGL 4.3, table 23.75).
constexpr int shared_bytes = 32'768;

struct Sentences {
  explicit Sentences(const Node& node) : numbers(node.attr.ids) {
    count = static_cast<int>(numbers.size() / 4);
    for (std::size_t i = 0; i < numbers.size(); i += 4) {
      most_queries = std::max(most_queries, numbers[i + 1]);
      most_keys = std::max(most_keys, numbers[i + 3]);
    }
  }
  // No two have a row in common: first row and rows at `which` and the next of the four numbers.
  bool apart(std::size_t which) const {
    std::vector<std::pair<int, int>> ranges;
    for (std::size_t i = which; i < numbers.size(); i += 4) {
      ranges.emplace_back(numbers[i], numbers[i] + numbers[i + 1]);
    }
    std::ranges::sort(ranges);
    for (std::size_t i = 1; i < ranges.size(); ++i) {
      if (ranges[i].first < ranges[i - 1].second) return false;
    }
    return true;
  }
  const std::vector<int>& numbers;
  int count = 0, most_queries = 0, most_keys = 0;
};

// A work group has side × side threads; a tile of so many rows of a head is side · cols wide.
struct Tile {
  int rows = 0, side = 0, cols = 0;
};

// The largest tile of which the shared memory holds so many, and so many squares of weights.
Tile tile_for(int d_k, int of_rows, int of_weights, int most) {
  for (int rows = most; rows >= 4; rows /= 2) {
    const int side = std::min(rows, 16), cols = groups_for(d_k, side);
    const int floats = rows * (of_rows * (side * cols + 1) + of_weights * (rows + 1));
    if (floats * static_cast<int>(sizeof(float)) <= shared_bytes) return {rows, side, cols};
  }
  throw DeviceError(fmt::format(
      "A head of {} columns is too wide for the attention of the graphics card; the CPU computes "
      "instead. More heads, or a narrower model, would fit.",
      d_k));
}

struct Attention {
  Attention(Device& device, const Tape& tape, const Node& node)
      : device(device),
        node(node),
        q(gpu_in(tape, node, 0)),
        k(gpu_in(tape, node, 1)),
        v(gpu_in(tape, node, 2)),
        heads(node.attr.i),
        d_k(q.shape().cols / heads),
        scale(static_cast<float>(1 / std::sqrt(static_cast<double>(d_k)))),
        sentences(node),
        places(device, sentences.numbers) {}

  // All sentences at once if they may be, else one after the other.
  template <class Body>
  void over_sentences(bool at_once, const Body& body) const {
    if (at_once) return body(0, sentences.count);
    for (int sentence = 0; sentence < sentences.count; ++sentence) body(sentence, 1);
  }

  void forward(GpuMat& to) const {
    device.fill_zero(to);  // rows that no sentence has
    const Tile tile = tile_for(d_k, 2, 1, 32);
    const Kernel kernel{
        "attention.comp",
        fmt::format("#define COLS {}\n#define TILE {}\n#define OWN {}\n#define SIDE {}\n",
                    tile.cols, tile.rows, tile.rows / tile.side, tile.side)};
    over_sentences(sentences.apart(0), [&](int first, int count) {
      device.run(
          kernel,
          {device.whole(q), device.whole(k), device.whole(v), places.whole(), device.whole(to)},
          {q.shape().cols, node.attr.j, first, d_k}, {scale},
          {groups_for(sentences.most_queries, tile.rows), heads, count});
    });
  }

  static Kernel back(const char* part, const Tile& tile) {
    return {"attention_back.comp", fmt::format("#define {}\n#define COLS {}\n#define TILE {}\n",
                                               part, tile.cols, tile.rows)};
  }

  void backward(const GpuMat& grad, GpuMat& dq, GpuMat& dk, GpuMat& dv) const {
    const Tile tile = tile_for(d_k, 4, 2, 16);
    const GpuMatPtr stats = device.make({q.shape().rows, 2 * heads});
    over_sentences(sentences.apart(0), [&](int first, int count) {
      device.run(
          back("QUERIES", tile),
          {device.whole(q), device.whole(k), device.whole(v), places.whole(), device.whole(grad),
           device.whole(*stats), device.whole(gpu_value(node)), device.whole(dq)},
          {q.shape().cols, node.attr.j, first, d_k}, {scale},
          {groups_for(sentences.most_queries, tile.rows), heads, count});
    });
    over_sentences(sentences.apart(2), [&](int first, int count) {
      device.run(back("KEYS", tile),
                 {device.whole(q), device.whole(k), device.whole(v), places.whole(),
                  device.whole(grad), device.whole(*stats), device.whole(dk), device.whole(dv)},
                 {q.shape().cols, node.attr.j, first, d_k}, {scale},
                 {groups_for(sentences.most_keys, tile.rows), heads, count});
    });
  }

  Device& device;
  const Node& node;
  const GpuMat &q, &k, &v;
  int heads, d_k;
  float scale;
  Sentences sentences;
  GpuInts places;
};

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  if (node.attr.ids.empty()) return device.fill_zero(to);
  Attention(device, tape, node).forward(to);
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  if (node.attr.ids.empty()) return;
  const Attention attention(device, tape, node);
  GpuMat &dq = gpu_grad(tape, node, 0), &dk = gpu_grad(tape, node, 1),
         &dv = gpu_grad(tape, node, 2);
  if (&dk != &dv) return attention.backward(grad, dq, dk, dv);
  // A thread writes both, so they must be two.
  const GpuMatPtr apart = device.zeros(dv.shape());
  attention.backward(grad, dq, dk, *apart);
  combine(device, {.f = "b", .a = *apart, .b = *apart, .c = dv, .add = true});
}

constexpr GpuOp op{"packed_attention", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace

}  // namespace glassformer
