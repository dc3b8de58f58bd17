#include "app/views/parts/top_words.h"

#include <algorithm>
#include <numeric>

#include "app/views/parts/bars.h"
#include "core/text/number_format.h"

namespace glassformer {

const std::vector<int>& TopWords::of(const RunPtr& run, Var probabilities, int row) {
  const Mat& p = run->tape.value(probabilities);
  if (run_.lock() != run || probabilities_ != probabilities) {
    run_ = run;
    probabilities_ = probabilities;
    rows_.assign(static_cast<std::size_t>(p.rows()), {});
  }
  std::vector<int>& order = rows_.at(static_cast<std::size_t>(row));
  if (!order.empty()) return order;
  ++sorted_;
  std::vector<int> all(static_cast<std::size_t>(p.cols()));
  std::iota(all.begin(), all.end(), 0);
  order.resize(std::min(most, all.size()));
  std::partial_sort_copy(all.begin(), all.end(), order.begin(), order.end(), [&](int a, int b) {
    return p(row, a) != p(row, b) ? p(row, a) > p(row, b) : a < b;
  });
  return order;
}

void draw_top_words(Ui& ui, Session& session, TopWords& words, Var logits, Var probabilities,
                    int row, Rect area) {
  const RunPtr run = session.run();
  const Tape& tape = run->tape;
  const Axis& names = tape.node(probabilities).label.cols;
  const Mat &p = tape.value(probabilities), &x = tape.value(logits);
  Bars bars;
  bars.full = 1;
  bars.one_column = true;
  bars.id = tape.node(probabilities).path;
  bars.heads = {"probability", "logit"};
  for (const int word : words.of(run, probabilities, row)) {
    const Target logit = cell_of(tape, logits, row, word);
    bars.bars.push_back({.name = axis_label(names, word),
                         .cell = cell_of(tape, probabilities, row, word),
                         .value = p(row, word),
                         .number = format_cell(p(row, word)),
                         .beside = {{logit, format_cell(x(row, word))}}});
  }
  draw_bars(ui, session, bars, area);
}

}  // namespace glassformer
