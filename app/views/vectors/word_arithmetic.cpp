#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/jobs/word_lookup.h"
#include "app/views/parts/highlight.h"
#include "app/views/parts/set_option.h"
#include "app/views/vectors/answer_list.h"
#include "app/views/vectors/term_steps.h"
#include "app/views/vectors/word_plane.h"
#include "app/views/view.h"
#include "app/widgets/motion.h"

namespace glassformer {

namespace {

constexpr const char* kField = "word expression";
using Way = WordArithmeticRecord::Way WordArithmeticRecord::*;

// The ways to answer, each a list that can stand on the stage.
struct ListPart {
  std::string_view part;
  AnswerList list;
};
constexpr std::array<ListPart, 3> kLists{
    {{"answers", {&WordArithmeticRecord::add, "largest cosine with the tip", ""}},
     {"multiply",
      {&WordArithmeticRecord::multiply, "largest product", "3CosMul asks for whole factors"}},
     {"direction",
      {&WordArithmeticRecord::direction, "most in the direction of the step",
       "Pair direction asks for b − a + c"}}}};
constexpr std::string_view kPlane = "plane", kTerms = "terms";
constexpr float kListShare = 0.3F;
const std::vector<PartSpec> kParts{{.name = kPlane},
                                   {.name = kTerms},
                                   {.name = kLists[0].part, .share = kListShare},
                                   {.name = kLists[1].part, .share = kListShare},
                                   {.name = kLists[2].part, .share = kListShare}};

// An expression of words and what comes of it: the parallelogram, the words that answer it in each
// of three ways, and how a word gets its score.
class WordArithmetic : public View {
 public:
  std::string_view name() const override { return "word-arithmetic"; }
  std::string_view help() const override {
    return "Type words with + and −, numbers before * and after /, brackets, and phrases in "
           "double quotes; Tab takes the first completion, or the nearest spelling of an unknown "
           "word, "
           "Enter asks. ~ before a word composes its vector from its parts. The picture is the "
           "plane of the three words: the step from the second to the first, taken once more from "
           "the third. Beside it are the words that answer; those of the question are struck out "
           "while they do not count. Click an answer to see where it lies, or how it gets its "
           "score. Bars end at 1, or at the largest product. The buttons ask what the lectures "
           "ask.";
  }

  void begin_parts(Ui& ui, Session& session) override {
    lookup_.follow(session.inputs());
    const RunPtr run = session.run();
    const Way way = way_of(session);
    if (run == seen_ && way == way_) return;
    if (run != seen_) copied_at_ = ui.input.time;
    seen_ = run;
    way_ = way;
    chosen_ = answer_of(*run, run->records.get<WordArithmeticRecord>().*way, excludes(session));
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<WordArithmeticRecord>();
    for (const auto& [name, list] : kLists) {
      if (part != name) continue;
      const auto most =
          static_cast<int>(value_of(session.inputs(), word_arithmetic_options::answers));
      draw_answer_list(ui, session, list, {excludes(session), most}, chosen_, area);
      const Var score = (record.*list.way).score;
      return score ? std::vector{run->tape.node(score).path} : std::vector<std::string>{};
    }
    // While the answer is asked for, neither its terms nor its place are shown.
    const bool asked =
        record.add.score && hides(session, run->tape.node(record.add.score).path, 0, 0);
    if (part == kPlane) {
      const WordPlane plane{asked ? "" : chosen_, excludes(session),
                            way_ == &WordArithmeticRecord::direction, copied(ui)};
      if (draw_word_plane(ui, session, plane, area))
        return {run->tape.node(record.plane.points).path};
    }
    if (asked) return {};
    const Way way = (record.*way_).score ? way_ : &WordArithmeticRecord::add;
    draw_term_steps(ui, session, way, compared(session), area);
    return {run->tape.node((record.*way).terms).path};
  }

  float draw_controls(Ui& ui, Session& session, Rect area) override {
    lookup_.follow(session.inputs());
    const float top = area.y;
    const Rect field = area.take_top(ui.theme.px(40));
    area.take_top(ui.theme.px(8));
    draw_lecture(ui, session, area);
    draw_field(ui, session, field);  // last: its completions lie over the rest
    return area.y - top;
  }

  float built() const override { return built_; }
  void skip() override { copied_at_ = -1e9; }

 private:
  static bool excludes(const Session& session) {
    return value_of(session.inputs(), word_arithmetic_options::exclude) != 0;
  }

  // How the step that is shown answers.
  static Way way_of(const Session& session) {
    const std::string focus = focus_path(session, session.step);
    for (const auto& [part, list] : kLists) {
      if (part != kLists[0].part && is_within(focus, part)) return list.way;
    }
    return kLists[0].list.way;
  }

  // The chosen answer, and where the product answers otherwise, that too.
  std::vector<std::string> compared(const Session& session) const {
    const RunPtr run = session.run();
    const auto& record = run->records.get<WordArithmeticRecord>();
    std::vector<std::string> answers{chosen_};
    for (const Way way : {&WordArithmeticRecord::add, &WordArithmeticRecord::multiply}) {
      const std::string other = answer_of(*run, record.*way, excludes(session));
      if (!other.empty() && other != chosen_ && answers.size() < 2) answers.push_back(other);
    }
    return answers;
  }

  // How far the step has come on its way to where it is taken once more, 0 … 1.
  float copied(Ui& ui) {
    const double share = !moves(ui) ? 1 : (ui.input.time - copied_at_) / kMotionSeconds;
    built_ = static_cast<float>(std::clamp(share, 0.0, 1.0));
    if (built_ < 1) ui.request_frame();
    return eased(share);
  }

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
  Way way_ = nullptr;
  std::string chosen_;
  double copied_at_ = -1e9;  // seconds of Input::time: when the step set out
  float built_ = 1;
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
                              {.home = ViewTraits::Home::vectors, .parts = kParts}};

}  // namespace

}  // namespace glassformer
