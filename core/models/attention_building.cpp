#include "core/models/attention_building.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"
#include "core/text/number_of.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

using std::uint64_t;

constexpr uint64_t kMostHeads = 4096, kMostLayers = 512, kMostWide = 65536;
constexpr std::size_t kMostLetters = 40;  // of a token that is shown

[[noreturn]] void wrong(const std::string& where, const std::string& what) {
  throw UserError(where + ": " + what);
}

// Without the side of a batch of one text.
std::vector<uint64_t> without_batch(const AttentionArray& array, std::size_t dimensions,
                                    const std::string& wanted) {
  std::vector<uint64_t> sides = array.shape;
  if (sides.size() == dimensions + 1) {
    if (sides[1] != 1) {
      wrong(array.where,
            fmt::format("holds a batch of {} texts; write one of them alone, [:, 0]", sides[1]));
    }
    sides.erase(sides.begin() + 1);
  }
  if (sides.size() == dimensions) return sides;
  std::string shape;
  for (const uint64_t side : array.shape) {
    shape += (shape.empty() ? "" : ", ") + std::to_string(side);
  }
  wrong(array.where,
        fmt::format("has the shape [{}], and [{}] is wanted; stack the layers in order", shape,
                    wanted));
}

void check_side(const std::string& where, uint64_t count, uint64_t least, uint64_t most,
                std::string_view noun) {
  if (count >= least && count <= most) return;
  wrong(where,
        fmt::format("has {}, and {} to {} can be shown", number_of(count, noun), least, most));
}

}  // namespace

AttentionBuilding::AttentionBuilding(const std::filesystem::path& file,
                                     std::function<bool(double share)> watch)
    : file_(file), watch_(std::move(watch)) {
  made_.name = readable(file.filename().string());
}

void AttentionBuilding::take_tokens(std::vector<std::string> tokens) {
  for (std::string& token : tokens) {
    token = excerpt(readable(token), kMostLetters);
    if (token.empty()) token = "(empty)";
  }
  made_.tokens = std::move(tokens);
}

void AttentionBuilding::take_attentions(const AttentionArray& array) {
  const auto sides = without_batch(array, 4, "layers, heads, tokens, tokens");
  check_side(array.where, sides[0], 1, kMostLayers, "layer");
  check_side(array.where, sides[1], 1, kMostHeads / sides[0], "head");
  check_side(array.where, sides[2], 2, AttentionBuilding::most_tokens, "token");
  if (sides[2] != sides[3]) {
    wrong(array.where,
          fmt::format("has {} queries and {} keys; attention of a text to itself is wanted, as "
                      "many of both",
                      sides[2], sides[3]));
  }
  if (made_.tokens.size() != sides[2]) {
    wrong(array.where,
          fmt::format("is between {}, and the file names {}; write one text for each",
                      number_of(sides[2], "token"), number_of(made_.tokens.size(), "token")));
  }
  made_.layers = static_cast<int>(sides[0]);
  made_.heads = static_cast<int>(sides[1]);
  const auto n = static_cast<int>(sides[2]);
  const uint64_t maps = sides[0] * sides[1];
  check_memory(array.where, static_cast<double>(maps * sides[2] * sides[2]) * sizeof(Real),
               "write fewer tokens");
  made_.causal = true;
  for (uint64_t i = 0; i < maps; ++i) {
    Mat weights = array.next({n, n});
    check_weights(array, static_cast<int>(i), weights);
    made_.weights.push_back(std::make_shared<const Leaf>(std::move(weights)));
    told(static_cast<double>(i + 1) / static_cast<double>(maps));
  }
}

void AttentionBuilding::take_hidden(const AttentionArray& array) {
  const auto sides = without_batch(array, 3, "layers + 1, tokens, numbers");
  const uint64_t states = static_cast<uint64_t>(made_.layers) + 1;
  if (sides[0] != states || sides[1] != made_.tokens.size()) {
    wrong(array.where,
          fmt::format("holds {} states of {}, and the attentions are of {} and {}: {} states are "
                      "wanted, the embeddings first; or leave it out",
                      sides[0], number_of(sides[1], "token"), number_of(made_.layers, "layer"),
                      number_of(made_.tokens.size(), "token"), states));
  }
  check_side(array.where, sides[2], 1, kMostWide, "number");
  check_memory(array.where, static_cast<double>(sides[0] * sides[1] * sides[2]) * sizeof(Real),
               "write fewer tokens");
  const Shape shape{static_cast<int>(sides[1]), static_cast<int>(sides[2])};
  for (uint64_t i = 0; i < states; ++i) {
    Mat state = array.next(shape);
    for (int row = 0; row < shape.rows; ++row) {
      const auto cells = std::as_const(state).row(row);
      if (std::ranges::all_of(cells, [](Real x) { return std::isfinite(x); })) continue;
      wrong(array.where, fmt::format("state {}, token {} holds a number that is not finite; "
                                     "compute it again, perhaps in float32",
                                     i, row + 1));
    }
    made_.hidden.push_back(std::make_shared<const Leaf>(std::move(state)));
  }
}

void AttentionBuilding::told(double share) const {
  if (watch_ && !watch_(share)) wrong(file_.string(), "reading it was stopped");
}

void AttentionBuilding::check_weights(const AttentionArray& array, int map, const Mat& weights) {
  const auto refuse = [&](int row, const std::string& what) {
    wrong(array.where, fmt::format("layer {}, head {}, row {} {}", map / made_.heads + 1,
                                   map % made_.heads + 1, row + 1, what));
  };
  for (int row = 0; row < weights.rows(); ++row) {
    double sum = 0;
    const auto cells = weights.row(row);
    for (int col = 0; col < weights.cols(); ++col) {
      const double weight = cells[static_cast<std::size_t>(col)];
      if (!std::isfinite(weight) || weight < 0) {
        refuse(row, fmt::format("holds {}, which is no weight; write what the softmax gives, and "
                                "not the scores before it",
                                shortest(weight)));
      }
      sum += weight;
      if (col > row && weight > 0) made_.causal = false;
    }
    if (std::abs(sum - 1) <= array.tolerance) continue;
    refuse(row, fmt::format("sums to {:.4g}, not to 1; write the weights after the softmax, "
                            "without dropout (model.eval()) and without padding",
                            sum));
  }
}

}  // namespace glassformer
