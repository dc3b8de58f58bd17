#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/card/graphics_card.h"
#include "app/gpu/card.h"
#include "app/platform/card_proof.h"

namespace glassformer {

// GLASSFORMER_GPU in the environment overrules what the self-test finds: `careful` computes on the
// card with fences round everything, `off` never. Throws UserError for any other word.
enum class CardWish { proved, careful, off };
CardWish card_wish();

// A graphics card once it has proved itself. The first time that a card and its driver are met, its
// self-test runs in a process of its own; until it has a verdict there is no backend. A software
// renderer needs no proof: all tests of this program run on one.
class TrustedCard {
 public:
  // `test`: what is run where no verdict is kept in the file; none: then the card is not used.
  TrustedCard(MakeContext context, std::filesystem::path measured, std::optional<SelfTest> test);

  const GraphicsCard& card() const { return card_; }
  bool is_testing() const { return proof_ != nullptr; }
  // Takes the verdict if there is one by now; true if that changed the card.
  bool update();
  void wait();  // until there is a verdict, if it is being tested

 private:
  void trust(const GlFacts& facts, const Verdict& verdict);

  MakeContext context_;
  std::filesystem::path measured_;
  GraphicsCard card_;
  std::shared_ptr<Backend> untested_;
  std::unique_ptr<CardProof> proof_;
};

}  // namespace glassformer
