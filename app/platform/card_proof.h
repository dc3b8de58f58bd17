#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/gl/facts.h"
#include "app/gpu/verdict.h"

namespace glassformer {

// The first time that a card and its driver are met, a process of its own tries them: a wrong
// driver may hang, or be reset, and must not take the program along.
struct SelfTest {
  // The program and its arguments. It writes a line "card NAME", then one before each thing it
  // tries, "trying WHAT", and at last "right" or "wrong: WHY".
  std::vector<std::string> command;
  // For so long a line may be waited for; a driver that needs longer is wrong. Time for which the
  // process waits for a processor, on a busy machine, does not count.
  std::chrono::milliseconds patience{5000};
};
SelfTest own_self_test();  // `glassformer bench gpu --self-test --here`

// What the process says of the card, with fences only where they are needed, or everywhere. Empty:
// it is right; else what failed. `stop` ends the process.
std::string failure_of(const SelfTest& test, const GlFacts& card, bool fences_everywhere,
                       const std::atomic<bool>& stop);

// Asks with few fences and, if that is wrong, with all. Nothing if it was stopped.
std::optional<Verdict> prove(const SelfTest& test, const GlFacts& card,
                             const std::atomic<bool>& stop);

// The same in the background, once; the verdict is kept in the file.
class CardProof {
 public:
  CardProof(SelfTest test, GlFacts card, std::filesystem::path file, std::string program);
  ~CardProof();  // ends the process, should it still run
  CardProof(const CardProof&) = delete;
  CardProof& operator=(const CardProof&) = delete;

  const GlFacts& card() const { return card_; }
  std::optional<Verdict> verdict() const;  // nothing until there is one
  Verdict wait();

 private:
  GlFacts card_;
  mutable std::mutex mutex_;
  std::optional<Verdict> verdict_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace glassformer
