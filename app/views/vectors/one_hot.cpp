#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/option_line.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/one_hot.h"

namespace glassformer {

namespace {

constexpr std::string_view kList = "list", kLookup = "lookup";

// A sentence over a vocabulary: which place in the list each token is, and the rows of C that its
// tokens pick.
class OneHot : public View {
 public:
  std::string_view name() const override { return "one-hot"; }
  std::string_view help() const override {
    return "The vocabulary is a list, and each token of the sentence has a place in it. Type "
           "another sentence, or another text whose words are the vocabulary; a token that is not "
           "in it becomes <unk>. Touch a cell to see what made it.";
  }

  void begin_parts(Ui& ui, Session& session) override { matrices_.begin(ui, session); }
  void end_parts(Ui& ui, Session& session) override { matrices_.end(ui, session); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const OneHotRecord& record = run->records.get<OneHotRecord>();
    if (!record.x) return {};
    if (part == kLookup) {
      draw_lookup(ui, session, *run, record, area);
      return {run->tape.node(record.c).path, run->tape.node(record.row).path};
    }
    draw_tokens(ui, session, *run, record, area);
    area.take_top(ui.theme.px(18));
    draw_list(ui, session, *run, record, area);
    return {};
  }

  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const float height = ui.theme.px(36);
    vocabulary_.draw(ui, session, one_hot_options::vocabulary, "Vocabulary",
                     "The words of the sentence itself", area.take_top(height));
    return height;
  }

 private:
  // The tokens that trained vectors lack; none where the rows are random.
  static bool is_learned(const Run& run, const std::string& token) {
    const Var learned = run.records.get<OneHotRecord>().learned;
    if (!learned) return true;
    const std::vector<std::string>& rows = run.tape.node(learned).label.rows.labels;
    return std::find(rows.begin(), rows.end(), token) != rows.end();
  }

  // Where the token's 1 is.
  static int place_in_list(const Run& run, Var x, int token) {
    const auto cells = run.tape.value(x).row(token);
    return static_cast<int>(std::max_element(cells.begin(), cells.end()) - cells.begin());
  }

  // A chip for each token, its number in the list below, and whether it was not learned; as many as
  // there is room for.
  static void draw_tokens(Ui& ui, Session& session, const Run& run, const OneHotRecord& record,
                          Rect& area) {
    const Theme& theme = ui.theme;
    const Axis& tokens = run.tape.node(record.x).label.rows;
    const float gap = theme.px(6);
    const auto below = [&](int r) {
      const bool learned = is_learned(run, axis_label(tokens, r));
      return fmt::format("{}{}", place_in_list(run, record.x, r) + 1,
                         learned ? "" : ", not learned");
    };
    const auto all = static_cast<std::size_t>(run.tape.shape(record.x).rows);
    // Few tokens stand in the same columns as the list.
    const auto width = [&](std::size_t i) {
      const int r = static_cast<int>(i);
      return gap + std::max(ui.canvas.width(axis_label(tokens, r), theme.title()) + theme.px(26),
                            ui.canvas.width(below(r), theme.body()));
    };
    const std::size_t shown = fitting(ui, all, width, area.w + gap);
    Rect row = area.take_top(theme.px(64));
    float spare = row.w;
    for (std::size_t i = 0; i < shown; ++i) spare -= width(i);
    if (shown < all) spare -= more_width(ui, all - shown);
    const float each = std::clamp(spare / static_cast<float>(shown), 0.0F, theme.px(90));
    for (std::size_t i = 0; i < shown; ++i) {
      const int r = static_cast<int>(i);
      Rect column = row.take_left(width(i) + each - gap);
      row.take_left(gap);
      const Target token = token_of(tokens.sequence, r);
      touch_target(ui, session, Ui::id("place", static_cast<std::uint64_t>(r)), token, column);
      const bool lit = session.hover == token;
      const Color fill = lit ? theme.lit : theme.tensor(Role::input);
      const Rect chip = column.take_top(theme.px(38));
      ui.canvas.fill(chip, fill, theme.px(10));
      ui.canvas.text_in(chip, axis_label(tokens, r), theme.title(), ink_on(fill), Align::center);
      ui.canvas.text_in(column, below(r), theme.body(), theme.soft_ink, Align::center);
    }
    draw_more(ui, all - shown, row.take_top(theme.px(38)));
  }

  // The places that are drawn, in the order of the list: all, or as many as there is room for, the
  // sentence's own first.
  static std::vector<int> drawn_places(int all, const std::set<int>& used, int room) {
    std::set<int> drawn(used.begin(), used.end());
    while (static_cast<int>(drawn.size()) > room) drawn.erase(std::prev(drawn.end()));
    for (int i = 0; i < all && static_cast<int>(drawn.size()) < room; ++i) drawn.insert(i);
    return {drawn.begin(), drawn.end()};
  }

  // The vocabulary with its numbers, column by column; the words of the sentence in colour.
  static void draw_list(Ui& ui, Session& session, const Run& run, const OneHotRecord& record,
                        Rect area) {
    const Theme& theme = ui.theme;
    const Axis& words = run.tape.node(record.x).label.cols;
    const Shape shape = run.tape.shape(record.x);
    std::set<int> used;
    for (int r = 0; r < shape.rows; ++r) used.insert(place_in_list(run, record.x, r));
    float names = 0;
    for (int i = 0; i < std::min(shape.cols, 400); ++i) {
      names = std::max(names, name_width(ui, axis_label(words, i), theme.body()));
    }
    const float digits =
        ui.canvas.width(std::to_string(shape.cols), theme.heading()) + theme.px(10);
    const int across = std::clamp(static_cast<int>(area.w / (digits + names + theme.px(30))), 1,
                                  std::max(1, static_cast<int>(std::ceil(std::sqrt(shape.cols)))));
    const auto most = static_cast<int>(area.h / theme.px(30));
    const bool whole = across * most >= shape.cols;
    const Rect rest = whole ? Rect{} : area.take_bottom(theme.px(26));
    const std::vector<int> drawn = drawn_places(
        shape.cols, used, across * std::max(1, static_cast<int>(area.h / theme.px(30))));
    const int count = static_cast<int>(drawn.size());
    const int down = (count + across - 1) / across;
    const float wide = area.w / static_cast<float>(across);
    const float high = std::min(theme.px(62), area.h / static_cast<float>(std::max(1, down)));
    const Type type = high >= theme.px(40) ? Type{Face::text, theme.heading().size} : theme.body();
    for (int k = 0; k < count; ++k) {
      const int i = drawn[static_cast<std::size_t>(k)];
      const Rect cell = Rect{area.x + wide * static_cast<float>(k / down),
                             area.y + high * static_cast<float>(k % down), wide, high}
                            .inset(theme.px(3), theme.px(2));
      const std::string& word = axis_label(words, i);
      const bool is_used = used.contains(i);
      const bool lit = session.hover.kind == Target::Kind::token &&
                       session.hover.sequence == run.tape.node(record.x).label.rows.sequence &&
                       place_in_list(run, record.x, session.hover.token) == i;
      const Color fill = lit ? theme.lit : is_used ? theme.tensor(Role::input) : theme.raised;
      const Color ink = lit || is_used ? ink_on(fill) : theme.ink;
      ui.canvas.fill(cell, fill, theme.px(6));
      Rect inner = cell.inset(theme.px(8), 0);
      ui.canvas.text_in(inner.take_left(digits - theme.px(10)), std::to_string(i + 1), type,
                        lit || is_used ? ink : theme.soft_ink, Align::right);
      inner.take_left(theme.px(10));
      text_fitted(ui, inner, word, type, ink);
    }
    draw_more(ui, static_cast<std::size_t>(shape.cols - count), rest);
  }

  // C at the left, the rows that the tokens pick at the right, and a line from each to the other.
  void draw_lookup(Ui& ui, Session& session, const Run& run, const OneHotRecord& record,
                   Rect area) {
    const Theme& theme = ui.theme;
    MatrixPanel::Options options;
    options.fills = true;
    options.largest = 1000;
    const float between = area.w * 0.22F;
    const Rect left = area.take_left((area.w - between) * 0.5F);
    area.take_left(between);
    const Rect table = matrices_.draw(ui, session, record.c, left, options).cells;
    const MatrixLayout picked = matrices_.draw(ui, session, record.row, area, options);
    if (table.h <= 0 || picked.cells.h <= 0) return;
    const Shape from = run.tape.shape(record.c), to = run.tape.shape(record.row);
    const auto middle = [](const Rect& cells, int row, int rows) {
      return cells.y + cells.h * (static_cast<float>(row) + 0.5F) / static_cast<float>(rows);
    };
    const float x0 = table.right() + theme.px(8);
    const float x1 =
        std::min(picked.row_labels.w > 0 ? picked.row_labels.x : picked.cells.x, picked.cells.x) -
        theme.px(8);
    for (int r = 0; r < to.rows; ++r) {
      const Vec start{x0, middle(table, place_in_list(run, record.x, r), from.rows)};
      const Vec end{x1, middle(picked.cells, r, to.rows)};
      const float bend = (x1 - x0) * 0.45F;
      ui.canvas.bezier(start, {start.x + bend, start.y}, {end.x - bend, end.y}, end,
                       theme.tensor(Role::input), theme.px(2.5F));
      ui.canvas.circle(end, theme.px(4), theme.tensor(Role::input));
    }
  }

  OptionLine vocabulary_;
  MatrixPanel matrices_;
};

const RegisterView registered{"one-hot",
                              [] { return std::unique_ptr<View>(new OneHot); },
                              {.parts = {{.name = kList}, {.name = kLookup}}}};

}  // namespace

}  // namespace glassformer
