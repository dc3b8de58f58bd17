#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/views/parts/large_bars.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/views/vectors/subword_chips.h"
#include "app/views/vectors/word_chips.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/subwords.h"

namespace glassformer {

namespace {

constexpr std::string_view kGrams = "n-grams", kBars = "bars", kScore = "parts of the score";
const std::vector<PartSpec> kParts{
    {.name = kGrams, .share = 0.34F}, {.name = kBars, .share = 0.34F}, {.name = kScore}};

// The n-grams of a word, those in colour that another word has too; what each of them adds to a
// score; and a number for each word, as bars.
class Subwords : public View {
 public:
  std::string_view name() const override { return "subwords"; }
  std::string_view help() const override {
    return "The first row of words chooses the one whose n-grams are shown, the second the one "
           "that it is compared with: n-grams that both have are in colour. < and > mark the ends "
           "of a word. Touch an n-gram to find its row in the matrices. Type other words at the "
           "top, of any language.";
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<SubwordsRecord>();
    if (!record.has) return {};
    if (part == kGrams) {
      draw_subword_chips(ui, session, area);
      return {};
    }
    if (part == kScore) {
      if (!record.score) return {};
      draw_score(ui, session, *run, record, area);
      return {run->tape.node(record.parts).path};
    }
    const Var shown =
        stage_focus(session) == record.gain && record.gain ? record.gain : record.count;
    draw_bars(ui, session, *run, record, shown, area);
    return {run->tape.node(shown).path};
  }

  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<SubwordsRecord>();
    if (!record.has) return 0;
    const float top = area.y;
    draw_words(ui, session, *run, record, true, area.take_top(ui.theme.px(34)));
    area.take_top(ui.theme.px(6));
    draw_words(ui, session, *run, record, false, area.take_top(ui.theme.px(34)));
    return area.y - top;
  }

 private:
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

  // What each n-gram scores with the context word, and their sum below.
  static void draw_score(Ui& ui, Session& session, const Run& run, const SubwordsRecord& record,
                         Rect area) {
    const Theme& theme = ui.theme;
    const std::string context = axis_label(run.tape.node(record.scores).label.cols, 0);
    Rect sum = area.take_bottom(theme.px(40));
    area.take_bottom(theme.px(8));
    text_fitted(ui, area.take_top(theme.px(30)),
                fmt::format("what each row scores with “{}”", context), theme.strong(),
                theme.soft_ink);
    draw_word_bars(ui, session, {.values = record.parts, .by_row = true, .around_zero = true},
                   area);
    ui.canvas.line(sum.origin(), {sum.right(), sum.y}, theme.faint_ink, theme.px(1));
    const CellTouch touch = touch_cell(ui, session, cell_of(run.tape, record.score, 0, 0), sum);
    const double score = run.tape.value(record.score)(0, 0);
    if (touch.lit && !touch.hidden) ui.canvas.fill(sum, theme.pressed, theme.px(5));
    ui.canvas.text_in(sum.take_right(ui.canvas.width("−00.000", theme.title())),
                      touch.shown(three_decimals(score)), theme.title(), theme.ink, Align::right);
    text_fitted(ui, sum, "their sum, the score of the word", theme.heading(), theme.ink);
  }

  // Of each word how many parts it has, or what the step has added to its score with the context
  // word.
  static void draw_bars(Ui& ui, Session& session, const Run& run, const SubwordsRecord& record,
                        Var shown, Rect area) {
    const std::string context = axis_label(run.tape.node(record.scores).label.cols, 0);
    const bool counts = shown == record.count;
    LargeBars list;
    list.id = counts ? "n-grams of words" : "gains of words";
    list.title = counts ? "n-grams of each word"
                        : fmt::format("what the step adds to the score with “{}”", context);
    list.bars = bars_of(session, {.values = shown, .by_row = true, .whole = counts});
    list.bars.by_value = false;
    const int strong = counts ? record.word : -1;
    for (std::size_t i = 0; i < list.bars.bars.size(); ++i) {
      list.bars.bars[i].strong = static_cast<int>(i) == strong;
    }
    draw_large_bars(ui, session, list, area);
  }
};

const RegisterView registered{
    "subwords", [] { return std::unique_ptr<View>(new Subwords); }, {.parts = kParts}};

}  // namespace

}  // namespace glassformer
