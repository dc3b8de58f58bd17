#include "app/views/vectors/map_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/parts/highlight.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/word_map.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kRow = 32, kGap = 6;  // px at scale 1
constexpr std::string_view kAutomatic = "auto";

// Lines of words within the width; returns how high they are.
float draw_lines(Ui& ui, std::string_view text, Rect area, Color color) {
  const Type type = ui.theme.small();
  const float line = ui.canvas.line_height(type);
  float y = area.y;
  std::string words;
  const auto flush = [&] {
    if (y + line <= area.bottom() && !words.empty())
      ui.canvas.text({area.x, y}, words, type, color);
    y += line;
    words.clear();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    std::string longer = words;
    if (!words.empty()) longer += ' ';
    longer += word;
    if (!words.empty() && ui.canvas.width(longer, type) > area.w) {
      flush();
      words = word;
    } else {
      words = longer;
    }
  }
  flush();
  return y - area.y;
}

}  // namespace

void MapPanels::begin(const Ui& ui) {
  if (ui.input.down && gesture_ % 2 == 0) ++gesture_;
  if (!ui.input.down && gesture_ % 2 == 1) ++gesture_;
}

void MapPanels::draw_number(Ui& ui, Session& session, const NumberKey& option,
                            const std::string& label, double least, double most, Rect row) {
  const Theme& theme = ui.theme;
  double value = value_of(session.inputs(), option);
  const bool automatic = option.name == word_map_options::rate.name;  // where it is 0
  const bool slides = most > least;
  const float words = slides ? ui.canvas.width("exaggeration", theme.small()) + theme.px(6)
                             : ui.canvas.width(label, theme.small()) + theme.px(8);
  ui.canvas.text_in(row.take_left(words), label, theme.small(), theme.soft_ink);
  std::string& text = typed_[option.name];
  if (!ui.text_active()) {
    text = automatic && value == 0 ? std::string(kAutomatic) : format_typed(value);
  }
  const Rect field = row.take_right(slides ? theme.px(64) : std::min(row.w, theme.px(90)));
  row.take_right(theme.px(6));
  if (slides && row.w > theme.px(40) && ui.slider(option.name, value, least, most, true, row)) {
    session.post(set_option(option, value, gesture_));
  }
  if (ui.text_field(option.name, text, field)) {
    if (automatic && text == kAutomatic) {
      session.post(set_option(option, 0.0));
    } else if (const auto number = parse_number(text)) {
      if (*number != value) session.post(set_option(option, *number));
    } else {
      session.message = "“" + text + "” is no number: " + label + " needs one";
      session.message_is_error = true;
    }
  }
}

void MapPanels::draw_components(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Var share = run->records.get<WordMapRecord>().pca.explained;
  if (!share) return;
  const Mat& shares = run->tape.value(share);
  ui.canvas.text_in(area.take_top(theme.px(26)), "Explained variance", theme.strong(), theme.ink);
  if (hides(session, run->tape.node(share).path, 0, 0)) return;
  const bool solid = value_of(session.inputs(), word_map_options::solid) != 0;
  constexpr std::array options{word_map_options::x, word_map_options::y, word_map_options::z};
  constexpr std::array<const char*, 3> names{"x", "y", "z"};
  std::array<int, 3> chosen{};
  double sum = 0;
  const int axes = solid ? 3 : 2;
  for (int k = 0; k < axes; ++k) {
    const auto i = static_cast<std::size_t>(k);
    chosen[i] = std::min(static_cast<int>(value_of(session.inputs(), options[i])), shares.cols());
    sum += static_cast<double>(shares(0, chosen[i] - 1));
  }
  ui.canvas.text_in(area.take_top(theme.px(22)),
                    fmt::format("{:.1f} % of it in this picture", 100 * sum), theme.small(),
                    theme.soft_ink);
  const float button = theme.px(26), height = theme.px(24);
  const int rows = std::min({shares.cols(), 24, static_cast<int>(area.h / height)});
  BarParts parts;
  parts.before = theme.px(26);
  parts.number = theme.px(54);
  parts.full = shares(0, 0);
  for (int c = 0; c < rows; ++c) {
    Rect row = area.take_top(height);
    for (int k = axes - 1; k >= 0; --k) {
      const auto i = static_cast<std::size_t>(k);
      const Rect place = row.take_right(button).inset(theme.px(1));
      const Touch on = ui.touch(Ui::id(options[i].name, static_cast<std::uint64_t>(c)), place);
      const bool is = chosen[i] == c + 1;
      if (is || on.hovered) ui.canvas.fill(place, is ? theme.accent : theme.pressed, theme.px(5));
      ui.canvas.text_in(place, names[i], theme.small(), is ? theme.on_accent : theme.faint_ink,
                        Align::center);
      if (on.clicked && !is) session.post(set_option(options[i], c + 1));
    }
    row.take_right(theme.px(4));
    const auto part = static_cast<double>(shares(0, c));
    draw_bar(ui, session,
             {.name = {},
              .cell = cell_of(run->tape, share, 0, c),
              .value = part,
              .number = fmt::format("{:.1f} %", 100 * part),
              .rank = std::to_string(c + 1),
              .color = theme.tensor(Role::value)},
             parts, row);
  }
}

MapPanels::TsneTouch MapPanels::draw_tsne(Ui& ui, Session& session, const ProjectionSnapshot& now,
                                          bool fast, Rect area) {
  using State = ProjectionSnapshot::State;
  TsneTouch touch;
  const Theme& theme = ui.theme;
  const float gap = theme.px(kGap);
  Rect buttons = area.take_top(theme.px(34));
  const bool running = now.state == State::running;
  const float third = (buttons.w - 2 * gap) / 3;
  if (ui.button(running ? "Pause" : "Run", buttons.take_left(third), running)) {
    (running ? touch.pause : touch.start) = true;
  }
  buttons.take_left(gap);
  if (ui.button("Fast", buttons.take_left(third), fast,
                "As fast as it can, and not as slowly as one can follow")) {
    touch.fast = true;
  }
  buttons.take_left(gap);
  if (ui.button("Reset", buttons)) touch.restart = true;
  area.take_top(gap);
  std::string words = fmt::format("{} of {} iterations", now.iteration, kProjectionIterations);
  if (now.state == State::preparing) {
    words = fmt::format("comparing all words … {:.0f} %", 100 * now.progress);
  } else if (now.state == State::failed) {
    words = now.error;
  } else if (now.milliseconds > 0 && !ui.input.still) {
    words += ", " + format_digits(now.milliseconds, 2) + " ms";
  }
  const bool failed = now.state == State::failed;
  const float lines = ui.canvas.width(words, theme.small()) > area.w ? 36.0F : 24.0F;
  text_fitted(ui, area.take_top(theme.px(lines)), words, theme.small(),
              failed ? theme.error : theme.soft_ink);
  const auto row = [&] { return area.take_top(theme.px(kRow)).inset(0, theme.px(2)); };
  draw_number(ui, session, word_map_options::perplexity, "perplexity", 2, 100, row());
  draw_number(ui, session, word_map_options::exaggeration, "exaggeration", 1, 30, row());
  Rect last = row();
  const Rect rate = last.take_left(last.w * 0.54F);
  last.take_left(theme.px(10));
  draw_number(ui, session, word_map_options::rate, "rate", 0, 0, rate);
  draw_number(ui, session, word_map_options::seed, "seed", 0, 0, last);
  area.take_top(gap);
  if (area.h < theme.px(84) || now.divergence.size() < 2) return touch;
  CurveSpec spec;
  spec.id = "divergence";
  spec.x_name = "iteration";
  spec.y_name = fmt::format("KL divergence {:.3f}", now.divergence.back().second);
  Curve curve;
  curve.color = theme.tensor(Role::output);
  for (const auto& [iteration, nats] : now.divergence) {
    curve.x.push_back(iteration);
    curve.y.push_back(nats);
  }
  spec.curves.push_back(std::move(curve));
  draw_curve(ui, spec, area);
  return touch;
}

void MapPanels::draw_words(Ui& ui, Session& session, const TextKey& option,
                           const std::string& label, Rect& area, std::string_view hint) {
  const Theme& theme = ui.theme;
  ui.canvas.text_in(area.take_top(theme.px(24)), label, theme.small(), theme.soft_ink);
  std::string& text = typed_[option.name];
  if (!ui.text_active()) {
    text = value_of(session.inputs(), option);
  }
  if (ui.text_field(option.name, text, area.take_top(theme.px(34)), hint)) {
    session.post(set_option(option, text));
  }
  area.take_top(theme.px(kGap));
}

void MapPanels::draw_missing(Ui& ui, const std::vector<std::string>& missing, Rect area) {
  for (const std::string& one : missing) {
    area.take_top(draw_lines(ui, one, area, ui.theme.error));
  }
}

void MapPanels::draw_axes(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  text_fitted(ui, area.take_top(theme.px(26)), "Directions with a meaning", theme.strong(),
              theme.ink);
  draw_words(ui, session, word_map_options::axis_x, "to the right", area);
  draw_words(ui, session, word_map_options::axis_y, "upwards", area);
  draw_words(ui, session, word_map_options::pairs, "pairs, joined by lines", area,
             "family, or king queen, …");
  draw_missing(ui, session.run()->records.get<WordMapRecord>().axes.missing, area);
}

void MapPanels::draw_odd(Ui& ui, Session& session, std::string_view pointed, Rect area) {
  const Theme& theme = ui.theme;
  ui.canvas.text_in(area.take_top(theme.px(26)), "Odd one out", theme.strong(), theme.ink);
  draw_words(ui, session, word_map_options::odd, "three to eight words", area,
             word_map_options::odd.initial);
  const RunPtr run = session.run();
  const auto& odd = run->records.get<WordMapRecord>().odd;
  if (!odd.similarity) return draw_missing(ui, odd.missing, area);
  const Node& node = run->tape.node(odd.similarity);
  text_fitted(ui, area.take_top(theme.px(26)), "Mean cosine to the others", theme.small(),
              theme.soft_ink);
  const auto count = static_cast<int>(odd.words.size());
  const float height = std::min(area.h, theme.px(28) * static_cast<float>(count) + 1);
  draw_word_bars(ui, session,
                 {.values = odd.similarity, .to_one = true, .touched = std::string(pointed)},
                 area.take_top(height));
  area.take_top(theme.px(8));
  const auto least = static_cast<int>(odd.least);
  if (hides(session, node.path, 0, least)) return;
  text_fitted(ui, area.take_top(theme.px(28)),
              fmt::format("“{}” is the odd one out", axis_label(node.label.cols, least)),
              theme.strong(), theme.ink);
}

void MapPanels::draw_groups(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Var together = run->records.get<WordMapRecord>().groups.together;
  if (!together) return;
  text_fitted(ui, area.take_top(theme.px(26)), "Groups", theme.strong(), theme.ink);
  text_fitted(ui, area.take_top(theme.px(24)), "length of the mean direction", theme.small(),
              theme.faint_ink);
  draw_word_bars(ui, session, {.values = together, .to_one = true}, area);
}

void MapPanels::draw_plane(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  ui.canvas.text_in(area.take_top(theme.px(26)), "Plane of an analogy", theme.strong(), theme.ink);
  draw_words(ui, session, word_map_options::plane, "a b c d, as in a : b = c : d", area);
  const RunPtr run = session.run();
  const auto& plane = run->records.get<WordMapRecord>().plane;
  const Var at = plane.coordinates;
  if (!at) return draw_missing(ui, plane.missing, area);
  const Mat& places = run->tape.value(at);
  const Axis& names = run->tape.node(at).label.rows;
  const float line = theme.px(24);
  for (int r = 0; r < places.rows() && area.h >= line; ++r) {
    Rect row = area.take_top(line);
    const float cell = theme.px(68);
    for (int c = 1; c >= 0; --c) {
      const Rect place = row.take_right(cell);
      const Target target = cell_of(run->tape, at, r, c);
      const CellTouch touch = touch_cell(ui, session, target, place);
      if (touch.lit) ui.canvas.fill(place, theme.pressed, theme.px(5));
      // What is rounded off in the plane itself is no coordinate: 1.3e−8 reads as 0.000.
      ui.canvas.text_in(place.inset(theme.px(3), 0), touch.shown(three_decimals(places(r, c))),
                        theme.number(), theme.ink, Align::right);
    }
    std::string name = axis_label(names, r);
    // The corner that no word stands at is named by its words where there is room for them.
    const bool corner = r == places.rows() - 1;
    if (corner && ui.canvas.width(name, theme.small()) > row.w) name = "b − a + c";
    ui.canvas.text_in(row, name, theme.small(), theme.soft_ink);
  }
}

}  // namespace glassformer
