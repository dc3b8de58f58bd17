#include "core/models/packed_greedy.h"

#include <algorithm>

#include "core/grad/ops.h"
#include "core/models/packed_transformer.h"

namespace glassformer {

namespace {

// The rows of x that belong to the sentences that still go on.
Mat rows_of(const Mat& x, const PackedRows& all, const std::vector<int>& going) {
  int rows = 0;
  const auto begin = [&](int s) { return all.begins[static_cast<std::size_t>(s)]; };
  for (int s : going) rows += begin(s + 1) - begin(s);
  Mat picked(rows, x.cols());
  int to = 0;
  for (int s : going) {
    for (int r = begin(s); r < begin(s + 1); ++r, ++to) {
      std::copy(x.row(r).begin(), x.row(r).end(), picked.row(to).begin());
    }
  }
  return picked;
}

}  // namespace

std::vector<std::vector<int>> greedy_packed(const Translator& translator,
                                            const std::vector<std::vector<int>>& source_ids,
                                            int most) {
  PackedTransformer model(translator.config, translator.params);
  Tape tape;
  model.begin(tape);
  PackedRows all;
  for (const auto& ids : source_ids) all.add(ids);
  const Mat memory = tape.value(model.encode(all));

  std::vector<std::vector<int>> made(source_ids.size(), std::vector<int>{Tokenizer::begin});
  std::vector<int> going;
  for (int s = 0; s < static_cast<int>(made.size()); ++s) going.push_back(s);
  for (int length = 0; length < most && !going.empty(); ++length) {
    PackedRows source, target;
    std::vector<int> last;
    for (int s : going) {
      source.add(source_ids[static_cast<std::size_t>(s)]);
      target.add(made[static_cast<std::size_t>(s)]);
      last.push_back(target.rows() - 1);
    }
    model.begin(tape);
    const Var given = tape.input(rows_of(memory, all, going));
    const Var decoded = gather(tape, model.decode(given, source, target), last);
    const Mat& logits = tape.value(model.logits(decoded));
    std::vector<int> still;
    for (int i = 0; i < logits.rows(); ++i) {
      const auto row = logits.row(i);
      const auto next = static_cast<int>(std::max_element(row.begin(), row.end()) - row.begin());
      if (next == Tokenizer::end) continue;
      still.push_back(going[static_cast<std::size_t>(i)]);
      made[static_cast<std::size_t>(still.back())].push_back(next);
    }
    going = std::move(still);
  }
  for (auto& ids : made) ids.erase(ids.begin());
  return made;
}

}  // namespace glassformer
