#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/formula.h"
#include "app/widgets/formula_layout.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

// A word, or a formula, or a piece of either that stands without a blank before the next.
struct Piece {
  std::string text;
  bool bold = false;
  bool italic = false;
  bool formula = false;
  bool blank_before = false;
  bool line_before = false;  // starts a new line
  bool gap_before = false;   // starts a new paragraph
};

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

// The blanks of "4 × 5" and "88 %" do not end a line.
bool is_bound(std::string_view before, std::string_view after) {
  constexpr std::string_view times = "×";
  return !before.empty() &&
         (before.ends_with(times) || after.starts_with("× ") || after.starts_with('%'));
}

// A "*" that begins or ends words in italics: another one closes it, and no blank lies inside.
bool opens_italics(std::string_view text, std::size_t star) {
  const std::size_t close = text.find('*', star + 1);
  return close != std::string_view::npos && close > star + 1 && !is_blank(text[star + 1]) &&
         !is_blank(text[close - 1]) && text[star + 1] != '\n';
}

// "Each $q_i$ is **compared** with *the* key …" into pieces. A lone "$", "**" or "*" is drawn as it
// stands.
std::vector<Piece> pieces_of(std::string_view text) {
  std::vector<Piece> pieces;
  Piece next;
  bool bold = false, italic = false;
  const auto finish = [&] {
    if (next.text.empty()) return;
    next.bold = bold && !next.formula;
    next.italic = italic && !next.formula;
    pieces.push_back(std::move(next));
    next = {};
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ' ' && is_bound(next.text, text.substr(i + 1))) {
      next.text += c;
    } else if (is_blank(c)) {
      finish();
      next.blank_before = true;
    } else if (c == '\n') {
      finish();
      next.gap_before = next.line_before;
      next.line_before = true;
    } else if (c == '\\' && i + 1 < text.size() && (text[i + 1] == '$' || text[i + 1] == '*')) {
      next.text += text[++i];
    } else if (const auto end = text.find('$', i + 1); c == '$' && end != std::string_view::npos) {
      finish();
      next.text = std::string(text.substr(i + 1, end - i - 1));
      next.formula = true;
      finish();
      i = end;
    } else if (text.substr(i, 2) == "**" &&
               (bold || text.find("**", i + 2) != std::string_view::npos)) {
      finish();
      bold = !bold;
      ++i;
    } else if (c == '*' && (italic || opens_italics(text, i))) {
      finish();
      italic = !italic;
    } else {
      next.text += c;
    }
  }
  finish();
  return pieces;
}

constexpr std::string_view left_to_right = "\u200E";  // a mark that shows nothing

// A piece that has been measured.
struct Measured {
  const Piece* piece = nullptr;
  FormulaBox box;  // of a formula
  Type type;       // of words
  std::string text;
  float width = 0;
  float x = 0;
};

struct Line {
  std::vector<Measured> parts;
  float ascent = 0;
  float descent = 0;
  bool gap_before = false;
};

class Setter {
 public:
  Setter(const Canvas& canvas, std::string_view text, float width, Type type)
      : canvas_(canvas),
        width_(std::max(1.0F, width)),
        type_(type),
        whole_from_right_(canvas.fonts().right_to_left(text)) {
    blank_ = canvas.width(" ", type);
  }

  std::vector<Line> lines(const std::vector<Piece>& pieces) {
    new_line(false);
    std::size_t i = 0;
    while (i < pieces.size()) {
      // What stands together without a blank stays on one line: "$x$," or "(**so**)".
      std::size_t end = i + 1;
      while (end < pieces.size() && !pieces[end].blank_before && !pieces[end].line_before) ++end;
      if (pieces[i].line_before && !(lines_.size() == 1 && lines_[0].parts.empty())) {
        new_line(pieces[i].gap_before);
      }
      place(pieces, i, end);
      i = end;
    }
    for (Line& line : lines_) join_from_right(line);
    return std::move(lines_);
  }

 private:
  // Words from right to left that follow one another stand in that order, and their signs with
  // them: each such row becomes one piece. The sentence around them runs as it does.
  void join_from_right(Line& line) const {
    const auto is_word = [](const Measured& part) { return !part.piece->formula; };
    const auto from_right = [&](const Measured& part) {
      return is_word(part) && canvas_.fonts().right_to_left(part.text);
    };
    std::vector<Measured> joined;
    for (std::size_t i = 0; i < line.parts.size(); ++i) {
      Measured part = line.parts[i];
      if (from_right(part)) {
        std::size_t last = i;
        for (std::size_t k = i + 1; k < line.parts.size(); ++k) {
          const Measured& next = line.parts[k];
          if (!is_word(next) || !(next.type == part.type)) break;
          if (from_right(next)) last = k;
        }
        for (; i < last; ++i) {
          const Measured &before = line.parts[i], &next = line.parts[i + 1];
          if (next.x > before.x + before.width) part.text += ' ';
          part.text += next.text;
        }
        if (!whole_from_right_) part.text.insert(0, left_to_right);
        part.width = canvas_.width(part.text, part.type);
      }
      joined.push_back(std::move(part));
    }
    line.parts = std::move(joined);
  }

  Measured measure(const Piece& piece) const {
    Measured part;
    part.piece = &piece;
    if (!piece.formula) {
      const Face face = piece.italic ? Face::italic : type_.face;
      part.type = {piece.bold ? Face::bold : face, type_.size};
      part.text = piece.text;
      part.width = canvas_.width(part.text, part.type);
      return part;
    }
    part.box = layout_markup(canvas_, piece.text, type_.size, FormulaSetting::in_line);
    // Too wide for the column even alone: the next smaller sizes, as far as there are any.
    for (float size = type_.size; part.box.width > width_ && size > type_.size * 0.6F;) {
      size *= 0.88F;
      part.box = layout_markup(canvas_, piece.text, size, FormulaSetting::in_line);
    }
    part.width = part.box.width;
    return part;
  }

  void new_line(bool gap) {
    Line line;
    line.ascent = canvas_.fonts().ascent(type_);
    line.descent = canvas_.line_height(type_) - line.ascent;
    line.gap_before = gap;
    lines_.push_back(std::move(line));
    x_ = 0;
  }

  void put(Measured part) {
    Line& line = lines_.back();
    part.x = x_;
    x_ += part.width;
    if (part.piece->formula) {
      line.ascent = std::max(line.ascent, part.box.ascent);
      line.descent = std::max(line.descent, part.box.descent);
    }
    line.parts.push_back(std::move(part));
  }

  void place(const std::vector<Piece>& pieces, std::size_t from, std::size_t end) {
    std::vector<Measured> together;
    float width = 0;
    for (std::size_t i = from; i < end; ++i) {
      together.push_back(measure(pieces[i]));
      width += together.back().width;
    }
    const float blank = x_ > 0 && pieces[from].blank_before ? blank_ : 0;
    if (x_ > 0 && x_ + blank + width > width_) {
      new_line(false);
    } else {
      x_ += blank;
    }
    for (auto& part : together) {
      if (part.piece->formula || x_ + part.width <= width_) {
        if (x_ > 0 && x_ + part.width > width_) new_line(false);
        put(std::move(part));
      } else {
        break_word(part);
      }
    }
  }

  // A word longer than the line goes on in the next.
  void break_word(const Measured& word) {
    Measured part = word;
    part.text.clear();
    part.width = 0;
    const std::vector<std::size_t> begins = characters_as_read(word.text);
    for (std::size_t k = 0; k < begins.size(); ++k) {
      const std::size_t i = begins[k];
      const std::size_t end = k + 1 < begins.size() ? begins[k + 1] : word.text.size();
      const std::string one = word.text.substr(i, end - i);
      const float width = canvas_.width(one, word.type);
      if (x_ + part.width + width > width_ && (x_ > 0 || !part.text.empty())) {
        if (!part.text.empty()) put(part);
        new_line(false);
        part.text.clear();
        part.width = 0;
      }
      part.text += one;
      part.width += width;
    }
    put(std::move(part));
  }

  const Canvas& canvas_;
  float width_;
  Type type_;
  bool whole_from_right_;  // all of the text, not some words of it
  float blank_ = 0;
  float x_ = 0;
  std::vector<Line> lines_;
};

}  // namespace

ProseTouch draw_prose(Ui& ui, std::string_view text, Vec at, float width, Type type,
                      const FormulaStyle& style, bool draw) {
  ProseTouch touch;
  const auto pieces = pieces_of(text);
  if (pieces.empty()) return touch;
  const auto lines = Setter(ui.canvas, text, width, type).lines(pieces);
  const float leading = type.size * 0.3F;
  float y = at.y;
  for (const Line& line : lines) {
    if (line.gap_before) y += type.size * 0.55F;
    const float baseline = y + line.ascent;
    for (const Measured& part : line.parts) {
      if (!draw) break;
      if (part.piece->formula) {
        std::string hovered = paint_formula(ui, part.box, {at.x + part.x, baseline}, style);
        if (!hovered.empty()) touch.hovered = std::move(hovered);
      } else {
        ui.canvas.text({at.x + part.x, baseline - ui.canvas.fonts().ascent(part.type)}, part.text,
                       part.type, style.ink);
      }
    }
    y = baseline + line.descent + leading;
  }
  touch.height = y - leading - at.y;
  return touch;
}

}  // namespace glassformer
