#include <algorithm>
#include <utility>
#include <vector>

#include "app/gpu/gpu_backend.h"
#include "app/gpu/vectors/row_search.h"
#include "app/gpu/vectors/skip_gram.h"
#include "app/gpu/vectors/tsne_forces.h"
#include "app/vector_engines.h"

namespace glassformer {

namespace {

// Numbers from which on the processor needs longer than the way to the card and back.
constexpr std::size_t kWorthIt = 4'000'000;
constexpr std::size_t kKept = 2;

class SearchesOnCard : public RowSearches {
 public:
  explicit SearchesOnCard(DevicePtr device) : device_(std::move(device)) {}

  RowSearchPtr of(const Rows& rows) override {
    if (failed_ || rows.count() * rows.dim() < kWorthIt) return nullptr;
    const auto known = std::find_if(kept_.begin(), kept_.end(), [&](const RowSearchPtr& search) {
      return search->rows().data() == rows.data() && search->rows().count() == rows.count();
    });
    if (known != kept_.end()) {
      std::rotate(kept_.begin(), known, known + 1);
      return kept_.front();
    }
    if (kept_.size() == kKept) kept_.pop_back();
    kept_.insert(kept_.begin(), make_row_search_on_card(device_, rows));
    return kept_.front();
  }

  // What did not fit does not fit the next time.
  void give_up() override {
    failed_ = true;
    kept_.clear();
  }

 private:
  const DevicePtr device_;
  std::vector<RowSearchPtr> kept_;  // the last one first
  bool failed_ = false;
};

}  // namespace

SkipGramEnginePtr skip_gram_engine(const std::shared_ptr<Backend>& backend) {
  const DevicePtr device = device_of(backend.get());
  return device ? make_skip_gram_on_card(device) : nullptr;
}

TsneForcesPtr tsne_forces(const std::shared_ptr<Backend>& backend) {
  const DevicePtr device = device_of(backend.get());
  return device ? make_tsne_forces_on_card(device) : nullptr;
}

RowSearchPtr row_search(const std::shared_ptr<Backend>& backend, const Rows& rows) {
  const DevicePtr device = device_of(backend.get());
  return device ? make_row_search_on_card(device, rows) : nullptr;
}

RowSearchesPtr row_searches(const std::shared_ptr<Backend>& backend) {
  const DevicePtr device = device_of(backend.get());
  return device ? std::make_shared<SearchesOnCard>(device) : nullptr;
}

}  // namespace glassformer
