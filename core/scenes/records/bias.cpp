#include "core/scenes/records/bias.h"

#include <array>
#include <utility>

#include "core/scenes/records.h"

namespace glassformer {

BiasPart BiasRecord::part_of(std::string_view path) {
  using enum BiasPart;
  constexpr std::array<std::pair<std::string_view, BiasPart>, 13> scopes{{{"extremes", extremes},
                                                                          {"printed.pairs", pairs},
                                                                          {"pairs", pairs},
                                                                          {"neutral", neutral},
                                                                          {"pair", neutral},
                                                                          {"before", neutral},
                                                                          {"after", neutral},
                                                                          {"left", neutral},
                                                                          {"moved", neutral},
                                                                          {"clusters", neutral},
                                                                          {"near", neighbours},
                                                                          {"opposites", neighbours},
                                                                          {"alike", neighbours}}};
  for (const auto& [scope, part] : scopes) {
    if (is_within(path, scope)) return part;
  }
  return along;
}

}  // namespace glassformer
