#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/parts/bars.h"
#include "app/views/parts/highlight.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/option_line.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/vectors/lit_lines.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/why_near.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kLow = 280;  // px at scale 1
constexpr std::array<Role, 4> kWords{Role::query, Role::key, Role::value, Role::output};

// The contexts of two words, or of the four of an analogy: their counts, what these weigh beyond
// chance, the share of the cosine that each has, and sentences with both in place.
class WhyNear : public View {
 public:
  std::string_view name() const override { return "why-near"; }
  std::string_view help() const override {
    return "Type two words, or the four of an analogy: man king woman queen. A row is a context, a "
           "word that stands near them in the text; the bars are its share of the cosine, and the "
           "others and the sum stand below. Touch a row for sentences that hold it. Drag or type a "
           "count, and the cosine follows. With WordNet installed its text can be asked instead.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto& record = run->records.get<WhyNearRecord>();
    if (!record.counts) return;
    draw_choice(ui, session, record, area.take_top(theme.px(36)));
    area.take_top(theme.px(12));
    // In a low window the rows of the table need what they can get.
    const float share = area.h < theme.px(kLow) ? 0.3F : 0.34F;
    Rect foot = area.take_bottom(std::min(area.h * share, theme.px(150)));
    area.take_bottom(theme.px(12));
    draw_table(ui, session, *run, record, area);
    if (shows_shares(session, record)) {
      const float least = ui.theme.px(190);  // of "38 other contexts" and its number
      draw_sum(ui, session, *run, record,
               foot.take_right(std::max(least, foot.w * width_of_shares(record))));
      foot.take_right(theme.px(20));
    }
    draw_lines(ui, session, *run, record, foot);
  }

 private:
  void draw_choice(Ui& ui, Session& session, const WhyNearRecord& record, Rect row) {
    const Theme& theme = ui.theme;
    const bool wordnet =
        value_of(session.inputs(), why_near_options::text) == why_near_options::wordnet;
    const int off = record.wordnet_is_there ? -1 : 1;
    const int picked = ui.segments(
        "text", {"Small world", "WordNet"}, wordnet ? 1 : 0,
        row.take_right(std::min(row.w * 0.4F, theme.px(230))),
        {"The sentences that the small world's vectors were trained on",
         off < 0 ? "Definitions and examples, that the real words' vectors were trained on"
                 : "WordNet is not installed: apt-get install wordnet-base"},
        off);
    if (picked != (wordnet ? 1 : 0)) {
      session.post(set_option(
          why_near_options::text,
          std::string(picked == 1 ? why_near_options::wordnet : why_near_options::world)));
    }
    row.take_right(theme.px(16));
    words_.draw(ui, session, why_near_options::words, "words",
                "two words, or the four of an analogy",
                row.take_left(std::min(row.w, theme.px(440))), std::string());
  }

  // What stands beside the counts: what they weigh; or what the words of an analogy bring.
  static Var middle_of(const Session& session, const WhyNearRecord& record) {
    const Var focus = stage_focus(session);
    if (record.parts && focus != record.ppmi && has_come(session, record.parts)) {
      return record.parts;
    }
    const bool weighed = shows_shares(session, record) || has_come(session, record.ppmi);
    return weighed ? record.ppmi : Var();
  }

  // The part of the stage that the bars and their sum have: four words need more room than two.
  static float width_of_shares(const WhyNearRecord& record) {
    return record.analogy ? 0.25F : 0.36F;
  }

  static bool shows_shares(const Session& session, const WhyNearRecord& record) {
    return stage_focus(session) == record.share || has_come(session, record.share) ||
           has_come(session, record.cosine);
  }

  void draw_table(Ui& ui, Session& session, const Run& run, const WhyNearRecord& record,
                  Rect area) {
    const float gap = ui.theme.px(20);
    const Var middle = middle_of(session, record);
    const bool bars = shows_shares(session, record);
    Rect right = bars ? area.take_right(area.w * width_of_shares(record)) : Rect{};
    if (bars) area.take_right(gap);
    MatrixPanel::Options options;
    options.transposed = options.top = true;
    table_.begin(ui, session);
    const Rect left = middle ? area.take_left(area.w * (record.analogy ? 0.55F : 0.52F)) : area;
    const Rect cells = table_.draw(ui, session, record.counts, left, options).cells;
    table_.end(ui, session);
    if (middle) {
      area.take_left(gap);
      draw_columns(ui, session, run, middle,
                   middle == record.parts ? "What each word brings" : "Beyond chance (PPMI)", cells,
                   area);
    }
    if (bars) draw_shares(ui, session, run, record, cells, right);
  }

  // Over the columns beside the matrix, at the height of its first rows.
  static void draw_title(Ui& ui, const std::string& title, float bottom, Rect area) {
    const float height = ui.canvas.line_height(ui.theme.strong()) * 1.2F;
    text_fitted(ui, {area.x, bottom - height, area.w, height}, title, ui.theme.strong(),
                ui.theme.ink);
  }

  // The numbers of a matrix, a line for each of its columns, beside the rows of the counts.
  static void draw_columns(Ui& ui, Session& session, const Run& run, Var var,
                           const std::string& title, Rect cells, Rect area) {
    const Theme& theme = ui.theme;
    const Mat& values = run.tape.value(var);
    const Axis& rows = run.tape.node(var).label.rows;
    const bool parts = var == run.records.get<WhyNearRecord>().parts;
    const float height = cells.h / static_cast<float>(values.cols());
    const std::vector<float> widths = column_widths(ui, run, var, area.w);
    const float line = ui.canvas.line_height(theme.small()) * 1.2F;
    draw_title(ui, title, cells.y - line, area);
    float x = area.x;
    for (int i = 0; i < values.rows(); ++i) {
      const float width = widths[static_cast<std::size_t>(i)];
      constexpr std::array<std::size_t, 3> of_part{1, 0, 2};
      const auto word = static_cast<std::size_t>(i);
      text_fitted(ui, {x, cells.y - line, width - theme.px(4), line}, axis_label(rows, i),
                  theme.small(), theme.tensor(kWords[parts ? of_part[word] : word]), Align::right);
      for (int j = 0; j < values.cols(); ++j) {
        const Rect box{x, cells.y + static_cast<float>(j) * height, width - theme.px(4), height};
        draw_number(ui, session, run, var, i, j, box);
      }
      x += width;
    }
  }

  // What each column needs for its word, and of what is left over an equal part; equal ones where
  // there is not room for all words.
  static std::vector<float> column_widths(const Ui& ui, const Run& run, Var var, float room) {
    const Mat& values = run.tape.value(var);
    const Axis& names = run.tape.node(var).label.rows;
    const auto columns = static_cast<float>(std::max(1, values.rows()));
    std::vector<float> widths;
    float total = 0;
    for (int i = 0; i < values.rows(); ++i) {
      float wide = ui.canvas.width(axis_label(names, i), ui.theme.small()) + ui.theme.px(6);
      for (const Real cell : values.row(i)) {
        const float number = ui.canvas.width(written(run, var, cell), ui.theme.number());
        wide = std::max(wide, number + ui.theme.px(13));  // with what draw_number leaves free
      }
      widths.push_back(wide);
      total += wide;
    }
    for (float& width : widths) {
      const float wide = total > room ? room / columns : width + (room - total) / columns;
      width = std::min(ui.theme.px(90), wide);
    }
    return widths;
  }

  // What is added up has the decimals of its sum.
  static std::string written(const Run& run, Var var, double value) {
    const bool parts = var == run.records.get<WhyNearRecord>().parts;
    return parts ? three_decimals(value) : format_cell(value);
  }

  static void draw_number(Ui& ui, Session& session, const Run& run, Var var, int i, int j,
                          Rect box) {
    const Theme& theme = ui.theme;
    const Target target = cell_of(run.tape, var, i, j);
    const CellTouch touch = touch_cell(ui, session, target, box);
    if (touch.lit) ui.canvas.fill(box, theme.pressed, theme.px(4));
    const double value = run.tape.value(var)(i, j);
    const std::string text = touch.shown(value == 0 ? "0" : written(run, var, value));
    ui.canvas.text_in(box.inset(theme.px(4), 0), text, theme.number(),
                      value == 0 && !touch.hidden ? theme.faint_ink : theme.ink, Align::right);
  }

  // A bar for each row of the matrices, beside it.
  static void draw_shares(Ui& ui, Session& session, const Run& run, const WhyNearRecord& record,
                          Rect cells, Rect area) {
    const Mat& share = run.tape.value(record.share);
    const float height = cells.h / static_cast<float>(share.cols());
    draw_title(ui, "Share of the cosine", cells.y, area);
    double largest = 1e-9;
    for (const Real cell : share.cells()) largest = std::max(largest, std::abs(double{cell}));
    BarParts parts;
    parts.full = largest;
    parts.both_ways = record.against > 0;
    parts.number = ui.canvas.width("−0.000", ui.theme.number()) + ui.theme.px(6);
    for (int j = 0; j < share.cols(); ++j) {
      const Rect row{area.x, cells.y + static_cast<float>(j) * height, area.w, height};
      const double value = share(0, j);
      draw_bar(ui, session,
               {.name = {},
                .cell = cell_of(run.tape, record.share, 0, j),
                .value = value,
                .number = three_decimals(value)},
               parts, row);
    }
  }

  // The others and the sum, and the same question asked of the trained vectors.
  static void draw_sum(Ui& ui, Session& session, const Run& run, const WhyNearRecord& record,
                       Rect area) {
    const Theme& theme = ui.theme;
    const float height = std::min(theme.px(32), area.h / 3);
    const auto line = [&](Var var, const std::string& name) {
      if (!var) return;
      const double value = run.tape.value(var)(0, 0);
      BarParts parts;
      parts.number = ui.canvas.width("−0.000", theme.number()) + theme.px(6);
      parts.type = theme.small();
      parts.name = area.w - parts.number - theme.px(10);
      draw_bar(ui, session,
               {.name = name,
                .cell = cell_of(run.tape, var, 0, 0),
                .value = value,
                .number = three_decimals(value)},
               parts, area.take_top(height));
    };
    line(record.rest, fmt::format("{} other contexts", record.others));
    const float y = area.y;
    line(record.cosine, "Sum: the cosine");
    ui.canvas.line({area.x, y}, {area.right(), y}, theme.rule, theme.px(1));
    line(record.vectors, "By the vectors");
  }

  // The context that is touched, or chosen; -1: none.
  static int context_of(const Session& session, const Run& run, const WhyNearRecord& record) {
    const auto of = [&](const Target& target) {
      if (target.kind != Target::Kind::cell) return -1;
      for (const Var var : {record.counts, record.ppmi, record.parts, record.share}) {
        if (var && is_of(target, run.tape, var)) return target.col;
      }
      return -1;
    };
    const int hovered = of(session.hover);
    return hovered >= 0 || !session.chosen ? hovered : of(*session.chosen);
  }

  static void draw_lines(Ui& ui, const Session& session, const Run& run,
                         const WhyNearRecord& record, Rect area) {
    const Theme& theme = ui.theme;
    const std::vector<std::string>& words = run.tokens[0];
    std::vector<Color> colors;
    for (std::size_t i = 0; i < words.size(); ++i) colors.push_back(theme.tensor(kWords[i]));
    colors.push_back(theme.accent);
    const int context = context_of(session, run, record);
    std::vector<LitLine> lines;
    std::string title;
    if (context >= 0 && context < run.tape.shape(record.share).cols) {
      title = fmt::format("In the text beside “{}”",
                          axis_label(run.tape.node(record.share).label.cols, context));
      for (std::size_t i = 0; i < words.size(); ++i) {
        const auto& pieces = record.beside[i][static_cast<std::size_t>(context)];
        if (!pieces.empty()) lines.push_back({words[i], colors[i], pieces});
      }
    } else {
      for (const auto& pieces : record.both) lines.push_back({"", theme.ink, pieces});
      title = !lines.empty() ? "Both in one sentence of the text"
                             : "Touch a context for the sentences that hold it";
    }
    text_fitted(ui, area.take_top(theme.px(28)), title, theme.strong(), theme.ink);
    draw_lit_lines(ui, lines, colors, area);
  }

  MatrixPanel table_;
  OptionLine words_;
};

const RegisterView registered{"why-near", [] { return std::unique_ptr<View>(new WhyNear); }};

}  // namespace

}  // namespace glassformer
