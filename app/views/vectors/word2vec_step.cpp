#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/views/parts/option_line.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/vectors/arrow_plane.h"
#include "app/views/vectors/code_tree.h"
#include "app/views/vectors/share_bars.h"
#include "app/views/vectors/word_chips.h"
#include "app/views/vectors/word_window.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "core/scenes/records/word2vec_step.h"

namespace glassformer {

namespace {

constexpr std::string_view kWindow = "window", kPlane = "plane", kNoise = "noise",
                           kLikely = "likely", kTree = "tree", kGrowth = "growth";

// The window over the sentence; the rows of its words as arrows with the steps that they take; the
// noise, the tree, or how likely the words are that they are held against.
class Word2VecStep : public View {
 public:
  std::string_view name() const override { return "word2vec-step"; }
  std::string_view help() const override {
    return "Click a word of the sentence: a word of the context becomes the one to predict, any "
           "other the centre. Each row is an arrow, and the arrow at its tip is the step that it "
           "takes. Other pictures show what the negatives are drawn from; or the tree, with the "
           "way to the word to predict; or how likely each word is. The line of counts, such as "
           "\"fat 3, fridge 2\", makes the noise and the tree. Touch anything to see its "
           "arithmetic.";
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const Step& step = step_of(*run);
    const auto shown = [&](Var var) {
      return var ? std::vector{run->tape.node(var).path} : std::vector<std::string>{};
    };
    if (part == kWindow) {
      draw_window(ui, session, area);
      return {};
    }
    if (part == kPlane) {
      draw_arrow_plane(ui, session, arrows(ui, session), legend(ui.theme, step), area);
      return {};
    }
    if (part == kGrowth && step.tree.growth) {
      draw_growth(ui, *run, area);
      return shown(step.tree.growth);
    }
    if (part == kTree && step.tree.codes) {
      draw_tree(ui, session, area);
      return shown(step.counts);
    }
    if (part == kNoise && step.noise) {
      draw_share_bars(ui, session, step.noise, {}, area);
      return shown(step.noise);
    }
    // What an option has left out gives way to this.
    if (!step.before.p) return {};
    const bool after = reached(session, step.after.p);
    draw_share_bars(ui, session, step.before.p, after ? step.after.p : Var{}, area);
    return shown(step.before.p);
  }

  // The sentence, of which the words are buttons, and the counts.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const float top = area.y;
    draw_sentence(ui, session, area.take_top(ui.theme.px(34)));
    const Step& step = step_of(*session.run());
    if (!step.tree.codes && !step.noise) return area.y - top;
    area.take_top(ui.theme.px(10));
    counts_.draw(ui, session, word2vec_step_options::counts, "Counts",
                 "Those of the sentence itself", area.take_top(ui.theme.px(32)),
                 counts_by_hand(*session.run()));
    return area.y - top;
  }

 private:
  using Step = Word2VecStepRecord;
  static const Step& step_of(const Run& run) { return run.records.get<Step>(); }

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
    if (clicked >= 0) take_word(session, clicked);
  }

  // A word of the context becomes the one to predict, any other the centre.
  static void take_word(Session& session, int clicked) {
    const Step& step = step_of(*session.run());
    const int at = centre(session), window = option(session, word2vec_step_options::window);
    const bool given = std::ranges::find(step.given, clicked) != step.given.end();
    const bool other =
        clicked != at && std::abs(clicked - at) <= window && !given && clicked != step.predicted;
    if (other) {
      session.post(set_option(word2vec_step_options::outside, outside(clicked, at, window)));
    } else {
      session.post(set_option(word2vec_step_options::centre, clicked + 1));
    }
  }

  // The window with an arc for each pair that it makes.
  static void draw_window(Ui& ui, Session& session, Rect area) {
    const RunPtr run = session.run();
    const Step& step = step_of(*run);
    const int at = centre(session), window = option(session, word2vec_step_options::window);
    const int words = static_cast<int>(run->tokens[0].size());
    WordWindow picture{run->tokens[0],
                       std::max(0, at - window),
                       std::min(words - 1, at + window),
                       step.given,
                       step.predicted,
                       {},
                       step.one_pair ? "centre c" : "context",
                       step.one_pair ? "to predict: o" : "to predict: the centre"};
    for (int i = picture.first; step.one_pair && i <= picture.last; ++i) {
      if (i != at && i != step.predicted) picture.others.emplace_back(at, i);
    }
    const int clicked = draw_word_window(ui, session, picture, area);
    if (clicked >= 0) take_word(session, clicked);
  }

  // While it is built it stands on the counts of its words; then it hangs from its root, with the
  // way to the word to predict.
  static void draw_tree(Ui& ui, Session& session, Rect area) {
    const RunPtr run = session.run();
    const Step& step = step_of(*run);
    const Var focus = step_focus(session);
    CodeTree tree;
    tree.codes = step.tree.codes;
    tree.counts = step.counts;
    tree.p = step.before.p;
    tree.joins = step.tree.joins;
    tree.joined = joins_made(session);
    const bool whole = tree.joined == run->tape.shape(tree.codes).rows - 1;
    // The last join asks how far the words are from the root.
    if (focus == tree.joins && whole && !hides(session, cell_of(run->tape, tree.codes, 0, 0))) {
      tree.joined = -1;
      tree.words = ends_of(run->tape.value(tree.codes));
    } else if (tree.joined < 0) {
      tree.words = {word_number(*run, predicted_word(*run))};
      tree.turns = reached(session, step.before.p);
      tree.reach = tree.turns && focus != step.before.p;
    }
    const int clicked = draw_code_tree(ui, session, tree, area);
    if (clicked >= 0) choose(session, clicked);
  }

  // The words with the shortest and the longest code.
  static std::vector<int> ends_of(const Mat& codes) {
    const auto length = [&](int w) {
      int bits = 0;
      while (bits < codes.cols() && !std::isnan(codes(w, bits))) ++bits;
      return bits;
    };
    int least = 0, most = 0;
    for (int w = 1; w < codes.rows(); ++w) {
      if (length(w) < length(least)) least = w;
      if (length(w) > length(most)) most = w;
    }
    return {least, most};
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

  // How many joins of the tree are made: up to the one that is pointed at, else the chosen one;
  // none where the step is about the counts; -1: it is built.
  static int joins_made(const Session& session) {
    const Tape& tape = session.run()->tape;
    const Step& step = step_of(*session.run());
    const Var joins = step.tree.joins;
    if (!joins) return -1;
    if (step_focus(session) == step.counts) return 0;
    if (step_focus(session) != joins) return -1;
    for (const Target& target : {session.hover, session.chosen.value_or(Target())}) {
      if (target.kind == Target::Kind::cell && is_of(target, tape, joins)) return target.row + 1;
    }
    return tape.shape(joins).rows;
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
    const Var focus = step_focus(session);
    // What the rows of the given words are held against moves after them.
    const bool all_move = moves && (!focus || focus.index > step.moves.index);
    const auto add = [&](Var Step::Rows::*node, const auto& color_of, const auto& strong,
                         bool spoken_of) {
      const bool goes = node == &Step::Rows::o ? all_move : moves;
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
        all.push_back({tip, goes ? point(to) - tip : Vec{}, cell.word, color_of(i), strong(i),
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

  OptionLine counts_;
};

const RegisterView registered{"word2vec-step",
                              [] { return std::unique_ptr<View>(new Word2VecStep); },
                              {.parts = {{.name = kWindow},
                                         {.name = kPlane, .share = 0.36F, .keeps_shape = true},
                                         {.name = kNoise},
                                         {.name = kLikely},
                                         {.name = kTree},
                                         {.name = kGrowth}}}};

}  // namespace

}  // namespace glassformer
