#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/parts/highlight.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "app/widgets/formula.h"

#include "core/scenes/records/hidden_word.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

// px at scale 1: in an area that is lower, the text gives its room to what is counted in it.
constexpr float kLowArea = 400;

// A word known by its company: the text with the word marked wherever it stands, the words whose
// company is most like its own, and the contexts that they share.
class HiddenWord : public View {
 public:
  std::string_view name() const override { return "hidden-word"; }
  std::string_view help() const override {
    return "The text at the top, with the hidden word marked and its neighbours in colour. Below, "
           "left: the words whose company is most like that of the hidden one. Right: how often "
           "each of them stands beside the neighbours of the hidden word. Name another word, or "
           "change the text.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const HiddenWordRecord& record = record_of(*session.run());
    const Var focus = step_focus(session);
    const bool text_alone = focus && focus == record.hidden;
    if (!text_alone && area.h < theme.px(kLowArea)) {
      draw_beside_choice(ui, session, area);
    } else {
      draw_choice(ui, session, area.take_top(theme.px(36)));
      area.take_top(theme.px(12));
      draw_text(ui, session, text_alone ? Shown::alone : Shown::text, area);
    }
    if (text_alone) return;
    area.take_top(theme.px(12));
    panel_.begin(ui, session, compared(session));
    // While a step asks what the word may be, the words that answer it are not shown.
    const bool answered = focus != record.own && focus != record.counts && !hides_answer(session);
    if (answered) {
      draw_nearest(ui, session, area.take_left(std::min(area.w * 0.3F, theme.px(380))));
      area.take_left(theme.px(20));
    }
    draw_company(ui, session, answered, area);
    panel_.end(ui, session);
  }

 private:
  // Only the sentences with the word, beside the field that names it.
  void draw_beside_choice(Ui& ui, Session& session, Rect& area) {
    const Theme& theme = ui.theme;
    Rect text = area, choice = text.take_left(theme.px(260));
    draw_choice(ui, session, choice.take_top(theme.px(36)));
    text.take_left(theme.px(20));
    draw_text(ui, session, Shown::sentences, text);
    area.take_top(std::max(text.y, choice.y) - area.y);
  }

  void draw_choice(Ui& ui, Session& session, Rect row) {
    const Theme& theme = ui.theme;
    if (!ui.text_active()) typed_ = hidden(*session.run());
    ui.canvas.text_in(row.take_left(ui.canvas.width("What is", theme.strong()) + theme.px(10)),
                      "What is", theme.strong(), theme.ink);
    const float width = std::min(row.w - theme.px(24), theme.px(220));
    if (ui.text_field("hidden", typed_, row.take_left(width), "a word of the text")) {
      session.post(set_option(hidden_word_options::hidden, typed_, ++gesture_));
    }
    row.take_left(theme.px(8));
    ui.canvas.text_in(row, "?", theme.strong(), theme.ink);
  }

  static const HiddenWordRecord& record_of(const Run& run) {
    return run.records.get<HiddenWordRecord>();
  }

  static bool hides_answer(const Session& session) {
    const RunPtr run = session.run();
    const Var nearest = record_of(*run).nearest;
    return nearest && hides(session, run->tape.node(nearest).path, 0, 0);
  }

  // The word whose cosine is touched, else the chosen one; -1: none.
  static int asked(const Session& session) {
    const RunPtr run = session.run();
    const Var nearest = record_of(*run).nearest;
    const bool touched = is_of(session.hover, run->tape, nearest);
    if (!touched && !(session.chosen && is_of(*session.chosen, run->tape, nearest))) return -1;
    const int row = touched ? session.hover.row : session.chosen->row;
    return nearest && row < run->tape.shape(nearest).rows ? row : -1;
  }

  // The two rows that a cosine is of light up with it.
  static Target compared(const Session& session) {
    const int row = asked(session);
    const RunPtr run = session.run();
    const bool elsewhere = session.hover.kind != Target::Kind::none &&
                           !is_of(session.hover, run->tape, record_of(*run).nearest);
    if (row < 0 || elsewhere) return {};
    return cell_of(run->tape, record_of(*run).product, row, 0);
  }

  static std::string hidden(const Run& run) {
    const Var row = record_of(run).hidden;
    return row ? axis_label(run.tape.node(row).label.rows, 0) : std::string();
  }

  static bool is_sign(const std::string& token) {
    return token == "." || token == "," || token == "!" || token == "?";
  }

  // Where each word stands in lines of this width, from (0, 0) on.
  static std::vector<Rect> places(const Ui& ui, const std::vector<std::string>& tokens,
                                  const std::string& word, Type type, float width) {
    const float line = ui.canvas.line_height(type) * 1.25F;
    const float space = ui.canvas.width(" ", type);
    std::vector<Rect> boxes;
    float x = 0, y = 0;
    for (const std::string& token : tokens) {
      const bool marked = lower_first(token) == word;
      const Type own{marked ? Face::bold : type.face, type.size};
      const float w = ui.canvas.width(token, own) + (marked ? ui.theme.px(8) : 0);
      if (x + w > width && !is_sign(token)) {
        x = 0;
        y += line;
      }
      boxes.push_back({x, y, w, line});
      x += w + space;
    }
    return boxes;
  }

  // The sentences in which the word stands.
  static std::vector<std::string> sentences_with(const std::string& word,
                                                 const std::vector<std::string>& tokens) {
    std::vector<std::string> found;
    for (auto from = tokens.begin(); from != tokens.end();) {
      auto to = std::find_if(from, tokens.end(), [](const std::string& token) {
        return is_sign(token) && token != ",";
      });
      if (to != tokens.end()) ++to;
      const auto is_word = [&](const std::string& token) { return lower_first(token) == word; };
      if (std::any_of(from, to, is_word)) found.insert(found.end(), from, to);
      from = to;
    }
    return found;
  }

  // Words as they stand, in lines; takes from the area what it needs, at most half of it. A long
  // text is set smaller, and what is left out of a longer one is said.
  // Alone it is set larger, and only the hidden word is marked.
  enum class Shown { alone, text, sentences };
  static void draw_text(Ui& ui, Session& session, Shown what, Rect& area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto& record = record_of(*run);
    if (!record.company) return;
    const std::vector<std::string>& neighbours = record.neighbours;
    const std::string word = hidden(*run);
    const std::vector<std::string>& all = run->tokens[0];
    const std::vector<std::string> tokens =
        what == Shown::sentences ? sentences_with(word, all) : all;
    const bool alone = what == Shown::alone;
    Type type = alone ? Type{theme.body().face, theme.px(22)} : theme.body();
    std::vector<Rect> boxes = places(ui, tokens, word, type, area.w);
    const float roomy = area.h * (alone ? 1.0F : what == Shown::text ? 0.4F : 0.0F);
    if (!boxes.empty() && boxes.back().bottom() > roomy) {
      type = theme.small();
      boxes = places(ui, tokens, word, type, area.w);
    }
    const float most = area.h * (alone ? 1.0F : 0.5F);
    std::size_t shown = 0;
    while (shown < boxes.size() && boxes[shown].bottom() <= most) ++shown;
    const std::size_t left = all.size() - shown;
    float end = 0;
    for (std::size_t i = 0; i < shown; ++i) {
      const std::string key = lower_first(tokens[i]);
      const bool is_hidden = key == word;
      const bool beside =
          !alone && std::find(neighbours.begin(), neighbours.end(), key) != neighbours.end();
      const Rect box = boxes[i].moved(area.origin());
      end = boxes[i].bottom();
      if (is_hidden) ui.canvas.fill(box, theme.accent, theme.px(4));
      const Color color = is_hidden ? theme.on_accent
                          : beside  ? theme.tensor(Role::key)
                                    : theme.soft_ink;
      ui.canvas.text_in(box.inset(theme.px(is_hidden ? 4.0F : 0.0F), 0), tokens[i],
                        {is_hidden ? Face::bold : type.face, type.size}, color);
    }
    const std::string more = left == 0 ? "" : fmt::format("… and {} more words", left);
    const float gap = theme.px(8);
    if (shown > 0 && boxes[shown - 1].right() + gap + ui.canvas.width(more, type) <= area.w) {
      const Rect last = boxes[shown - 1].moved(area.origin());
      ui.canvas.text_in({last.right() + gap, last.y, area.right() - last.right() - gap, last.h},
                        more, type, theme.faint_ink);
      area.take_top(end);
      return;
    }
    area.take_top(end);
    ui.canvas.text_in(area.take_top(left == 0 ? 0 : theme.px(20)), more, theme.small(),
                      theme.faint_ink);
  }

  static std::string lower_first(std::string text) {
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z')
      text[0] = static_cast<char>(text[0] + 32);
    return text;
  }

  static void draw_nearest(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const Var nearest = record_of(*run).nearest;
    text_fitted(ui, area.take_top(theme.px(26)), "Keeps similar company", theme.strong(),
                theme.ink);
    if (!nearest) {
      draw_prose(ui, "No other word of the text shares a context with it.", area.origin(), area.w,
                 theme.small(), {theme.px(16), theme.faint_ink, {}, {}});
      return;
    }
    draw_word_bars(ui, session, {.values = nearest, .by_row = true, .to_one = true}, area);
  }

  // Of the word that is touched, else of the chosen one, the cosine as one works it out by hand.
  static void draw_cosine(Ui& ui, const Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const auto& record = record_of(*session.run());
    const Var nearest = record.nearest;
    const int row = asked(session);
    if (row < 0 || hides(session, tape.node(nearest).path, row, 0)) return;
    const Mat &product = tape.value(record.product), &length = tape.value(record.length);
    // Squared again, the rounded root of 11 is 10.99999.
    const auto root = [&](int r) {
      const double squares = std::round(std::pow(length(r, 0), 2) * 1e4) / 1e4;
      return "\\sqrt{" + format_digits(squares, 3) + "}";
    };
    const std::string formula = fmt::format(
        "\\text{{{}: }} {} / ({} \\cdot {}) = {}", axis_label(tape.node(nearest).label.rows, row),
        format_digits(product(row, 0), 3), root(0), root(row + 1),
        format_digits(tape.value(nearest)(row, 0), 3));
    const float size = theme.px(16);
    const Vec box = formula_size(ui.canvas, formula, size);
    if (box.x > area.w) return;
    draw_formula(ui, formula, {area.right() - box.x, area.center().y - box.y / 2},
                 {size, theme.soft_ink, {}, {}});
  }

  void draw_company(Ui& ui, Session& session, bool answered, Rect area) {
    const Theme& theme = ui.theme;
    const auto& record = record_of(*session.run());
    const bool all = step_focus(session) == record.counts;
    const bool alone = !record.nearest || !answered;
    const char* const title = all     ? "Every word in every context"
                              : alone ? "Its company"
                                      : "The company they share";
    Rect head = area.take_top(theme.px(26));
    ui.canvas.text_in(head.take_left(ui.canvas.width(title, theme.strong())), title, theme.strong(),
                      theme.ink);
    if (!all && answered) draw_cosine(ui, session, head);
    MatrixPanel::Options options;
    options.top = true;
    const Var shown = all ? record.counts : alone && record.own ? record.own : record.company;
    panel_.draw(ui, session, shown, area, options);
  }

  MatrixPanel panel_;
  std::string typed_;
  int gesture_ = 1 << 20;  // apart from those of the sentence
};

const RegisterView registered{"hidden-word", [] { return std::unique_ptr<View>(new HiddenWord); }};

}  // namespace

}  // namespace glassformer
