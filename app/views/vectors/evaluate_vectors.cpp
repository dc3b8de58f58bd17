#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "app/views/parts/large_bars.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/views/vectors/asked_file.h"
#include "app/views/vectors/missed_list.h"
#include "app/views/vectors/word_pairs.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "core/embed/eval/question_file.h"
#include "core/scenes/records/evaluation.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kExam = "exam", kTabKey = "part", kPublishedKey = "published";
constexpr std::array<std::string_view, 6> kTabs{"sections", "misses", "sum",
                                                "answers",  "pairs",  "ranks"};
enum Tab : int { sections, misses, sum, answers, pairs, ranks };
// Mikolov et al. 2013 (arXiv 1310.4546), table 1: 59 and 61 % after a billion words of news.
constexpr double kPublished = 0.6;

// Questions by section, what was missed, one of them worked out; pairs of words, and their ranks.
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

  void begin_parts(Ui&, Session& session) override { turn_to_step(session); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<EvaluationRecord>();
    const auto shown = [&](std::initializer_list<Var> vars) {
      std::vector<std::string> paths;
      for (const Var var : vars)
        if (var) paths.push_back(run->tape.node(var).path);
      return paths;
    };
    switch (tab_) {
      case sections:
        draw_sections(ui, session, area);
        return shown({record.accuracy.share});
      case misses: {
        std::string question;
        if (misses_.draw(ui, session, area, question)) ask(session, question);
        return {};
      }
      case sum:
        draw_sum(ui, session, area);
        return shown({record.question.words, record.question.target});
      case answers:
        draw_answers(ui, session, area);
        return shown({record.question.cosine});
      default:
        draw_pairs(ui, session, tab_ == ranks, area);
        return shown({record.similarity.cosine});
    }
  }

  // Which picture, and what is asked.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    turn_to_step(session);
    const float top = area.y;
    Rect head = area.take_top(theme.px(36));
    const int now = ui.segments("part", {"Sections", "Misses", "Sum", "Answers", "Pairs", "Ranks"},
                                tab_, head.take_left(std::min(head.w * 0.7F, theme.px(520))));
    tab_ = static_cast<Tab>(now);
    const bool of_questions = tab_ == sections || tab_ == misses;
    if (of_questions && !asked_file(session)) return area.y - top;
    area.take_top(theme.px(10));
    const Rect row = area.take_top(theme.px(36));
    if (of_questions) draw_question_file(ui, session, row);
    if (tab_ == sum || tab_ == answers) draw_question_field(ui, session, row);
    if (tab_ == pairs || tab_ == ranks) draw_pairs_source(ui, session, row);
    return area.y - top;
  }

 private:
  void turn_to_step(const Session& session) {
    const Inputs& inputs = session.inputs();
    const QuestionFilePtr asked = inputs.resources.get(slots::questions);
    const QuestionFilePtr rated = inputs.resources.get(slots::rated_pairs);
    const bool other_questions = asked && asked != questions_;
    const bool other_pairs = rated && rated != rated_pairs_;
    const bool fresh = std::exchange(fresh_, false);
    questions_ = asked;
    rated_pairs_ = rated;
    if (!fresh && (other_questions || other_pairs)) tab_ = other_questions ? sections : pairs;
    if (!entered_.entered(session)) return;
    tab_ = tab_of(session);
    if (const auto tab = state_choice(session, kTabKey, kTabs)) tab_ = static_cast<Tab>(*tab);
    published_ = state_switch(session, kPublishedKey, false);
  }

  static Tab tab_of(const Session& session) {
    const auto& record = session.run()->records.get<EvaluationRecord>();
    const Var focus = step_focus(session);
    if (focus && (focus == record.misses.its || focus == record.misses.wanted)) return misses;
    if (focus && focus == record.question.cosine) return answers;
    const std::string path = focus_path(session, session.step);
    if (is_within(path, EvaluationRecord::Question::scope)) return sum;
    if (!is_within(path, EvaluationRecord::Similarity::scope)) return sections;
    const auto& [cosine, rating, cosine_rank, rating_rank, difference, spearman] =
        record.similarity;
    return focus == cosine || focus == rating ? pairs : ranks;
  }

  void ask(Session& session, const std::string& question) {
    session.post(set_option(evaluation_options::question, question));
    tab_ = answers;
  }

  // A result at the right end of a line, as large as a heading; touching it opens its cell.
  static void draw_result(Ui& ui, Session& session, Var var, const std::string& name, Rect& row) {
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
    const Rect words = row.take_right(ui.canvas.width(name, theme.small()));
    ui.canvas.text_in(words, name, theme.small(), theme.soft_ink, Align::right);
  }

  static QuestionFilePtr asked_file(const Session& session) {
    return session.inputs().resources.get(slots::questions);
  }

  // The file whose questions are asked, and how many of them can be.
  static void draw_question_file(Ui& ui, Session& session, Rect row) {
    const QuestionFilePtr file = asked_file(session);
    if (draw_asked_file(ui, *file, "Back to the program's own questions", row)) {
      session.use(slots::questions, nullptr);
    }
    const Var answered = session.run()->records.get<EvaluationRecord>().accuracy.all_answered;
    if (!answered || session.shown().resources.get(slots::questions) != file) return;
    ui.canvas.text_in(row,
                      fmt::format("{:.0f} of {} questions have words that are known",
                                  session.run()->tape.value(answered)(0, 0), file->questions()),
                      ui.theme.small(), ui.theme.soft_ink);
  }

  // A bar for each section, in a column for each of the sets of vectors; below, where a step speaks
  // of it, what others found.
  void draw_sections(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const auto& accuracy = session.run()->records.get<EvaluationRecord>().accuracy;
    if (!accuracy.share) return draw_none_known(ui, area);
    Rect title = area.take_top(theme.px(32));
    draw_result(ui, session, accuracy.all_share, "all sections", title);
    text_fitted(ui, title, "right answers by section", theme.strong(), theme.soft_ink);
    if (published_) {
      const bool asked = session.asking();
      draw_published(ui, asked, area.take_bottom(theme.px(38)));
      area.take_bottom(theme.px(8));
    }
    const Shape shape = tape.shape(accuracy.share);
    const float part = area.w / static_cast<float>(shape.cols);
    for (int c = 0; c < shape.cols; ++c) {
      Rect column = area.take_left(c + 1 < shape.cols ? part : area.w);
      const Label& label = tape.node(accuracy.share).label;
      if (shape.cols > 1) {
        ui.canvas.text_in(column.take_top(theme.px(22)), axis_label(label.cols, c), theme.small(),
                          theme.soft_ink);
        column.take_right(theme.px(14));
      }
      const WordBars bars{.values = accuracy.share, .by_row = true, .column = c, .percent = true};
      const int clicked = draw_word_bars(ui, session, bars, column).clicked;
      if (clicked < 0) continue;
      session.post(set_option(evaluation_options::section, axis_label(label.rows, clicked)));
      session.post(set_option(evaluation_options::question, {}));
      tab_ = misses;
    }
  }

  static void draw_published(Ui& ui, bool asked, Rect row) {
    const Theme& theme = ui.theme;
    const std::string name = "skip-gram of 2013, news", number = "about 60 %";
    row.take_left(theme.px(4));
    ui.canvas.text_in(row.take_left(ui.canvas.width(name, theme.strong()) + theme.px(14)), name,
                      theme.strong(), theme.ink);
    ui.canvas.text_in(row.take_right(ui.canvas.width(number, theme.number()) + theme.px(12)),
                      asked ? "?" : number, theme.number(), theme.ink, Align::right);
    const Rect track = row.inset(0, theme.px(3));
    if (asked) return draw_hidden(ui, track, theme.px(4));
    ui.canvas.fill(track, theme.panel, theme.px(4));
    ui.canvas.fill({track.x, track.y, track.w * static_cast<float>(kPublished), track.h},
                   theme.tensor(Role::key), theme.px(4));
  }

  static void draw_none_known(Ui& ui, Rect area) {
    draw_advice(ui,
                "For none of the questions do these vectors have all four words. Drop a "
                "questions-words file in their language on the window, or other vectors.",
                area);
  }

  void draw_question_field(Ui& ui, Session& session, Rect row) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    if (!ui.text_active()) typed_ = run->tokens[1].empty() ? std::string() : run->tokens[1][0];
    ui.canvas.text_in(row.take_left(ui.canvas.width("a b c d", theme.strong()) + theme.px(12)),
                      "a b c d", theme.strong(), theme.ink);
    if (ui.text_field("question", typed_, row.take_left(std::min(row.w, theme.px(420))),
                      "four words: a is to b as c is to d")) {
      session.post(set_option(evaluation_options::question, typed_, ++gesture_));
    }
  }

  // False: there is no question, and why.
  static bool has_question(Ui& ui, const EvaluationRecord::Question& question, Rect area) {
    if (question.cosine) return true;
    draw_advice(ui,
                "These vectors lack the words of every question known here. Type four words that "
                "they have: a is to b as c is to d.",
                area);
    return false;
  }

  // The words of the question with their signs, and under them what they add up to.
  void draw_sum(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const auto& question = session.run()->records.get<EvaluationRecord>().question;
    if (!has_question(ui, question, area)) return;
    panel_.begin(ui, session);
    MatrixPanel::Options options;
    options.top = true;
    options.col_labels = false;
    options.fills = true;
    options.largest = 1000;
    Rect below = area.take_bottom(area.h * 0.34F);
    area.take_bottom(theme.px(8));
    caption(ui, "The three words, each of length 1", area);
    Rect signs = area.take_left(theme.px(22));
    const MatrixLayout words = panel_.draw(ui, session, question.words, area, options);
    const float high = words.cells.h / 3;
    for (int r = 0; r < 3; ++r) {
      ui.canvas.text_in({signs.x, words.cells.y + high * static_cast<float>(r), signs.w, high},
                        r == 0 ? "−" : "+", theme.title(), theme.soft_ink);
    }
    caption(ui, "The sum b − a + c", below);
    below.take_left(words.cells.x - below.x - theme.px(7));
    options.row_labels = false;
    panel_.draw(ui, session, question.target, below, options);
    panel_.end(ui, session);
  }

  static void draw_answers(Ui& ui, Session& session, Rect area) {
    const RunPtr run = session.run();
    const auto& question = run->records.get<EvaluationRecord>().question;
    if (!has_question(ui, question, area)) return;
    LargeBars list;
    list.id = "answers of an exam";
    list.title = axis_label(run->tape.node(question.cosine).label.rows, 0);
    list.bars = bars_of(session, {.values = question.cosine, .to_one = true});
    if (!list.bars.bars.empty()) list.bars.bars.front().strong = true;
    draw_large_bars(ui, session, list, area);
  }

  static void caption(Ui& ui, const char* words, Rect& area) {
    ui.canvas.text_in(area.take_top(ui.theme.px(28)), words, ui.theme.small(), ui.theme.soft_ink);
  }

  void draw_pairs(Ui& ui, Session& session, bool by_rank, Rect area) {
    const Var spearman = session.run()->records.get<EvaluationRecord>().similarity.spearman;
    Rect title = area.take_top(ui.theme.px(32));
    draw_result(ui, session, spearman, "Spearman", title);
    by_rank ? pairs_.draw_ranks(ui, session, title, area) : pairs_.draw(ui, session, title, area);
  }

  void draw_pairs_source(Ui& ui, Session& session, Rect row) {
    pairs_.draw_source(ui, session, row);
  }

  MatrixPanel panel_;
  MissedList misses_;
  WordPairs pairs_;
  QuestionFilePtr questions_, rated_pairs_;
  Tab tab_ = sections;
  bool published_ = false;  // what others found stands below the sections
  bool fresh_ = true;
  StepState entered_;
  std::string typed_;
  int gesture_ = 1 << 20;  // apart from those of the sentence
};

const RegisterView registered{
    "evaluate-vectors",
    [] { return std::unique_ptr<View>(new EvaluateVectors); },
    {.home = ViewTraits::Home::questions,
     .state = {state_spec(kTabKey, kTabs, "The picture that is shown"),
               state_switch_spec(kPublishedKey,
                                 "Whether the published result stands below the sections")},
     .parts = {{.name = kExam}}}};

}  // namespace

}  // namespace glassformer
