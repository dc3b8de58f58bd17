#include "app/widgets/arcs.h"
#include "core/text/number_format.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace glassformer {

namespace {

constexpr float kMinWeight = 0.01F;       // a thinner line would not be seen
constexpr std::size_t kMaxLines = 8'000;  // beyond them only the strongest are drawn

struct Line {
  int query = 0, key = 0;
  std::size_t head = 0;
  float weight = 0;
};

// Where the two columns and the numbers beside them lie.
struct Columns {
  Rect queries, keys;  // the labels
  float left, right;   // where lines start and end
  float query_row, key_row;
  float top;
  float number;  // width of the numbers on either side
  Vec query_at(int i) const {
    return {left, queries.y + query_row * (static_cast<float>(i) + 0.5F)};
  }
  Vec key_at(int i) const { return {right, keys.y + key_row * (static_cast<float>(i) + 0.5F)}; }
};

float widest(const Ui& ui, const std::vector<std::string>& labels) {
  float width = 0;
  for (const auto& label : labels) {
    width = std::max(width, ui.canvas.width(label, {Face::bold, ui.theme.small().size}));
  }
  return width;
}

int heads_on(const ArcsSpec& spec) {
  return static_cast<int>(std::count_if(spec.heads.begin(), spec.heads.end(), [](const auto& head) {
    return head.on && head.weights != nullptr;
  }));
}

// Beside a label stands one number, or a box for each head.
float number_width(const Ui& ui, const ArcsSpec& spec) {
  const int on = heads_on(spec);
  if (on <= 1) return ui.canvas.width("0.0000", ui.theme.number()) + ui.theme.px(8);
  return static_cast<float>(on) * ui.theme.px(14) + ui.theme.px(8);
}

Columns columns_of(const Ui& ui, const ArcsSpec& spec, Rect area) {
  Columns c{};
  const float gap = ui.theme.px(8);
  c.number = std::min(number_width(ui, spec), area.w * 0.2F);
  const float room = area.w * 0.3F;
  const float left = std::min(widest(ui, spec.queries), room);
  const float right = std::min(widest(ui, spec.keys), room);
  const auto row = [&](std::size_t n) {
    const float tallest = spec.fills ? ui.theme.px(60) : ui.theme.px(34);
    return std::min(tallest, area.h / static_cast<float>(std::max<std::size_t>(1, n)));
  };
  c.query_row = row(spec.queries.size());
  c.key_row = row(spec.keys.size());
  const float query_h = c.query_row * static_cast<float>(spec.queries.size());
  const float key_h = c.key_row * static_cast<float>(spec.keys.size());
  const float h = std::max(query_h, key_h);
  c.queries = {area.x + c.number, area.y + (h - query_h) / 2, left, query_h};
  c.keys = {area.right() - c.number - right, area.y + (h - key_h) / 2, right, key_h};
  c.left = c.queries.right() + gap;
  c.right = std::max(c.left + 1, c.keys.x - gap);
  c.top = area.y;
  return c;
}

std::vector<Line> lines_of(const ArcsSpec& spec) {
  std::vector<Line> lines;
  const int queries = static_cast<int>(spec.queries.size());
  const int keys = static_cast<int>(spec.keys.size());
  for (std::size_t h = 0; h < spec.heads.size(); ++h) {
    const Mat* weights = spec.heads[h].weights;
    if (!spec.heads[h].on || weights == nullptr) continue;
    for (int q = 0; q < std::min(queries, weights->rows()); ++q) {
      const auto row = weights->row(q);
      for (int k = 0; k < std::min(keys, weights->cols()); ++k) {
        const auto weight = static_cast<float>(row[static_cast<std::size_t>(k)]);
        if (weight >= kMinWeight) lines.push_back({q, k, h, std::min(weight, 1.0F)});
      }
    }
  }
  const auto weaker = [](const Line& a, const Line& b) { return a.weight < b.weight; };
  if (lines.size() > kMaxLines) {
    const auto from = lines.end() - static_cast<std::ptrdiff_t>(kMaxLines);
    std::nth_element(lines.begin(), from, lines.end(), weaker);
    lines.erase(lines.begin(), from);
  }
  std::stable_sort(lines.begin(), lines.end(), weaker);  // the strong over the faint
  return lines;
}

// All lines leave and arrive level, so at one x they have all gone the same part of their way.
float way_gone(float x, float left, float right) {
  const float target = std::clamp((x - left) / std::max(1.0F, right - left), 0.0F, 1.0F);
  float low = 0, high = 1;
  for (int i = 0; i < 20; ++i) {
    const float t = (low + high) / 2, u = 1 - t;
    const float at = 3 * u * u * t * 0.45F + 3 * u * t * t * 0.55F + t * t * t;
    (at < target ? low : high) = t;
  }
  return low * low * (3 - 2 * low);
}

const Line* line_under(const Ui& ui, const Columns& c, const std::vector<Line>& lines) {
  const Rect between{c.left, c.top, c.right - c.left,
                     std::max(c.queries.bottom(), c.keys.bottom()) - c.top};
  if (!ui.hovering(between)) return nullptr;
  const float way = way_gone(ui.input.mouse.x, c.left, c.right);
  const Line* nearest = nullptr;
  float min_distance = ui.theme.px(5);
  for (const Line& line : lines) {
    const float from = c.query_at(line.query).y, to = c.key_at(line.key).y;
    // Of lines that lie together the strongest, which is drawn on top, is meant.
    const float distance = std::abs(from + (to - from) * way - ui.input.mouse.y);
    if (distance <= min_distance) min_distance = distance, nearest = &line;
  }
  return nearest;
}

int label_under(const Ui& ui, Rect column, float row, std::size_t count) {
  if (!ui.hovering(column) || row <= 0) return -1;
  const int i = static_cast<int>((ui.input.mouse.y - column.y) / row);
  return i >= 0 && i < static_cast<int>(count) ? i : -1;
}

struct Side {
  const std::vector<std::string>* labels;
  Rect column;
  float row;
  int touched;
  Align align;
};

// Labels that have room: the touched one first, then those that it attends to most.
std::vector<int> labels_shown(const Side& side, float line, const std::vector<float>& strength) {
  const int count = static_cast<int>(side.labels->size());
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  if (side.row >= line) return order;
  const int step = static_cast<int>(std::ceil(line / std::max(0.01F, side.row)));
  const auto rank = [&](int i) {
    if (i == side.touched) return 2.0F;
    const float weight = strength.empty() ? 0 : strength[static_cast<std::size_t>(i)];
    return weight >= 0.05F ? weight : i % step == 0 ? 0.0F : -1.0F;
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return rank(a) > rank(b); });
  std::vector<int> shown;
  for (const int i : order) {
    if (rank(i) < 0) break;
    if (std::none_of(shown.begin(), shown.end(),
                     [&](int other) { return std::abs(other - i) < step; })) {
      shown.push_back(i);
    }
  }
  return shown;
}

void draw_labels(Ui& ui, const Side& side, const std::vector<int>& shown, bool any_touched) {
  const Theme& theme = ui.theme;
  const float line = ui.canvas.line_height(theme.small());
  for (const int i : shown) {
    const bool touched = i == side.touched;
    const float middle = side.column.y + side.row * (static_cast<float>(i) + 0.5F);
    const Color rest = any_touched ? theme.faint_ink : theme.soft_ink;
    ui.canvas.text_in({side.column.x, middle - line / 2, side.column.w, line},
                      (*side.labels)[static_cast<std::size_t>(i)],
                      {touched ? Face::bold : Face::text, theme.small().size},
                      touched ? theme.ink : rest, side.align);
  }
}

// How strongly each token of the other side takes part in what is touched: its largest weight.
std::vector<float> strengths(const ArcsSpec& spec, int query, int key) {
  const bool of_query = query >= 0;
  std::vector<float> result(of_query ? spec.keys.size() : spec.queries.size(), 0);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const int q = of_query ? query : static_cast<int>(i), k = of_query ? static_cast<int>(i) : key;
    for (const auto& head : spec.heads) {
      if (!head.on || head.weights == nullptr || !head.weights->contains(q, k)) continue;
      result[i] = std::max(result[i], static_cast<float>((*head.weights)(q, k)));
    }
  }
  return result;
}

std::string fitting(const Ui& ui, float weight, float room) {
  std::string text;
  for (const int digits : {3, 2, 1}) {
    text = format_compact(static_cast<double>(weight), digits);
    if (ui.canvas.width(text, ui.theme.number()) <= room) break;
  }
  return text;
}

// The weights of the touched token, beside the tokens of the other column.
void draw_weights(Ui& ui, const ArcsSpec& spec, const Columns& c, int query, int key,
                  const std::vector<int>& shown) {
  const bool of_query = query >= 0;
  const float row = of_query ? c.key_row : c.query_row;
  const float line = ui.canvas.line_height(ui.theme.number());
  const bool single = heads_on(spec) <= 1;
  const Rect column = of_query ? c.keys : c.queries;
  const float x = of_query ? column.right() + ui.theme.px(8) : column.x - c.number;
  const float w = c.number - ui.theme.px(8);
  const float each = w / static_cast<float>(std::max(1, heads_on(spec)));
  for (const int i : shown) {
    const float middle = column.y + row * (static_cast<float>(i) + 0.5F);
    float box_x = x;
    for (const auto& head : spec.heads) {
      if (!head.on || head.weights == nullptr) continue;
      const int q = of_query ? query : i, k = of_query ? i : key;
      if (!head.weights->contains(q, k)) continue;
      const auto weight = static_cast<float>((*head.weights)(q, k));
      const bool hidden = std::isnan(weight);
      if (single) {
        ui.canvas.text_in({x, middle - line / 2, w, line}, hidden ? "?" : fitting(ui, weight, w),
                          ui.theme.number(), weight < 0.05F ? ui.theme.faint_ink : ui.theme.ink,
                          of_query ? Align::left : Align::right);
      } else {
        const float side = std::max(1.0F, std::min({ui.theme.px(12), each - 1, line}));
        const Rect box{box_x, middle - side / 2, side, side};
        const float share = hidden ? 0 : weight;
        ui.canvas.fill(box, mix(ui.theme.page, head.color, 0.06F + 0.94F * share), ui.theme.px(2));
        box_x += each;
      }
    }
  }
}

float linear_to_byte(float v) {
  const float s = v <= 0.0031308F ? 12.92F * v : 1.055F * std::pow(v, 1 / 2.4F) - 0.055F;
  return std::round(std::clamp(s, 0.0F, 1.0F) * 255);
}

}  // namespace

// Oklab (Ottosson 2020): steps of hue at one lightness and chroma look equally far apart.
Color head_color(const Theme& theme, int head) {
  const float golden = 2.399963F, hue = 0.9F + golden * static_cast<float>(head);
  const float lightness = theme.dark ? 0.76F : 0.51F, chroma = theme.dark ? 0.12F : 0.14F;
  const float a = chroma * std::cos(hue), b = chroma * std::sin(hue);
  const float l = std::pow(lightness + 0.3963377774F * a + 0.2158037573F * b, 3.0F);
  const float m = std::pow(lightness - 0.1055613458F * a - 0.0638541728F * b, 3.0F);
  const float s = std::pow(lightness - 0.0894841775F * a - 1.2914855480F * b, 3.0F);
  return {static_cast<std::uint8_t>(
              linear_to_byte(4.0767416621F * l - 3.3077115913F * m + 0.2309699292F * s)),
          static_cast<std::uint8_t>(
              linear_to_byte(-1.2684380046F * l + 2.6097574011F * m - 0.3413193965F * s)),
          static_cast<std::uint8_t>(
              linear_to_byte(-0.0041960863F * l - 0.7034186147F * m + 1.7076147010F * s)),
          255};
}

ArcsTouch draw_arcs(Ui& ui, const ArcsSpec& spec, Rect area) {
  ArcsTouch touch;
  if (spec.queries.empty() || spec.keys.empty() || area.w <= 0 || area.h <= 0) return touch;
  const Columns c = columns_of(ui, spec, area);
  const auto lines = lines_of(spec);
  if (lines.empty()) {
    const bool off = heads_on(spec) == 0;
    ui.canvas.text_in({c.left, c.top, c.right - c.left, std::max(c.queries.h, c.keys.h)},
                      off ? "Every head is switched off." : "No weight here is above 0.01.",
                      ui.theme.small(), ui.theme.soft_ink, Align::center);
  }
  touch.query = label_under(ui, {area.x, c.queries.y, c.left - area.x, c.queries.h}, c.query_row,
                            spec.queries.size());
  touch.key = label_under(ui, {c.right, c.keys.y, area.right() - c.right, c.keys.h}, c.key_row,
                          spec.keys.size());
  const Line* under = line_under(ui, c, lines);
  if (under != nullptr) touch.query = under->query, touch.key = under->key;

  const bool own = touch.query >= 0 || touch.key >= 0;
  const int query = own ? touch.query : spec.touched_query;
  const int key = own ? touch.key : spec.touched_key;
  const bool any = query >= 0 || key >= 0;
  const float bend = (c.right - c.left) * 0.45F;
  const float among = heads_on(spec) > 1 ? 0.75F : 1;
  for (const bool strong : {false, true}) {
    for (const Line& line : lines) {
      const bool meant = (query < 0 || line.query == query) && (key < 0 || line.key == key);
      if (meant != strong) continue;
      // What is touched is seen, however thin it is; the rest only as far as to say that it is
      // there.
      const float shown = any && !meant ? 0.07F : among;
      const float alpha = std::max(any && meant ? 0.4F : 0, (0.08F + 0.92F * line.weight) * shown);
      if (alpha < 0.012F) continue;
      const Vec from = c.query_at(line.query), to = c.key_at(line.key);
      ui.canvas.bezier(from, {from.x + bend, from.y}, {to.x - bend, to.y}, to,
                       spec.heads[line.head].color.alpha(alpha),
                       ui.theme.px((any && meant ? 1.25F : 0.75F) + 4.5F * line.weight));
    }
  }
  const Side left{&spec.queries, c.queries, c.query_row, query, Align::right};
  const Side right{&spec.keys, c.keys, c.key_row, key, Align::left};
  const float line = ui.canvas.line_height(ui.theme.small());
  const auto strength = any ? strengths(spec, query, key) : std::vector<float>();
  const auto none = std::vector<float>();
  const auto shown_left = labels_shown(left, line, any && query < 0 ? strength : none);
  const auto shown_right = labels_shown(right, line, query >= 0 ? strength : none);
  draw_labels(ui, left, shown_left, any);
  draw_labels(ui, right, shown_right, any);
  if (any) draw_weights(ui, spec, c, query, key, query >= 0 ? shown_right : shown_left);
  if (under != nullptr) {
    const std::string head =
        heads_on(spec) > 1 ? "head " + std::to_string(under->head + 1) + ": " : "";
    ui.tip(head + spec.queries[static_cast<std::size_t>(under->query)] + " → " +
           spec.keys[static_cast<std::size_t>(under->key)] + "  " +
           format_exact(
               static_cast<double>((*spec.heads[under->head].weights)(under->query, under->key))));
  }
  return touch;
}

}  // namespace glassformer
