#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/views/parts/equation_panel.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/views/vectors/word_chips.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/subwords.h"

namespace glassformer {

namespace {

// The n-grams of a word as chips, those in colour that another word has too; beside them the
// matrices, or what a step has done to every word.
class Subwords : public View {
 public:
  std::string_view name() const override { return "subwords"; }
  std::string_view help() const override {
    return "The first row of words chooses the one whose n-grams are shown, the second the one "
           "that it is compared with: n-grams that both have are in colour. < and > mark the ends "
           "of a word. Touch an n-gram to find its row in the matrices. Type other words at the "
           "top, of any language.";
  }
  float built() const override { return panel_.built(); }
  void skip() override { panel_.skip(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto& record = run->records.get<SubwordsRecord>();
    if (!record.has) return;
    draw_words(ui, session, *run, record, true, area.take_top(theme.px(34)));
    area.take_top(theme.px(6));
    draw_words(ui, session, *run, record, false, area.take_top(theme.px(34)));
    area.take_top(theme.px(14));
    Rect left = area.take_left(area.w * 0.44F);
    area.take_left(theme.px(24));
    draw_grams(ui, session, *run, record, left);
    const Var focus = stage_focus(session);
    if (focus && focus == record.score) {
      draw_score(ui, session, *run, record, area);
    } else if (focus && (focus == record.gain || focus == record.scores || focus == record.count)) {
      draw_bars(ui, session, *run, record, focus, area);
    } else if (focus &&
               (focus == record.shared || focus == record.cosine || focus == record.step)) {
      table_.begin(ui, session);
      table_.draw(ui, session, focus, area, {.largest = 110, .top = true});
      table_.end(ui, session);
    } else {
      panel_.draw(ui, session, area);
    }
  }

 private:
  static void title(Ui& ui, Rect& area, const std::string& text) {
    text_fitted(ui, area.take_top(ui.theme.px(28)), text, ui.theme.strong(), ui.theme.ink);
  }

  // A row of words, of which one is chosen: the one whose n-grams are shown, or the other.
  static void draw_words(Ui& ui, Session& session, const Run& run, const SubwordsRecord& record,
                         bool first, Rect row) {
    const Theme& theme = ui.theme;
    const float names = std::max(ui.canvas.width("n-grams of", theme.small()),
                                 ui.canvas.width("shared with", theme.small())) +
                        theme.px(12);
    ui.canvas.text_in(row.take_left(names), first ? "n-grams of" : "shared with", theme.small(),
                      theme.soft_ink);
    const std::vector<std::string>& words = run.tape.node(record.has).label.rows.labels;
    const int chosen = first ? record.word : record.other;
    const Color color = theme.tensor(first ? Role::query : Role::key);
    const auto fill = [&](int i) { return i == chosen ? std::optional(color) : std::nullopt; };
    const auto ring = [](int) -> std::optional<Color> { return std::nullopt; };
    const int clicked = draw_word_chips(
        ui, session, {words, chosen, chosen + 1, fill, ring, first ? "first" : "second"}, row);
    if (clicked < 0) return;
    session.post(set_option(first ? subwords_options::word : subwords_options::other, clicked + 1));
  }

  // A line for each length, and the whole word at last.
  static void draw_grams(Ui& ui, Session& session, const Run& run, const SubwordsRecord& record,
                         Rect area) {
    const Theme& theme = ui.theme;
    const Axis& words = run.tape.node(record.has).label.rows;
    const auto common = std::count_if(record.grams.begin(), record.grams.end(),
                                      [](const auto& gram) { return gram.with_other; });
    const std::string word = axis_label(words, record.word),
                      other = axis_label(words, record.other);
    // How many they are may be the question.
    const bool asked = hides(session, run.tape.node(record.shared).path, record.word, record.other);
    title(ui, area,
          record.word == record.other ? fmt::format("{} parts of “{}”", record.grams.size(), word)
          : asked ? fmt::format("Parts of “{}”, those of “{}” in colour", word, other)
                  : fmt::format("{} of {} also in “{}”", common, record.grams.size(), other));
    area.take_top(theme.px(4));
    const std::vector<std::size_t> order = by_length(record);
    Chips chips = lay_out(ui, record, order, area, theme.body(), theme.px(32));
    if (chips.shown < order.size()) {
      chips = lay_out(ui, record, order, area, theme.small(), theme.px(25));
    }
    for (std::size_t i = 0; i < chips.shown; ++i)
      draw_gram(ui, session, run, record, order[i], chips.type, chips.at[i]);
    draw_more(ui, order.size() - chips.shown, chips.rest);
  }

  // Where each of them stands, as far as there is room, and the line that says how many more there
  // are.
  struct Chips {
    Type type;
    std::vector<Rect> at;
    std::size_t shown = 0;
    Rect rest;
  };
  static Chips lay_out(const Ui& ui, const SubwordsRecord& record,
                       const std::vector<std::size_t>& order, Rect area, Type type, float height) {
    const float gap = ui.theme.px(5);
    Chips chips{type, {}, 0, {}};
    Vec at = area.origin();
    for (std::size_t i = 0; i < order.size(); ++i) {
      const SubwordsRecord::Gram& gram = record.grams[order[i]];
      const float width = ui.canvas.width(gram.text, type) + ui.theme.px(20);
      const bool fresh = i > 0 && gram.length != record.grams[order[i - 1]].length;
      if (i > 0 && (fresh || at.x + width > area.right())) {
        at = {area.x, at.y + height + (fresh ? 2 * gap : gap)};
      }
      chips.at.push_back({at.x, at.y, width, height});
      at.x += width + gap;
    }
    const auto fits = [&](float bottom) {
      const auto over = std::find_if(chips.at.begin(), chips.at.end(),
                                     [&](const Rect& chip) { return chip.bottom() > bottom; });
      return static_cast<std::size_t>(over - chips.at.begin());
    };
    chips.shown = fits(area.bottom());
    if (chips.shown == order.size()) return chips;
    chips.rest = area.take_bottom(height);
    chips.shown = fits(area.bottom());
    return chips;
  }

  // Their order on the screen: short ones first, the whole word last.
  static std::vector<std::size_t> by_length(const SubwordsRecord& record) {
    std::vector<std::size_t> order(record.grams.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto rank = [&](std::size_t i) {
      return record.grams[i].length == 0 ? 1000 : record.grams[i].length;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    return order;
  }

  static void draw_gram(Ui& ui, Session& session, const Run& run, const SubwordsRecord& record,
                        std::size_t i, Type type, Rect chip) {
    const Theme& theme = ui.theme;
    const SubwordsRecord::Gram& gram = record.grams[i];
    const Target cell = cell_of(run.tape, record.has, record.word, gram.row);
    const CellTouch touch = touch_cell(ui, session, cell, chip);
    const Color fill = gram.with_other ? theme.tensor(Role::key) : theme.raised;
    ui.canvas.fill(chip, fill, theme.px(16));
    if (gram.length == 0)
      ui.canvas.frame(chip, theme.tensor(Role::query), theme.px(2), theme.px(16));
    if (touch.lit) ui.canvas.frame(chip, theme.lit, theme.px(2), theme.px(16));
    ui.canvas.text_in(chip, gram.text, type, gram.with_other ? ink_on(fill) : theme.ink,
                      Align::center);
  }

  // What each n-gram scores with the context word, and their sum below.
  void draw_score(Ui& ui, Session& session, const Run& run, const SubwordsRecord& record,
                  Rect area) {
    const std::string context = axis_label(run.tape.node(record.scores).label.cols, 0);
    const Rect sum = area.take_bottom(ui.theme.px(130));
    area.take_bottom(ui.theme.px(12));
    title(ui, area, fmt::format("What each row scores with “{}”", context));
    draw_word_bars(ui, session, {.values = record.parts, .by_row = true, .around_zero = true},
                   area);
    table_.begin(ui, session);
    table_.draw(ui, session, record.score, sum, {.top = true});
    table_.end(ui, session);
  }

  // Of each word how many parts it has, its product with the context word, or what the step has
  // added to that.
  static void draw_bars(Ui& ui, Session& session, const Run& run, const SubwordsRecord& record,
                        Var shown, Rect area) {
    const std::string context = axis_label(run.tape.node(record.scores).label.cols, 0);
    const bool counts = shown == record.count;
    const std::string told = fmt::format(
        "{} “{}”", shown == record.gain ? "What the step adds to the score with" : "Score with",
        context);
    title(ui, area, counts ? "Parts of each word" : told);
    WordBars bars;
    bars.values = shown;
    bars.by_row = true;
    bars.around_zero = !counts;
    bars.whole = counts;
    const float height = ui.theme.px(34) * static_cast<float>(run.tape.shape(shown).rows);
    draw_word_bars(ui, session, bars, area.take_top(std::min(area.h, height)));
  }

  EquationPanel panel_;
  MatrixPanel table_;
};

const RegisterView registered{"subwords", [] { return std::unique_ptr<View>(new Subwords); }};

}  // namespace

}  // namespace glassformer
