#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/gl/facts.h"

namespace glassformer {

// What the self-test has found of a graphics card and its driver.
struct Verdict {
  enum class Kind {
    right,    // as it is
    careful,  // only with fences round everything (Fences::everywhere)
    wrong     // not even then
  };
  Kind kind = Kind::right;
  std::string why;  // what failed: without the fences, or with them too; a sentence
  bool operator==(const Verdict&) const = default;
};

std::string_view name_of(Verdict::Kind kind);  // "right", "careful", "wrong"

// "self-test: right", and what follows from it: for `doctor`, and for whoever waits for the card.
std::string in_words(const Verdict& verdict, const GlFacts& card);

// It holds for that card and driver as that version of the program uses them.
std::optional<Verdict> kept_verdict(const std::filesystem::path& file, const GlFacts& card,
                                    const std::string& program);
void keep_verdict(const std::filesystem::path& file, const GlFacts& card,
                  const std::string& program, const Verdict& verdict);

}  // namespace glassformer
