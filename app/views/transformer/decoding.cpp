#include <algorithm>

#include "app/session/ours.h"
#include "app/views/parts/highlight.h"
#include "app/views/parts/large_bars.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/top_words.h"
#include "app/views/transformer/beam_tree.h"
#include "app/views/view.h"
#include "core/lesson/living_text.h"
#include "core/lesson/step_cell.h"
#include "core/scenes/records/decoding.h"
#include "core/text/number_format.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

constexpr std::string_view kPositionKey = "position";
constexpr int kMostPositions = 512;

// px at scale 1.
constexpr float kColumn = 92, kLine = 28, kNames = 96, kGap = 12;
constexpr float kBeamMargin = 24;   // what a box of the tree has beside its word
constexpr float kNamedCell = 15;    // a cell of the mask beside which its row is named
constexpr float kMaskNames = 0.3F;  // of the width
constexpr int kWords = 6;           // of a distribution
constexpr std::string_view kWordsPart = "words", kTree = "tree", kMask = "mask", kSteps = "steps";

std::string shown(const Run& run, const std::string& piece) {
  const auto& record = run.records.get<DecodingRecord>();
  return piece == record.begin ? "begin" : piece == record.end ? "end" : piece;
}

// A translation word by word: the beam search as a tree, what each step thinks of all words, and
// how far back the decoder may look.
class Decoding : public View {
 public:
  std::string_view name() const override { return "decoding"; }
  std::string_view help() const override {
    return "Each column is one step; the bars are what the decoder thinks of all words at the one "
           "that is looked at. Where the beam search stands below its words, filled boxes live on, "
           "framed ones ended, pale ones were dropped; the number is the word's probability. Click "
           "a pale one, or a word of the bars twice, and the translation begins with it. With a "
           "second sentence the decoder is fed that sentence "
           "instead of its own words (teacher forcing); where it would have said another word, "
           "that word is marked.";
  }

  void begin_parts(Ui&, Session& session) override {
    const RunPtr run = session.run();
    if (!run->output) return;
    beam_ = read_beam(*run);
    follow(session, *run, run->output);
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const Var probabilities = run->output;
    if (!probabilities) return {};
    if (part == kMask) {
      const Var weights = draw_mask(ui, session, *run, area);
      return weights ? std::vector{run->tape.node(weights).path} : std::vector<std::string>{};
    }
    if (part == kWordsPart) {
      draw_distribution(ui, session, *run, probabilities, area);
      return {run->tape.node(probabilities).path};
    }
    const Columns columns = columns_in(ui, session, *run, probabilities, area.w);
    draw_steps(ui, session, *run, probabilities, columns, part == kTree, area);
    return {};
  }

  // What the translation has to begin with.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    if (prefix(session).empty()) return 0;
    const Rect line = area.take_top(ui.theme.px(kLine + 8));
    draw_prefix(ui, session, line);
    return line.h;
  }

 private:
  // The lesson's step says which step of the decoder is looked at, until the user chooses another.
  void follow(const Session& session, const Run& run, Var probabilities) {
    const auto& steps = session.lesson().steps;
    if (entered_.entered(session)) {
      at_ = 0;
      const int last = std::min(session.step, static_cast<int>(steps.size()) - 1);
      for (int k = 0; k <= last; ++k) {
        const Step& step = steps[static_cast<std::size_t>(k)];
        const Var focus = run.tape.find(step.focus);
        if (focus && step.cell && run.tape.node(focus).label.rows.sequence == 1) {
          LivingText living{&run, &session.shown()};
          if (step.cell->is_living()) living.own = ours_of(session);
          const auto place = place_of(*step.cell, focus, living);
          at_ = place ? place->first : run.tape.shape(focus).rows - 1;
        }
      }
      at_ = state_number(session, kPositionKey).value_or(at_ + 1) - 1;
    }
    at_ = std::clamp(at_, 0, run.tape.shape(probabilities).rows - 1);
  }

  int steps_of(const Run& run, Var probabilities) const {
    int steps = run.tape.shape(probabilities).rows;
    for (const BeamCandidate& c : beam_) steps = std::max(steps, c.step + 1);
    return steps;
  }

  // The steps that have room: whole columns, with the chosen step in their middle.
  struct Columns {
    StepRange seen;
    float width = 0;  // px of each
  };
  Columns columns_in(const Ui& ui, const Session& session, const Run& run, Var probabilities,
                     float room) {
    const Theme& theme = ui.theme;
    const int steps = steps_of(run, probabilities);
    room -= theme.px(kNames + kGap);
    const int count =
        std::clamp(static_cast<int>(room / widest_word(ui, session, run, probabilities)), 1, steps);
    const int first = std::clamp(at_ - count / 2, 0, steps - count);
    return {{first, first + count - 1},
            std::min(theme.px(kColumn) * 1.3F, room / static_cast<float>(count))};
  }

  // What each step is fed and says, and with `tree` the search below it.
  void draw_steps(Ui& ui, Session& session, const Run& run, Var probabilities,
                  const Columns& columns, bool tree, Rect area) {
    const Theme& theme = ui.theme;
    const Mat& p = run.tape.value(probabilities);
    Rect names = area.take_left(theme.px(kNames));
    area.take_right(theme.px(kGap));
    const auto [first, last] = columns.seen;
    const float column = columns.width;
    const float left = area.x - column * static_cast<float>(first);
    const auto name = [&](const char* words) {
      ui.canvas.text_in(names.take_top(theme.px(kLine)), words, theme.small(), theme.soft_ink);
    };
    name("is fed");
    name("says next");
    names.take_top(theme.px(kGap));
    const Rect line{area.x, area.y, column * static_cast<float>(last - first + 1), theme.px(kLine)};
    draw_goes_on(ui, line, first > 0, last + 1 < steps_of(run, probabilities));
    // Of the steps before and behind only the lines that lead there are seen.
    ui.canvas.push_clip({area.x - theme.px(2), area.y, line.w, area.h});
    Rect head = area.take_top(theme.px(2 * kLine));
    const std::vector<std::string>& fed = run.tokens[1];
    const bool forced = !session.inputs().text[1].empty();
    bool guessing = false;  // what comes after a word that is asked about would tell it
    for (int i = 0; i < p.rows() && !guessing; ++i) {
      Rect cell{left + column * static_cast<float>(i), head.y, column - theme.px(6), head.h};
      const Touch touch = ui.touch(Ui::id("step", static_cast<std::uint64_t>(i)), cell);
      if (touch.clicked) at_ = i;
      if (i == at_) ui.canvas.fill(cell, theme.pressed, theme.px(6));
      ui.canvas.text_in(cell.take_top(theme.px(kLine)),
                        shown(run, fed[static_cast<std::size_t>(i)]), theme.strong(), theme.ink,
                        Align::center);
      const int next = words_.of(session.run(), probabilities, i).front();
      const std::string& says = axis_label(run.tape.node(probabilities).label.cols, next);
      guessing = hides(session, cell_of(run.tape, probabilities, i, next));
      if (guessing) {
        ui.canvas.text_in(cell, "?", theme.strong(), theme.accent, Align::center);
        continue;
      }
      const bool right = i + 1 < p.rows() ? says == fed[static_cast<std::size_t>(i) + 1]
                                          : says == run.records.get<DecodingRecord>().end;
      ui.canvas.text_in(cell, shown(run, says), theme.small(),
                        forced && !right ? theme.error : theme.soft_ink, Align::center);
      if (forced && !right) {
        ui.canvas.line({cell.x + theme.px(8), cell.bottom() - theme.px(2)},
                       {cell.right() - theme.px(8), cell.bottom() - theme.px(2)}, theme.error,
                       theme.px(2));
      }
    }
    if (!tree) return ui.canvas.pop_clip();
    area.take_top(theme.px(kGap));
    const Var beam = run.records.get<DecodingRecord>().beam;
    const int clicked = draw_beam_tree(ui, session, beam, beam_, columns.seen, left, column, area);
    ui.canvas.pop_clip();
    name("beam");
    if (clicked >= 0) click(session, run, clicked);
  }

  // px of a column in which no word is cut, unless it is very long.
  float widest_word(const Ui& ui, const Session& session, const Run& run, Var probabilities) {
    const Theme& theme = ui.theme;
    float widest = theme.px(kColumn - 20);
    for (const std::string& word : run.tokens[1]) {
      widest = std::max(widest, ui.canvas.width(shown(run, word), theme.strong()) + theme.px(8));
    }
    for (const BeamCandidate& c : beam_) {
      widest = std::max(widest, ui.canvas.width(c.text, theme.small()) + theme.px(kBeamMargin));
    }
    const Node& node = run.tape.node(probabilities);
    for (int i = 0; i < run.tape.shape(probabilities).rows; ++i) {
      const int next = words_.of(session.run(), probabilities, i).front();
      widest = std::max(
          widest, ui.canvas.width(shown(run, axis_label(node.label.cols, next)), theme.small()) +
                      theme.px(8));
    }
    return std::min(widest, theme.px(kColumn) * 1.5F);
  }

  // A triangle at an end of the line where there are more steps than have room.
  static void draw_goes_on(Ui& ui, Rect line, bool before, bool behind) {
    const float half = ui.theme.px(5), y = line.center().y;
    const auto triangle = [&](float x, float way) {
      ui.canvas.polygon({{x, y - half}, {x + way * half, y}, {x, y + half}}, ui.theme.soft_ink);
    };
    if (before) triangle(line.x - half, -1);
    if (behind) triangle(line.right() + half, 1);
  }

  void click(Session& session, const Run& run, int row) {
    const BeamCandidate& c = beam_[static_cast<std::size_t>(row)];
    at_ = c.step;
    if (c.fate != BeamCandidate::Fate::rejected || c.ends) return;
    begin_with(session, run, way_to(beam_, row));
  }

  void begin_with(Session& session, const Run& run, const std::vector<int>& rows) {
    std::vector<std::string> pieces;
    for (const int row : rows) pieces.push_back(beam_[static_cast<std::size_t>(row)].text);
    post_prefix(session, run, pieces);
  }

  static void post_prefix(Session& session, const Run& run,
                          const std::vector<std::string>& pieces) {
    const bool words = run.records.get<DecodingRecord>().words;
    std::string text;
    for (const std::string& piece : pieces) text += (words && !text.empty() ? " " : "") + piece;
    session.post(set_option(decoding_options::prefix, text));
  }

  static std::string prefix(const Session& session) {
    return typed_in(session.inputs(), decoding_options::prefix);
  }

  static void draw_prefix(Ui& ui, Session& session, Rect line) {
    if (line.h <= 0) return;
    line.take_bottom(ui.theme.px(8));
    if (ui.button("let it choose again", line.take_right(std::min(line.w, ui.theme.px(170))))) {
      session.post(set_option(decoding_options::prefix, {}));
    }
    ui.canvas.text_in(line, "has to begin with: " + prefix(session), ui.theme.body(),
                      ui.theme.accent);
  }

  // The word that a given translation goes on with; −1: it is free.
  int forced_next(const Session& session, const Run& run, const Axis& words, int count) const {
    const std::vector<std::string>& fed = run.tokens[1];
    const auto next = static_cast<std::size_t>(at_) + 1;
    if (session.inputs().text[1].empty() || next >= fed.size()) return -1;
    for (int word = 0; word < count; ++word) {
      if (axis_label(words, word) == fed[next]) return word;
    }
    return -1;
  }

  // The most probable words at the chosen step.
  void draw_distribution(Ui& ui, Session& session, const Run& run, Var probabilities, Rect area) {
    const Theme& theme = ui.theme;
    const Node& node = run.tape.node(probabilities);
    const Mat& p = run.tape.value(probabilities);
    const std::string after = shown(run, run.tokens[1][static_cast<std::size_t>(at_)]);
    const std::vector<int>& words = words_.of(session.run(), probabilities, at_);
    LargeBars list{.id = "what follows",
                   .title = "what follows “" + with_drawn_blank(after) + "”",
                   .bars = {}};
    list.bars.full = 1;
    list.bars.by_value = true;
    std::vector<int> drawn(words.begin(),
                           words.begin() + std::min<std::ptrdiff_t>(std::ssize(words), kWords));
    // With a translation that is given, also the word that it goes on with.
    const int right = forced_next(session, run, node.label.cols, p.cols());
    if (right >= 0 && std::ranges::find(drawn, right) == drawn.end()) drawn.back() = right;
    for (const int word : drawn) {
      list.bars.bars.push_back({.name = shown(run, axis_label(node.label.cols, word)),
                                .cell = cell_of(run.tape, probabilities, at_, word),
                                .value = p(at_, word),
                                .lit = word == right,
                                .color = theme.tensor(word == right ? Role::input : Role::output)});
    }
    write_evenly(list);
    const std::optional<Target> before = session.chosen;
    const int clicked = draw_large_bars(ui, session, list, area).clicked;
    if (clicked < 0) return;
    const Target& cell = list.bars.bars[static_cast<std::size_t>(clicked)].cell;
    if (before == cell) go_on(session, run, cell);
  }

  // A click opens the word's arithmetic; a second one goes on from that word.
  void go_on(Session& session, const Run& run, const Target& cell) {
    const std::string& word =
        axis_label(run.tape.node(run.tape.find(cell.path)).label.cols, cell.col);
    if (word.starts_with('<')) return;
    std::vector<std::string> pieces(run.tokens[1].begin() + 1,
                                    run.tokens[1].begin() + 1 + cell.row);
    pieces.push_back(word);
    post_prefix(session, run, pieces);
  }

  // Whom each word may look at: what has been said so far, and nothing behind it.
  Var draw_mask(Ui& ui, Session& session, const Run& run, Rect area) {
    const Theme& theme = ui.theme;
    Var weights;  // in the decoder's first layer, of the head that is laid out, if it has so many
    for (const AttentionSite& site : run.sites) {
      const bool here = site.place.stack == AttentionPlace::Stack::decoder &&
                        site.place.kind == AttentionPlace::Kind::self && site.place.layer == 0;
      if (here && (!weights || site.place.head == session.head + 1)) weights = site.weights;
    }
    if (!weights) return weights;
    const Node& node = run.tape.node(weights);
    const Mat& w = run.tape.value(weights);
    float names = 0;
    for (int r = 0; r < w.rows(); ++r) {
      const float width =
          ui.canvas.width(shown(run, axis_label(node.label.rows, r)), theme.small());
      names = std::max(names, width + theme.px(8));
    }
    names = std::min(names, area.w * kMaskNames);
    const float side = std::min(area.w - names, area.h) / static_cast<float>(std::max(1, w.rows()));
    area.take_left((area.w - names - side * static_cast<float>(w.rows())) / 2);
    const Rect labels = area.take_left(names);
    // Two decimals or none: a 0.98 that is written as 1 would be the only number of its row.
    const bool written =
        side >= theme.px(22) && ui.canvas.width("0.88", theme.number()) <= side - theme.px(1);
    for (int r = 0; r < w.rows(); ++r) {
      const float y = area.y + side * static_cast<float>(r);
      if (side >= theme.px(kNamedCell)) {
        ui.canvas.text_in({labels.x, y, labels.w - theme.px(8), side},
                          shown(run, axis_label(node.label.rows, r)), theme.small(),
                          r == at_  ? theme.ink
                          : r < at_ ? theme.soft_ink
                                    : theme.faint_ink,
                          Align::right);
      }
      for (int c = 0; c < w.cols(); ++c) {
        const Rect cell{area.x + side * static_cast<float>(c), y, side - theme.px(1),
                        side - theme.px(1)};
        if (c > r || r > at_) {
          ui.canvas.frame(cell, theme.rule, theme.px(1));
          continue;
        }
        const CellTouch touch = touch_cell(ui, session, cell_of(run.tape, weights, r, c), cell);
        const Color color = theme.unit_value(w(r, c));
        if (touch.hidden) {
          draw_hidden(ui, cell, 0);
        } else {
          ui.canvas.fill(cell, color);
        }
        if (touch.lit) ui.canvas.frame(cell, theme.lit, theme.px(2));
        const auto fits = [&](const std::string& text) {
          return ui.canvas.width(text, theme.number()) <= cell.w;
        };
        const std::string text = format_decimals(w(r, c), 2);
        if (written && w(r, c) >= 0.005F && fits(text) && !touch.hidden) {
          ui.canvas.text_in(cell, text, theme.number(), ink_on(color), Align::center);
        }
      }
    }
    return weights;
  }

  std::vector<BeamCandidate> beam_;
  TopWords words_;
  int at_ = 0;  // the step that is looked at
  StepState entered_;
};

const RegisterView registered{
    "decoding",
    [] { return std::unique_ptr<View>(new Decoding); },
    {.state = {state_spec(kPositionKey, 1, kMostPositions,
                          "The step of the decoder that is looked at, from 1")},
     .parts = {{.name = kWordsPart},
               {.name = kTree},
               {.name = kMask, .keeps_shape = true},
               {.name = kSteps, .share = 0.17F}}}};

}  // namespace

}  // namespace glassformer
