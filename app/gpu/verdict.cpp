#include "app/gpu/verdict.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/gpu/measured_cards.h"

namespace glassformer {

namespace {

constexpr const char* what = "self-test";
constexpr std::array<std::string_view, 3> words{"right", "careful", "wrong"};

std::string card_name(const GlFacts& card) {
  return fmt::format("{}, {}", card.renderer, card.version);
}

}  // namespace

std::string_view name_of(Verdict::Kind kind) {
  return words[static_cast<std::size_t>(kind)];
}

std::string in_words(const Verdict& verdict, const GlFacts& card) {
  switch (verdict.kind) {
    case Verdict::Kind::right:
      return "right";
    case Verdict::Kind::careful:
      return fmt::format(
          "right only with a fence round everything, which is how it is used, and slower ({}, {}: "
          "{})",
          card.renderer, card.version, verdict.why);
    case Verdict::Kind::wrong:
      break;
  }
  return fmt::format(
      "wrong: {} ({}, {}). The processor computes; a newer driver may be right, and "
      "GLASSFORMER_GPU=careful in the environment uses the card all the same.",
      verdict.why, card.renderer, card.version);
}

std::optional<Verdict> kept_verdict(const std::filesystem::path& file, const GlFacts& card,
                                    const std::string& program) {
  const auto entry =
      nlohmann::json::parse(kept_of_card(file, card_name(card), what), nullptr, false);
  if (!entry.is_object() || entry.value("program", nlohmann::json()) != program) {
    return std::nullopt;
  }
  const nlohmann::json verdict = entry.value("verdict", nlohmann::json()),
                       why = entry.value("why", nlohmann::json());
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (verdict != words[i]) continue;
    return Verdict{static_cast<Verdict::Kind>(i), why.is_string() ? why.get<std::string>() : ""};
  }
  return std::nullopt;
}

void keep_verdict(const std::filesystem::path& file, const GlFacts& card,
                  const std::string& program, const Verdict& verdict) {
  const nlohmann::json entry{
      {"program", program}, {"verdict", name_of(verdict.kind)}, {"why", verdict.why}};
  keep_of_card(file, card_name(card), what, entry.dump());
}

}  // namespace glassformer
