#include "app/platform/trusted_card.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>
#include <utility>

#include "app/gpu/gpu_backend.h"
#include "app/platform/version.h"
#include "core/tensor/error.h"

namespace glassformer {

CardWish card_wish() {
  const char* const value = std::getenv("GLASSFORMER_GPU");
  const std::string_view word = value != nullptr ? value : "";
  if (word.empty()) return CardWish::proved;
  if (word == "careful") return CardWish::careful;
  if (word == "off") return CardWish::off;
  throw UserError(
      fmt::format("GLASSFORMER_GPU={} in the environment: it can be `careful` (fences round "
                  "everything) or `off` (the processor computes).",
                  word));
}

TrustedCard::TrustedCard(MakeContext context, std::filesystem::path measured,
                         std::optional<SelfTest> test)
    : context_(std::move(context)), measured_(std::move(measured)) {
  const CardWish wish = card_wish();
  if (wish == CardWish::off) {
    card_.why_not = "GLASSFORMER_GPU=off in the environment says that the processor computes.";
    card_.self_test = "not run: GLASSFORMER_GPU=off";
    return;
  }
  const bool careful = wish == CardWish::careful;
  card_ =
      make_graphics_card(context_, measured_, careful ? Fences::everywhere : Fences::where_needed);
  if (!card_.backend) {
    card_.self_test = "not run: there is no card";
    return;
  }
  if (card_.software || careful) {
    card_.self_test = careful ? "not asked: GLASSFORMER_GPU=careful puts fences round everything"
                              : "not needed by a software renderer";
    return;
  }
  const GlFacts facts = device_of(card_.backend.get())->facts();
  if (const auto kept = kept_verdict(measured_, facts, program_version())) {
    trust(facts, *kept);
    return;
  }
  untested_ = std::exchange(card_.backend, nullptr);
  if (!test) {
    card_.self_test = "not run yet: it is when the card is first to compute";
    card_.why_not = fmt::format(
        "{} has not proved itself yet; `glassformer bench gpu --self-test` tries it.", card_.name);
    return;
  }
  card_.self_test = "running";
  card_.why_not = fmt::format(
      "{} is met for the first time and is being tested; until then the processor computes.",
      card_.name);
  proof_ = std::make_unique<CardProof>(std::move(*test), facts, measured_, program_version());
}

void TrustedCard::trust(const GlFacts& facts, const Verdict& verdict) {
  if (untested_) card_.backend = std::exchange(untested_, nullptr);
  card_.why_not.clear();
  card_.self_test = in_words(verdict, facts);
  if (verdict.kind == Verdict::Kind::right) return;
  card_.warning = fmt::format("The self-test of the graphics card: {}", card_.self_test);
  card_.backend = nullptr;
  if (verdict.kind == Verdict::Kind::wrong) {
    card_.why_not = card_.warning;
    return;
  }
  GraphicsCard careful = make_graphics_card(context_, measured_, Fences::everywhere);
  careful.self_test = card_.self_test;
  careful.warning = card_.warning;
  card_ = std::move(careful);
}

bool TrustedCard::update() {
  if (!proof_) return false;
  const std::optional<Verdict> verdict = proof_->verdict();
  if (!verdict) return false;
  const std::unique_ptr<CardProof> done = std::move(proof_);
  trust(done->card(), *verdict);
  return true;
}

void TrustedCard::wait() {
  if (!proof_) return;
  const std::unique_ptr<CardProof> done = std::move(proof_);
  const Verdict verdict = done->wait();
  trust(done->card(), verdict);
}

}  // namespace glassformer
