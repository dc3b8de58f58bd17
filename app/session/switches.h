#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "core/scenes/options.h"

namespace glassformer {

// The choice of this option that its switch has lit; none where it lights none.
std::optional<std::string> lit_choice(const Session& session, const OptionSpec& spec);
// The same of a switch that is on or off.
bool is_on(const Session& session, const OptionSpec& spec);

// A sentence for each switch of the scene that is lit for something else than what is shown: an
// option that the run does not have, or what would stand there if nothing of the user's did.
std::vector<std::string> wrongly_lit(const Session& session);

}  // namespace glassformer
