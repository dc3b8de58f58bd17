#include "app/views/vectors/answer_list.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/views/parts/highlight.h"
#include "app/views/vectors/near_list.h"
#include "app/widgets/fitting.h"

namespace glassformer {

namespace {

constexpr float kHead = 30, kRow = 46, kLeastRow = 34, kNote = 18;  // px at scale 1
constexpr const char* kNotAllowed = "not allowed: it is in the question";

struct Entry {
  std::string word;
  double score = 0;
  int row = 0;       // of way.top
  int place = 0;     // among those that count, from 1; 0: it does not count
  float height = 0;  // px
};

// As many as have room, the best first.
std::vector<Entry> entries_of(const Ui& ui, const Session& session,
                              const WordArithmeticRecord::Way& way, AnswerCount count, float room) {
  const Run& run = *session.run();
  std::vector<Entry> entries;
  const Mat& score = run.tape.value(way.top);
  const Axis& words = run.tape.node(way.top).label.rows;
  const float least = ui.theme.px(kLeastRow), note = ui.theme.px(kNote);
  float used = 0;
  int place = 0;
  for (int r = 0; r < score.rows() && place < count.most; ++r) {
    Entry entry{axis_label(words, r), score(r, 0), r, 0, least};
    const bool out = count.exclude && is_asked(run, entry.word);
    entry.place = out ? 0 : ++place;
    if (out && !hides(session, run.tape.node(way.score).path, 0, 0)) entry.height += note;
    if (used + entry.height > room) break;
    used += entry.height;
    entries.push_back(std::move(entry));
  }
  // What is left is shared out among the rows.
  const float wide = ui.theme.px(kRow - kLeastRow);
  const float spare = (room - used) / static_cast<float>(std::max<std::size_t>(1, entries.size()));
  for (Entry& entry : entries) entry.height += std::clamp(spare, 0.0F, wide);
  return entries;
}

// The end of its bar; a product may be more than 1, cosines are not.
double full_of(const std::vector<Entry>& entries) {
  double full = 1;
  for (const Entry& entry : entries) {
    if (std::isfinite(entry.score)) full = std::max(full, entry.score);
  }
  return full;
}

class List {
 public:
  List(Ui& ui, Session& session, const WordArithmeticRecord::Way& way, double full)
      : ui_(ui), session_(session), run_(session.run()), way_(way), full_(full) {}

  void draw(const Entry& entry, std::string& chosen, Rect row) {
    const Theme& theme = ui_.theme;
    const Axis& all = run_->tape.node(way_.score).label.rows;
    const int cell = place_of(all, entry.word);
    const Rect whole = row;
    const Rect words = row.take_top(ui_.canvas.line_height(theme.strong()));
    const Rect track{row.x, row.y + theme.px(1), row.w, theme.px(9)};
    if (hides(session_, run_->tape.node(way_.score).path, cell, 0)) {
      ui_.canvas.fill(track, theme.pressed, theme.px(4));
      ui_.canvas.text_in(words, "?", theme.strong(), theme.soft_ink);
      return;
    }
    const float note = entry.place == 0 ? ui_.theme.px(kNote) : 0;
    const Rect box{whole.x - theme.px(5), whole.y, whole.w + theme.px(10),
                   words.h + track.h + theme.px(3) + note};
    link_cell(ui_, session_, way_.score, cell, 0, box, static_cast<std::uint64_t>(entry.row));
    if (session_.chosen && is_of(*session_.chosen, run_->tape, way_.score) &&
        session_.chosen->row == cell) {
      chosen = entry.word;
    }
    draw_words(entry, words);
    draw_bar(entry, track);
    if (entry.place == 0) {
      text_fitted(ui_, {row.x, track.bottom(), row.w, theme.px(kNote)}, kNotAllowed, theme.small(),
                  theme.soft_ink);
    }
  }

 private:
  void draw_words(const Entry& entry, Rect words) const {
    const Theme& theme = ui_.theme;
    const bool out = entry.place == 0, first = entry.place == 1;
    const Color ink = out ? theme.soft_ink : theme.ink;
    const std::string number = three_decimals(entry.score);
    const float wide = ui_.canvas.width(number, theme.number()) + theme.px(10);
    ui_.canvas.text_in(words.take_right(wide), number, theme.number(), ink, Align::right);
    const Type type = first ? theme.strong() : theme.body();
    text_fitted(ui_, words, entry.word, type, first ? theme.tensor(Role::key) : ink);
    if (!out) return;
    const float width = std::min(words.w, ui_.canvas.width(entry.word, type));
    ui_.canvas.line({words.x, words.center().y}, {words.x + width, words.center().y}, ink,
                    theme.px(1.5F));
  }

  void draw_bar(const Entry& entry, Rect track) const {
    const Theme& theme = ui_.theme;
    const float round = theme.px(4);
    ui_.canvas.fill(track, theme.panel, round);
    if (!std::isfinite(entry.score)) return;
    const Color key = theme.tensor(Role::key);
    const Color color = entry.place == 0   ? theme.faint_ink
                        : entry.place == 1 ? key
                                           : mix(theme.page, key, 0.55F);
    const float width = track.w * static_cast<float>(std::clamp(entry.score / full_, 0.0, 1.0));
    if (width >= 1) ui_.canvas.fill({track.x, track.y, width, track.h}, color, round);
    if (full_ == 1) return;
    const float one = track.x + track.w / static_cast<float>(full_);
    ui_.canvas.line({one, track.y - theme.px(2)}, {one, track.bottom() + theme.px(2)}, theme.ink,
                    theme.px(1));
  }

  Ui& ui_;
  Session& session_;
  RunPtr run_;
  const WordArithmeticRecord::Way& way_;
  double full_;
};

}  // namespace

int place_of(const Axis& axis, const std::string& word) {
  const auto found = std::find(axis.labels.begin(), axis.labels.end(), word);
  return found == axis.labels.end() ? -1 : static_cast<int>(found - axis.labels.begin());
}

bool is_asked(const Run& run, const std::string& word) {
  return std::find(run.tokens[0].begin(), run.tokens[0].end(), word) != run.tokens[0].end();
}

void link_cell(Ui& ui, Session& session, Var var, int row, int col, Rect rect, std::uint64_t salt) {
  const Target cell = cell_of(session.run()->tape, var, row, col);
  const Touch touch = ui.touch(Ui::id(cell.path, salt), rect);
  if (touch.hovered) session.next_hover = cell;
  if (touch.clicked) session.chosen = cell;
  if (session.hover == cell || (session.chosen && *session.chosen == cell)) {
    ui.canvas.frame(rect, ui.theme.lit, ui.theme.px(1.5F), ui.theme.px(5));
  }
}

std::string answer_of(const Run& run, const WordArithmeticRecord::Way& way, bool exclude) {
  if (!way.top) return {};
  for (const std::string& word : run.tape.node(way.top).label.rows.labels) {
    if (!exclude || !is_asked(run, word)) return word;
  }
  return {};
}

void draw_answer_list(Ui& ui, Session& session, const AnswerList& list, AnswerCount count,
                      std::string& chosen, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  text_fitted(ui, area.take_top(theme.px(kHead)), list.title, theme.strong(), theme.soft_ink);
  const WordArithmeticRecord::Way& way = run->records.get<WordArithmeticRecord>().*list.way;
  if (!way.top) {
    text_fitted(ui, area.take_top(theme.px(28)), list.asks, theme.small(), theme.soft_ink);
    return;
  }
  const std::vector<Entry> entries = entries_of(ui, session, way, count, area.h);
  List rows(ui, session, way, full_of(entries));
  float down = 0;
  for (const Entry& entry : entries) {  // into another order they slide
    const float at = ui.animate(Ui::id(entry.word, 0xa25), down, 0.3F);
    rows.draw(entry, chosen, {area.x, area.y + at, area.w, entry.height});
    down += entry.height;
  }
}

}  // namespace glassformer
