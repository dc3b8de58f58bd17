// Looking up rows of a table on the card: shaders/gather.comp. Backward, the places of each id are
// put together here, so that one thread adds them up and no two write the same cell.
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"
#include "app/gpu/rows.h"

namespace glassformer {

// A table in several bindings: each of them fills the rows whose ids it has.
void gather_rows(Device& device, const GpuMat& table, std::span<const int> ids, GpuMat& to) {
  const int cols = to.shape().cols, pack = pack_of(cols);
  for (const RowBlock& rows : row_blocks(device, to.shape())) {
    const GpuInts some(device, rows.of(ids));
    for (const RowBlock& part : row_blocks(device, table.shape())) {
      device.run({"gather.comp", packed(cols)},
                 {part.of(device, table), some.whole(), rows.of(device, to)},
                 {rows.cells / pack, cols / pack, table.shape().rows, part.first, part.count}, {},
                 rows.groups());
    }
  }
}

namespace {

// Each id of that part of the table that occurs, counted from its first row, with where its places
// begin in a list of all places; and that list.
struct Occurrences {
  Occurrences(std::span<const int> ids, const RowBlock& part) {
    const auto id_at = [&](int place) { return ids[static_cast<std::size_t>(place)] - part.first; };
    std::vector<int> places;
    for (int place = 0; place < static_cast<int>(ids.size()); ++place) {
      if (id_at(place) >= 0 && id_at(place) < part.count) places.push_back(place);
    }
    std::ranges::stable_sort(places, {}, id_at);
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (i > 0 && id_at(places[i]) == id_at(places[i - 1])) continue;
      numbers.insert(numbers.end(), {id_at(places[i]), static_cast<int>(i)});
    }
    distinct = static_cast<int>(numbers.size() / 2);
    for (std::size_t i = 1; i < numbers.size(); i += 2) {
      const bool last = i + 2 >= numbers.size();
      const int end = last ? static_cast<int>(places.size()) : numbers[i + 2];
      longest = std::max(longest, end - numbers[i]);
    }
    numbers.insert(numbers.end(), {0, static_cast<int>(places.size())});
    numbers.insert(numbers.end(), places.begin(), places.end());
  }
  std::vector<int> numbers;
  int distinct = 0;
  int longest = 0;  // most places of one id
};

// A software renderer ends a thread's loops early once they have gone round 65,535 times: an id
// that occurs more often than this is added up in several goes.
constexpr int places_at_once = 8192;

void add_rows(Device& device, std::span<const int> ids, const RowBlock& rows, const GpuMat& grad,
              const RowBlock& part, GpuMat& dtable) {
  const Occurrences occurrences(ids, part);
  if (occurrences.distinct == 0) return;
  const GpuInts numbers(device, occurrences.numbers);
  const int cols = grad.shape().cols, pack = pack_of(cols), cells = occurrences.distinct * cols;
  for (int from = 0; from < occurrences.longest; from += places_at_once) {
    device.run({"gather.comp", std::string(packed(cols)) + "#define BACKWARD\n"},
               {rows.of(device, grad), numbers.whole(), part.of(device, dtable)},
               {cells / pack, cols / pack, part.count, occurrences.distinct, from, places_at_once},
               {}, cell_groups(cells));
  }
}

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  gather_rows(device, gpu_in(tape, node, 0), node.attr.ids, to);
}

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  add_to_rows(device, grad, node.attr.ids, gpu_grad(tape, node, 0));
}

constexpr GpuOp op{"gather", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace

void add_to_rows(Device& device, const GpuMat& from, std::span<const int> ids, GpuMat& to) {
  for (const RowBlock& rows : row_blocks(device, from.shape())) {
    for (const RowBlock& part : row_blocks(device, to.shape())) {
      add_rows(device, rows.of(ids), rows, from, part, to);
    }
  }
}

}  // namespace glassformer
