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
  float width = 48;  // of its field, px at scale 1
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
          std::is_integral_v<Number> ? 48.0F : 66.0F};
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
      of("noise power",
         "The noise is the counts to this power: 1 as in the text, 0 all words alike", 0, 2,
         &Config::noise_power, noise),
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

struct Switch {
  const char* name;
  const char* meaning;
  bool& (*of)(Plan&);
  bool (*shown)(const Plan&);
};

const std::array<Switch, 4>& switches() {
  static const std::array<Switch, 4> all{{
      {"subwords", "A word is the mean of its own row and those of its pieces, as fastText has it",
       [](Plan& p) -> bool& { return p.config.subwords.on; }, [](const Plan&) { return true; }},
      {"window varies", "Each time 1 … window, drawn anew: near words count more",
       [](Plan& p) -> bool& { return p.config.dynamic_window; }, [](const Plan&) { return true; }},
      {"repeatable", "One thread alone changes the rows: the same vectors every time, slower",
       [](Plan& p) -> bool& { return p.config.deterministic; }, [](const Plan&) { return true; }},
      {"small letters", "Every letter of the text is made small",
       [](Plan& p) -> bool& { return p.words.lower; },
       [](const Plan& p) { return !p.text.empty(); }},
  }};
  return all;
}

}  // namespace

// Places side by side, in a new row where one is full.
class WordTrainingSettings::Rows {
 public:
  Rows(const Theme& theme, Rect& area)
      : area_(area), height_(theme.px(32)), gap_(theme.px(10)), apart_(theme.px(5)) {
    row_ = area_.take_top(height_);
  }
  Rect take(float width) {
    if (width > row_.w && row_.w < area_.w) {
      area_.take_top(apart_);
      row_ = area_.take_top(height_);
    }
    const Rect place = row_.take_left(std::min(width, row_.w));
    row_.take_left(gap_);
    return place;
  }

 private:
  Rect& area_;
  Rect row_;
  float height_, gap_, apart_;
};

void WordTrainingSettings::learn_from(const std::filesystem::path& text) {
  plan_.text = text;
  plan_.min_count = text.empty() ? 1 : 5;
  plan_.words = {};
  typed_.clear();
}

bool WordTrainingSettings::draw(Ui& ui, Rect& area) {
  const Theme& theme = ui.theme;
  Rows rows(theme, area);
  bool changed = draw_model(ui, rows);
  for (const Switch& one : switches()) {
    if (!one.shown(plan_)) continue;
    const float label = ui.canvas.width(one.name, theme.small()) + theme.px(6);
    const Rect place = rows.take(theme.px(42) + label);
    if (ui.hovering(place)) ui.tip(one.meaning);
    changed = ui.toggle(one.name, one.of(plan_), place) || changed;
    ui.canvas.text_in({place.x + theme.px(42), place.y, label, place.h}, one.name, theme.small(),
                      theme.soft_ink);
  }
  for (const WordTrainingNumber& number : numbers()) {
    if (!number.shown(plan_)) continue;
    const float label = ui.canvas.width(number.name, theme.small()) + theme.px(8);
    Rect place = rows.take(label + theme.px(number.width));
    if (ui.hovering(place)) ui.tip(number.meaning);
    ui.canvas.text_in(place.take_left(label), number.name, theme.small(), theme.soft_ink);
    changed = edit(ui, number, place) || changed;
  }
  changed = draw_text(ui, rows) || changed;
  return changed;
}

bool WordTrainingSettings::draw_model(Ui& ui, Rows& rows) {
  const Theme& theme = ui.theme;
  Word2VecConfig& config = plan_.config;
  const int input = config.input == InputRows::cbow ? 1 : 0;
  const int chosen =
      ui.segments("input rows", {"Skip-gram", "CBOW"}, input, rows.take(theme.px(172)),
                  {"Each word of the window alone is held against the centre word",
                   "The mean of the window is held against the centre word"});
  const int objective = static_cast<int>(config.objective);
  const int against = ui.segments(
      "objective", {"Negatives", "Huffman tree", "All words"}, objective, rows.take(theme.px(290)),
      {"The true word is told from a few words of noise",
       "The turns on the way to the true word are foretold: rare words have more of them",
       "A softmax over all words: exact, and slow"});
  config.input = chosen == 1 ? InputRows::cbow : InputRows::skip_gram;
  config.objective = static_cast<Objective>(against);
  return chosen != input || against != objective;
}

// A text of one's own, how it is cut into words, and the way back.
bool WordTrainingSettings::draw_text(Ui& ui, Rows& rows) {
  if (plan_.text.empty()) return false;
  const Theme& theme = ui.theme;
  const int signs = static_cast<int>(plan_.words.signs);
  const int chosen =
      ui.segments("signs", {"Signs stay", "Apart", "Dropped"}, signs, rows.take(theme.px(240)),
                  {"Full stops and the like stay on their words", "Each sign is a word of its own",
                   "Signs are left out"});
  plan_.words.signs = static_cast<WordOptions::Signs>(chosen);
  const std::string name =
      ui.canvas.elided(plan_.text.filename().string(), theme.body(), theme.px(260)) + "  ×";
  const float width = ui.canvas.width(name, theme.body()) + theme.px(28);
  if (ui.button(name, rows.take(width), true, "Back to the program's own corpus")) {
    learn_from({});
    return true;
  }
  return chosen != signs;
}

bool WordTrainingSettings::edit(Ui& ui, const WordTrainingNumber& number, Rect box) {
  std::string& typed = typed_[number.name];
  const std::string shown = fmt::format("{:g}", number.read(plan_));
  if (!ui.text_active()) typed = shown;
  if (!ui.text_field(number.name, typed, box)) return false;
  const std::optional<double> value = parse_number(typed);
  if (!value || *value < number.least || *value > number.most) {
    typed = shown;
    return false;
  }
  number.write(plan_, *value);
  return fmt::format("{:g}", number.read(plan_)) != shown;
}

}  // namespace glassformer
