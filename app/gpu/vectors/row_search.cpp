#include "app/gpu/vectors/row_search.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "app/gpu/vectors/row_matrix.h"
#include "core/embed/search/best.h"

namespace glassformer {

namespace {

constexpr int kGroupRows = 1024;  // of a work group, as the shader has it
const Kernel cosine_kernel{"row_search.comp", ""};
const Kernel euclid_kernel{"row_search.comp", "#define EUCLID\n"};

class RowSearchOnCard : public RowSearch {
 public:
  RowSearchOnCard(DevicePtr device, const Rows& rows)
      : device_(std::move(device)), rows_(rows), mat_(upload_packed(*device_, rows)) {
    device_->finish();
  }

  const Rows& rows() const override { return rows_; }

  std::vector<std::vector<int>> nearest(std::span<const std::vector<float>> queries, std::size_t k,
                                        Nearness nearness, std::size_t first) override {
    const int rows = first == 0 ? mat_->shape().rows
                                : static_cast<int>(std::min<std::size_t>(first, rows_.count()));
    const int take = static_cast<int>(std::min<std::size_t>(k, kGroupRows));
    const auto blocks = blocks_of(rows);
    int best_width = 0;  // of a query
    for (const auto& [begin, count] : blocks) best_width += groups_for(count, kGroupRows) * take;
    const auto asked = static_cast<int>(queries.size());

    const Device::Turn turn(*device_);
    const Sent sent = send(queries);
    const GpuMatPtr best = device_->make({asked, 2 * best_width});
    int at = 0;
    for (const auto& [begin, count] : blocks) {
      const int groups = groups_for(count, kGroupRows);
      device_->run(nearness == Nearness::cosine ? cosine_kernel : euclid_kernel,
                   {device_->rows(*mat_, begin, count), sent.binding, device_->whole(*best)},
                   {count, begin, mat_->shape().cols / 4, take, at, best_width}, {},
                   {groups, asked});
      at += groups * take;
    }
    return merged(read_rows(*best), static_cast<std::size_t>(best_width), k);
  }

 private:
  // The first `rows` in as few blocks as bindings, and their work groups, allow.
  std::vector<std::pair<int, int>> blocks_of(int rows) const {
    const int max_groups = 65'535;  // that OpenGL has everywhere
    const int at_once =
        std::min(device_->rows_at_once(mat_->shape().cols), max_groups * kGroupRows);
    std::vector<std::pair<int, int>> blocks;
    for (int begin = 0; begin < rows; begin += at_once) {
      blocks.emplace_back(begin, std::min(at_once, rows - begin));
    }
    return blocks;
  }

  Sent send(std::span<const std::vector<float>> queries) {
    const int width = mat_->shape().cols;
    std::vector<float> cells(queries.size() * static_cast<std::size_t>(width));
    for (std::size_t q = 0; q < queries.size(); ++q) {
      std::copy(queries[q].begin(), queries[q].end(),
                cells.begin() + static_cast<std::ptrdiff_t>(q) * width);
    }
    return device_->send(std::span<const float>(cells));
  }

  // The best of all groups' best, for each query.
  static std::vector<std::vector<int>> merged(const std::vector<float>& cells, std::size_t width,
                                              std::size_t k) {
    std::vector<std::vector<int>> all;
    for (std::size_t begin = 0; begin < cells.size(); begin += 2 * width) {
      Best best(k);
      for (std::size_t at = begin; at < begin + 2 * width; at += 2) {
        const int id = std::bit_cast<int>(cells[at + 1]);
        if (id != std::numeric_limits<int>::max()) best.offer(id, cells[at]);
      }
      all.emplace_back();
      for (const Scored& s : best.sorted()) all.back().push_back(s.id);
    }
    return all;
  }

  const DevicePtr device_;
  const Rows rows_;
  const GpuMatPtr mat_;  // [count, dim rounded up to fours]
};

}  // namespace

RowSearchPtr make_row_search_on_card(DevicePtr device, const Rows& rows) {
  return std::make_shared<RowSearchOnCard>(std::move(device), rows);
}

}  // namespace glassformer
