#include "app/views/transformer/architecture_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/widgets/formula.h"

namespace glassformer {

namespace {

struct Words {
  const char* scope;
  const char* title;
  const char* about;
};
constexpr std::array<Words, 10> kWords{{
    {"embedding", "Embedding", "One row for each word; the output layer uses the same rows."},
    {"attention", "Attention", "All heads together: each head reads its own columns."},
    {"ffn", "Feed-forward", "The same two layers at every place, with ReLU in between."},
    {"norm", "Add & Norm", "The residual sum costs nothing; the norm has a gain and a bias."},
    {"encoder", "One encoder layer", "How many of each block it has."},
    {"decoder", "One decoder layer", "A second attention and a third norm more than the encoder."},
    {"total", "The whole model", "Embedding and all layers."},
    {"flops", "One forward pass", "2 · times · rows · inner · columns for each product."},
    {"memory", "Memory", "4 bytes a parameter; training also keeps gradients and two moments."},
    {"cost", "Training", "Products that were needed, and what eight GPUs could have done."},
}};

const Mat* matrix(const Tape& tape, const std::string& path) {
  const Var var = tape.find(path);
  return var ? &tape.value(var) : nullptr;
}

Target cell(const std::string& path, int row = 0, int col = 0) {
  return {Target::Kind::cell, path, row, col, 0, 0};
}

std::string row_name(const Tape& tape, const std::string& path, int row) {
  return axis_label(tape.node(tape.find(path)).label.rows, row);
}

// A block: rows × columns = parameters for each of its matrices, and their sum.
void add_matrices(const Tape& tape, const std::string& scope, NumberSheet& sheet) {
  const std::string path = scope + ".matrices";
  const Mat *shapes = matrix(tape, path), *cells = matrix(tape, scope + ".cells");
  const Mat* sum = matrix(tape, scope + ".parameters");
  if (shapes == nullptr || cells == nullptr || sum == nullptr) return;
  for (int r = 0; r < shapes->rows(); ++r) {
    sheet.lines.push_back(
        {row_name(tape, path, r),
         fmt::format("{} × {}", grouped((*shapes)(r, 0)), grouped((*shapes)(r, 1))),
         grouped((*cells)(r, 0)), -1, cell(scope + ".cells", r), false});
  }
  sheet.lines.push_back(
      {"together", "", grouped((*sum)(0, 0)), -1, cell(scope + ".parameters"), true});
}

void add_counts(const Tape& tape, const std::string& scope, NumberSheet& sheet) {
  const Mat *count = matrix(tape, scope + ".count"), *each = matrix(tape, scope + ".each");
  const Mat* sum = matrix(tape, scope + ".parameters");
  if (count == nullptr || each == nullptr || sum == nullptr) return;
  for (int i = 0; i < each->rows(); ++i) {
    sheet.lines.push_back({row_name(tape, scope + ".each", i),
                           fmt::format("{} ×", grouped((*count)(0, i))), grouped((*each)(i, 0)), -1,
                           cell(scope + ".each", i), false});
  }
  sheet.lines.push_back(
      {"together", "", grouped((*sum)(0, 0)), -1, cell(scope + ".parameters"), true});
}

void add_flops(const Tape& tape, NumberSheet& sheet) {
  const Mat *each = matrix(tape, "flops.each"), *forward = matrix(tape, "flops.forward");
  const Mat* training = matrix(tape, "flops.training");
  if (each == nullptr || forward == nullptr || training == nullptr) return;
  const double most = *std::max_element(each->cells().begin(), each->cells().end());
  for (int r = 0; r < each->rows(); ++r) {
    sheet.lines.push_back({row_name(tape, "flops.each", r), "", with_prefix((*each)(r, 0)),
                           (*each)(r, 0) / most, cell("flops.each", r), false});
  }
  sheet.lines.push_back(
      {"forward", "", with_prefix((*forward)(0, 0)), -1, cell("flops.forward"), true});
  sheet.lines.push_back(
      {"and backward", "3 ×", with_prefix((*training)(0, 0)), -1, cell("flops.training"), false});
}

void add_memory(const Tape& tape, NumberSheet& sheet) {
  const Mat *parameters = matrix(tape, "memory.parameters"), *all = matrix(tape, "memory.training");
  if (parameters == nullptr || all == nullptr) return;
  sheet.lines.push_back({"to translate", "4 bytes ×", with_prefix((*parameters)(0, 0)) + "B", -1,
                         cell("memory.parameters"), false});
  sheet.lines.push_back({"to train", "16 bytes ×", with_prefix((*all)(0, 0)) + "B", -1,
                         cell("memory.training"), false});
}

void add_cost(const Tape& tape, NumberSheet& sheet) {
  const Mat *given = matrix(tape, "cost.given"), *pairs = matrix(tape, "cost.pairs");
  const Mat *products = matrix(tape, "cost.products"), *gpus = matrix(tape, "cost.hardware_given");
  const Mat *hardware = matrix(tape, "cost.hardware"), *share = matrix(tape, "cost.share");
  if (given == nullptr || pairs == nullptr || products == nullptr || gpus == nullptr ||
      hardware == nullptr || share == nullptr) {
    sheet.about = "Only the two models of the paper were trained in it: choose base or big.";
    return;
  }
  const auto add = [&](const std::string& name, const std::string& how, const std::string& value,
                       const Target& at, bool total) {
    sheet.lines.push_back({name, how, value, -1, at, total});
  };
  add("pairs", fmt::format("{} × {}", grouped((*given)(0, 0)), grouped((*given)(0, 1))),
      grouped((*pairs)(0, 0)), cell("cost.pairs"), false);
  add("products", "pairs × 3 F", format_digits((*products)(0, 0), 3), cell("cost.products"), false);
  add("hardware", fmt::format("{} GPUs × {} h", grouped((*gpus)(0, 0)), grouped((*gpus)(0, 1))),
      format_digits((*hardware)(0, 0), 3), cell("cost.hardware"), true);
  add("used", "products / hardware", fmt::format("{:.1f} %", 100 * (*share)(0, 0)),
      cell("cost.share"), false);
}

}  // namespace

std::string grouped(double count) {
  if (!(std::abs(count) < 1e15)) return format_digits(count, 3);
  if (count != std::floor(count)) return format_digits(count, 6);
  std::string digits = fmt::format("{:.0f}", count);
  for (std::size_t at = digits.size(); at > 3 + (count < 0 ? 1U : 0U); at -= 3) {
    digits.insert(at - 3, ",");
  }
  return digits;
}

std::string with_prefix(double value) {
  constexpr std::array<const char*, 6> kPrefixes{"", "k", "M", "G", "T", "P"};
  std::size_t i = 0;
  while (std::abs(value) >= 1000 && i + 1 < kPrefixes.size()) {
    value /= 1000;
    ++i;
  }
  return format_digits(value, 3) + (i == 0 ? " " : std::string(" ") + kPrefixes[i]);
}

NumberSheet number_sheet(const Session& session, const std::string& scope) {
  const Tape& tape = session.run()->tape;
  NumberSheet sheet;
  for (const Words& words : kWords) {
    if (scope == words.scope) sheet.title = words.title, sheet.about = words.about;
  }
  add_matrices(tape, scope, sheet);
  add_counts(tape, scope, sheet);
  if (scope == "flops") add_flops(tape, sheet);
  if (scope == "memory") add_memory(tape, sheet);
  if (scope == "cost") add_cost(tape, sheet);
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
  const float line =
      std::min(theme.px(32), (area.h - theme.px(8)) / static_cast<float>(sheet.lines.size()));
  if (line < theme.px(16)) return;
  float values = 0;
  for (const NumberLine& l : sheet.lines) {
    const Type type = l.total ? theme.strong() : theme.number();
    values = std::max(values, canvas.width(l.value, type));
  }
  for (const NumberLine& l : sheet.lines) {
    if (l.total) {
      canvas.line({area.x, area.y + theme.px(2)}, {area.right(), area.y + theme.px(2)}, theme.rule,
                  theme.px(1));
      area.take_top(theme.px(4));
    }
    Rect row = area.take_top(line);
    const Touch touch = ui.touch(Ui::id(l.cell.path, static_cast<Ui::Id>(l.cell.row)), row);
    if (touch.hovered) session.next_hover = l.cell;
    if (touch.clicked) session.chosen = l.cell;
    const bool lit = session.hover == l.cell || (session.chosen && *session.chosen == l.cell);
    if (lit) canvas.fill(row.inset(-theme.px(6), 0), theme.pressed, theme.px(5));
    if (l.share >= 0) {
      const float w = row.w * static_cast<float>(l.share);
      canvas.fill({row.x - theme.px(6), row.y + theme.px(1), w + theme.px(12), row.h - theme.px(2)},
                  theme.accent.alpha(0.16F), theme.px(4));
    }
    canvas.text_in(row.take_right(values + theme.px(4)), l.value,
                   l.total ? theme.strong() : theme.number(), l.total ? theme.accent : theme.ink,
                   Align::right);
    const float how = canvas.width(l.how, theme.number()) + theme.px(10);
    const bool room = row.w > how + canvas.width(l.name, theme.small()) + theme.px(4);
    if (room && !l.how.empty()) {
      canvas.text_in(row.take_right(how), l.how, theme.number(), theme.faint_ink);
    }
    const bool formula =
        l.name.find('_') != std::string::npos || l.name.find('^') != std::string::npos;
    if (formula) {
      FormulaStyle ink = soft;
      ink.ink = theme.ink;
      const float height = formula_size(canvas, l.name, ink.size).y;
      draw_formula(ui, l.name, {row.x, row.center().y - height / 2}, ink);
    } else {
      canvas.text_in(row, l.name, theme.small(), theme.ink);
    }
  }
}

}  // namespace glassformer
