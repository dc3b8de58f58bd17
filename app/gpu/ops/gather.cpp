// Looking up rows of a table on the card: shaders/gather.comp. Backward, the places of each id are
// put together here, so that one thread adds them up and no two write the same cell.
#include <algorithm>
#include <numeric>

#include "app/gpu/cells.h"
#include "app/gpu/gpu_op.h"

namespace glassformer {

namespace {

void forward(Device& device, const Tape& tape, const Node& node, GpuMat& to) {
  const GpuMat& table = gpu_in(tape, node, 0);
  const GpuInts ids(device, node.attr.ids);
  const int cells = static_cast<int>(to.shape().cells());
  device.run({"gather.comp", ""}, {device.whole(table), ids.whole(), device.whole(to)},
             {cells, to.shape().cols, table.shape().rows}, {}, cell_groups(cells));
}

// Each id that occurs, with where its places begin in a list of all places; and that list.
struct Occurrences {
  explicit Occurrences(const std::vector<int>& ids) {
    std::vector<int> places(ids.size());
    std::iota(places.begin(), places.end(), 0);
    const auto id_at = [&](int place) { return ids[static_cast<std::size_t>(place)]; };
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

void backward(Device& device, Tape& tape, const Node& node, const GpuMat& grad) {
  GpuMat& dtable = gpu_grad(tape, node, 0);
  const Occurrences occurrences(node.attr.ids);
  const GpuInts numbers(device, occurrences.numbers);
  const int cols = grad.shape().cols, cells = occurrences.distinct * cols;
  for (int from = 0; from < occurrences.longest; from += places_at_once) {
    device.run({"gather.comp", "#define BACKWARD\n"},
               {device.whole(grad), numbers.whole(), device.whole(dtable)},
               {cells, cols, dtable.shape().rows, occurrences.distinct, from, places_at_once}, {},
               cell_groups(cells));
  }
}

constexpr GpuOp op{"gather", forward, backward};
const RegisterGpuOp registered{op};

}  // namespace

}  // namespace glassformer
