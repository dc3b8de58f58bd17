#include "app/views/vectors/subword_chips.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <vector>

#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/subwords.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

using Gram = SubwordsRecord::Gram;
constexpr float kTitle = 32, kLetters = 48;          // px at scale 1
constexpr float kLeastLane = 24, kHighestLane = 84;  // of an n-gram under its letters
constexpr float kLeastLetter = 26;                   // the width of one

class SubwordChips {
 public:
  SubwordChips(Ui& ui, Session& session)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        record_(run_->records.get<SubwordsRecord>()),
        word_(axis_label(words(), record_.word)) {}

  void draw(Rect area) {
    text_fitted(ui_, area.take_top(ui_.theme.px(kTitle)), title(), ui_.theme.strong(),
                ui_.theme.soft_ink);
    if (!draw_under_letters(area)) draw_in_lines(area);
  }

 private:
  const Axis& words() const { return run_->tape.node(record_.has).label.rows; }

  std::string title() const {
    const std::string other = axis_label(words(), record_.other);
    if (record_.word == record_.other)
      return fmt::format("{} parts of “{}”", record_.grams.size(), word_);
    // How many they are may be the question.
    if (hides(session_, run_->tape.node(record_.shared).path, record_.word, record_.other))
      return fmt::format("in colour: also in “{}”", other);
    const auto common = std::ranges::count_if(record_.grams, &Gram::with_other);
    const bool buckets = number(session_.inputs(), "buckets") > 0;  // where others lie too
    return fmt::format("{} of {} {} “{}”", common, record_.grams.size(),
                       buckets ? "in a bucket with one of" : "also in", other);
  }

  // A row for each length of an n-gram and each of its beginnings that overlap, under the letters.
  struct Lane {
    int length, turn;
    auto operator<=>(const Lane&) const = default;
  };
  bool draw_under_letters(Rect area) {
    const Theme& theme = ui_.theme;
    const std::string marked = "<" + word_ + ">";
    const std::vector<std::string_view> letters = characters(marked);
    const float each = std::min(
        theme.px(110), area.w / static_cast<float>(std::max<std::size_t>(1, letters.size())));
    std::map<Lane, int> lanes;
    std::map<int, std::size_t> from;  // behind the beginning of the last one of this length
    std::vector<std::pair<int, Lane>> places;
    for (const Gram& gram : record_.grams) {
      if (gram.length == 0) {
        places.push_back({0, {1000, 0}});
      } else {
        const int at = begins(letters, gram, from[gram.length]);
        if (at < 0) return false;
        from[gram.length] = static_cast<std::size_t>(at) + 1;
        places.push_back({at, {gram.length, at % gram.length}});
      }
      lanes.emplace(places.back().second, 0);
    }
    if (lanes.empty() || each < theme.px(kLeastLetter)) return false;
    const Rect row = area.take_top(theme.px(kLetters));
    const float high = std::min(theme.px(kHighestLane), area.h / static_cast<float>(lanes.size()));
    if (high < theme.px(kLeastLane)) return false;
    int count = 0;
    for (auto& [lane, place] : lanes) place = count++;
    for (std::size_t i = 0; i < letters.size(); ++i) {
      const bool end = i == 0 || i + 1 == letters.size();
      ui_.canvas.text_in({row.x + each * static_cast<float>(i), row.y, each, row.h},
                         std::string(letters[i]), theme.display(),
                         end ? theme.faint_ink : theme.ink, Align::center);
    }
    const Type type{Face::text, (high >= theme.px(36) ? theme.title() : theme.body()).size};
    for (std::size_t i = 0; i < record_.grams.size(); ++i) {
      const auto& [at, lane] = places[i];
      const int length = record_.grams[i].length;
      const auto covered = static_cast<float>(length == 0 ? letters.size() : length);
      const Rect place{area.x + each * static_cast<float>(at),
                       area.y + high * static_cast<float>(lanes[lane]), each * covered, high};
      draw_gram(i, type, place.inset(theme.px(3), theme.px(2)), each);
    }
    return true;
  }

  static int begins(const std::vector<std::string_view>& letters, const Gram& gram,
                    std::size_t from) {
    const auto length = static_cast<std::size_t>(gram.length);
    for (std::size_t at = from; at + length <= letters.size(); ++at) {
      std::string text;
      for (std::size_t k = 0; k < length; ++k) text += letters[at + k];
      if (text == gram.text) return static_cast<int>(at);
    }
    return -1;
  }

  // Where each of them stands in lines.
  struct Lines {
    Type type;
    std::vector<Rect> at;
    std::size_t shown = 0;
    std::size_t lines = 1;
  };
  Lines lay_out(const std::vector<std::size_t>& order, Rect area, Type type) const {
    const float gap = ui_.theme.px(6), height = type.size * 1.8F;
    Lines lines{type, {}, 0, 1};
    Vec at = area.origin();
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Gram& gram = record_.grams[order[i]];
      const float width = ui_.canvas.width(gram.text, type) + type.size * 1.1F;
      const bool fresh = i > 0 && gram.length != record_.grams[order[i - 1]].length;
      if (i > 0 && (fresh || at.x + width > area.right())) {
        at = {area.x, at.y + height + (fresh ? 2 * gap : gap)};
        ++lines.lines;
      }
      lines.at.push_back({at.x, at.y, width, height});
      if (at.y + height <= area.bottom() + 0.5F) lines.shown = i + 1;
      at.x += width + gap;
    }
    return lines;
  }

  std::size_t lengths_of(const std::vector<std::size_t>& order) const {
    std::size_t count = 1;
    for (std::size_t i = 1; i < order.size(); ++i) {
      count += record_.grams[order[i]].length != record_.grams[order[i - 1]].length ? 1 : 0;
    }
    return count;
  }

  // A line for each length, and the whole word at last.
  void draw_in_lines(Rect area) {
    const Theme& theme = ui_.theme;
    area.take_top(theme.px(6));
    std::vector<std::size_t> order(record_.grams.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto length = [&](std::size_t i) {
      return record_.grams[i].length == 0 ? 1000 : record_.grams[i].length;
    };
    std::ranges::stable_sort(order, {}, length);
    // Each length in a line of its own, or else as large as all of them fit.
    Lines lines;
    const std::array sizes{theme.title().size, theme.heading().size, theme.body().size,
                           theme.small().size};
    const std::size_t lengths = lengths_of(order);
    for (const std::size_t most : {lengths, order.size()}) {
      for (const float size : sizes) {
        lines = lay_out(order, area, {Face::text, size});
        if (lines.shown == order.size() && lines.lines <= most) break;
      }
      if (lines.shown == order.size() && lines.lines <= most) break;
    }
    Rect rest;
    if (lines.shown < order.size()) {
      rest = area.take_bottom(theme.px(24));
      std::ranges::stable_partition(order,
                                    [&](std::size_t i) { return record_.grams[i].with_other; });
      lines = lay_out(order, area, theme.small());
    }
    // Lines stand as far apart as there is room.
    const float used = lines.shown == 0 ? 0 : lines.at[lines.shown - 1].bottom() - area.y;
    const float spare =
        lines.lines < 2
            ? 0
            : std::clamp((area.h - used) / static_cast<float>(lines.lines - 1), 0.0F, theme.px(34));
    float down = 0;
    for (std::size_t i = 0; i < lines.shown; ++i) {
      if (i > 0 && lines.at[i].y > lines.at[i - 1].y) down += spare;
      draw_gram(order[i], lines.type, lines.at[i].moved({0, down}), 0);
    }
    draw_more(ui_, order.size() - lines.shown, rest);
  }

  // Its letters one by one, each so wide, or together.
  void draw_gram(std::size_t i, Type type, Rect chip, float each) {
    const Theme& theme = ui_.theme;
    const Gram& gram = record_.grams[i];
    const CellTouch touch =
        touch_cell(ui_, session_, cell_of(run_->tape, record_.has, record_.word, gram.row), chip);
    const Color fill = gram.with_other ? theme.tensor(Role::key)
                                       : mix(theme.page, theme.tensor(Role::query), 0.14F);
    const Color ink = gram.with_other ? ink_on(fill) : theme.ink;
    const float round = std::min(theme.px(16), chip.h / 2);
    ui_.canvas.fill(chip, fill, round);
    if (gram.length == 0) ui_.canvas.frame(chip, theme.tensor(Role::query), theme.px(2.5F), round);
    if (touch.lit) ui_.canvas.frame(chip, theme.lit, theme.px(2), round);
    if (each <= 0 || gram.length == 0) {
      ui_.canvas.text_in(chip, gram.text, type, ink, Align::center);
      return;
    }
    const std::vector<std::string_view> letters = characters(gram.text);
    const float left = chip.center().x - each * static_cast<float>(letters.size()) / 2;
    for (std::size_t k = 0; k < letters.size(); ++k) {
      ui_.canvas.text_in({left + each * static_cast<float>(k), chip.y, each, chip.h},
                         std::string(letters[k]), type, ink, Align::center);
    }
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const SubwordsRecord& record_;
  const std::string word_;
};

}  // namespace

void draw_subword_chips(Ui& ui, Session& session, Rect area) {
  SubwordChips(ui, session).draw(area);
}

}  // namespace glassformer
