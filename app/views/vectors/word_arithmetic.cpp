#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/jobs/word_lookup.h"
#include "app/view.h"
#include "app/views/parts/highlight.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/vectors/answer_bars.h"
#include "app/views/vectors/answer_terms.h"
#include "app/views/vectors/word_plane.h"

namespace glassformer {

namespace {

constexpr const char* kField = "word expression";
constexpr std::array<AnswerColumn, 3> kColumns{
    {{&WordArithmeticRecord::add, "3CosAdd", "\\cos(x, t)", false, ""},
     {&WordArithmeticRecord::multiply, "3CosMul", "s(x, b) s(x, c) / (s(x, a) + 0.001)", true,
      "asks for whole factors"},
     {&WordArithmeticRecord::direction, "Pair direction", "\\cos(x - c, b - a)", false,
      "asks for b − a + c"}}};
// Of 3CosMul for a question without a, b and c.
constexpr const char* kAnyProduct = "s(x, w_1)^{c_1} s(x, w_2)^{c_2} \\text{ …}";

// An expression of words and what comes of it: three ways to answer side by side, the chosen
// answer's score term by term, and the parallelogram.
class WordArithmetic : public View {
 public:
  std::string_view name() const override { return "word-arithmetic"; }
  std::string_view help() const override {
    return "Type words with + and −, numbers before * and behind /, brackets, and phrases in "
           "double quotes; Tab takes the first completion, or the nearest spelling of an unknown "
           "word, "
           "Enter asks. ~ before a word composes its vector from its parts. The columns are three "
           "ways "
           "to answer; words of the question are struck out while they do not count. Click an "
           "answer to see its scores term by term and where it lies in the plane. Bars end at 1; "
           "where a product of 3CosMul is larger they end at the largest, and a line marks 1. The "
           "buttons ask what the lectures ask.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    lookup_.follow(session.inputs());
    const RunPtr run = session.run();
    if (run != seen_) {
      seen_ = run;
      chosen_.clear();
    }
    const bool exclude = value_of(session.inputs(), word_arithmetic_options::exclude) != 0;
    const auto most =
        static_cast<int>(value_of(session.inputs(), word_arithmetic_options::answers));
    const Rect field = area.take_top(theme.px(40));
    area.take_top(theme.px(8));
    if (area.h > theme.px(440)) {  // a low window keeps its room for the answer
      draw_lecture(ui, session, area);
      area.take_top(theme.px(10));
    }
    const auto& record = run->records.get<WordArithmeticRecord>();
    if (chosen_.empty()) chosen_ = answer_of(*run, record.add, exclude);
    const Var words = record.words;
    const int terms = words ? run->tape.shape(words).rows : 3;
    const auto table = [&](int line) {
      return theme.px(static_cast<float>(26 + line * (std::max(terms, 3) + 4)));
    };
    // Low windows keep one answer, and lines that can be read.
    const float one_answer = theme.px(24 + 26 + 22 + 10), least = table(18);
    // Where there is room, the lists have all their answers, and the words of the question.
    const float lists = theme.px(static_cast<float>(56 + 22 * (most + terms)));
    const float spare = std::clamp(area.h - lists, table(26), std::max(table(26), area.h * 0.42F));
    const float usual = std::min(spare, area.h * 0.48F);
    Rect bottom = area.take_bottom(std::max(usual, std::min(least, area.h - one_answer)));
    area.take_bottom(theme.px(10));
    // While the answer is asked for, neither its terms nor its place are shown; and no terms while
    // a step is about the sum alone: the lists have their room then, beside the plane.
    const bool asked =
        record.add.score && hides(session, run->tape.node(record.add.score).path, 0, 0);
    const Var focus = step_focus(session);
    const bool sum_alone = focus && record.cosines && focus.index < record.cosines.index;
    const float gap = theme.px(20);
    const float width = (area.w - 2 * gap) / 3, lowest = area.h;
    for (AnswerColumn column : kColumns) {
      if (column.unbounded && !record.plane.points) column.formula = kAnyProduct;
      Rect place = area.take_left(width);
      area.take_left(gap);
      if (sum_alone && area.w > 0) place.h = bottom.bottom() - place.y;
      draw_answer_column(ui, session, column, {exclude, most, lowest}, chosen_, place);
    }
    const float plane = sum_alone ? width : bottom.w * 0.37F;
    draw_word_plane(ui, session, asked ? "" : chosen_, bottom.take_right(plane));
    bottom.take_right(gap);
    if (!asked && !sum_alone) draw_answer_terms(ui, session, chosen_, bottom);
    draw_field(ui, session, field);  // last: its completions lie over the rest
  }

 private:
  std::string expression_of(const Session& session) const {
    const std::string typed = typed_in(session.inputs(), word_arithmetic_options::expression);
    return typed.empty() ? lookup_.first() : typed;
  }

  void ask(Session& session, const std::string& expression) {
    if (expression != expression_of(session)) {
      session.post(set_option(word_arithmetic_options::expression, expression, gesture_));
    }
  }

  void draw_field(Ui& ui, Session& session, Rect row) {
    const auto pressed = [&](Key key) {
      return std::any_of(ui.input.keys.begin(), ui.input.keys.end(),
                         [&](const KeyPress& k) { return k.key == key; });
    };
    const bool was_editing = editing_;
    const bool enter = was_editing && pressed(Key::enter), tab = was_editing && pressed(Key::tab);
    if (!was_editing) {
      typed_ = expression_of(session);
      ++gesture_;
    }
    // Tab takes the first word of the list; without a list it goes on, as everywhere.
    if (was_editing && !offered(1).empty()) ui.keep_tab();
    ui.text_field(field_, typed_, row, "king - man + woman", true);
    // A press on the list ends the typing for the field, but not before its word is taken.
    const bool on_list = was_editing && ui.input.down && list_.contains(ui.input.mouse);
    editing_ = on_list || ui.edits(field_);
    list_ = {};
    if (enter) closed_ = typed_;
    if (typed_ != closed_) closed_.clear();
    if (!draw_unasked(ui, session, row)) draw_spelling(ui, session, row);
    // A beginning may be a question of its own ("b" of "blorp"): nothing is asked before it is
    // meant. Who goes on elsewhere means what can be asked.
    const bool left = was_editing && !editing_;
    if (enter || (left && lookup_.can_ask(typed_))) ask(session, typed_);
    if (enter && !typed_.empty() && !lookup_.can_ask(typed_)) return go_on_typing(ui);
    const std::vector<std::string> words = offered(6);
    if (!editing_ || words.empty()) return;
    if (tab) return complete(ui, session, words.front());
    draw_completions(ui, session, words, misspelt() ? "did you mean" : "", row);
  }

  bool misspelt() const { return lookup_.completions(typed_, 1).empty(); }

  // What the word that is being typed may become. Who has confirmed what is typed looks at the
  // answers, over which completions would lie; an unknown word is still to be mended.
  std::vector<std::string> offered(int most) const {
    const bool confirmed = typed_ == closed_;
    if (!misspelt())
      return confirmed ? std::vector<std::string>{} : lookup_.completions(typed_, most);
    if (confirmed && lookup_.can_ask(typed_)) return {};
    return lookup_.spellings(typed_, std::min(most, 3));
  }

  // What stands below still answers another question. True if that had to be said.
  bool draw_unasked(Ui& ui, const Session& session, Rect field) const {
    if (!editing_ || typed_ == expression_of(session)) return false;
    const Theme& theme = ui.theme;
    const std::string words = fmt::format("Enter asks; below stands {}", expression_of(session));
    const float gap = theme.px(12);
    const float left = field.w - ui.canvas.width(typed_, theme.body()) - 3 * gap;
    const bool whole = left >= ui.canvas.width(words, theme.small());
    ui.canvas.text_in(field.inset(gap, 0), whole ? words : "Enter asks", theme.small(),
                      theme.accent, Align::right);
    return true;
  }

  // Which words were taken for others, at the end of the field where the text leaves room.
  void draw_spelling(Ui& ui, const Session& session, Rect field) {
    const Theme& theme = ui.theme;
    const std::string& told = session.run()->records.get<WordArithmeticRecord>().respelled;
    const float gap = theme.px(12);
    const float left = field.w - ui.canvas.width(typed_, theme.body()) - 3 * gap;
    if (told.empty() || left < ui.canvas.width(told, theme.small())) return;
    ui.canvas.text_in(field.inset(gap, 0), told, theme.small(), theme.faint_ink, Align::right);
  }

  void complete(Ui& ui, Session& session, const std::string& word) {
    typed_ = WordLookup::completed(typed_, word);
    go_on_typing(ui);
    if (!lookup_.can_ask(typed_)) return;
    // What was asked last went wrong and was taken back, so this may be there already.
    if (typed_ == expression_of(session) && session.message_is_error) session.message.clear();
    ask(session, typed_);
  }

  // Behind what stands there now, in another field: the old one would go on with its own text.
  void go_on_typing(Ui& ui) {
    field_ = kField + std::to_string(++completed_);
    ui.focus_text(field_);
    ui.remembered(Ui::id("caret at end")) = 3;
    editing_ = true;
  }

  void draw_completions(Ui& ui, Session& session, const std::vector<std::string>& words,
                        const std::string& head, Rect field) {
    const Theme& theme = ui.theme;
    float width = theme.px(160);
    for (const std::string& word : words) {
      width = std::max(width, ui.canvas.width(word, theme.body()) + theme.px(24));
    }
    const float line = theme.px(30);
    Rect list{field.x, field.bottom() + theme.px(4), width,
              line * static_cast<float>(words.size() + (head.empty() ? 0 : 1)) + theme.px(8)};
    ui.cover(list);
    list_ = list;
    ui.canvas.push_whole();
    ui.canvas.set_layer(1);
    ui.canvas.fill(list, theme.raised, theme.px(7));
    ui.canvas.frame(list, theme.rule, theme.px(1), theme.px(7));
    Rect rows = list.inset(theme.px(4));
    if (!head.empty()) {
      ui.canvas.text_in(rows.take_top(line).inset(theme.px(8), 0), head, theme.small(),
                        theme.faint_ink);
    }
    for (const std::string& word : words) {
      const Rect row = rows.take_top(line);
      const bool under = row.contains(ui.input.mouse);
      if (under) ui.canvas.fill(row, theme.pressed, theme.px(5));
      ui.canvas.text_in(row.inset(theme.px(8), 0), word, theme.body(), theme.ink);
      if (under && ui.input.down) complete(ui, session, word);
    }
    ui.canvas.set_layer(0);
    ui.canvas.pop_clip();
  }

  // A chip for each analogy of the lectures; grey where this vocabulary lacks a word of it
  // or of its answer.
  void draw_lecture(Ui& ui, Session& session, Rect& area) {
    const Theme& theme = ui.theme;
    const float height = theme.px(28), gap = theme.px(6);
    float x = area.x;
    const std::string now = expression_of(session);
    bool lacking = false;
    Rect row = area.take_top(height);
    for (const LectureAnalogy& analogy : lookup_.lecture()) {
      lacking = lacking || !analogy.missing.empty();
      const float width = ui.canvas.width(analogy.expression, theme.small()) + theme.px(20);
      if (x > area.x && x + width > area.right()) {
        area.take_top(gap);
        row = area.take_top(height);
        x = area.x;
      }
      draw_chip(ui, session, analogy, analogy.expression == now,
                {x, row.y, std::min(width, area.w), height});
      x += width + gap;
    }
    if (!lacking) return;
    area.take_top(theme.px(2));
    ui.canvas.text_in(
        area.take_top(theme.px(20)),
        "Grey: one of its words or the lecture's answer is not among these. Point at it to "
        "see which.",
        theme.small(), theme.faint_ink);
  }

  void draw_chip(Ui& ui, Session& session, const LectureAnalogy& analogy, bool on, Rect place) {
    const Theme& theme = ui.theme;
    const bool can = analogy.missing.empty();
    const Touch touch = ui.touch(Ui::id(analogy.expression, 0x1ec), place);
    const Color fill = on ? theme.accent : touch.hovered && can ? theme.pressed : theme.raised;
    if (can || on) ui.canvas.fill(place, fill, theme.px(14));
    ui.canvas.frame(place, on ? theme.accent : theme.rule, theme.px(1), theme.px(14));
    ui.canvas.text_in(place, analogy.expression, theme.small(),
                      on    ? theme.on_accent
                      : can ? theme.ink
                            : theme.faint_ink,
                      Align::center);
    if (touch.hovered && can) ui.tip("The lecture's answer: " + analogy.answer);
    if (touch.hovered && !can) {
      ui.tip(fmt::format("Not among these words: {}. The lecture's answer: {}",
                         fmt::join(analogy.missing, ", "), analogy.answer));
    }
    if (!touch.clicked || !can) return;
    ++gesture_;
    ask(session, analogy.expression);
  }

  WordLookup lookup_;
  RunPtr seen_;
  std::string chosen_;
  std::string typed_;
  std::string field_ = kField;
  int completed_ = 0;
  bool editing_ = false;
  std::string closed_;     // what Enter confirmed: until it changes, no words are offered
  Rect list_;              // of completions or spellings, where it was drawn last
  int gesture_ = 1 << 22;  // apart from those of other fields
};

const RegisterView registered{"word-arithmetic",
                              [] { return std::unique_ptr<View>(new WordArithmetic); },
                              {.home = ViewTraits::Home::vectors}};

}  // namespace

}  // namespace glassformer
