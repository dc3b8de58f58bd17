#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "app/views/parts/highlight.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/views/vectors/asked_file.h"
#include "app/views/vectors/word_pairs.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "app/widgets/scroll.h"
#include "core/embed/eval/question_file.h"
#include "core/scenes/records/evaluation.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kLowArea = 400;  // px at scale 1
constexpr std::string_view kPartKey = "part";
constexpr std::array<std::string_view, 3> kParts{"analogies", "question", "similarity"};

// Questions by section with what was missed; one of them worked out; pairs of words by rank.
class EvaluateVectors : public View {
 public:
  std::string_view name() const override { return "evaluate-vectors"; }
  std::string_view help() const override {
    return "Analogies: each bar is the share of a section's questions that got the right answer. "
           "Click a section to list what it missed, click a miss to see it worked out. Similarity: "
           "the cosines of pairs of words and what they are held against. Open other vectors, or "
           "train some, and the same questions are asked of them. Drop a questions-words file on "
           "the window, or pairs of words with ratings, and those are asked instead.";
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
    if (part_ == 2) pairs_.draw(ui, session, area);
  }

 private:
  void turn_to_step(const Session& session) {
    const Inputs& inputs = session.inputs();
    const QuestionFilePtr asked = inputs.resources.get(slots::questions);
    const QuestionFilePtr rated = inputs.resources.get(slots::rated_pairs);
    const bool questions = asked && asked != questions_;
    const bool pairs = rated && rated != rated_pairs_;
    const bool fresh = std::exchange(fresh_, false);
    questions_ = asked;
    rated_pairs_ = rated;
    if (!fresh && (questions || pairs)) part_ = questions ? 0 : 2;
    if (!entered_.entered(session)) return;
    const std::string focus = focus_path(session, session.step);
    part_ = is_within(focus, EvaluationRecord::Question::scope)     ? 1
            : is_within(focus, EvaluationRecord::Similarity::scope) ? 2
                                                                    : 0;
    part_ = state_choice(session, kPartKey, kParts).value_or(part_);
  }

  void draw_total(Ui& ui, Session& session, Rect head) const {
    const auto& record = session.run()->records.get<EvaluationRecord>();
    if (part_ == 2) return draw_result(ui, session, record.similarity.spearman, "Spearman", head);
    draw_result(ui, session, record.accuracy.all_share, "all sections", head);
  }

  // A result at the right end of a line, as large as a heading; touching it opens its cell.
  static void draw_result(Ui& ui, Session& session, Var var, const std::string& name, Rect row) {
    if (!var) return;
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const Mat& values = run->tape.value(var);
    const bool percent = var == run->records.get<EvaluationRecord>().accuracy.all_share;
    std::string text;
    for (int c = 0; c < values.cols(); ++c) {
      const double value = values(0, c);
      if (c > 0) text += "   ";
      if (hides(session, run->tape.node(var).path, 0, c)) {
        text += "?";
        continue;
      }
      text += percent ? fmt::format("{:.1f} %", 100 * value) : format_digits(value, 3);
    }
    const float width = ui.canvas.width(text, theme.title()) + theme.px(8);
    const Rect number = row.take_right(std::min(width, row.w));
    const Target target = cell_of(run->tape, var, 0, 0);
    const bool lit = touch_cell(ui, session, target, number).lit;
    ui.canvas.text_in(number, text, theme.title(), lit ? theme.accent : theme.ink, Align::right);
    row.take_right(theme.px(8));
    ui.canvas.text_in(row, name, theme.small(), theme.soft_ink, Align::right);
  }

  void draw_analogies(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const auto& accuracy = session.run()->records.get<EvaluationRecord>().accuracy;
    if (const QuestionFilePtr file = session.inputs().resources.get(slots::questions)) {
      Rect row = area.take_top(theme.px(34));
      area.take_top(theme.px(12));
      if (draw_asked_file(ui, *file, "Back to the program's own questions", row)) {
        session.use(slots::questions, nullptr);
      }
      const Var answered = accuracy.all_answered;
      if (answered && session.shown().resources.get(slots::questions) == file) {
        ui.canvas.text_in(row,
                          fmt::format("{:.0f} of {} questions have words that are known",
                                      tape.value(answered)(0, 0), file->questions()),
                          theme.small(), theme.soft_ink);
      }
    }
    if (!accuracy.share) {
      return draw_advice(ui,
                         "For none of the questions do these vectors have all four words. Drop a "
                         "questions-words file in their language on the window, or other vectors.",
                         area);
    }
    // Names of sections in two columns are worth more than the space beside the misses.
    const float rows = static_cast<float>(tape.shape(accuracy.share).rows);
    const bool crowded = (area.h - theme.px(28)) / theme.px(20) < rows;
    Rect left = area.take_left(area.w * (crowded ? 0.62F : 0.47F));
    area.take_left(theme.px(crowded ? 16 : 28));
    draw_sections(ui, session, accuracy.share, left);
    draw_misses(ui, session, area, crowded);
  }

  void draw_sections(Ui& ui, Session& session, Var share, Rect left) {
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const Shape shape = tape.shape(share);
    ui.canvas.text_in(left.take_top(theme.px(28)), "Right answers by section", theme.strong(),
                      theme.ink);
    // More than two columns would leave no room for the bars.
    const float all = theme.px(20) * static_cast<float>(shape.rows);
    const bool scrolls = all > 2 * left.h;
    Scroll scroll(ui, sections_scroll_, left, theme.px(60));
    const Rect place = left;
    if (scrolls) {
      left = scroll.page();
      left.h = all + theme.px(22);
      left.take_right(theme.px(12));
    }
    const float part = left.w / static_cast<float>(shape.cols);
    for (int c = 0; c < shape.cols; ++c) {
      Rect column = left.take_left(c + 1 < shape.cols ? part : left.w);
      if (shape.cols > 1) {
        ui.canvas.text_in(column.take_top(theme.px(22)), axis_label(tape.node(share).label.cols, c),
                          theme.small(), theme.soft_ink);
        column.take_right(theme.px(14));
      }
      WordBars bars{share, true, c, true};
      const int clicked = draw_word_bars(ui, session, bars, column).clicked;
      if (clicked >= 0) {
        session.post(set_option(evaluation_options::section,
                                axis_label(tape.node(share).label.rows, clicked)));
        session.post(set_option(evaluation_options::question, {}));
      }
    }
    scroll.end(scrolls ? all + theme.px(22) : place.h, place.right() - theme.px(4));
  }

  // How many of a section were missed, and of how many; more than the run lists, perhaps.
  static std::string missed_text(const Run& run, const std::string& section) {
    const Tape& tape = run.tape;
    const auto& [right, answered, share, all_answered, all_share] =
        run.records.get<EvaluationRecord>().accuracy;
    const auto& names = tape.node(right).label.rows.labels;
    const auto row =
        static_cast<int>(std::find(names.begin(), names.end(), section) - names.begin());
    if (row >= tape.shape(right).rows) return {};
    const double all = tape.value(answered)(row, 0);
    return fmt::format("{:.0f} of {:.0f}", all - tape.value(right)(row, 0), all);
  }

  // What a section missed: the right answer, and below it the one that was given.
  // In a narrow place a question has two lines.
  void draw_misses(Ui& ui, Session& session, Rect area, bool narrow) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto& misses = run->records.get<EvaluationRecord>().misses;
    const std::string section = run->tokens[0].empty() ? std::string() : run->tokens[0][0];
    Rect title = area.take_top(theme.px(28));
    const std::string count = missed_text(*run, section);
    const float width = ui.canvas.width(count, theme.small()) + theme.px(8);
    ui.canvas.text_in(title.take_right(width), count, theme.small(), theme.soft_ink, Align::right);
    ui.canvas.text_in(title, "Missed: " + section, theme.strong(), theme.ink);
    if (!misses.its) {
      ui.canvas.text_in(area.take_top(theme.px(24)), "nothing; every answer was right",
                        theme.small(), theme.soft_ink);
      return;
    }
    const Mat &its = run->tape.value(misses.its), &right = run->tape.value(misses.wanted);
    const Axis& rows = run->tape.node(misses.its).label.rows;
    const float line = theme.px(21), height = (narrow ? 3 : 2) * line;
    const float number = ui.canvas.width("cosine", theme.small()) + theme.px(8);
    Rect head = area.take_top(theme.px(24));
    ui.canvas.text_in(head.take_right(number), "cosine", theme.small(), theme.faint_ink,
                      Align::right);
    ui.canvas.text_in(head, "the right answer, and the one given", theme.small(), theme.faint_ink);
    if (shown_section_ != section) misses_scroll_ = 0;
    shown_section_ = section;
    Scroll scroll(ui, misses_scroll_, area, height);
    Rect page = scroll.page();
    const float full = height * static_cast<float>(its.rows());
    if (full > area.h) page.take_right(theme.px(12));
    for (int r = 0; r < its.rows(); ++r) {
      Rect row = page.take_top(height);
      if (!row.overlaps(area)) continue;
      const Target target = cell_of(run->tape, misses.its, r, 0);
      const CellTouch touch = touch_cell(ui, session, target, row);
      if (touch.hovered) ui.canvas.fill(row, theme.pressed, theme.px(5));
      const auto& [q, answer] = misses.questions[static_cast<std::size_t>(r)];
      if (touch.clicked) {
        session.post(
            set_option(evaluation_options::question, fmt::format("{}", fmt::join(q, " "))));
        part_ = 1;
      }
      row.take_left(theme.px(4));
      const auto half = [&](Rect part, const std::string& words, double cosine, Color ink) {
        ui.canvas.text_in(part.take_right(number), touch.shown(format_digits(cosine, 3)),
                          theme.number(), ink, Align::right);
        text_fitted(ui, part, words, theme.small(), ink);
        if (touch.hovered && ui.canvas.width(words, theme.small()) > part.w) {
          ui.tip(axis_label(rows, r));
        }
      };
      half(row.take_top(height - line), fmt::format("{} : {} = {} : {}", q[0], q[1], q[2], q[3]),
           right(r, 0), theme.ink);
      row.take_left(theme.px(14));
      half(row, "answered: " + answer, its(r, 0), theme.soft_ink);
    }
    scroll.end(full, area.right() - theme.px(4));
  }

  void draw_question(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto& question = run->records.get<EvaluationRecord>().question;
    if (!ui.text_active()) typed_ = run->tokens[1].empty() ? std::string() : run->tokens[1][0];
    // In a low window the question stands beside its field, and the list is short.
    const bool low = area.h < theme.px(kLowArea);
    Rect row = area.take_top(theme.px(36));
    ui.canvas.text_in(row.take_left(ui.canvas.width("a b c d", theme.strong()) + theme.px(12)),
                      "a b c d", theme.strong(), theme.ink);
    if (ui.text_field("question", typed_, row.take_left(std::min(row.w, theme.px(420))),
                      "four words: a is to b as c is to d")) {
      session.post(set_option(evaluation_options::question, typed_, ++gesture_));
    }
    area.take_top(theme.px(12));
    if (!question.cosine) {
      return draw_advice(
          ui,
          "These vectors lack the words of every question known here. Type four words that they "
          "have: a is to b as c is to d.",
          area);
    }
    const std::string& asked = axis_label(run->tape.node(question.cosine).label.rows, 0);
    row.take_left(theme.px(24));
    const bool fits = low && ui.canvas.width(asked, theme.title()) <= row.w;
    ui.canvas.text_in(fits ? row : area.take_top(theme.px(40)), asked, theme.title(), theme.ink);
    // While a step works out the sum, the cosines would be an answer before its question.
    if (step_focus(session) != question.target || session.is_changed()) {
      Rect list = area.take_top(std::min(area.h * (low ? 0.42F : 0.55F), theme.px(28) * 9));
      WordBars bars{question.cosine};
      bars.to_one = true;
      draw_word_bars(ui, session, bars, list);
      area.take_top(theme.px(14));
    }
    panel_.begin(ui, session);
    MatrixPanel::Options options;
    options.top = true;
    options.col_labels = false;
    // The sum under the words that it is of; in a low window one of them, as the step goes.
    const bool sum_alone = step_focus(session) == question.target;
    const bool both = area.h > theme.px(230);
    float names = 0;  // before the bracket
    if (both || !sum_alone) {
      caption(ui, "The three words, each of length 1", area);
      const Rect room = both ? Rect{area.x, area.y, area.w, area.h * 0.55F} : area;
      const MatrixLayout words = panel_.draw(ui, session, question.words, room, options);
      area.take_top(words.bounds.h + theme.px(14));
      names = words.cells.x - words.bounds.x - theme.px(7);
    }
    if (both || sum_alone) {
      caption(ui, "The sum b − a + c", area);
      area.take_left(names);
      options.row_labels = false;  // the question stands above
      panel_.draw(ui, session, question.target, area, options);
    }
    panel_.end(ui, session);
  }

  static void caption(Ui& ui, const char* words, Rect& area) {
    ui.canvas.text_in(area.take_top(ui.theme.px(26)), words, ui.theme.small(), ui.theme.soft_ink);
  }

  MatrixPanel panel_;
  WordPairs pairs_;
  QuestionFilePtr questions_, rated_pairs_;
  float sections_scroll_ = 0, misses_scroll_ = 0;
  std::string shown_section_;
  int part_ = 0;
  bool fresh_ = true;
  StepState entered_;
  std::string typed_;
  int gesture_ = 1 << 20;  // apart from those of the sentence
};

const RegisterView registered{"evaluate-vectors",
                              [] { return std::unique_ptr<View>(new EvaluateVectors); },
                              {.home = ViewTraits::Home::questions,
                               .state = {state_spec(kPartKey, kParts, "The tab that is open")}}};

}  // namespace

}  // namespace glassformer
