// Every step of every shipped lesson, as a class sees it: what is drawn can be read. A lesson is
// shown on five of the twelve screens (three sizes, with and without presenter, light and dark), so
// that all are among them; the presenter's letters in 1280 × 720, where room is least, always. All
// findings, on all twelve:
//   GLASSFORMER_ALL_FINDINGS=1 build/dev/tests/app_tests --gtest_filter='Lessons/EveryStep.*'
// Those on the five, and how many of each kind: GLASSFORMER_COUNT_FINDINGS=1.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>

#include "core/tensor/rng.h"
#include "tests/app/interaction/driver.h"
#include "tests/app/legibility/findings.h"
#include "tests/app/legibility/left_over.h"
#include "tests/app/lessons/shipped.h"

namespace glassformer::testing {
namespace {

struct Screen {
  int width, height;
  bool dark, presenter;
};

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0' && std::string_view(value) != "0";
}

bool all_wanted() {
  return is_set("GLASSFORMER_ALL_FINDINGS");
}

// By the lesson's name: another lesson more or less leaves them as they are.
std::vector<Screen> screens(const std::string& id) {
  const std::uint64_t lesson = hash(id);
  std::vector<Screen> chosen;
  constexpr std::array<std::pair<int, int>, 3> kSizes{{{1280, 720}, {1600, 1000}, {2560, 1440}}};
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    const auto [width, height] = kSizes[i];
    const bool dark = (lesson + i) % 2 == 1;
    chosen.push_back({width, height, dark, false});
    if (all_wanted()) chosen.push_back({width, height, !dark, false});
    for (const bool other : {false, true}) {
      const bool presenter_dark = (lesson / 3 + i) % 2 == 1;
      if (all_wanted() || (!other && (i == 0 || lesson % 2 + 1 == i))) {
        chosen.push_back({width, height, presenter_dark != other, true});
      }
    }
  }
  return chosen;
}

class EveryStep : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryStep, CanBeRead) {
  std::array<int, kFaults> count{};
  std::map<std::string, int> told;  // the first of each kind
  for (const Screen& screen : screens(GetParam())) {
    Driver::Options options{screen.width, screen.height};
    options.settings.dark = screen.dark;
    options.settings.presenter = screen.presenter;
    Driver d(GetParam(), options);
    const int steps = static_cast<int>(d.session().lesson().steps.size());
    for (int step = 0; step < steps; ++step) {
      d.session().step = step;
      d.session().enter_step();
      d.rest();
      for (const Finding& finding :
           findings(d.app().canvas(), make_theme(screen.dark, d.scale()))) {
        const auto kind = static_cast<std::size_t>(finding.fault);
        ++count[kind];
        const std::string line =
            fmt::format("{} step {}, {} × {}{}{}: {}: {}", GetParam(), step + 1, screen.width,
                        screen.height, screen.dark ? ", dark" : "",
                        screen.presenter ? ", presenter" : "", kFaultNames[kind], finding.what);
        if (all_wanted() || is_set("GLASSFORMER_COUNT_FINDINGS")) std::cout << line << '\n';
        told.emplace(std::string(kFaultNames[kind]) + " " + line, count[kind]);
      }
    }
  }
  if (all_wanted()) GTEST_SKIP() << "only told";
  const std::array<int, kFaults> left = left_over(GetParam());
  for (std::size_t kind = 0; kind < kFaults; ++kind) {
    if (count[kind] < left[kind]) {
      std::cout << GetParam() << ": of " << left[kind] << " " << kFaultNames[kind] << " only "
                << count[kind] << " are left: lower the number\n";
    }
    // The last digits of numbers, and how long a pass took, are others in every build: what is
    // nearly too wide for its place may then be cut.
    const bool by_width = kind == static_cast<std::size_t>(Fault::cut) ||
                          kind == static_cast<std::size_t>(Fault::ellipsis);
    const int slack = (by_width ? 6 : left[kind] > 0 ? 3 : 0) + left[kind] / 20;
    if (count[kind] <= left[kind] + slack) continue;
    std::string examples;
    for (const auto& [line, at] : told) {
      if (line.starts_with(kFaultNames[kind]) && at > count[kind] - 8) examples += line + "\n";
    }
    ADD_FAILURE() << count[kind] << " " << kFaultNames[kind] << ", at most " << left[kind]
                  << " were left:\n"
                  << examples;
  }
  if (is_set("GLASSFORMER_COUNT_FINDINGS")) {
    std::cout << fmt::format("COUNT {{\"{}\", {{{}}}}},\n", GetParam(), fmt::join(count, ", "));
  }
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Lessons, EveryStep, ::testing::ValuesIn(shipped_ids()), test_name);

}  // namespace
}  // namespace glassformer::testing
