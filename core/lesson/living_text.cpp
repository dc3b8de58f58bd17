#include "core/lesson/living_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

#include "core/lesson/living_command.h"
#include "core/models/checkpoint.h"
#include "core/scenes/chosen.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::string_view missing = "–";

// One after the other, each with the spaces behind it. A group in braces and a formula are of one
// sentence.
std::vector<std::string> sentences_of(std::string_view text) {
  std::vector<std::string> sentences;
  std::size_t from = 0;
  int depth = 0;
  bool formula = false;
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}') --depth;
    if (text[i] == '$' && (i == 0 || text[i - 1] != '\\')) formula = !formula;
    const bool ends = text[i] == '.' || text[i] == '?' || text[i] == '!';
    const bool within = formula || depth > 0 || text[i + 1] != ' ';
    if (!ends || within || (text[i + 2] >= 'a' && text[i + 2] <= 'z')) continue;
    sentences.emplace_back(text.substr(from, i + 2 - from));
    from = i + 2;
  }
  sentences.emplace_back(text.substr(from));
  return sentences;
}

// Which of two texts stands at an \\if or \\own; none if it is neither, or its groups are not all
// there.
struct Choice {
  std::string condition, text, otherwise;
  std::size_t end = 0;
};

std::optional<Choice> choice_at(std::string_view text, std::size_t backslash, std::string* flaw) {
  const std::string_view name = command_name_at(text, backslash);
  if (name != "if" && name != "own") return {};
  const std::size_t groups = name == "if" ? 3 : 1;
  const auto command = groups_at(text, backslash, groups);
  if (!command) {
    if (flaw) {
      *flaw = name == "if" ? "\\if takes three groups in braces: a condition, the text that stands "
                             "where it holds, and what stands otherwise"
                           : "\\own takes one group in braces";
    }
    return {};
  }
  if (name == "own") return Choice{"ours", command->arguments[0], "", command->end};
  return Choice{command->arguments[0], command->arguments[1], command->arguments[2], command->end};
}

// The text with one of its parts at each condition, as `pick` says.
template <class Pick>
std::string chosen_parts(std::string_view text, std::vector<std::string>* flaws, const Pick& pick) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string flaw;
    const auto choice = text[i] == '\\' ? choice_at(text, i, &flaw) : std::nullopt;
    if (!flaw.empty() && flaws) flaws->push_back(flaw);
    if (!choice) {
      out += text[i];
      continue;
    }
    const bool first = pick(choice->condition);
    out += chosen_parts(first ? choice->text : choice->otherwise, flaws, pick);
    i = choice->end - 1;
  }
  return out;
}

constexpr std::array<std::string_view, 13> kNumbers{"no",   "one",    "two",   "three", "four",
                                                    "five", "six",    "seven", "eight", "nine",
                                                    "ten",  "eleven", "twelve"};

// At the beginning of a sentence, as far as `out` goes.
bool begins_sentence(std::string_view out) {
  while (out.ends_with(' ')) out.remove_suffix(1);
  return out.empty() || out.ends_with('.') || out.ends_with('?') || out.ends_with('!');
}

class Filling {
 public:
  explicit Filling(const LivingText& from) : from_(from) {}

  // What stands of the text: conditions that cannot be read, or ask for what the run lacks, are
  // flaws where the data is the lesson's own.
  std::string chosen(std::string_view text) {
    return chosen_parts(text, &flaws, [&](std::string_view condition) {
      std::vector<std::string> lacking;
      bool first = false;
      try {
        first = holds(condition, from_, &lacking);
      } catch (const std::invalid_argument& error) {
        flaws.push_back(fmt::format("\\if: {}", error.what()));
      }
      if (from_.own.all) {
        for (const std::string& one : lacking) flaws.push_back("\\if: " + one);
      }
      return first;
    });
  }

  std::string fill(std::string_view text, bool formula) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '$' && (i == 0 || text[i - 1] != '\\')) formula = !formula;
      if (text[i] != '\\') {
        out += text[i];
        continue;
      }
      if (command_name_at(text, i) == "many") {
        const auto many = groups_at(text, i, 3);
        if (!many) flaws.emplace_back("\\many takes three groups in braces");
        out += many ? many_of(*many, begins_sentence(out)) : std::string(1, text[i]);
        if (many) i = many->end - 1;
        continue;
      }
      std::string flaw;
      const auto command = command_at(text, i, &flaw);
      if (!flaw.empty()) flaws.push_back(flaw);
      if (!command) {
        out += text[i];
        continue;
      }
      out += said(*command, formula).text;
      i = command->end - 1;
    }
    return out;
  }

  std::vector<std::string> flaws;

 private:
  Spoken said(const LivingCommand& command, bool formula) {
    try {
      return spoken(command, from_, formula);
    } catch (const UserError& error) {
      flaws.push_back(fmt::format("\\{}: {}", command.name, error.what()));
      return {std::string(missing), {}};
    }
  }

  std::string many_of(const LivingCommand& many, bool large) {
    std::string flaw;
    const auto command = command_at(many.arguments[0], 0, &flaw);
    if (!command || command->end != many.arguments[0].size()) {
      flaws.push_back(flaw.empty() ? "\\many begins with a command, the number" : flaw);
      return std::string(missing);
    }
    const Spoken number = said(*command, false);
    const double count = number.number.value_or(0);
    std::string text = number.text;
    if (count >= 1 && count < kNumbers.size() && count == static_cast<int>(count)) {
      text = kNumbers.at(static_cast<std::size_t>(count));
      if (large) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    }
    return text + " " + many.arguments[count == 1 ? 1 : 2];
  }

  const LivingText& from_;
};

// Adds what cannot be read where each condition holds, or none does.
void read_only(std::string_view text, const LivingText& from, bool hold,
               std::vector<std::string>& flaws) {
  const auto add = [&](std::string flaw) {
    if (!flaw.empty() && std::ranges::find(flaws, flaw) == flaws.end()) {
      flaws.push_back(std::move(flaw));
    }
  };
  const std::string rest = chosen_parts(text, nullptr, [&](std::string_view condition) {
    try {
      holds(condition, from, nullptr);
    } catch (const std::invalid_argument& error) {
      add(fmt::format("\\if: {}", error.what()));
    }
    return hold;
  });
  for (std::size_t i = 0; i < rest.size(); ++i) {
    std::string flaw;
    if (rest[i] == '\\') command_at(rest, i, &flaw);
    add(flaw);
  }
}

bool same_numbers(const Inputs& a, const Inputs& b) {
  return a.text == b.text && a.tokens == b.tokens && a.options == b.options && a.edits == b.edits &&
         a.optional_edits == b.optional_edits && a.order == b.order;
}

// What is in the slot, or stands in for it, is the same.
template <class T>
bool same_in(const Slot<T>& slot, const Inputs& a, const Inputs& b) {
  const SlotUse* const use = slot_use(a, slot.name);
  if (use == nullptr) return true;
  if (!(a.resources.find(slot.name) == b.resources.find(slot.name))) return false;
  const std::string stand_in(use->stand_in);
  return stand_in.empty() || option_value(a, stand_in) == option_value(b, stand_in);
}

// A shipped model may have been put into the slot by hand.
bool same_model(const Inputs& a, const Inputs& b) {
  if (slot_use(a, slots::model.name) == nullptr || same_in(slots::model, a, b)) return true;
  return chosen_model(a) == chosen_model(b);
}

}  // namespace

Ours ours(const Inputs& inputs, const Inputs& of_lesson) {
  Ours own;
  own.text = inputs.text == of_lesson.text && inputs.tokens == of_lesson.tokens &&
             inputs.order == of_lesson.order;
  own.model = same_model(inputs, of_lesson) && same_in(slots::attention, inputs, of_lesson);
  own.vectors = same_in(slots::vectors, inputs, of_lesson) &&
                same_in(slots::compared, inputs, of_lesson) &&
                same_in(slots::questions, inputs, of_lesson) &&
                same_in(slots::rated_pairs, inputs, of_lesson);
  own.all = own.model && own.vectors && same_numbers(inputs, of_lesson);
  return own;
}

std::string chosen(std::string_view text, const LivingText& from) {
  return Filling(from).chosen(text);
}

std::string filled(std::string_view text, const LivingText& from) {
  const std::string standing = chosen(text, from);
  std::string out;
  if (from.own.all) {
    out = Filling(from).fill(standing, false);
  } else {
    for (const std::string& sentence : sentences_of(standing)) {
      Filling filling(from);
      const std::string words = filling.fill(sentence, false);
      if (filling.flaws.empty()) out += words;
    }
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string filled_formula(std::string_view formula, const LivingText& from) {
  Filling filling(from);
  return filling.fill(filling.chosen(formula), true);
}

std::vector<std::string> check_living(std::string_view text, const LivingText& from) {
  Filling filling(from);
  filling.fill(filling.chosen(text), false);
  // What does not stand now is read at least: both texts of each condition.
  for (const bool hold : {false, true}) read_only(text, from, hold, filling.flaws);
  return std::move(filling.flaws);
}

std::vector<std::string> check_living_formula(std::string_view formula, const LivingText& from) {
  Filling filling(from);
  filling.fill(filling.chosen(formula), true);
  return std::move(filling.flaws);
}

std::string with_conditions(std::string_view text, bool hold) {
  return chosen_parts(text, nullptr, [hold](std::string_view) { return hold; });
}

}  // namespace glassformer
