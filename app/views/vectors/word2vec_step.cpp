#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/views/parts/equation_panel.h"
#include "app/views/parts/option_line.h"
#include "app/views/parts/set_option.h"
#include "app/views/vectors/arrow_plane.h"
#include "app/views/vectors/code_tree.h"
#include "app/views/vectors/share_bars.h"
#include "app/views/vectors/word_chips.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/word2vec_step.h"

namespace glassformer {

namespace {

// The window over the sentence; the rows of its words as arrows with the steps that they take; the
// noise, the tree, or the words that they are held against; and beside it the matrices.
class Word2VecStep : public View {
 public:
  std::string_view name() const override { return "word2vec-step"; }
  std::string_view help() const override {
    return "Click a word of the sentence: a word of the context becomes the one to predict, any "
           "other the centre. Each row is an arrow, and the arrow at its tip is the step that it "
           "takes. Below: what the negatives are drawn from; or the tree, with the way to the word "
           "to predict; or how likely each word is. The line of counts, such as \"fat 3, fridge "
           "2\", makes the noise and the tree. Touch anything to see its arithmetic.";
  }
  float built() const override { return panel_.built(); }
  void skip() override { panel_.skip(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    draw_sentence(ui, session, area.take_top(theme.px(34)));
    area.take_top(theme.px(12));
    const bool wide = area.w > 1.3F * area.h;
    Rect picture = wide ? area.take_left(picture_width(ui, *session.run(), area.w))
                        : area.take_top(area.h * 0.52F);
    if (wide) {
      area.take_left(gap(theme));
    } else {
      area.take_top(theme.px(14));
    }
    draw_picture(ui, session, picture, !wide);
    panel_.draw(ui, session, area);
  }

 private:
  using Step = Word2VecStepRecord;
  static const Step& step_of(const Run& run) { return run.records.get<Step>(); }

  static float gap(const Theme& theme) { return theme.px(24); }

  // Against all words a matrix has a column for each. The picture gives way as far as these need it
  // for their numbers, unless they are so many that there are none to be read.
  static float picture_width(const Ui& ui, const Run& run, float room) {
    const Theme& theme = ui.theme;
    const float usual = 0.46F * room, least = 0.33F * room;
    const Step& step = step_of(run);
    const Var p = step.before.p;
    if (!p || step.noise || step.tree.codes) return usual;
    float names = 0;
    for (const std::string& name : run.tape.node(p).label.rows.labels) {
      names = std::max(names, ui.canvas.width(name, {Face::bold, theme.small().size}));
    }
    const float cells = theme.px(37) * static_cast<float>(run.tape.shape(p).cols);
    const float left = room - gap(theme) - theme.px(60) - names - cells;
    return left < least ? usual : std::min(left, usual);
  }

  static int option(const Session& session, const NumberKey& key) {
    return static_cast<int>(value_of(session.inputs(), key));
  }
  static int centre(const Session& session) {
    const int last = static_cast<int>(session.run()->tokens[0].size());
    return std::clamp(option(session, word2vec_step_options::centre), 1, std::max(1, last)) - 1;
  }

  // Which word of the context stands at this position of the sentence, counted from 1.
  static int outside(int place, int centre, int window) {
    return place - std::max(0, centre - window) + (place < centre ? 1 : 0);
  }

  // The words have the colours that they have as arrows and as bars.
  static void draw_sentence(Ui& ui, Session& session, Rect row) {
    const RunPtr run = session.run();
    const Step& step = step_of(*run);
    const int at = centre(session), window = option(session, word2vec_step_options::window);
    const Color predicted = ui.theme.tensor(Role::query), given = ui.theme.tensor(Role::key);
    const auto is_given = [&](int i) {
      return std::find(step.given.begin(), step.given.end(), i) != step.given.end();
    };
    const auto in_context = [&](int i) { return i != at && std::abs(i - at) <= window; };
    const auto fill = [&](int i) -> std::optional<Color> {
      if (i == step.predicted) return predicted;
      return is_given(i) ? std::optional(given) : std::nullopt;
    };
    // The other pairs of this centre.
    const auto ring = [&](int i) -> std::optional<Color> {
      const bool other = in_context(i) && !is_given(i) && i != step.predicted;
      return other ? std::optional(predicted) : std::nullopt;
    };
    const int clicked =
        draw_word_chips(ui, session, {run->tokens[0], at, at + window + 1, fill, ring}, row);
    if (clicked < 0) return;
    if (ring(clicked)) {
      session.post(set_option(word2vec_step_options::outside, outside(clicked, at, window)));
    } else {
      session.post(set_option(word2vec_step_options::centre, clicked + 1));
    }
  }

  void draw_picture(Ui& ui, Session& session, Rect area, bool side_by_side) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const Step& step = step_of(*run);
    const Var codes = step.tree.codes, noise = step.noise;
    // While a step is about the tree, it has all the room.
    const Var focus = step_focus(session);
    const bool tree_alone =
        codes && (focus == step.counts ||
                  is_within(focus_path(session, session.step), CodeTreeNodes::scope));
    Rect second = area;
    if (!tree_alone) {
      const float lower = area.h * (codes ? 0.56F : 0.36F) + (noise ? line_of_counts(theme) : 0);
      second = side_by_side ? area.take_right(area.w * 0.5F) : area.take_bottom(lower);
      if (side_by_side) {
        area.take_right(theme.px(14));
      } else {
        area.take_bottom(theme.px(10));
      }
      title(ui, area, plane_title(*run));
      draw_arrow_plane(ui, session, arrows(ui, session), legend(theme, step), area);
    }
    if (codes && focus == step.tree.growth) {
      title(ui, second, "Dot products for a word of the text");
      draw_growth(ui, *run, second);
    } else if (codes) {
      const int joined = joins_made(session);
      title(ui, second,
            joined < 0 ? "The way to “" + predicted_word(*run) + "”" : joins_told(*run, joined));
      if (tree_alone) draw_counts(ui, session, second);
      const CodeTree tree{
          codes,           step.counts,
          step.before.p,   joined < 0 ? word_number(*run, predicted_word(*run)) : -1,
          step.tree.joins, joined};
      const int clicked = draw_code_tree(ui, session, tree, second);
      if (clicked >= 0) choose(session, clicked);
    } else if (noise) {
      title(ui, second, "Noise, and the negatives drawn from it");
      draw_counts(ui, session, second);
      if (focus == noise || reached(session, step.label)) {
        draw_share_bars(ui, session, noise, {}, second);
      }
    } else if (step.before.p) {
      const bool after = reached(session, step.after.p);
      if (reached(session, step.before.p)) {
        title(ui, second, after ? "How likely: before, after" : "How likely");
        draw_share_bars(ui, session, step.before.p, after ? step.after.p : Var{}, second);
      }
    }
  }

  static void title(Ui& ui, Rect& area, const std::string& text) {
    text_fitted(ui, area.take_top(ui.theme.px(28)), text, ui.theme.strong(), ui.theme.ink);
  }

  static float line_of_counts(const Theme& theme) { return theme.px(40); }
  void draw_counts(Ui& ui, Session& session, Rect& area) {
    Rect line = area.take_top(line_of_counts(ui.theme));
    line.take_bottom(ui.theme.px(8));
    counts_.draw(ui, session, word2vec_step_options::counts, "Counts",
                 "Those of the sentence itself", line, counts_by_hand(*session.run()));
  }
  // "the 60, a 40", where one of them was set in its matrix; else nothing.
  static std::string counts_by_hand(const Run& run) {
    const Tape& tape = run.tape;
    const Var counts = step_of(run).counts;
    if (!counts || tape.node(counts).edits.empty()) return {};
    std::string line;
    for (int i = 0; i < tape.shape(counts).cols; ++i) {
      line += fmt::format("{}{} {:.0f}", i > 0 ? ", " : "",
                          axis_label(tape.node(counts).label.cols, i), tape.value(counts)(0, i));
    }
    return line;
  }

  // How much of the tree is built: up to the join that is pointed at, else the chosen one; -1: all.
  static int joins_made(const Session& session) {
    const Tape& tape = session.run()->tape;
    const Var joins = step_of(*session.run()).tree.joins;
    if (!joins || step_focus(session) != joins) return -1;
    for (const Target& target : {session.hover, session.chosen.value_or(Target())}) {
      if (target.kind == Target::Kind::cell && is_of(target, tape, joins)) return target.row + 1;
    }
    return tape.shape(joins).rows;
  }
  static std::string joins_told(const Run& run, int joined) {
    const Label& label = run.tape.node(step_of(run).tree.joins).label;
    return fmt::format("Join {}: {}", joined, axis_label(label.rows, joined - 1));
  }

  // What a word costs with more and more words, and where the words of the lesson stand.
  static void draw_growth(Ui& ui, const Run& run, Rect area) {
    const Theme& theme = ui.theme;
    const Step& step = step_of(run);
    const Mat& growth = run.tape.value(step.tree.growth);
    const auto column = [&](int c) {
      std::vector<double> values;
      for (int i = 0; i < growth.rows(); ++i) values.push_back(growth(i, c));
      return values;
    };
    const double words = run.tape.shape(step.counts).cols;
    const double cost = run.tape.value(step.tree.cost)(0, 0);
    draw_curve(ui,
               {.id = "growth",
                .x_name = "words V",
                .y_name = "dot products",
                .curves = {{"softmax", theme.soft_ink, column(0), column(0)},
                           {"balanced tree", theme.tensor(Role::key), column(0), column(1)},
                           {"Huffman", theme.tensor(Role::query), column(0), column(2)},
                           {"", theme.accent, {words}, {cost}, true}},
                .log_x = true,
                .log_y = true,
                .top_y = {},
                .marker_x = words},
               area);
  }

  static std::string plane_title(const Run& run) {
    const Var x = step_of(run).before.x;
    const int d = x ? run.tape.shape(x).cols : 0;
    return d > 2 ? fmt::format("Rows and their steps: the first 2 of {} numbers", d)
                 : "Rows and their steps";
  }

  static const std::string& predicted_word(const Run& run) {
    return run.tokens[0][static_cast<std::size_t>(step_of(run).predicted)];
  }
  // The number of a word in the vocabulary; -1 if it is not there.
  static int word_number(const Run& run, const std::string& word) {
    const Var counts = step_of(run).counts;
    if (!counts) return -1;
    const std::vector<std::string>& words = run.tape.node(counts).label.cols.labels;
    const auto found = std::find(words.begin(), words.end(), word);
    return found == words.end() ? -1 : static_cast<int>(found - words.begin());
  }
  // A word of the vocabulary becomes the one to predict, if the sentence has it: as the centre, or
  // as a word around the centre, which moves beside it where it must.
  static void choose(Session& session, int word) {
    const RunPtr run = session.run();
    const std::vector<std::string>& tokens = run->tokens[0];
    const auto found = std::find_if(tokens.begin(), tokens.end(), [&](const std::string& token) {
      return word_number(*run, token) == word;
    });
    if (found == tokens.end()) return;
    const int place = static_cast<int>(found - tokens.begin());
    if (!step_of(*run).one_pair) {
      session.post(set_option(word2vec_step_options::centre, place + 1));
      return;
    }
    const int window = option(session, word2vec_step_options::window);
    int at = centre(session);
    if (place == at || std::abs(place - at) > window) {
      at = place > 0 ? place - 1 : place + 1;
      session.post(set_option(word2vec_step_options::centre, at + 1));
    }
    session.post(set_option(word2vec_step_options::outside, outside(place, at, window)));
  }

  // What the steps have come to: later results are not shown before.
  static bool reached(const Session& session, Var var) {
    const Var focus = step_focus(session);
    return var && (!focus || focus.index >= var.index);
  }

  static std::vector<PlaneArrow> arrows(const Ui& ui, const Session& session) {
    const Theme& theme = ui.theme;
    const RunPtr shown = session.run();
    const Run& run = *shown;
    const Tape& tape = run.tape;
    const Step& step = step_of(run);
    std::vector<PlaneArrow> all;
    const bool moves = reached(session, step.moves);
    const auto add = [&](Var Step::Rows::*node, const auto& color_of, const auto& strong,
                         bool spoken_of) {
      const Var rows = step.before.*node, moved = step.after.*node;
      if (!rows || !moved) return;
      const Mat &from = tape.value(rows), &to = tape.value(moved);
      for (int i = 0; i < from.rows(); ++i) {
        const auto point = [&](const Mat& m) {
          return Vec{static_cast<float>(m(i, 0)), m.cols() > 1 ? static_cast<float>(m(i, 1)) : 0};
        };
        Target cell = cell_of(tape, rows, i, 0);
        cell.word = axis_label(tape.node(rows).label.rows, i);
        const Vec tip = point(from);
        all.push_back({tip, moves ? point(to) - tip : Vec{}, cell.word, color_of(i), strong(i),
                       spoken_of, cell});
      }
    };
    const Var label = step.label;
    const auto right = [&](int j) {
      return label && j < tape.shape(label).cols && tape.value(label)(0, j) > 0;
    };
    const Color other = wrong(theme, step);
    // Against all words, those that are not right are only many.
    const bool few = step.noise || step.tree.codes;
    const bool held = reached(session, step.before.o) || step_focus(session) == step.noise;
    if (held)
      add(
          &Step::Rows::o, [&](int j) { return right(j) ? theme.tensor(Role::query) : other; },
          right, few);
    add(
        &Step::Rows::x, [&](int) { return theme.tensor(Role::key); }, [](int) { return false; },
        true);
    if (reached(session, step.before.h))
      add(
          &Step::Rows::h, [&](int) { return theme.tensor(Role::key); }, [](int) { return true; },
          true);
    return all;
  }

  // Negatives have the colour of their bars in the noise.
  static Color wrong(const Theme& theme, const Step& step) {
    return step.noise ? theme.tensor(Role::value) : theme.soft_ink;
  }

  static std::vector<PlaneLegend> legend(const Theme& theme, const Step& step) {
    const bool tree = static_cast<bool>(step.tree.codes);
    const char* others = tree ? "label 0" : step.noise ? "negative" : "other";
    return {{step.one_pair ? "centre" : "context", theme.tensor(Role::key)},
            {tree            ? "label 1"
             : step.one_pair ? "context"
                             : "centre",
             theme.tensor(Role::query)},
            {others, wrong(theme, step)},
            {"step", theme.accent}};
  }

  EquationPanel panel_;
  OptionLine counts_;
};

const RegisterView registered{"word2vec-step",
                              [] { return std::unique_ptr<View>(new Word2VecStep); }};

}  // namespace

}  // namespace glassformer
