#include "core/scenes/records/how_much_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "core/formats/recording_file.h"
#include "core/nn/axes.h"
#include "core/scenes/options.h"
#include "core/scenes/sheet.h"
#include "core/tensor/error.h"
#include "core/text/number_format.h"
#include "core/train/race_recording.h"

// A recurrent network with attention and a Transformer of like size, each trained on 300 to 29,000
// pairs: how many held-out sentences they translate, at one moment of the recorded training. Nodes:
// exact, parameters and seconds [networks, sizes], steps [1, 1].
namespace glassformer {

namespace {

constexpr const char* kCommand = "glassformer record how-much-data";

std::shared_ptr<const RecordedRace> shipped() {
  static const auto race = [] {
    const std::filesystem::path file = recording_file("how-much-data");
    return std::make_shared<const RecordedRace>(
        RecordedRace{file.string(), read_race(file, kCommand)});
  }();
  return race;
}

std::vector<std::string> different(const std::vector<std::string>& all) {
  std::vector<std::string> names;
  for (const std::string& name : all) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

Run run_how_much_data(const Inputs& inputs) {
  std::shared_ptr<const RecordedRace> race = inputs.resources.get(slots::recorded_race);
  if (race == nullptr) race = shipped();
  const std::vector<RaceMoment>& moments = race->moments;
  const int wanted = static_cast<int>(number(inputs, "moment"));
  const int last = static_cast<int>(moments.size()) - 1;
  const RaceMoment& moment = moments[static_cast<std::size_t>(std::min(wanted, last))];
  const std::vector<std::string> names = different(moment.names);
  std::vector<std::string> sizes;
  for (const int pairs : moment.pairs) sizes.push_back(format_count(pairs));
  sizes = different(sizes);
  const int rows = static_cast<int>(names.size()), cols = static_cast<int>(sizes.size());
  if (rows * cols != static_cast<int>(moment.names.size())) {
    throw UserError(
        fmt::format("{}: the recording lacks a network for one of its sizes; make it "
                    "again with '{}'",
                    race->file, kCommand));
  }
  Run run;
  Sheet sheet(inputs, run);
  const Axis networks{"network", names, -1}, of{"pairs", sizes, -1};
  Mat exact(rows, cols), parameters(rows, cols), seconds(rows, cols);
  for (std::size_t i = 0; i < moment.names.size(); ++i) {
    const auto r = static_cast<int>(std::ranges::find(names, moment.names[i]) - names.begin());
    const std::string size = format_count(moment.pairs[i]);
    const auto c = static_cast<int>(std::ranges::find(sizes, size) - sizes.begin());
    exact(r, c) = static_cast<Real>(moment.standings[i].exact_match);
    parameters(r, c) = static_cast<Real>(moment.parameters[i]);
    seconds(r, c) = static_cast<Real>(moment.standings[i].seconds);
  }
  HowMuchDataRecord record;
  record.exact = sheet.put(std::move(exact),
                           {"exact", "\\mathrm{exact}", Role::probability, networks, of,
                            all_cells("Counted when the recording was made: the share of held-out "
                                      "sentences that came out without a mistake.")});
  sheet.put(std::move(parameters),
            {"parameters", "\\mathrm{parameters}", Role::plain, networks, of});
  sheet.put(std::move(seconds), {"seconds", "\\mathrm{seconds}", Role::plain, networks, of});
  const auto steps = static_cast<Real>(moment.standings.front().steps);
  sheet.put(Mat{{steps}}, {"steps", "\\mathrm{steps}", Role::plain, axes::none, axes::none});
  run.output = record.exact;
  run.records.add(std::move(record));
  return run;
}

const RegisterScene registered{
    {.name = "how-much-data",
     .what =
         "A recurrent network with attention and a Transformer on 300 to 29,000 sentences, as they "
         "were recorded.",
     .subject = Subject::transformer,
     .options = {shown_in_view(integer_option("moment", "\\text{moment}",
                                              "Which moment of the recorded training, from 0.", 11,
                                              0, 1000))},
     .slots = {{.name = slots::recorded_race.name, .result = "exact"}},
     .run = run_how_much_data}};

}  // namespace

}  // namespace glassformer
