#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "app/session/session.h"

namespace glassformer {

// Notices when a view must stand as the lesson's step has it: what was chosen by hand in the step
// before does not outlive it.
class StepState {
 public:
  // True in the first frame of a step, and again in the first with its run.
  bool entered(const Session& session);
  // Whether entered() will be true: for what is drawn before the view.
  bool will_enter(const Session& session) const { return entry_ != session.entry(); }

 private:
  std::uint64_t entry_ = 0;
};

// Whether a step has been about this matrix, now or before, so that what follows from it may be
// seen: not while a question hides some of it. Who changes the lesson wants to see at once what
// comes of it.
bool has_come(const Session& session, Var var);

// What the lesson's steps set under this key of the view's state: the index of the word among the
// choices, or a number. None where no step set it.
std::optional<int> state_choice(const Session& session, std::string_view key,
                                std::span<const std::string_view> choices);
std::optional<int> state_number(const Session& session, std::string_view key);
bool state_switch(const Session& session, std::string_view key, bool otherwise);

// What a view declares of such a key.
OptionSpec state_spec(std::string_view key, std::span<const std::string_view> choices,
                      std::string_view help);
OptionSpec state_spec(std::string_view key, int min, int max, std::string_view help);
OptionSpec state_switch_spec(std::string_view key, std::string_view help);

}  // namespace glassformer
