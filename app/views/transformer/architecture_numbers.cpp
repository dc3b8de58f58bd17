#include "app/views/transformer/architecture_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

#include "app/views/parts/large_bars.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/curve.h"
#include "app/widgets/formula.h"
#include "app/widgets/plain_formula.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

struct Words {
  const char* title;
  const char* about;
};
// In the order of ModelPart.
constexpr std::array<Words, 10> kWords{{
    {"Embedding", "One row for each word; the output layer uses the same rows."},
    {"Attention", "Four matrices for all heads; each head owns a slice of them."},
    {"Feed-forward", "The same two layers at every position, with ReLU in between."},
    {"Add & Norm", "The residual sum costs nothing; the norm has a gain and a bias."},
    {"One encoder layer", "How many of each block it has."},
    {"One decoder layer", "A second attention and a third norm more than the encoder."},
    {"The whole model", "Embedding and all layers."},
    {"One forward pass", "2 · times · rows · inner · columns for each product."},
    {"Memory", "4 bytes a parameter; training also keeps gradients and two moments."},
    {"Training", "Products that were needed, and what eight GPUs could have done."},
}};

std::string row_name(const Tape& tape, Var var, int row) {
  return axis_label(tape.node(var).label.rows, row);
}

double first(const Tape& tape, Var var) {
  return tape.value(var)(0, 0);
}

// A block: rows × columns = parameters for each of its matrices. A part of parts: how many of each.
// And the sum.
void add_part(const Tape& tape, const ArchitectureRecord::Part& part, NumberSheet& sheet) {
  if (part.matrices) {
    const Mat &shapes = tape.value(part.matrices), &cells = tape.value(part.cells);
    for (int r = 0; r < shapes.rows(); ++r) {
      sheet.lines.push_back(
          {row_name(tape, part.matrices, r),
           fmt::format("{} × {}", format_count(shapes(r, 0)), format_count(shapes(r, 1))),
           format_count(cells(r, 0)), -1, cell_of(tape, part.cells, r, 0), false});
    }
  }
  if (part.count) {
    const Mat &count = tape.value(part.count), &each = tape.value(part.each);
    double sum = 0;
    const auto all = [&](int i) -> double { return count(0, i) * each(i, 0); };
    for (int i = 0; i < each.rows(); ++i) sum += all(i);
    for (int i = 0; i < each.rows(); ++i) {
      sheet.lines.push_back(
          {row_name(tape, part.each, i), fmt::format("{} ×", format_count(count(0, i))),
           format_count(each(i, 0)), all(i) / sum, cell_of(tape, part.each, i, 0), false, true});
    }
  }
  if (!part.parameters) return;
  sheet.lines.push_back({"together", "", format_count(first(tape, part.parameters)),
                         part.count ? 1.0 : -1.0, cell_of(tape, part.parameters, 0, 0), true});
}

void add_flops(const Tape& tape, const ArchitectureRecord::Flops& flops, NumberSheet& sheet) {
  if (!flops.each) return;
  const Mat& each = tape.value(flops.each);
  const double most = *std::max_element(each.cells().begin(), each.cells().end());
  for (int r = 0; r < each.rows(); ++r) {
    sheet.lines.push_back({row_name(tape, flops.each, r), "", format_quantity(each(r, 0), ""),
                           each(r, 0) / most, cell_of(tape, flops.each, r, 0), false});
  }
  sheet.lines.push_back({"forward", "", format_quantity(first(tape, flops.forward), ""), -1,
                         cell_of(tape, flops.forward, 0, 0), true});
  sheet.lines.push_back({"and backward", "3 ×", format_quantity(first(tape, flops.training), ""),
                         -1, cell_of(tape, flops.training, 0, 0), false});
}

void add_memory(const Tape& tape, const ArchitectureRecord::Memory& memory, NumberSheet& sheet) {
  if (!memory.parameters) return;
  sheet.lines.push_back({"to translate", "4 bytes ×",
                         format_quantity(first(tape, memory.parameters), "B"), 0.25,
                         cell_of(tape, memory.parameters, 0, 0), false});
  sheet.lines.push_back({"to train", "16 bytes ×",
                         format_quantity(first(tape, memory.training), "B"), 1,
                         cell_of(tape, memory.training, 0, 0), false});
}

void add_cost(const Tape& tape, const ArchitectureRecord::Cost& cost, NumberSheet& sheet) {
  if (!cost.share) {
    sheet.about = "Only the two models of the paper were trained in it: choose base or big.";
    return;
  }
  const auto add = [&](const std::string& name, const std::string& how, const std::string& value,
                       Var var, bool total, double share = -1) {
    sheet.lines.push_back({name, how, value, share, cell_of(tape, var, 0, 0), total});
  };
  const Mat &given = tape.value(cost.given), &gpus = tape.value(cost.hardware_given);
  add("pairs", fmt::format("{} × {}", format_count(given(0, 0)), format_count(given(0, 1))),
      format_count(first(tape, cost.pairs)), cost.pairs, false);
  add("products", "pairs × 3 F", format_digits(first(tape, cost.products), 3), cost.products, false,
      first(tape, cost.share));
  add("hardware", fmt::format("{} GPUs × {} h", format_count(gpus(0, 0)), format_count(gpus(0, 1))),
      format_digits(first(tape, cost.hardware), 3), cost.hardware, true, 1);
  add("used", "products / hardware", fmt::format("{:.1f} %", 100 * first(tape, cost.share)),
      cost.share, false);
}

bool is_formula(const std::string& name) {
  return name.find_first_of("_^") != name.npos;
}

float name_width(const Ui& ui, const NumberLine& line, Type words) {
  return is_formula(line.name) ? formula_size(ui.canvas, line.name, words.size + ui.theme.px(2)).x
                               : ui.canvas.width(line.name, words);
}

// How large its lines can be written, px: as the area has room for their words and numbers.
float letters_of(const Ui& ui, const NumberSheet& sheet, Rect area) {
  for (const float px : {20.0F, 18.0F, 16.0F}) {
    const Type words{Face::text, ui.theme.px(px)}, numbers{Face::number, words.size},
        strong{Face::bold, words.size};
    float widest = 0;
    for (const NumberLine& l : sheet.lines) {
      widest = std::max(widest, name_width(ui, l, words) + ui.canvas.width(l.how, numbers) +
                                    ui.canvas.width(l.value, l.total ? strong : numbers));
    }
    const float high = 1.6F * words.size * static_cast<float>(sheet.lines.size());
    if (widest + ui.theme.px(24) <= area.w && high <= area.h) return px;
  }
  return 14;
}

}  // namespace

NumberSheet number_sheet(const Session& session, std::optional<ModelPart> part) {
  NumberSheet sheet;
  if (!part) return sheet;
  const Tape& tape = session.run()->tape;
  const auto& record = session.run()->records.get<ArchitectureRecord>();
  const Words& words = kWords[static_cast<std::size_t>(*part)];
  sheet.title = words.title;
  sheet.about = words.about;
  if (*part <= ModelPart::total) add_part(tape, record[*part], sheet);
  if (*part == ModelPart::flops) add_flops(tape, record.flops, sheet);
  if (*part == ModelPart::memory) add_memory(tape, record.memory, sheet);
  if (*part == ModelPart::cost) add_cost(tape, record.cost, sheet);
  return sheet;
}

void draw_number_sheet(Ui& ui, Session& session, const NumberSheet& sheet, Rect area) {
  const Theme& theme = ui.theme;
  Canvas& canvas = ui.canvas;
  canvas.text_in(area.take_top(theme.px(28)), sheet.title, theme.heading(), theme.ink);
  FormulaStyle soft;
  soft.size = theme.px(16);
  soft.ink = theme.soft_ink;
  area.take_top(draw_prose(ui, sheet.about, area.origin(), area.w, theme.small(), soft).height +
                theme.px(10));
  if (sheet.lines.empty()) return;
  const float px = letters_of(ui, sheet, area);
  const Type words{Face::text, theme.px(px)}, numbers{Face::number, words.size},
      strong{Face::bold, theme.px(std::max(px, 16.0F))};
  soft.size = theme.px(px + 2);
  const float line = std::min(theme.px(2.2F * px),
                              (area.h - theme.px(8)) / static_cast<float>(sheet.lines.size()));
  if (line < theme.px(16)) return;
  float values = 0;
  for (const NumberLine& l : sheet.lines) {
    const Type type = l.total ? strong : numbers;
    values = std::max(values, canvas.width(l.value, type));
  }
  for (const NumberLine& l : sheet.lines) {
    if (l.total) {
      canvas.line({area.x, area.y + theme.px(2)}, {area.right(), area.y + theme.px(2)}, theme.rule,
                  theme.px(1));
      area.take_top(theme.px(4));
    }
    Rect row = area.take_top(line);
    const CellTouch touch = touch_cell(ui, session, l.cell, row);
    if (touch.lit) canvas.fill(row.inset(-theme.px(6), 0), theme.pressed, theme.px(5));
    if (l.share >= 0 && !touch.hidden) {
      const float w = row.w * static_cast<float>(l.share);
      canvas.fill({row.x - theme.px(6), row.y + theme.px(1), w + theme.px(12), row.h - theme.px(2)},
                  theme.accent.alpha(0.16F), theme.px(4));
    }
    canvas.text_in(row.take_right(values + theme.px(4)), touch.shown(l.value),
                   l.total ? strong : numbers, theme.ink, Align::right);
    const float how = canvas.width(l.how, numbers) + theme.px(10);
    const bool room = row.w > how + name_width(ui, l, words) + theme.px(4);
    if (room && !l.how.empty() && !touch.hidden)
      canvas.text_in(row.take_right(how), l.how, numbers, theme.faint_ink);
    if (is_formula(l.name)) {
      FormulaStyle ink = soft;
      ink.ink = theme.ink;
      const float height = formula_size(canvas, l.name, ink.size).y;
      draw_formula(ui, l.name, {row.x, row.center().y - height / 2}, ink);
    } else {
      canvas.text_in(row, l.name, words, theme.ink);
    }
  }
}

void draw_number_bars(Ui& ui, Session& session, const NumberSheet& sheet, Rect area) {
  LargeBars list{.id = sheet.title, .title = sheet.title, .bars = {}};
  list.bars.full = 1;
  constexpr std::size_t few = 8;
  std::vector<const NumberLine*> lines;
  for (const NumberLine& line : sheet.lines) {
    if (line.share >= 0) lines.push_back(&line);
  }
  if (lines.empty()) return draw_empty_place(ui, sheet.about, area);
  // Of many the last may have no room: those are the smallest.
  if (lines.size() > few) std::ranges::stable_sort(lines, std::greater{}, &NumberLine::share);
  for (const NumberLine* line : lines) {
    list.bars.bars.push_back(
        {.name = is_formula(line->name) ? plain_formula(line->name) : line->name,
         .cell = line->cell,
         .value = line->share,
         .number = line->each ? line->how + " " + line->value : line->value,
         .strong = line->total});
  }
  draw_large_bars(ui, session, list, area);
}

void draw_shares_by_length(Ui& ui, const Session& session, Rect area) {
  const Tape& tape = session.run()->tape;
  const auto& record = session.run()->records.get<ArchitectureRecord>();
  const Mat& shares = tape.value(record.flops.shares);
  const Label& label = tape.node(record.flops.shares).label;
  constexpr std::array roles{Role::output, Role::key, Role::query, Role::input};
  CurveSpec spec{.id = "shares by length", .x_name = "tokens", .y_name = "% of the operations"};
  spec.log_x = spec.zero_y = true;
  spec.marker_x = tape.value(record.config)(0, static_cast<int>(ModelSize::tokens));
  for (int kind = 0; kind < shares.cols(); ++kind) {
    Curve curve{.name = axis_label(label.cols, kind),
                .color = ui.theme.tensor(roles.at(static_cast<std::size_t>(kind) % roles.size()))};
    for (int r = 0; r < shares.rows(); ++r) {
      curve.x.push_back(record.flops.lengths[static_cast<std::size_t>(r)]);
      curve.y.push_back(100.0 * shares(r, kind));
    }
    curve.dots = kind == 0;
    spec.curves.push_back(std::move(curve));
  }
  draw_curve(ui, spec, area);
}

}  // namespace glassformer
