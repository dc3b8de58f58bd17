#include "core/embed/eval/rated_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include "core/formats/json.h"

namespace glassformer {

namespace {

using Table = std::vector<std::vector<std::string>>;
using Columns = std::vector<std::size_t>;

bool one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

// "Human (mean)" → "humanmean"
std::string plain(std::string_view heading) {
  std::string name;
  for (const char c : heading) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c < 0 || c == '#';
    if (c >= 'A' && c <= 'Z') {
      name += static_cast<char>(c - 'A' + 'a');
    } else if (letter) {
      name += c;
    }
  }
  return name;
}

bool numbers_lines(const std::string& name) {
  return one_of(name,
                {"id", "no", "nr", "num", "number", "index", "idx", "line", "row", "#", "pair",
                 "pairid", "item", "nummer", "zeile", "numero", "numéro", "ligne", "linea"});
}

bool names_a_type(const std::string& name) {
  return one_of(
      name, {"pos", "type", "relation", "rel", "tag", "category", "class", "domain", "split", "set",
             "source", "partofspeech", "wortart", "typ", "tipo", "nature", "comment", "dataset"});
}

// 2: as the ratings of published tables are called; 1: the name has such a word in it.
int names_a_rating(const std::string& name) {
  if (one_of(name,
             {"score",       "scores",     "rating",     "ratings",     "mean",        "humanmean",
              "humanscore",  "human",      "meanrating", "meanscore",   "avg",         "average",
              "avgscore",    "similarity", "sim",        "simscore",    "relatedness", "gold",
              "goldscore",   "simlex999",  "simlex",     "simverb3500", "judgment",    "judgement",
              "bewertung",   "punkte",     "punktzahl",  "ähnlichkeit", "note",        "moyenne",
              "similarité",  "similitude", "puntuación", "puntuacion",  "similitud",   "media",
              "valutazione", "оценка",     "評価",       "评分",        "相似度"})) {
    return 2;
  }
  const auto holds = [&](std::string_view part) { return name.find(part) != name.npos; };
  if (holds("sd") || holds("std") || holds("dev") || holds("var") || holds("count")) return 0;
  return holds("score") || holds("rating") || holds("mean") || holds("simil") ? 1 : 0;
}

// What tables write for parts of speech and relations.
bool is_a_type(std::string_view cell) {
  const std::string name = plain(cell);
  if (name.size() == 1) return true;
  return one_of(
      name,
      {"nn",       "nns",           "nnp",        "nnps",    "vb",      "vbd",       "vbg",
       "vbn",      "vbp",           "vbz",        "jj",      "jjr",     "jjs",       "rb",
       "rbr",      "rbs",           "noun",       "verb",    "adj",     "adjective", "adv",
       "adverb",   "propn",         "pron",       "adp",     "num",     "none",      "synonyms",
       "antonyms", "hyperhyponyms", "cohyponyms", "similar", "related", "unrelated", "train",
       "dev",      "test"});
}

class Finder {
 public:
  Finder(const Table& rows, char separator) : rows_(rows), separator_(separator) {
    for (const auto& row : rows) width_ = std::max(width_, row.size());
    for (std::size_t c = 0; c < width_; ++c) {
      std::size_t numbers = 0, filled = 0;
      for (const auto& row : rows) {
        const std::string_view cell = cell_at(row, c);
        filled += cell.empty() ? 0 : 1;
        numbers += number_at(row, c) ? 1 : 0;
      }
      if (2 * numbers >= rows.size() && numbers > 0) {
        numeric_.push_back(c);
      } else if (2 * filled >= rows.size()) {
        text_.push_back(c);
      }
    }
    // Names stand where numbers follow.
    named_ = std::any_of(numeric_.begin(), numeric_.end(), [&](std::size_t c) { return names(c); });
  }

  bool names(std::size_t column) const { return rows_.size() > 1 && is_name(rows_[0], column); }

  std::optional<RatedColumns> found(std::string& why) {
    const Columns words = of_words(), ratings = of_ratings(words);
    if (words.size() == 2 && ratings.size() == 1) {
      return RatedColumns{{words[0], words[1], ratings[0]}, names(ratings[0]), false};
    }
    if (words.size() < 2) {
      why = fmt::format("it has {} of words and must have two", counted(words.size()));
    } else if (ratings.empty()) {
      why = "it has no column of ratings";
    } else {
      why = fmt::format("{} may hold words and {} ratings", listed(words), listed(ratings));
    }
    return std::nullopt;
  }

  // "sun-n" in every row
  bool tagged(const RatedColumns& columns) const {
    for (std::size_t r = columns.heading ? 1 : 0; r < rows_.size(); ++r) {
      for (const std::size_t c : {columns.at[0], columns.at[1]}) {
        const std::string_view cell = cell_at(rows_[r], c);
        if (cell.size() < 3 || cell[cell.size() - 2] != '-' ||
            std::string_view("nvjar").find(cell.back()) == std::string_view::npos) {
          return false;
        }
      }
    }
    return true;
  }

 private:
  static std::string_view cell_at(const std::vector<std::string>& row, std::size_t column) {
    return column < row.size() ? std::string_view(row[column]) : std::string_view();
  }
  std::optional<double> number_at(const std::vector<std::string>& row, std::size_t column) const {
    return rating_in(cell_at(row, column), separator_);
  }
  // Neither a number nor one that is written wrongly.
  bool is_name(const std::vector<std::string>& row, std::size_t column) const {
    const std::string_view cell = cell_at(row, column);
    if (cell.empty() || row.size() < 3 || one_of(plain(cell), {"nan", "inf", "infinity"}))
      return false;
    return std::string_view("0123456789+-.").find(cell.front()) == std::string_view::npos;
  }
  std::string heading(std::size_t column) const {
    return named_ ? plain(cell_at(rows_[0], column)) : std::string();
  }
  std::size_t first_row() const { return named_ ? 1 : 0; }

  static std::string counted(std::size_t columns) {
    return columns == 0 ? "no column" : fmt::format("{} column", columns);
  }
  std::string listed(const Columns& columns) const {
    std::vector<std::string> names;
    for (const std::size_t c : columns) {
      const std::string_view name = named_ ? cell_at(rows_[0], c) : std::string_view();
      names.push_back(name.empty() ? fmt::format("{}", c + 1)
                                   : fmt::format("{} ({})", c + 1, excerpt(name, 30)));
    }
    return fmt::format("column{} {}", columns.size() == 1 ? "" : "s", fmt::join(names, ", "));
  }

  // The two whose names differ in their last sign alone: word1 and word2, Wort A and Wort B.
  Columns of_one_name(const Columns& among) const {
    Columns pair;
    for (const std::size_t a : among) {
      for (const std::size_t b : among) {
        const std::string one = heading(a), other = heading(b);
        if (one.size() < 2 || one.size() != other.size()) continue;
        const bool follow = (one.back() == '1' && other.back() == '2') ||
                            (one.back() == 'a' && other.back() == 'b') ||
                            (one.back() == '0' && other.back() == '1');
        if (!follow || one.substr(0, one.size() - 1) != other.substr(0, other.size() - 1)) continue;
        if (!pair.empty()) return {};
        pair = {a, b};
      }
    }
    return pair;
  }

  // As many different cells as few types have in many rows.
  bool repeats(std::size_t column) const {
    constexpr std::size_t many = 30;
    std::set<std::string_view> different;
    for (std::size_t r = first_row(); r < rows_.size(); ++r)
      different.insert(cell_at(rows_[r], column));
    return rows_.size() >= many && different.size() * 10 <= rows_.size();
  }
  bool holds_types(std::size_t column) const {
    for (std::size_t r = first_row(); r < rows_.size(); ++r) {
      if (!is_a_type(cell_at(rows_[r], column))) return false;
    }
    return true;
  }

  Columns of_words() const {
    Columns words = text_;
    if (named_) {
      const Columns pair = of_one_name(words);
      if (!pair.empty()) return pair;
      std::erase_if(words, [&](std::size_t c) {
        return names_a_type(heading(c)) || numbers_lines(heading(c));
      });
    }
    if (words.size() > 2) std::erase_if(words, [&](std::size_t c) { return holds_types(c); });
    if (words.size() > 2) std::erase_if(words, [&](std::size_t c) { return repeats(c); });
    return words;
  }

  // 1, 2, 3 … down the rows
  bool counts(std::size_t column) const {
    for (std::size_t r = first_row() + 1; r < rows_.size(); ++r) {
      const auto before = number_at(rows_[r - 1], column), now = number_at(rows_[r], column);
      if (!before || !now || *now != *before + 1) return false;
    }
    return true;
  }

  // The first of them is the mean of the others, as where each person's rating is told.
  bool first_is_mean(const Columns& among) const {
    constexpr double rounding = 0.06;
    for (std::size_t r = first_row(); r < rows_.size(); ++r) {
      const auto mean = number_at(rows_[r], among[0]);
      double sum = 0;
      int count = 0;
      for (std::size_t k = 1; k < among.size(); ++k) {
        if (const auto one = number_at(rows_[r], among[k])) {
          sum += *one;
          ++count;
        }
      }
      if (!mean || count < 2 || std::abs(*mean - sum / count) > rounding) return false;
    }
    return true;
  }

  Columns of_ratings(const Columns& words) const {
    Columns ratings = numeric_;
    std::erase_if(ratings, [&](std::size_t c) {
      const bool in_front = !words.empty() && c < words[0];
      return (named_ && numbers_lines(heading(c))) ||
             (counts(c) && (in_front || (numeric_.size() > 1 && rows_.size() > first_row() + 2)));
    });
    if (ratings.size() < 2) return ratings;
    for (const int rank : {2, 1}) {
      Columns called;
      for (const std::size_t c : ratings) {
        if (named_ && names_a_rating(heading(c)) == rank) called.push_back(c);
      }
      if (called.size() == 1) return called;
      if (called.size() > 1) return ratings;
    }
    if (ratings.size() > 2 && first_is_mean(ratings)) return {ratings[0]};
    return ratings;
  }

  const Table& rows_;
  char separator_;
  std::size_t width_ = 0;
  Columns numeric_, text_;
  bool named_ = false;
};

}  // namespace

char separator_of(const std::vector<std::string>& lines) {
  for (const char separator : {'\t', ';', ','}) {
    const auto holding = std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
      return std::count(line.begin(), line.end(), separator) >= 2;
    });
    if (2 * static_cast<std::size_t>(holding) >= lines.size() && holding > 0) return separator;
  }
  return ' ';
}

std::vector<std::string> cells_of(std::string_view line, char separator) {
  std::vector<std::string> cells;
  if (separator == ' ') {
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t", at)) != line.npos;) {
      const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
      cells.emplace_back(line.substr(at, end - at));
      at = end;
    }
    return cells;
  }
  for (std::size_t at = 0; at <= line.size();) {
    std::string cell;
    const std::size_t begin = std::min(line.find_first_not_of(' ', at), line.size());
    std::size_t end = std::min(line.find(separator, at), line.size());
    if (begin < line.size() && line[begin] == '"') {
      std::size_t k = begin + 1;
      for (; k < line.size(); ++k) {
        if (line[k] == '"' && k + 1 < line.size() && line[k + 1] == '"')
          ++k;  // "" is one quote
        else if (line[k] == '"')
          break;
        cell += line[k];
      }
      const std::size_t behind =
          std::min(line.find(separator, std::min(k, line.size())), line.size());
      const bool closed = k < line.size() && trimmed(line.substr(k + 1, behind - k - 1)).empty();
      if (closed) {
        cells.emplace_back(trimmed(cell));
        at = behind + 1;
        continue;
      }
    }
    cells.emplace_back(trimmed(line.substr(at, end - at)));
    at = end + 1;
  }
  return cells;
}

std::optional<double> rating_in(std::string_view cell, char separator) {
  std::string text(cell);
  if (separator != ',') {
    const std::size_t comma = text.find(',');
    if (comma != text.npos && text.find('.') == text.npos) text[comma] = '.';
  }
  const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* const end = text.data() + text.size();
  double number = 0;
  const auto [after, error] = std::from_chars(begin, end, number);
  if (error != std::errc{} || after != end || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::optional<RatedColumns> rated_columns(const Table& rows, char separator,
                                          const std::optional<std::array<std::size_t, 3>>& given,
                                          std::string& why) {
  Finder finder(rows, separator);
  std::optional<RatedColumns> found;
  if (given) {
    found = RatedColumns{*given, finder.names((*given)[2]), false};
  } else {
    found = finder.found(why);
  }
  if (found) found->tagged = finder.tagged(*found);
  return found;
}

}  // namespace glassformer
