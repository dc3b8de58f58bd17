#include "core/text/tasks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <set>
#include <string>

#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "core/text/words.h"

namespace glassformer {

namespace {

// Draws until there are so many with different sources.
std::vector<SentencePair> distinct(int count, const char* what, std::uint64_t seed,
                                   const std::function<SentencePair(Rng&)>& draw) {
  constexpr int patience = 1000;  // draws that bring nothing new, one after the other
  Rng rng(seed ^ hash(what));
  std::set<std::string> seen;
  std::vector<SentencePair> pairs;
  for (int old = 0; static_cast<int>(pairs.size()) < count;) {
    SentencePair pair = draw(rng);
    if (seen.insert(pair.source).second) {
      pairs.push_back(std::move(pair));
      old = 0;
    } else if (++old == patience) {
      throw UserError(fmt::format("there are no {} different {}, only about {}; ask for fewer",
                                  count, what, pairs.size()));
    }
  }
  return pairs;
}

constexpr std::array<const char*, 12> months{"January",   "February", "March",    "April",
                                             "May",       "June",     "July",     "August",
                                             "September", "October",  "November", "December"};
constexpr std::array<const char*, 7> weekdays{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                              "Thursday", "Friday", "Saturday"};

const char* ordinal_ending(int day) {
  if (day / 10 == 1) return "th";
  switch (day % 10) {
    case 1:
      return "st";
    case 2:
      return "nd";
    case 3:
      return "rd";
    default:
      return "th";
  }
}

std::string small(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

SentencePair date(Rng& rng) {
  using std::chrono::sys_days;
  const sys_days first = std::chrono::year{1950} / 1 / 1, end = std::chrono::year{2050} / 1 / 1;
  const sys_days day_of =
      first + std::chrono::days(rng.below(static_cast<int>((end - first).count())));
  const std::chrono::year_month_day date(day_of);
  const int year = static_cast<int>(date.year());
  const auto month = static_cast<unsigned>(date.month());
  const int day = static_cast<int>(static_cast<unsigned>(date.day()));
  const std::string name = months[month - 1], brief = name.substr(0, 3);
  const std::string weekday = weekdays[std::chrono::weekday(day_of).c_encoding()];
  const std::string two = fmt::format("{:02}", year % 100);
  std::string source;
  switch (rng.below(12)) {
    case 0:
      source = fmt::format("{} {}, {}", name, day, year);
      break;
    case 1:
      source = fmt::format("{} {} {}", day, name, year);
      break;
    case 2:
      source = fmt::format("{}{} of {} {}", day, ordinal_ending(day), name, year);
      break;
    case 3:
      source = fmt::format("{}, {} {}, {}", weekday, name, day, year);
      break;
    case 4:
      source = fmt::format("{}, {} {} {}", weekday.substr(0, 3), day, brief, year);
      break;
    case 5:
      source = fmt::format("{} {}, '{}", brief, day, two);
      break;
    case 6:
      source = fmt::format("{}/{}/{}", month, day, year);  // as in the United States
      break;
    case 7:
      source = fmt::format("{}/{}/{}", month, day, two);
      break;
    case 8:
      source = fmt::format("{}.{}.{}", day, month, year);  // as in most of Europe
      break;
    case 9:
      source = fmt::format("{}. {} {}", day, name, year);
      break;
    case 10:
      source = fmt::format("{} the {}{}, {}", name, day, ordinal_ending(day), year);
      break;
    default:
      source = fmt::format("{}-{}-{}", day, brief, two);
      break;
  }
  if (rng.below(3) == 0) source = small(std::move(source));
  return {std::move(source), fmt::format("{}-{:02}-{:02}", year, month, day), {}};
}

std::string digits_of(int count, Rng& rng) {
  std::string text;
  for (int i = 0; i < count; ++i) text += static_cast<char>('0' + rng.below(10));
  return text;
}

std::string without_zeros(const std::string& digits) {
  const auto first = digits.find_first_not_of('0');
  return first == std::string::npos ? "0" : digits.substr(first);
}

// As on paper, from the last digit to the first: numbers may be longer than any type holds.
std::string sum_of(const std::string& a, const std::string& b) {
  std::string sum;
  int carry = 0;
  for (std::size_t place = 0; place < std::max(a.size(), b.size()) || carry > 0; ++place) {
    const auto digit = [&](const std::string& of) {
      return place < of.size() ? of[of.size() - 1 - place] - '0' : 0;
    };
    carry += digit(a) + digit(b);
    sum += static_cast<char>('0' + carry % 10);
    carry /= 10;
  }
  return {sum.rbegin(), sum.rend()};
}

bool is_bare(const SentencePair& pair) {
  const char first = pair.source.empty() ? 'A' : pair.source.front();
  return !(first >= 'A' && first <= 'Z') && !pair.source.ends_with('.') &&
         !pair.target.ends_with('.');
}

}  // namespace

std::vector<SentencePair> date_pairs(int count, std::uint64_t seed) {
  return distinct(count, "dates", seed, date);
}

std::vector<SentencePair> reversal_pairs(int count, int fewest, int most, std::uint64_t seed) {
  return distinct(count, "numbers to reverse", seed, [&](Rng& rng) {
    const std::string source = digits_of(fewest + rng.below(most - fewest + 1), rng);
    SentencePair pair{source, {source.rbegin(), source.rend()}, {}};
    const int digits = static_cast<int>(source.size());
    for (int i = 0; i < digits; ++i) pair.links.push_back({digits - 1 - i, i});
    return pair;
  });
}

std::vector<SentencePair> sum_pairs(int count, int digits, std::uint64_t seed) {
  return distinct(count, "sums", seed, [&](Rng& rng) {
    const auto number = [&] { return without_zeros(digits_of(1 + rng.below(digits), rng)); };
    const std::string a = number(), b = number();
    return SentencePair{a + "+" + b, sum_of(a, b), {}};
  });
}

std::vector<SentencePair> joined_pairs(const std::vector<SentencePair>& parts, int count,
                                       int most_words, const SentencePair& and_word,
                                       std::uint64_t seed) {
  constexpr int most_parts = 6;
  struct Part {
    const SentencePair* pair;
    int source_words, target_words;
  };
  std::vector<Part> bare;
  for (const SentencePair& pair : parts) {
    if (!is_bare(pair)) continue;
    bare.push_back({&pair, static_cast<int>(split_words(pair.source).size()),
                    static_cast<int>(split_words(pair.target).size())});
  }
  if (bare.empty()) throw UserError("none of the sentences can be joined to others");
  return distinct(count, "joined sentences", seed, [&](Rng& rng) {
    const int wanted = 1 + rng.below(most_parts);
    SentencePair joined;
    int source_words = 0, target_words = 0;
    for (int i = 0; i < wanted; ++i) {
      const Part& part = bare[static_cast<std::size_t>(rng.below(static_cast<int>(bare.size())))];
      if (i > 0 && source_words + 1 + part.source_words > most_words) break;
      if (i > 0) {
        joined.source += ' ' + and_word.source + ' ';
        joined.target += ' ' + and_word.target + ' ';
        joined.links.push_back({source_words++, target_words++});
      }
      joined.source += part.pair->source;
      joined.target += part.pair->target;
      for (const Link& link : part.pair->links) {
        joined.links.push_back({link.source + source_words, link.target + target_words});
      }
      source_words += part.source_words;
      target_words += part.target_words;
    }
    return joined;
  });
}

}  // namespace glassformer
