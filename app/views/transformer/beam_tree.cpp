#include "app/views/transformer/beam_tree.h"

#include <algorithm>
#include <map>

#include "app/views/parts/touch_cell.h"
#include "app/widgets/list_rows.h"
#include "core/scenes/records/decoding.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

using Fate = BeamCandidate::Fate;
constexpr std::size_t kRejected = 3;  // of each step, the best ones that were not kept
// px at scale 1; `kLeast` holds a word without its number.
constexpr float kRow = 64, kLeast = 24, kNumbered = 37, kGap = 14;

const BeamCandidate& at(const std::vector<BeamCandidate>& beam, int row) {
  return beam[static_cast<std::size_t>(row)];
}

// What is drawn of each step, most probable first.
std::vector<std::vector<int>> columns(const std::vector<BeamCandidate>& beam) {
  std::vector<std::vector<int>> steps;
  for (const BeamCandidate& c : beam) {
    if (static_cast<int>(steps.size()) <= c.step)
      steps.resize(static_cast<std::size_t>(c.step) + 1);
    steps[static_cast<std::size_t>(c.step)].push_back(c.row);
  }
  for (std::vector<int>& rows : steps) {
    std::stable_sort(rows.begin(), rows.end(),
                     [&](int a, int b) { return at(beam, a).sum > at(beam, b).sum; });
    std::size_t rejected = 0;
    std::erase_if(rows, [&](int row) {
      return at(beam, row).fate == Fate::rejected && ++rejected > kRejected;
    });
  }
  return steps;
}

// The most rows of the steps from `first` to `last`.
std::size_t most_rows(const std::vector<std::vector<int>>& steps, StepRange seen) {
  std::size_t most = 1;
  for (int s = std::max(seen.first, 0); s <= seen.last && s < static_cast<int>(steps.size()); ++s) {
    most = std::max(most, steps[static_cast<std::size_t>(s)].size());
  }
  return most;
}

// Short enough for a narrow column; the inspector has all digits.
std::string percent(double probability) {
  if (probability < 1e-3) return "<0.1 %";
  return format_digits(100 * probability, probability < 0.01 ? 1 : 2) + " %";
}

}  // namespace

std::vector<BeamCandidate> read_beam(const Run& run) {
  std::vector<BeamCandidate> beam;
  const auto& record = run.records.get<DecodingRecord>();
  const Var var = record.beam;
  if (!var) return beam;
  const Mat& table = run.tape.value(var);
  for (int r = 0; r < table.rows(); ++r) {
    const std::string text = axis_label(run.tape.node(var).label.rows, r);
    beam.push_back({r, static_cast<int>(table(r, 0)), static_cast<int>(table(r, 1)),
                    text == record.end ? "end" : text, table(r, 2), table(r, 4), table(r, 5),
                    static_cast<Fate>(static_cast<int>(table(r, 6))), text == record.end, false});
  }
  int winner = -1;
  for (const BeamCandidate& c : beam) {
    if (c.fate == Fate::finished && (winner < 0 || c.score > at(beam, winner).score))
      winner = c.row;
  }
  for (const int row : way_to(beam, winner)) beam[static_cast<std::size_t>(row)].best = true;
  return beam;
}

std::vector<int> way_to(const std::vector<BeamCandidate>& beam, int row) {
  std::vector<int> way;
  while (row >= 0 && row < static_cast<int>(beam.size())) {
    way.push_back(row);
    row = at(beam, row).parent;
  }
  std::reverse(way.begin(), way.end());
  return way;
}

int draw_beam_tree(Ui& ui, Session& session, Var node, const std::vector<BeamCandidate>& beam,
                   StepRange seen, float left, float column, Rect area) {
  const Theme& theme = ui.theme;
  const auto steps = columns(beam);
  const auto [most, row_height] =
      rows_in(area.h, most_rows(steps, seen), theme.px(kLeast), theme.px(kRow));
  const bool numbers = row_height >= theme.px(kNumbered);
  std::map<int, Rect> boxes;
  for (std::size_t s = 0; s < steps.size(); ++s) {
    for (std::size_t i = 0; i < std::min(most, steps[s].size()); ++i) {
      boxes[steps[s][i]] =
          Rect{left + column * static_cast<float>(s), area.y + row_height * static_cast<float>(i),
               column - theme.px(kGap), row_height - theme.px(4)};
    }
  }
  const Tape& tape = session.run()->tape;
  const Target& hover = session.hover;
  const bool touched = hover.kind == Target::Kind::cell && is_of(hover, tape, node);
  const std::vector<int> way = way_to(beam, touched ? hover.row : -1);
  const auto on_way = [&](int row) { return std::find(way.begin(), way.end(), row) != way.end(); };
  for (const auto& [row, box] : boxes) {
    const auto parent = boxes.find(at(beam, row).parent);
    if (parent == boxes.end()) continue;
    const Vec from{parent->second.right(), parent->second.center().y}, to{box.x, box.center().y};
    const float bend = theme.px(kGap) * 0.6F;
    const bool best = at(beam, row).best;
    const bool strong = best || on_way(row);
    const Color color = on_way(row)                            ? theme.lit
                        : best                                 ? theme.accent
                        : at(beam, row).fate == Fate::rejected ? theme.rule
                                                               : theme.faint_ink;
    ui.canvas.bezier(from, {from.x + bend, from.y}, {to.x - bend, to.y}, to, color,
                     theme.px(strong ? 2.5F : 1.2F));
  }
  int clicked = -1;
  for (const auto& [row, box] : boxes) {
    const BeamCandidate& c = at(beam, row);
    const CellTouch touch = touch_cell(ui, session, cell_of(tape, node, row, 2), box);
    if (touch.clicked) clicked = row;
    const bool rejected = c.fate == Fate::rejected;
    const Color ground = c.best ? theme.accent : theme.raised;
    if (!rejected || touch.hovered) ui.canvas.fill(box, ground, theme.px(6));
    if (!c.best)
      ui.canvas.frame(box, rejected ? theme.rule : theme.faint_ink, theme.px(1), theme.px(6));
    if (c.fate == Fate::finished || on_way(row)) {
      ui.canvas.frame(box, on_way(row) ? theme.lit : theme.accent, theme.px(2), theme.px(6));
    }
    const Color ink = c.best ? theme.on_accent : rejected ? theme.faint_ink : theme.ink;
    Rect inside = box.inset(theme.px(4), theme.px(2));
    if (numbers) {
      Rect foot = inside.take_bottom(inside.h / 2);
      ui.canvas.text_in(foot, touch.shown(percent(c.probability)), theme.number(), ink,
                        Align::center);
    }
    ui.canvas.text_in(inside, c.text, theme.small(), ink, Align::center);
  }
  return clicked;
}

}  // namespace glassformer
