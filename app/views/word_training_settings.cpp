#include "app/views/word_training_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <type_traits>
#include <vector>

namespace glassformer {

// One number of the training: its name, what it means, and how to read and write it.
struct WordTrainingNumber {
  const char* name;
  const char* meaning;
  double least, most;
  std::function<double(const WordTrainingPlan&)> read;
  std::function<void(WordTrainingPlan&, double)> write;
  bool (*shown)(const WordTrainingPlan&);
  float width = 44;  // of its field, px at scale 1
};

struct WordTrainingSwitch {
  const char* name;
  const char* meaning;
  bool& (*of)(WordTrainingPlan&);
  bool (*shown)(const WordTrainingPlan&);
};

namespace {

using Plan = WordTrainingPlan;

template <class Number>
WordTrainingNumber of(const char* name, const char* meaning, double least, double most,
                      Number Word2VecConfig::*number, bool (*shown)(const Plan&)) {
  return {name,
          meaning,
          least,
          most,
          [number](const Plan& p) { return static_cast<double>(p.config.*number); },
          [number](Plan& p, double v) { p.config.*number = static_cast<Number>(v); },
          shown,
          std::is_integral_v<Number> ? 44.0F : 66.0F};
}

const std::vector<WordTrainingNumber>& numbers() {
  const auto always = [](const Plan&) { return true; };
  const auto noise = [](const Plan& p) {
    return p.config.objective == Objective::negative_sampling;
  };
  const auto subwords = [](const Plan& p) { return p.config.subwords.on; };
  using Config = Word2VecConfig;
  static const std::vector<WordTrainingNumber> all{
      {"n-grams from", "Characters of the shortest piece of a word", 1, 20,
       [](const Plan& p) { return p.config.subwords.shortest; },
       [](Plan& p, double v) {
         p.config.subwords.shortest = static_cast<int>(v);
         p.config.subwords.longest = std::max(p.config.subwords.longest, static_cast<int>(v));
       },
       subwords},
      {"to", "Characters of the longest piece of a word", 1, 20,
       [](const Plan& p) { return p.config.subwords.longest; },
       [](Plan& p, double v) {
         p.config.subwords.longest = static_cast<int>(v);
         p.config.subwords.shortest = std::min(p.config.subwords.shortest, static_cast<int>(v));
       },
       subwords},
      {"buckets", "Rows that the pieces share: with fewer of them more pieces fall together", 1,
       500'000, [](const Plan& p) { return p.config.subwords.buckets; },
       [](Plan& p, double v) { p.config.subwords.buckets = static_cast<int>(v); }, subwords, 80},
      of("dimensions", "How many numbers stand for one word", 2, 500, &Config::dim, always),
      of("window", "Words on either side, at most", 1, 20, &Config::window, always),
      of("negatives", "Words drawn from the noise against each true one", 1, 50, &Config::negative,
         noise),
      of("power", "The noise is the counts to this power: 1 as in the text, 0 all words alike", 0,
         2, &Config::noise_power, noise),
      of("sample", "Words more frequent than this share of the text are thinned; 0: none", 0, 1,
         &Config::sample, always),
      {"rate", "Learning rate at first; it falls to 0 in a line", 1e-5, 1,
       [](const Plan& p) { return p.config.alpha > 0 ? p.config.alpha : best_alpha(p.config); },
       [](Plan& p, double v) { p.config.alpha = v; }, always, 66},
      of("epochs", "How many times the text is read", 1, 100, &Config::epochs, always),
      {"min-count", "Words that come less often than this are left out", 1, 1000,
       [](const Plan& p) { return p.min_count; },
       [](Plan& p, double v) { p.min_count = static_cast<int>(v); }, always},
      {"seed", "Draws the vectors at first, the noise and the windows", 0, 999'999,
       [](const Plan& p) { return static_cast<double>(p.config.seed); },
       [](Plan& p, double v) { p.config.seed = static_cast<std::uint64_t>(v); }, always, 60},
  };
  return all;
}

const WordTrainingSwitch& window_varies() {
  static const WordTrainingSwitch one{
      "window varies", "Each time 1 … window, drawn anew: near words count more",
      [](Plan& p) -> bool& { return p.config.dynamic_window; }, [](const Plan&) { return true; }};
  return one;
}

const std::array<WordTrainingSwitch, 3>& switches() {
  static const std::array<WordTrainingSwitch, 3> all{{
      {"subwords", "A word is the mean of its own row and those of its pieces, as fastText has it",
       [](Plan& p) -> bool& { return p.config.subwords.on; }, [](const Plan&) { return true; }},
      {"repeatable", "One thread alone changes the rows: the same vectors every time, slower",
       [](Plan& p) -> bool& { return p.config.deterministic; }, [](const Plan&) { return true; }},
      {"small letters", "Every letter of the text is made small",
       [](Plan& p) -> bool& { return p.words.lower; },
       [](const Plan& p) { return !p.text.empty(); }},
  }};
  return all;
}

}  // namespace

// Settings side by side, in as few rows as they need, and these about equally long: none is left
// alone in the last.
class WordTrainingSettings::Rows {
 public:
  void add(float width, std::function<bool(Rect)> draw) {
    items_.push_back({width, std::move(draw)});
  }
  // Takes the rows from the area. True if something was changed.
  bool draw(const Theme& theme, Rect& area) const {
    const float gap = theme.px(10), step = theme.px(4);
    float length = area.w;
    const std::size_t least = broken(length, gap).size();
    while (length > step && broken(length - step, gap).size() == least) length -= step;
    bool changed = false;
    std::size_t next = 0;
    for (const std::size_t end : broken(length, gap)) {
      if (next > 0) area.take_top(theme.px(5));
      Rect row = area.take_top(theme.px(32));
      for (; next < end; ++next) {
        changed = items_[next].draw(row.take_left(std::min(items_[next].width, row.w))) || changed;
        row.take_left(gap);
      }
    }
    return changed;
  }

 private:
  struct Item {
    float width;
    std::function<bool(Rect)> draw;
  };

  // The item behind the last of each row, where rows are not longer than this.
  std::vector<std::size_t> broken(float length, float gap) const {
    std::vector<std::size_t> ends;
    float used = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (used > 0 && used + items_[i].width > length) {
        ends.push_back(i);
        used = 0;
      }
      used += items_[i].width + gap;
    }
    ends.push_back(items_.size());
    return ends;
  }

  std::vector<Item> items_;
};

void WordTrainingSettings::learn_from(const std::filesystem::path& text) {
  plan_.text = text;
  plan_.min_count = text.empty() ? 1 : 5;
  plan_.words = {};
  typed_.clear();
}

bool WordTrainingSettings::draw(Ui& ui, Rect& area) {
  Rows rows;
  add_model(ui, rows);
  for (const WordTrainingSwitch& one : switches()) add_switch(ui, one, rows);
  for (const WordTrainingNumber& number : numbers()) {
    add_number(ui, number, rows);
    if (number.name == std::string_view("window")) add_switch(ui, window_varies(), rows);
  }
  add_text(ui, rows);
  return rows.draw(ui.theme, area);
}

void WordTrainingSettings::add_model(Ui& ui, Rows& rows) {
  const Theme& theme = ui.theme;
  rows.add(theme.px(156), [this, &ui](Rect place) {
    const int input = plan_.config.input == InputRows::cbow ? 1 : 0;
    const int chosen = ui.segments("input rows", {"Skip-gram", "CBOW"}, input, place,
                                   {"Each word of the window alone is held against the centre word",
                                    "The mean of the window is held against the centre word"});
    plan_.config.input = chosen == 1 ? InputRows::cbow : InputRows::skip_gram;
    return chosen != input;
  });
  rows.add(theme.px(224), [this, &ui](Rect place) {
    const int objective = static_cast<int>(plan_.config.objective);
    const int chosen = ui.segments(
        "objective", {"Negatives", "Tree", "All words"}, objective, place,
        {"The true word is told from a few words of noise",
         "The turns on the way to the true word in a Huffman tree are foretold: rare words have "
         "more of them",
         "A softmax over all words: exact, and slow"});
    plan_.config.objective = static_cast<Objective>(chosen);
    return chosen != objective;
  });
}

void WordTrainingSettings::add_switch(Ui& ui, const WordTrainingSwitch& one, Rows& rows) {
  if (!one.shown(plan_)) return;
  const Theme& theme = ui.theme;
  const float label = ui.canvas.width(one.name, theme.small()) + theme.px(6);
  rows.add(theme.px(42) + label, [this, &ui, &one](Rect place) {
    if (ui.hovering(place)) ui.tip(one.meaning);
    const bool changed = ui.toggle(one.name, one.of(plan_), place);
    place.take_left(ui.theme.px(42));
    ui.canvas.text_in(place, one.name, ui.theme.small(), ui.theme.soft_ink);
    return changed;
  });
}

void WordTrainingSettings::add_number(Ui& ui, const WordTrainingNumber& number, Rows& rows) {
  if (!number.shown(plan_)) return;
  const Theme& theme = ui.theme;
  const float label = ui.canvas.width(number.name, theme.small()) + theme.px(8);
  rows.add(label + theme.px(number.width), [this, &ui, &number, label](Rect place) {
    if (ui.hovering(place)) ui.tip(number.meaning);
    ui.canvas.text_in(place.take_left(label), number.name, ui.theme.small(), ui.theme.soft_ink);
    return edit(ui, number, place);
  });
}

// A text of one's own, how it is cut into words, and the way back.
void WordTrainingSettings::add_text(Ui& ui, Rows& rows) {
  if (plan_.text.empty()) return;
  const Theme& theme = ui.theme;
  rows.add(theme.px(240), [this, &ui](Rect place) {
    const int signs = static_cast<int>(plan_.words.signs);
    const int chosen = ui.segments("signs", {"Signs stay", "Apart", "Dropped"}, signs, place,
                                   {"Full stops and the like stay on their words",
                                    "Each sign is a word of its own", "Signs are left out"});
    plan_.words.signs = static_cast<WordOptions::Signs>(chosen);
    return chosen != signs;
  });
  const std::string name =
      ui.canvas.elided(plan_.text.filename().string(), theme.body(), theme.px(260)) + "  ×";
  rows.add(ui.canvas.width(name, theme.body()) + theme.px(28), [this, &ui, name](Rect place) {
    const bool left = ui.button(name, place, true, "Back to the program's own corpus");
    if (left) learn_from({});
    return left;
  });
}

bool WordTrainingSettings::edit(Ui& ui, const WordTrainingNumber& number, Rect box) {
  std::string& typed = typed_[number.name];
  const std::string shown = fmt::format("{:g}", number.read(plan_));
  if (!ui.text_active()) typed = shown;
  if (!ui.text_field(number.name, typed, box)) return false;
  const std::optional<double> value = parse_number(typed);
  if (!value || !(*value >= number.least && *value <= number.most)) {
    refused_ =
        value ? fmt::format("{} = {} cannot be: it must be a number from {} to {}", number.name,
                            typed, format_exact(number.least), format_exact(number.most))
              : "“" + typed + "” is no number: " + number.name + " needs one";
    typed = shown;
    return false;
  }
  number.write(plan_, *value);
  return fmt::format("{:g}", number.read(plan_)) != shown;
}

}  // namespace glassformer
