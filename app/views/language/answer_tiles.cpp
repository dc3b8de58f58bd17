#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/views/language/answer_pictures.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "app/widgets/arcs.h"
#include "app/widgets/motion.h"
#include "core/scenes/records/sort_and_add.h"

namespace glassformer {

namespace {

constexpr float kLeastWeight = 0.02F;  // a line of less is not drawn
constexpr float kWritten = 0.05F;      // and of more, the weight stands on the tile

using Lines = SortAndAddRecord::Lines;

float weight_of(const Run& run, std::size_t head, int token) {
  const SortAndAddRecord& record = run.records.get<SortAndAddRecord>();
  const int row = record.question + record.chosen;
  return token <= row ? static_cast<float>(run.tape.value(run.sites[head].weights)(row, token)) : 0;
}

// Of all heads the one that looks at the token most, where more than one is drawn; where only what
// is needed counts, the one that looks most at all that is needed for the same reason.
std::size_t strongest_of(const Run& run, int token) {
  const SortAndAddRecord& record = run.records.get<SortAndAddRecord>();
  if (record.lines == Lines::one) return record.head;
  if (record.lines == Lines::needed) {
    const auto at = std::ranges::find(record.needed, token) - record.needed.begin();
    const auto index = static_cast<std::size_t>(at);
    return index < record.needed_heads.size() ? record.needed_heads[index] : record.head;
  }
  std::size_t best = 0;
  for (std::size_t head = 1; head < run.sites.size(); ++head) {
    if (weight_of(run, head, token) > weight_of(run, best, token)) best = head;
  }
  return best;
}

// The weight that the line of this head to the token stands for; 0: there is none.
float line_of(const Run& run, std::size_t head, int token) {
  const SortAndAddRecord& record = run.records.get<SortAndAddRecord>();
  const float weight = weight_of(run, head, token);
  if (record.lines == Lines::one) return head == record.head ? weight : 0;
  if (record.lines == Lines::all) return weight;
  const bool needed = std::ranges::find(record.needed, token) != record.needed.end();
  return needed && head == strongest_of(run, token) ? weight : 0;
}

class AnswerTiles {
 public:
  AnswerTiles(Ui& ui, Session& session)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        record_(run_->records.get<SortAndAddRecord>()) {}

  std::optional<int> draw(Rect area) {
    place(area);
    order_lines();
    draw_lines();
    for (int token = 0; token < static_cast<int>(read_.size()); ++token) draw_read(token);
    std::optional<int> clicked;
    for (int i = 0; i < static_cast<int>(written_.size()); ++i) {
      if (draw_written(i)) clicked = i;
    }
    return clicked;
  }

 private:
  const Rect& of_read(int token) const { return read_[static_cast<std::size_t>(token)]; }
  const Rect& of_written(int i) const { return written_[static_cast<std::size_t>(i)]; }

  // Where each character stands. What is written is read in the next step: one tile for both.
  void place(Rect area) {
    const int answers = static_cast<int>(record_.written.size());
    read_.resize(record_.read.size());
    written_.resize(record_.written.size());
    if (record_.adds) {
      place_sum(area);
    } else {
      const float wide = area.w / static_cast<float>(answers + 1), high = 0.3F * area.h;
      room_ = 0.4F * area.h;
      const auto column = [&](int i) { return area.x + wide * static_cast<float>(i); };
      for (int i = 0; i < answers; ++i) {
        read_[static_cast<std::size_t>(i)] = tile({column(i + 1), area.y, wide, high});
        written_[static_cast<std::size_t>(i)] =
            tile({column(i + 1), area.bottom() - high, wide, high});
      }
      read_[static_cast<std::size_t>(record_.question)] =
          tile({area.x, area.bottom() - high, wide, high});
    }
    for (int i = 0; i + 1 < answers; ++i) {
      read_[static_cast<std::size_t>(record_.question + 1 + i)] = of_written(i);
    }
  }

  // One number over the other and the sum below, its columns under theirs.
  void place_sum(Rect area) {
    const int digits = (record_.question - 1) / 2, answers = digits + 1;
    const float wide = area.w / static_cast<float>(answers + 1), gap = 0.11F * area.h;
    const float high = (area.h - 2 * gap) / 3;
    const auto box = [&](int row, int column) {  // columns count from the ones
      const float x = area.right() - wide * static_cast<float>(column + 1);
      const float y = area.y + static_cast<float>(row) * (high + gap);
      return tile({x, y, wide, high});
    };
    rule_ = {area.x, area.bottom() - high - gap / 2, area.w, 0};
    room_ = gap;
    for (int token = 0; token < digits; ++token) {
      read_[static_cast<std::size_t>(token)] = box(0, digits - 1 - token);
      read_[static_cast<std::size_t>(digits + 1 + token)] = box(1, digits - 1 - token);
    }
    read_[static_cast<std::size_t>(digits)] = box(1, digits);
    read_[static_cast<std::size_t>(record_.question)] = box(2, digits + 1);
    for (int i = 0; i < answers; ++i) {
      written_[static_cast<std::size_t>(i)] = box(2, record_.backwards ? i : answers - 1 - i);
    }
  }

  Rect tile(Rect cell) const { return cell.inset(0.06F * cell.w, ui_.theme.px(2)); }

  Target looks(int token) const {
    return cell_of(run_->tape, record_.looks, record_.chosen, token);
  }
  bool is_hidden(int token) const { return hides(session_, looks(token)); }
  // The weight that the tile shows, which may be another head's than the one that is laid out.
  Target cell(int token) const {
    const std::size_t head = strongest(token);
    if (head == record_.head || is_hidden(token) || most_weight(token) < kLeastWeight) {
      return looks(token);
    }
    return cell_of(run_->tape, run_->sites[head].weights, record_.question + record_.chosen, token);
  }
  Color color_of(std::size_t head) const { return head_color(ui_.theme, static_cast<int>(head)); }

  void draw_lines() {
    const Theme& theme = ui_.theme;
    if (record_.adds) {
      ui_.canvas.line(rule_.origin(), {rule_.right(), rule_.y}, theme.soft_ink, theme.px(2));
    }
    for (std::size_t head = 0; head < run_->sites.size(); ++head) {
      for (int token = 0; token < static_cast<int>(read_.size()); ++token) {
        const float target = is_hidden(token) ? 0 : line_of(*run_, head, token);
        const float now = glide(ui_, Ui::id("look", head * 64 + static_cast<std::size_t>(token)),
                                target, static_cast<float>(kMotionSeconds));
        if (now >= kLeastWeight) draw_line(head, token, now);
      }
    }
  }

  bool is_above(int token) const { return of_read(token).y < of_written(record_.chosen).y - 1; }
  // The upper number of a sum: its lines pass the lower one on the left of their column.
  bool is_upper(int token) const {
    return record_.adds &&
           of_written(record_.chosen).y - of_read(token).bottom() > of_read(token).h;
  }

  // Lines from above end beside each other on the written tile, in the order in which they come
  // past the row over it: so none crosses another.
  void order_lines() {
    for (int token = 0; token < static_cast<int>(read_.size()); ++token) {
      bool drawn = false;
      for (std::size_t head = 0; is_above(token) && head < run_->sites.size(); ++head) {
        drawn = drawn || line_of(*run_, head, token) >= kLeastWeight;
      }
      if (drawn) from_above_.push_back(token);
    }
    const auto passes = [&](int token) {
      return is_upper(token) ? of_read(token).x : of_read(token).center().x;
    };
    std::ranges::stable_sort(from_above_, {}, passes);
  }
  float end_on_written(int token) const {
    const Rect& box = of_written(record_.chosen);
    const auto at = std::ranges::find(from_above_, token) - from_above_.begin();
    if (at == std::ssize(from_above_)) return box.center().x;
    return box.x + box.w * static_cast<float>(at + 1) / static_cast<float>(from_above_.size() + 1);
  }

  // From the character that is written to what was read: beside each other below the tiles, else
  // through the room between the rows.
  void draw_line(std::size_t head, int token, float weight) {
    const Rect from = of_written(record_.chosen), to = of_read(token);
    const float shift =
        record_.lines == Lines::all
            ? (static_cast<float>(head) - static_cast<float>(run_->sites.size() - 1) / 2) *
                  ui_.theme.px(7)
            : 0;
    const Color color = mix(ui_.theme.page, color_of(head), 0.25F + 0.75F * weight);
    const float thick = std::min(ui_.theme.px(1.5F + 9 * weight), 0.13F * to.w);
    if (!is_above(token)) {  // in its own row
      const Vec begin{from.center().x + shift, from.y}, end{to.center().x + shift, to.y};
      const float high = std::min(1.2F * room_, 0.3F * std::abs(end.x - begin.x) + 0.12F * from.h);
      ui_.canvas.bezier(begin, {begin.x, begin.y - high}, {end.x, end.y - high}, end, color, thick);
      return;
    }
    const Vec begin{end_on_written(token) + shift, from.y};
    if (is_upper(token)) {
      // Down between two columns, then on to the tile through the room below the lower number.
      const float side = to.x - 0.068F * to.w;  // the middle between the tiles
      const float most = ui_.theme.px(3.5F) * static_cast<float>(run_->sites.size());
      const Vec end{to.x, to.center().y + shift},
          turn{side + 0.055F * to.w * shift / most, begin.y - room_};
      ui_.canvas.bezier(turn, {turn.x, end.y + 0.4F * to.h}, {turn.x, end.y}, end, color, thick);
      ui_.canvas.circle(turn, thick / 2, color);
      const float bend = 0.6F * room_;
      ui_.canvas.bezier(begin, {begin.x, begin.y - bend}, {turn.x, turn.y + bend}, turn, color,
                        thick);
      return;
    }
    const Vec end{to.center().x + shift, to.bottom()};
    const float bend = 0.5F * (begin.y - end.y);
    ui_.canvas.bezier(begin, {begin.x, begin.y - bend}, {end.x, end.y + bend}, end, color, thick);
  }

  Type type_of(const Rect& box) const {
    const float share = record_.lines == Lines::one ? 0.62F : 0.52F;  // a name stands over it
    return {Face::bold,
            std::clamp(share * std::min(box.h, box.w), ui_.theme.px(18), ui_.theme.px(96))};
  }

  // Of what is read: the tint is the weight.
  void draw_read(int token) {
    if (token > record_.question) return;  // a tile of what is written
    const Theme& theme = ui_.theme;
    const Rect box = of_read(token);
    const CellTouch touch = touch_cell(ui_, session_, cell(token), box);
    const float seen = touch.hidden ? 0 : most_weight(token);
    const Color fill =
        mix(mix(theme.page, theme.ink, 0.06F), color_of(strongest(token)), 0.6F * seen);
    ui_.canvas.fill(box, fill, theme.px(8));
    // An answer opens the whole row; only the cell that it is about is framed.
    const bool answers = session_.question() != nullptr && !session_.asking();
    const bool lit = record_.lines == Lines::one && !answers
                         ? touch.lit
                         : touch.chosen || session_.hover == cell(token);
    if (lit) ui_.canvas.frame(box, theme.lit, theme.px(3), theme.px(8));
    ui_.canvas.text_in(box, record_.read[static_cast<std::size_t>(token)], type_of(box),
                       ink_on(fill), Align::center);
    draw_number(token, touch.hidden, box, ink_on(fill));
  }

  std::size_t strongest(int token) const { return strongest_of(*run_, token); }
  float most_weight(int token) const { return line_of(*run_, strongest(token), token); }

  void draw_number(int token, bool hidden, const Rect& box, Color ink) {
    const float seen = most_weight(token);
    if (hidden || seen < kWritten) return;
    const Type type = ui_.theme.heading();
    const std::string text = fmt::format("{:.2f}", seen);
    const float high = ui_.canvas.line_height(type), margin = ui_.theme.px(6);
    if (box.h < 2.4F * high || box.w < ui_.canvas.width(text, type) + 2 * margin) return;
    name_head(token, box, ink);
    ui_.canvas.text_in({box.x, box.bottom() - high - ui_.theme.px(3), box.w - margin, high}, text,
                       type, ink, Align::right);
  }

  // Where several heads have lines, whose weight the tile shows.
  void name_head(int token, const Rect& box, Color ink) {
    if (record_.lines == Lines::one) return;
    const Type type = ui_.theme.body();
    const AttentionPlace& at = run_->sites[strongest(token)].place;
    const std::string number = fmt::format("{}.{}", at.layer + 1, at.head);
    const std::string whole = "head " + number;
    const float margin = ui_.theme.px(6), room = box.w - 2 * margin;
    const std::string& text = ui_.canvas.width(whole, type) <= room ? whole : number;
    ui_.canvas.text_in(
        {box.x + margin, box.y + ui_.theme.px(3), room, ui_.canvas.line_height(type)}, text, type,
        ink);
  }

  bool draw_written(int i) {
    const Theme& theme = ui_.theme;
    const Rect box = of_written(i);
    const Mat& answer = run_->tape.value(record_.answer);
    const auto row = answer.row(i);
    const int id = static_cast<int>(std::ranges::max_element(row) - row.begin());
    const CellTouch touch =
        touch_cell(ui_, session_, cell_of(run_->tape, record_.answer, i, id), box);
    const bool chosen = i == record_.chosen;
    const std::string& text = record_.written[static_cast<std::size_t>(i)];
    const bool right = text == record_.truth.substr(static_cast<std::size_t>(i), 1);
    const Color fill = chosen ? theme.tensor(Role::query) : mix(theme.page, theme.ink, 0.06F);
    ui_.canvas.fill(box, fill, theme.px(8));
    if (!right) ui_.canvas.frame(box, theme.error, theme.px(3), theme.px(8));
    if (touch.lit) ui_.canvas.frame(box, theme.lit, theme.px(3), theme.px(8));
    const bool later = i > record_.chosen;
    ui_.canvas.text_in(box, touch.shown(text), type_of(box),
                       chosen  ? ink_on(fill)
                       : later ? theme.soft_ink
                               : theme.ink,
                       Align::center);
    if (i < record_.chosen)
      draw_number(record_.question + 1 + i, is_hidden(record_.question + 1 + i), box, theme.ink);
    return touch.clicked && !chosen;
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const SortAndAddRecord& record_;
  std::vector<Rect> read_, written_;
  std::vector<int> from_above_;  // tokens with lines, in their order from the left
  Rect rule_;
  float room_ = 0;  // between the rows, px
};

}  // namespace

bool draws_lines(const Run& run, std::size_t site) {
  const SortAndAddRecord& record = run.records.get<SortAndAddRecord>();
  for (int token = 0; token < static_cast<int>(record.read.size()); ++token) {
    if (line_of(run, site, token) >= kLeastWeight) return true;
  }
  return false;
}

std::optional<int> draw_answer_tiles(Ui& ui, Session& session, Rect area) {
  return AnswerTiles(ui, session).draw(area);
}

}  // namespace glassformer
