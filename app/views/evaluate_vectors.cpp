#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/view.h"
#include "app/views/matrix_panel.h"
#include "app/views/rank_lines.h"
#include "app/views/word_bars.h"

namespace glassformer {

namespace {

// Questions by section with what was missed; one of them worked out; pairs of words by rank.
class EvaluateVectors : public View {
 public:
  std::string_view name() const override { return "evaluate-vectors"; }
  std::string_view help() const override {
    return "Analogies: each bar is the share of a section's questions that got the right answer. "
           "Click a section to list what it missed, click a miss to see it worked out. Similarity: "
           "the cosines of pairs of words and what they are held against. Open other vectors, or "
           "train some, and the same questions are asked of them.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    turn_to_step(session);
    Rect head = area.take_top(theme.px(36));
    part_ = ui.segments("part", {"Analogies", "One question", "Similarity"}, part_,
                        head.take_left(std::min(head.w * 0.62F, theme.px(400))));
    draw_total(ui, session, head);
    area.take_top(theme.px(16));
    if (part_ == 0) draw_analogies(ui, session, area);
    if (part_ == 1) draw_question(ui, session, area);
    if (part_ == 2) draw_similarity(ui, session, area);
  }

 private:
  void turn_to_step(const Session& session) {
    if (step_ == session.step && lesson_ == session.lesson().id) return;
    step_ = session.step;
    lesson_ = session.lesson().id;
    const std::string focus = focus_path(session, session.step);
    part_ = focus.starts_with("question.") ? 1 : focus.starts_with("similarity.") ? 2 : 0;
  }

  void draw_total(Ui& ui, Session& session, Rect head) const {
    const Tape& tape = session.run()->tape;
    if (part_ == 2) {
      const Var rho = tape.find("similarity.spearman");
      if (rho) draw_result(ui, session, "similarity.spearman", "Spearman", tape.value(rho), head);
      return;
    }
    const Var all = tape.find("accuracy.all.share");
    if (all) draw_result(ui, session, "accuracy.all.share", "all sections", tape.value(all), head);
  }

  // A result at the right end of a line, as large as a heading; touching it opens its cell.
  static void draw_result(Ui& ui, Session& session, const std::string& path,
                          const std::string& name, const Mat& values, Rect row) {
    const Theme& theme = ui.theme;
    std::string text;
    for (int c = 0; c < values.cols(); ++c) {
      const double value = values(0, c);
      if (c > 0) text += "   ";
      text += path.starts_with("accuracy") ? fmt::format("{:.1f} %", 100 * value)
                                           : format_digits(value, 3);
    }
    const float width = ui.canvas.width(text, theme.title()) + theme.px(8);
    const Rect number = row.take_right(std::min(width, row.w));
    const Target target{Target::Kind::cell, path, 0, 0, 0, 0};
    const Touch touch = ui.touch(Ui::id(path), number);
    if (touch.hovered) session.next_hover = target;
    if (touch.clicked) session.chosen = target;
    const bool lit = session.hover == target || (session.chosen && *session.chosen == target);
    ui.canvas.text_in(number, text, theme.title(), lit ? theme.accent : theme.ink, Align::right);
    row.take_right(theme.px(8));
    ui.canvas.text_in(row, name, theme.small(), theme.soft_ink, Align::right);
  }

  void draw_analogies(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const Var share = tape.find("accuracy.share");
    if (!share) return;
    Rect left = area.take_left(area.w * 0.47F);
    area.take_left(theme.px(28));
    const int sets = tape.shape(share).cols;
    ui.canvas.text_in(left.take_top(theme.px(28)), "Right answers by section", theme.strong(),
                      theme.ink);
    const float part = left.w / static_cast<float>(sets);
    for (int c = 0; c < sets; ++c) {
      Rect column = left.take_left(c + 1 < sets ? part : left.w);
      if (sets > 1) {
        ui.canvas.text_in(column.take_top(theme.px(22)), axis_label(tape.node(share).label.cols, c),
                          theme.small(), theme.soft_ink);
        column.take_right(theme.px(14));
      }
      WordBars bars{"accuracy.share", true, c, true};
      const int clicked = draw_word_bars(ui, session, bars, column);
      if (clicked >= 0) {
        session.post(SetOption{"section", axis_label(tape.node(share).label.rows, clicked), 0});
        session.post(SetOption{"question", std::string(), 0});
      }
    }
    draw_misses(ui, session, area);
  }

  // What a section missed; as much as there is room for.
  void draw_misses(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const Var misses = run->tape.find("misses.its");
    const Var wanted = run->tape.find("misses.wanted");
    const std::string section = run->tokens[0].empty() ? std::string() : run->tokens[0][0];
    ui.canvas.text_in(area.take_top(theme.px(28)), "Missed: " + section, theme.strong(), theme.ink);
    if (!misses || !wanted) {
      ui.canvas.text_in(area.take_top(theme.px(24)), "nothing; every answer was right",
                        theme.small(), theme.soft_ink);
      return;
    }
    const Mat &its = run->tape.value(misses), &right = run->tape.value(wanted);
    const Axis& rows = run->tape.node(misses).label.rows;
    const float line = theme.px(24), number = theme.px(58);
    // Where there is no room for what is right, the answer and both cosines on one line, the answer
    // and its cosine stand on a second one.
    const bool wide = area.w > theme.px(460);
    const float height = wide ? line : theme.px(40);
    Rect head = area.take_top(line);
    if (wide) {
      ui.canvas.text_in(head.take_right(number), "right", theme.small(), theme.faint_ink,
                        Align::right);
      ui.canvas.text_in(head.take_right(number), "its", theme.small(), theme.faint_ink,
                        Align::right);
    } else {
      ui.canvas.text_in(head.take_right(number), "cosine", theme.small(), theme.faint_ink,
                        Align::right);
    }
    ui.canvas.text_in(head, "question, and its answer", theme.small(), theme.faint_ink);
    const int fitting = std::max(1, static_cast<int>(area.h / height));
    const int shown = its.rows() > fitting ? fitting - 1 : its.rows();
    for (int r = 0; r < shown; ++r) {
      Rect row = area.take_top(height);
      const Target target{Target::Kind::cell, "misses.its", r, 0, 0, 0};
      const Touch touch = ui.touch(Ui::id("miss", static_cast<std::uint64_t>(r)), row);
      if (touch.hovered) session.next_hover = target;
      if (touch.hovered) ui.canvas.fill(row, theme.pressed, theme.px(5));
      const std::string label = axis_label(rows, r);
      if (touch.clicked) {
        session.post(SetOption{"question", words_of(label), 0});
        part_ = 1;
      }
      if (wide) {
        ui.canvas.text_in(row.take_right(number), format_digits(right(r, 0), 3), theme.number(),
                          theme.ink, Align::right);
        ui.canvas.text_in(row.take_right(number), format_digits(its(r, 0), 3), theme.number(),
                          theme.soft_ink, Align::right);
        ui.canvas.text_in(row, label, theme.small(), theme.ink);
        continue;
      }
      const std::size_t split = std::min(label.rfind(kNot), label.size());
      const auto half = [&](Rect part, const std::string& words, double cosine, Color ink) {
        ui.canvas.text_in(part.take_right(number), format_digits(cosine, 3), theme.number(), ink,
                          Align::right);
        ui.canvas.text_in(part, words, theme.small(), ink);
      };
      const std::size_t answer = std::min(split + kNot.size(), label.size());
      half(row.take_top(height / 2), label.substr(0, split), right(r, 0), theme.ink);
      row.take_left(theme.px(14));
      half(row, "answered: " + label.substr(answer), its(r, 0), theme.soft_ink);
    }
    if (shown < its.rows()) {
      ui.canvas.text_in(area.take_top(line), fmt::format("and {} more", its.rows() - shown),
                        theme.small(), theme.faint_ink);
    }
  }

  static constexpr std::string_view kNot = ", not ";  // between the right answer and the given one

  // "a : b = c : d, not e" → "a b c d"
  static std::string words_of(std::string label) {
    label.resize(std::min(label.rfind(kNot), label.size()));
    std::string words;
    for (const char c : label) {
      if (c != ':' && c != '=' && !(c == ' ' && (words.empty() || words.back() == ' '))) words += c;
    }
    return words;
  }

  void draw_question(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const Var cosine = run->tape.find("question.cosine");
    if (!cosine) return;
    if (!ui.text_active()) typed_ = run->tokens[1].empty() ? std::string() : run->tokens[1][0];
    Rect row = area.take_top(theme.px(36));
    ui.canvas.text_in(row.take_left(ui.canvas.width("a b c d", theme.strong()) + theme.px(12)),
                      "a b c d", theme.strong(), theme.ink);
    if (ui.text_field("question", typed_, row.take_left(std::min(row.w, theme.px(420))),
                      "four words: a is to b as c is to d")) {
      session.post(SetOption{"question", typed_, ++gesture_});
    }
    area.take_top(theme.px(12));
    ui.canvas.text_in(area.take_top(theme.px(40)), axis_label(run->tape.node(cosine).label.rows, 0),
                      theme.title(), theme.ink);
    Rect list = area.take_top(std::min(area.h * 0.55F, theme.px(28) * 9));
    draw_word_bars(ui, session, {"question.cosine"}, list);
    area.take_top(theme.px(14));
    panel_.begin(ui, session);
    MatrixPanel::Options options;
    options.top = true;
    options.col_labels = false;
    const std::string focus = focus_path(session, session.step);
    Var shown = run->tape.find(focus.starts_with("question.") ? focus : "question.words");
    if (shown.index == cosine.index) shown = run->tape.find("question.words");
    ui.canvas.text_in(area.take_top(theme.px(26)),
                      shown.index == run->tape.find("question.words").index
                          ? "The three words, each of length 1"
                          : "The sum b − a + c",
                      theme.small(), theme.soft_ink);
    panel_.draw(ui, session, shown, area, options);
    panel_.end(ui, session);
  }

  void draw_similarity(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    if (!ui.text_active()) {
      const auto& options = session.inputs().options;
      const auto set = options.find("pairs");
      pairs_ = set == options.end() ? std::string() : std::get<std::string>(set->second);
    }
    Rect row = area.take_top(theme.px(36));
    ui.canvas.text_in(row.take_left(ui.canvas.width("Pairs", theme.strong()) + theme.px(12)),
                      "Pairs", theme.strong(), theme.ink);
    if (ui.text_field("pairs", pairs_, row, "tea coffee 9; tea chair 1 (empty: by kind of word)")) {
      session.post(SetOption{"pairs", pairs_, ++gesture_});
    }
    area.take_top(theme.px(12));
    const Var rating = run->tape.find("similarity.rating");
    if (!rating) {
      ui.canvas.text_in(area.take_top(theme.px(24)),
                        "These vectors do not say what kind their words are: type some pairs.",
                        theme.small(), theme.soft_ink);
      return;
    }
    if (focus_path(session, session.step) == "similarity.spearman") {
      draw_rank_lines(ui, session,
                      {"similarity.cosine.rank", "similarity.rating.rank", "rank: cosine",
                       "rank: rating", "similarity.cosine", "similarity.rating"},
                      area);
      return;
    }
    Rect head = area.take_top(theme.px(28));
    ui.canvas.text_in(head.take_right(theme.px(120)), "held against", theme.small(),
                      theme.faint_ink, Align::right);
    ui.canvas.text_in(head, "Cosine of the two words", theme.strong(), theme.ink);
    WordBars bars{"similarity.cosine", true};
    bars.beside = "similarity.rating";
    draw_word_bars(ui, session, bars, area);
  }

  MatrixPanel panel_;
  int part_ = 0;
  int step_ = -1;
  std::string lesson_, typed_, pairs_;
  int gesture_ = 1 << 20;  // apart from those of the sentence
};

const RegisterView registered{"evaluate-vectors",
                              [] { return std::unique_ptr<View>(new EvaluateVectors); }};

}  // namespace

}  // namespace glassformer
