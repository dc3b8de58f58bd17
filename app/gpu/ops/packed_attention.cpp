// Attention of many sentences and all heads on the card: shaders/attention.comp and
// attention_back.comp, in which the matrix of scores is never written to memory.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

#include "app/gpu/cells.h"
#include "app/gpu/combine.h"
#include "app/gpu/gpu_op.h"

namespace glassformer {

namespace {

// What every card has for one work group (OpenGL 4.3, table 23.75).
constexpr int shared_bytes = 32'768;

struct Sentences {
  explicit Sentences(const Node& node)
      : numbers(node.attr.ids), count(static_cast<int>(numbers.size() / 4)) {}
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
  int count;
};

[[noreturn]] void refuse(int d_k) {
  throw DeviceError(fmt::format(
      "A head of {} columns is too wide for the attention of the graphics card; the CPU computes "
      "instead. More heads, or a narrower model, would fit.",
      d_k));
}

// A head's columns in fours, as many as the shaders read in a go: QUADS_AT_ONCE of prelude.glsl.
int quads_of(int d_k) {
  const int filled = groups_for(d_k, 4), at_once = std::min(filled, 4);
  return groups_for(filled, at_once) * at_once;
}

// A work group of shaders/attention.comp has wide × high threads, so many queries, and as many keys
// at a time, each of `quads` times four columns.
struct Group {
  int rows = 0, wide = 0, high = 0, quads = 0;
};

// The largest whose queries, keys and weights the shared memory holds.
Group group_for(int d_k) {
  const int quads = quads_of(d_k);
  for (int rows = 32; rows >= 4; rows /= 2) {
    const int wide = std::min(rows, quads < 16 ? 8 : 16), high = std::min(rows, 16);
    const int floats = rows * (2 * 4 * (quads | 1) + rows + 8 + wide);
    if (floats * static_cast<int>(sizeof(float)) <= shared_bytes) return {rows, wide, high, quads};
  }
  refuse(d_k);
}

// The same of shaders/attention_back.comp, which holds three matrices at a time. Its threads have
// larger blocks of scores: it goes through them twice.
Group group_back(int d_k) {
  const int quads = quads_of(d_k);
  for (int rows = 32; rows >= 4; rows /= 2) {
    const int wide = std::min(rows, 8), high = rows > 8 ? rows / 2 : rows;
    const int floats = rows * (3 * 4 * (quads | 1) + rows + 8);
    if (floats * static_cast<int>(sizeof(float)) <= shared_bytes) return {rows, wide, high, quads};
  }
  refuse(d_k);
}

// Some rows of a matrix, in a binding that may hold more.
struct Part {
  RowBlock bound;
  int first = 0, count = 0;
};

// At most `max_rows` rows each.
std::vector<Part> parts_of(const Device& device, Shape shape, int max_rows) {
  std::vector<Part> parts;
  for (const RowBlock& bound : row_blocks(device, shape)) {
    for (int first = 0; first < bound.count; first += max_rows) {
      parts.push_back({bound, bound.first + first, std::min(max_rows, bound.count - first)});
    }
  }
  return parts;
}

// What those queries and those keys have of some sentences: eight numbers each, as in
// shaders/attention.comp.
struct Pieces {
  Pieces(const Sentences& sentences, int first, int count, const Part& queries, const Part& keys) {
    for (int s = first; s < first + count; ++s) {
      const int* four = sentences.numbers.data() + 4 * static_cast<std::ptrdiff_t>(s);
      const int query = std::max(four[0], queries.first), key = std::max(four[2], keys.first);
      const int own_queries = std::min(four[0] + four[1], queries.first + queries.count) - query;
      const int own_keys = std::min(four[2] + four[3], keys.first + keys.count) - key;
      if (own_queries <= 0 || own_keys <= 0) continue;
      numbers.insert(numbers.end(),
                     {query - queries.bound.first, own_queries, key - keys.bound.first, own_keys,
                      query - four[0], key - four[2], four[3], 0});
      max_queries = std::max(max_queries, own_queries);
      max_keys = std::max(max_keys, own_keys);
    }
  }
  int count() const { return static_cast<int>(numbers.size() / 8); }
  std::vector<int> numbers;
  int max_queries = 0, max_keys = 0;
};

// A software renderer ends a thread's loops early once they have gone round 65,535 times: so many
// rows go by before, `times` times.
int rows_in_a_go(const Device& device, int tile_rows, int d_k, int times = 1) {
  if (!device.facts().software) return 1 << 30;
  return tile_rows * std::max(1, 40'000 / (times * (4 * d_k + 8 * tile_rows)));
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
        apart(sentences.apart(0)) {}

  // All sentences at once if they may be, else one after the other; of each the queries that one
  // binding can hold with the keys that one can hold, the first keys first.
  template <class Body>
  void over_pieces(bool at_once, int rows, const Body& body) const {
    const int count = at_once ? sentences.count : 1;
    for (int first = 0; first < sentences.count; first += count) {
      for (const Part& queries : parts_of(device, wide(q), rows)) {
        for (const Part& keys : parts_of(device, wide(k), rows)) {
          const Pieces pieces(sentences, first, count, queries, keys);
          if (pieces.count() > 0) body(pieces, queries.bound, keys.bound);
        }
      }
    }
  }
  // Whether each row of the result is some sentence's, and one that sees keys.
  bool all_queries() const {
    int rows = 0;
    for (std::size_t i = 0; i < sentences.numbers.size(); i += 4) {
      if (sentences.numbers[i + 3] > 0) rows += sentences.numbers[i + 1];
    }
    return apart && rows == q.shape().rows;
  }
  // With room for two numbers a head.
  Shape wide(const GpuMat& mat) const {
    return {mat.shape().rows, std::max(mat.shape().cols, 2 * heads)};
  }

  void forward(GpuMat& to) const {
    if (!all_queries()) device.fill_zero(to);
    const Group group = group_for(d_k);
    const int rows = rows_in_a_go(device, group.rows, d_k);
    // What the first keys made waits for the others.
    const bool carry = parts_of(device, wide(k), rows).size() > 1;
    const GpuMatPtr state = carry ? device.make({q.shape().rows, 2 * heads}) : nullptr;
    const Kernel kernel{"attention.comp", defines(group) + (carry ? "#define CARRY\n" : "")};
    over_pieces(apart, rows, [&](const Pieces& pieces, const RowBlock& of_q, const RowBlock& of_k) {
      const GpuInts places(device, pieces.numbers);
      const Binding made = of_q.of(device, to);
      device.run(kernel,
                 {of_q.of(device, q), of_k.of(device, k), of_k.of(device, v), places.whole(), made,
                  carry ? of_q.of(device, *state) : made},
                 {q.shape().cols, node.attr.j, d_k}, {scale},
                 {groups_for(pieces.max_queries, group.rows), heads, pieces.count()});
    });
  }

  std::string defines(const Group& group) const {
    return fmt::format(
        "#define TILE {}\n#define WIDE {}\n#define HIGH {}\n#define THREADS {}\n#define QUADS "
        "{}\n{}",
        group.rows, group.wide, group.high, group.wide * group.high, group.quads, packed(d_k));
  }

  void backward(const GpuMat& grad, GpuMat& dq, GpuMat& dk, GpuMat& dv) const {
    const Group group = group_back(d_k);
    const int rows = rows_in_a_go(device, group.rows, d_k, 3);
    const GpuMatPtr stats = device.make({q.shape().rows, 2 * heads});
    over_pieces(apart, rows, [&](const Pieces& pieces, const RowBlock& of_q, const RowBlock& of_k) {
      run_back("STATS", group, pieces, groups_for(pieces.max_queries, group.rows),
               {of_q.of(device, q), of_k.of(device, k), of_q.of(device, gpu_value(node)),
                of_q.of(device, grad), of_q.of(device, *stats)});
    });
    over_pieces(apart, rows, [&](const Pieces& pieces, const RowBlock& of_q, const RowBlock& of_k) {
      run_back("QUERIES", group, pieces, groups_for(pieces.max_queries, group.rows),
               {of_q.of(device, q), of_k.of(device, k), of_k.of(device, v), of_q.of(device, grad),
                of_q.of(device, *stats), of_q.of(device, dq)});
    });
    over_pieces(sentences.apart(2), rows,
                [&](const Pieces& pieces, const RowBlock& of_q, const RowBlock& of_k) {
                  run_back("KEYS", group, pieces, groups_for(pieces.max_keys, group.rows),
                           {of_q.of(device, q), of_k.of(device, k), of_k.of(device, v),
                            of_q.of(device, grad), of_q.of(device, *stats), of_k.of(device, dk),
                            of_k.of(device, dv)});
                });
  }

  void run_back(const char* part, const Group& group, const Pieces& pieces, int groups,
                std::initializer_list<Binding> matrices) const {
    const GpuInts places(device, pieces.numbers);
    std::vector<Binding> buffers{places.whole()};
    buffers.insert(buffers.end(), matrices.begin(), matrices.end());
    device.run({"attention_back.comp", defines(group) + fmt::format("#define {}\n", part)}, buffers,
               {q.shape().cols, node.attr.j, d_k}, {scale}, {groups, heads, pieces.count()});
  }

  Device& device;
  const Node& node;
  const GpuMat &q, &k, &v;
  int heads, d_k;
  float scale;
  Sentences sentences;
  bool apart;  // no two sentences have a query in common
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
