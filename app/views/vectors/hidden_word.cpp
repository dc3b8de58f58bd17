#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/parts/highlight.h"
#include "app/views/parts/large_bars.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "app/widgets/formula.h"
#include "app/widgets/list_rows.h"
#include "core/scenes/records/hidden_word.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kText = "text", kGaps = "gaps", kNear = "near", kCompany = "company",
                           kOwn = "own";
const std::vector<PartSpec> kParts{{.name = kText},
                                   {.name = kGaps},
                                   {.name = kNear, .share = 0.28F},
                                   {.name = kCompany},
                                   {.name = kOwn, .share = 0.31F}};

// A word known by its company: the text with the word marked wherever it stands, what stands
// around it, the words whose company is most like its own, and the contexts that they share.
class HiddenWord : public View {
 public:
  std::string_view name() const override { return "hidden-word"; }
  std::string_view help() const override {
    return "First the text, with the hidden word marked, then its gaps, with their neighbours in "
           "colour. Then the words whose company is most like that of the hidden one, and how "
           "often each of them stands beside its neighbours. Name another word, or change the "
           "text.";
  }

  void begin_parts(Ui& ui, Session& session) override {
    panel_.begin(ui, session, compared(session));
  }
  void end_parts(Ui& ui, Session& session) override { panel_.end(ui, session); }
  float built() const override { return panel_.built(); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const HiddenWordRecord& record = record_of(*run);
    if (part == kText) draw_text(ui, session, area);
    if (part == kGaps) draw_gaps(ui, session, area);
    if (part == kNear) {
      draw_nearest(ui, session, area);
      if (record.nearest) return {run->tape.node(record.nearest).path};
    }
    if (part == kCompany) draw_company(ui, session, area);
    if (part == kOwn && record.own) {
      panel_.draw(ui, session, record.own, area, {.largest = 1000, .fills = true});
      return {run->tape.node(record.own).path};
    }
    if (part == kCompany && record.company) return {run->tape.node(record.company).path};
    return {};
  }

  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const Rect row = area.take_top(ui.theme.px(36));
    draw_choice(ui, session, row);
    return row.h;
  }

 private:
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
    const float space = ui.canvas.width(" ", type) + ui.theme.px(4);
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

  // The words of the sentences in which the word stands.
  static std::vector<bool> beside_it(const std::string& word,
                                     const std::vector<std::string>& tokens) {
    std::vector<bool> found(tokens.size());
    for (std::size_t from = 0; from < tokens.size();) {
      std::size_t to = from;
      bool has = false, ended = false;
      for (; to < tokens.size() && !ended; ++to) {
        has = has || lower_first(tokens[to]) == word;
        ended = is_sign(tokens[to]) && tokens[to] != ",";
      }
      std::fill(found.begin() + static_cast<std::ptrdiff_t>(from),
                found.begin() + static_cast<std::ptrdiff_t>(to), has);
      from = to;
    }
    return found;
  }

  // The text in letters as large as have room; what is left out of a longer one is said. Once the
  // class has guessed, the sentences with the word stand out.
  static void draw_text(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const std::string word = hidden(*run);
    const std::vector<std::string>& tokens = run->tokens[0];
    Type type = theme.body();
    std::vector<Rect> boxes;
    for (const float size : {30.0F, 27.0F, 24.0F, 21.0F, 18.0F, 16.0F, 14.0F}) {
      type.size = theme.px(size);
      boxes = places(ui, tokens, word, type, area.w);
      if (boxes.empty() || boxes.back().bottom() <= area.h) break;
    }
    std::size_t shown = 0;
    while (shown < boxes.size() && boxes[shown].bottom() <= area.h) ++shown;
    if (shown < boxes.size()) {  // the last line says how many more
      const float last = shown > 0 ? boxes[shown - 1].y : 0;
      while (shown > 0 && boxes[shown - 1].y == last) --shown;
      Rect row{area.x, area.y + last, area.w, ui.canvas.line_height(type)};
      ui.canvas.text_in(row, fmt::format("… and {} more words", boxes.size() - shown), type,
                        theme.faint_ink);
    }
    // Lines fill the height.
    const float spare = shown == boxes.size() && shown > 0 && boxes.back().y > 0
                            ? std::min((area.h - boxes.back().bottom()) / boxes.back().y, 0.4F)
                            : 0;
    const bool answered = session.question() != nullptr && !session.asking();
    const std::vector<bool> told = beside_it(word, tokens);
    for (std::size_t i = 0; i < shown; ++i) {
      const bool is_hidden = lower_first(tokens[i]) == word;
      Rect box = boxes[i].moved(area.origin());
      box.y += spare * boxes[i].y;
      const Rect chip = box.inset(-theme.px(3), box.h * 0.06F);
      ui.canvas.fill(chip,
                     is_hidden             ? theme.accent
                     : answered && told[i] ? theme.tensor(Role::key).alpha(0.22F)
                                           : theme.pressed.alpha(0.7F),
                     theme.px(5));
      const Color ink = is_hidden   ? theme.on_accent
                        : !answered ? theme.soft_ink
                        : told[i]   ? theme.ink
                                    : mix(theme.page, theme.ink, 0.45F);
      ui.canvas.text_in(box.inset(theme.px(is_hidden ? 4.0F : 0.0F), 0), tokens[i],
                        {is_hidden ? Face::bold : type.face, type.size}, ink);
    }
  }

  // Every place of the word as a gap, what stands around it at both sides: the contexts in colour.
  static void draw_gaps(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const std::string word = hidden(*run);
    const std::vector<std::string>& tokens = run->tokens[0];
    std::vector<int> gaps;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (lower_first(tokens[i]) == word) gaps.push_back(static_cast<int>(i));
    }
    const ListRows rows = rows_in(area.h, gaps.size(), theme.px(34), theme.px(110));
    const std::size_t shown =
        rows.count < gaps.size() && rows.count > 0 ? rows.count - 1 : rows.count;
    for (std::size_t k = 0; k < shown; ++k) {
      draw_gap(ui, session, gaps[k], area.take_top(rows.height));
    }
    if (shown < gaps.size()) draw_more(ui, gaps.size() - shown, area);
  }

  static void draw_gap(Ui& ui, const Session& session, int at, Rect row) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const std::vector<std::string>& tokens = run->tokens[0];
    const int window = static_cast<int>(value_of(session.inputs(), hidden_word_options::window));
    const float size = std::clamp(row.h * 0.42F, theme.px(16), theme.px(24));
    const Type type{Face::text, size}, near{Face::bold, size};
    const float space = ui.canvas.width(" ", type) * 1.4F + 0.4F * size;
    const Rect gap{row.center().x - 1.6F * size, row.center().y - 0.75F * size, 3.2F * size,
                   1.5F * size};
    ui.canvas.fill(gap, theme.accent, theme.px(5));
    ui.canvas.text_in(gap, "?", near, theme.on_accent, Align::center);
    const auto put = [&](int i, int side, float& x) {
      const int away = std::abs(i - at);
      const bool context = away <= window && record_of(*run).own;
      const Type own = context ? near : type;
      const std::string& token = tokens[static_cast<std::size_t>(i)];
      const float w = ui.canvas.width(token, own);
      if (side < 0 ? x - space - w < row.x : x + space + w > row.right()) return false;
      const float left = side < 0 ? x - space - w : x + space;
      const Rect chip{left - 0.2F * size, gap.y, w + 0.4F * size, gap.h};
      ui.canvas.fill(chip,
                     context ? theme.tensor(Role::key).alpha(0.22F) : theme.pressed.alpha(0.7F),
                     theme.px(5));
      ui.canvas.text_in({left, row.y, w + 1, row.h}, token, own,
                        context ? theme.tensor(Role::key) : theme.soft_ink);
      x = side < 0 ? left : left + w;
      return true;
    };
    // Contexts end where the sentence ends.
    float left = gap.x, right = gap.right();
    for (int i = at - 1; i >= 0 && !ends(tokens[static_cast<std::size_t>(i)]); --i) {
      if (!put(i, -1, left)) break;
    }
    for (int i = at + 1; i < static_cast<int>(tokens.size()); ++i) {
      if (ends(tokens[static_cast<std::size_t>(i)]) || !put(i, 1, right)) break;
    }
  }

  static bool ends(const std::string& token) { return is_sign(token) && token != ","; }

  static std::string lower_first(std::string text) {
    if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z')
      text[0] = static_cast<char>(text[0] + 32);
    return text;
  }

  static void draw_nearest(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const Var nearest = record_of(*session.run()).nearest;
    if (!nearest) {
      draw_prose(ui, "No other word of the text shares a context with it.", area.origin(), area.w,
                 theme.body(), {theme.px(18), theme.soft_ink, {}, {}});
      return;
    }
    LargeBars list;
    list.id = "company";
    list.title = "keeps similar company";
    list.bars = bars_of(session, {.values = nearest, .by_row = true, .to_one = true});
    draw_large_bars(ui, session, list, area);
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

  void draw_company(Ui& ui, Session& session, Rect area) {
    const Var company = record_of(*session.run()).company;
    if (!company) return;
    draw_cosine(ui, session, area.take_top(ui.theme.px(28)));
    panel_.draw(ui, session, company, area, {.largest = 1000, .fills = true});
  }

  MatrixPanel panel_;
  std::string typed_;
  int gesture_ = 1 << 20;  // apart from those of the sentence
};

const RegisterView registered{
    "hidden-word", [] { return std::unique_ptr<View>(new HiddenWord); }, {.parts = kParts}};

}  // namespace

}  // namespace glassformer
