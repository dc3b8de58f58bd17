#include "app/views/vectors/word_training_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <variant>
#include <vector>

#include "core/lesson/spoken.h"
#include "core/text/number_format.h"

namespace glassformer {

// Settings side by side, in as few rows as they need, and these about equally long: none is left
// alone in the last.
class WordTrainingSettings::Rows {
 public:
  void add(float width, std::function<bool(Rect)> draw) {
    items_.push_back({width, std::move(draw)});
  }
  bool empty() const { return items_.empty(); }
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

namespace {

std::string counted(int count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace

std::string settings_in_one_line(const WordTrainingPlan& plan) {
  using Model = WordTrainingPlan::Model;
  const auto told = [](std::string name, int dim, int window, int epochs) {
    return fmt::format("{} · {} · window {} · {}", name, counted(dim, "number"), window,
                       counted(epochs, "epoch"));
  };
  const Word2VecConfig& w = plan.word2vec;
  switch (plan.model) {
    case Model::glove:
      return told("GloVe", plan.glove.dim, plan.glove.window, plan.glove.epochs);
    case Model::lsa:
      return fmt::format("LSA · {} · window {}", counted(plan.lsa.dim, "number"), plan.lsa.window);
    case Model::bengio:
      return fmt::format("Bengio · {} · {} before · {}", counted(plan.bengio.dim, "number"),
                         counted(plan.bengio.contexts, "word"),
                         counted(plan.bengio.epochs, "epoch"));
    case Model::word2vec:
      break;
  }
  std::string line =
      told(w.input == InputRows::cbow ? "CBOW" : "skip-gram", w.dim, w.window, w.epochs);
  if (w.objective == Objective::hierarchical_softmax) line += " · tree";
  if (w.objective == Objective::full_softmax) line += " · all words";
  if (w.subwords.on) line += " · subwords";
  return line;
}

void WordTrainingSettings::show(const WordTrainingPlan& plan) {
  plan_ = plan;
  if (plan.source == Source::file) own_ = plan.text;
}

bool WordTrainingSettings::choose_text(Source source) {
  const bool other_file = source == Source::file && plan_.text != own_;
  if (source == plan_.source && !other_file) return false;
  const UsualSizes before = usual_sizes(plan_.source), after = usual_sizes(source);
  const auto suit = [](int& value, int usual_before, int usual_after) {
    if (value == usual_before) value = usual_after;
  };
  for (int* dim : {&plan_.word2vec.dim, &plan_.glove.dim, &plan_.lsa.dim}) {
    suit(*dim, before.dim, after.dim);
  }
  suit(plan_.min_count, before.min_count, after.min_count);
  plan_.source = source;
  plan_.text = source == Source::wordnet ? wordnet_folder()
               : source == Source::file  ? own_
                                         : std::filesystem::path();
  typed_.clear();
  return true;
}

void WordTrainingSettings::learn_from(const std::filesystem::path& text) {
  own_ = text;
  choose_text(Source::file);
  plan_.words = {true, WordOptions::Signs::drop, false};
}

bool WordTrainingSettings::draw(Ui& ui, Rect& area, const std::string& words) {
  Rows rows;
  for (const WordTrainingOption& option : word_training_options()) {
    std::visit(
        [&](const auto& one) {
          if (one.shown(plan_) && (more_ || speaks_of(words, one.name))) add(ui, one, rows);
        },
        option);
  }
  Rect line = area.take_top(ui.theme.px(32));
  bool changed = draw_text(ui, line);
  draw_line(ui, line);
  if (rows.empty()) return changed;
  area.take_top(ui.theme.px(5));
  return rows.draw(ui.theme, area) || changed;
}

// Which text is learned: the small world, WordNet's, or one of one's own.
bool WordTrainingSettings::draw_text(Ui& ui, Rect& row) {
  const Theme& theme = ui.theme;
  std::vector<std::string> labels{"Small world", "WordNet"};
  std::vector<std::string> tips{
      "Sentences that the program makes from facts, so that every fact is known",
      there_ ? "118,000 definitions with their examples: two million words that people "
               "wrote; or drop a text of your own on the window"
             : "WordNet is not installed: apt-get install wordnet-base; or drop a text "
               "of your own on the window"};
  if (!own_.empty()) {
    labels.push_back(ui.canvas.elided(own_.filename().string(), theme.small(), theme.px(160)));
    tips.push_back(own_.string());
  }
  float width = 0;
  for (const std::string& label : labels) {
    width += ui.canvas.width(label, theme.small()) + theme.px(26);
  }
  const int chosen = static_cast<int>(plan_.source);
  const int off = there_ || plan_.source == Source::wordnet ? -1 : 1;
  const int picked = ui.segments("text", labels, chosen, row.take_left(width), tips, off);
  row.take_left(theme.px(14));
  return picked != chosen && choose_text(static_cast<Source>(picked));
}

// Where it is too narrow for the whole line, its letters are smaller, and what is then left out is
// in the tip.
void WordTrainingSettings::draw_line(Ui& ui, Rect row) {
  const Theme& theme = ui.theme;
  const std::string more = more_ ? "Less" : "More";
  const float wide = ui.canvas.width(more, theme.small()) + theme.px(24);
  const std::string line = settings_in_one_line(plan_);
  const float room = row.w - wide - theme.px(10);
  const Type type = ui.canvas.width(line, theme.body()) > room ? theme.small() : theme.body();
  const float needed = ui.canvas.width(line, type);
  const Rect place = row.take_left(std::min(needed, room));
  if (ui.hovering(place)) ui.tip(needed > room ? line : "How it is learned; all settings: O");
  ui.canvas.text_in(place, line, type, theme.soft_ink);
  row.take_left(theme.px(10));
  const std::string_view tip = more_ ? "Only this line (O)" : "All settings (O)";
  if (ui.button(more, row.take_left(wide), false, tip) || ui.pressed(Key::o)) {
    more_ = !more_;
    ui.request_frame();
  }
}

bool WordTrainingSettings::choose_model(int model) {
  if (model == this->model()) return false;
  std::get<WordTrainingChoice>(word_training_options().front()).write(plan_, model);
  return true;
}

int WordTrainingSettings::model() const {
  return std::get<WordTrainingChoice>(word_training_options().front()).read(plan_);
}

void WordTrainingSettings::add(Ui& ui, const WordTrainingChoice& one, Rows& rows) {
  rows.add(ui.theme.px(one.width), [this, &ui, &one](Rect place) {
    const int before = one.read(plan_);
    const int chosen = ui.segments(one.name, one.labels, before, place, one.meanings);
    if (chosen != before) one.write(plan_, chosen);
    return chosen != before;
  });
}

void WordTrainingSettings::add(Ui& ui, const WordTrainingSwitch& one, Rows& rows) {
  const Theme& theme = ui.theme;
  const float label = ui.canvas.width(one.name, theme.small()) + theme.px(6);
  rows.add(theme.px(42) + label, [this, &ui, &one](Rect place) {
    if (ui.hovering(place)) ui.tip(one.meaning);
    bool on = one.read(plan_);
    const bool changed = ui.toggle(one.name, on, place);
    if (changed) one.write(plan_, on);
    place.take_left(ui.theme.px(42));
    ui.canvas.text_in(place, one.name, ui.theme.small(), ui.theme.soft_ink);
    return changed;
  });
}

void WordTrainingSettings::add(Ui& ui, const WordTrainingNumber& one, Rows& rows) {
  const Theme& theme = ui.theme;
  const float label = ui.canvas.width(one.name, theme.small()) + theme.px(8);
  rows.add(label + theme.px(one.width), [this, &ui, &one, label](Rect place) {
    if (ui.hovering(place)) ui.tip(one.meaning);
    ui.canvas.text_in(place.take_left(label), one.name, ui.theme.small(), ui.theme.soft_ink);
    return edit(ui, one, place);
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
