#include "core/text/answer_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/tensor/error.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

constexpr int kMostLetters = 12, kMostKinds = 26, kMostDigits = 6;

void check_between(const char* what, int value, int least, int most) {
  if (value >= least && value <= most) return;
  throw UserError(fmt::format("{} {}; there may be {} to {}", value, what, least, most));
}

std::int64_t power(std::int64_t base, int exponent) {
  std::int64_t product = 1;
  for (int i = 0; i < exponent; ++i) product *= base;
  return product;
}

// rng.below() takes an int; a question's number may be larger.
std::int64_t below(Rng& rng, std::int64_t count) {
  return static_cast<std::int64_t>(rng.uniform() * static_cast<double>(count));
}

}  // namespace

void AnswerTask::check() const {
  if (kind == Kind::sort) {
    check_between("letters", letters, 2, kMostLetters);
    check_between("kinds of letters", kinds, 2, kMostKinds);
    // 2⁵³ is what below() can tell apart.
    if (static_cast<double>(letters) * std::log2(kinds) > 52) {
      throw UserError(fmt::format("{} letters of {} kinds are too many questions to be numbered",
                                  letters, kinds));
    }
  } else {
    check_between("digits", digits, 1, kMostDigits);
  }
}

std::int64_t AnswerTask::questions() const {
  return kind == Kind::sort ? power(kinds, letters) : power(10, 2 * digits);
}

std::string AnswerTask::question(std::int64_t which) const {
  if (kind == Kind::add) {
    const std::int64_t numbers = power(10, digits);
    return fmt::format("{:0{}}+{:0{}}", which / numbers, digits, which % numbers, digits);
  }
  std::string made(static_cast<std::size_t>(letters), 'a');
  for (auto at = made.rbegin(); at != made.rend(); ++at) {
    *at = static_cast<char>('a' + which % kinds);
    which /= kinds;
  }
  return made;
}

std::string AnswerTask::answer(std::string_view question) const {
  std::string made(question);
  if (kind == Kind::sort) {
    std::ranges::sort(made);
    return made;
  }
  const auto width = static_cast<std::size_t>(digits);
  const std::int64_t sum = std::stoll(made.substr(0, width)) + std::stoll(made.substr(width + 1));
  made = fmt::format("{:0{}}", sum, digits + 1);
  if (backwards) std::ranges::reverse(made);
  return made;
}

std::string AnswerTask::line(std::int64_t which) const {
  const std::string asked = question(which);
  return asked + mark + answer(asked);
}

int AnswerTask::question_length() const {
  return kind == Kind::sort ? letters : 2 * digits + 1;
}

int AnswerTask::answer_length() const {
  return kind == Kind::sort ? letters : digits + 1;
}

std::string AnswerTask::characters() const {
  std::string all(1, mark);
  if (kind == Kind::add) return all + "+0123456789";
  for (int i = 0; i < kinds; ++i) all += static_cast<char>('a' + i);
  return all;
}

std::string AnswerTask::words() const {
  if (kind == Kind::sort) return fmt::format("{} letters of {} kinds", letters, kinds);
  return fmt::format("sums of two numbers of {} digits, written {}", digits,
                     backwards ? "backwards" : "forwards");
}

std::vector<std::int64_t> kept_apart(const AnswerTask& task, int count, std::uint64_t seed) {
  task.check();
  const std::int64_t all = task.questions();
  if (count < 1 || count >= all) {
    throw UserError(
        fmt::format("{} questions cannot be kept apart of {} and leave some", count, all));
  }
  Rng rng(seed ^ hash("kept apart"));
  std::set<std::int64_t> drawn;
  while (static_cast<int>(drawn.size()) < count) drawn.insert(below(rng, all));
  return {drawn.begin(), drawn.end()};
}

}  // namespace glassformer
