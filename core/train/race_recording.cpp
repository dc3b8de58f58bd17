#include "core/train/race_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/formats/recording_file.h"

namespace glassformer {

namespace {

constexpr std::string_view kKind = "race of encoder-decoders";
// Columns before those of the bins: seconds, steps, loss, exact match; and behind them, where a
// file has them, what was measured of some: links that are right, noise. −1: it was not.
constexpr int kFixed = 4, kMeasured = 2;

Real measured(const std::optional<double>& value) {
  return static_cast<Real>(value.value_or(-1));
}

std::optional<double> measured(Real cell) {
  return cell < 0 ? std::nullopt : std::optional<double>(cell);
}

Mat standings_of(const std::vector<RaceMoment>& moments, std::size_t racer) {
  Mat rows(static_cast<int>(moments.size()),
           kFixed + static_cast<int>(moments[0].bins.size()) + kMeasured);
  for (int k = 0; k < rows.rows(); ++k) {
    const RaceStanding& standing = moments[static_cast<std::size_t>(k)].standings[racer];
    rows(k, 0) = static_cast<Real>(standing.seconds);
    rows(k, 1) = static_cast<Real>(standing.steps);
    rows(k, 2) = static_cast<Real>(standing.loss);
    rows(k, 3) = static_cast<Real>(standing.exact_match);
    for (std::size_t b = 0; b < standing.by_length.size(); ++b) {
      rows(k, kFixed + static_cast<int>(b)) = static_cast<Real>(standing.by_length[b]);
    }
    rows(k, rows.cols() - 2) = measured(standing.aligned);
    rows(k, rows.cols() - 1) = measured(standing.noise);
  }
  return rows;
}

RaceStanding standing_of(const Mat& rows, int k, int bins) {
  RaceStanding standing;
  standing.seconds = rows(k, 0);
  standing.steps = static_cast<std::int64_t>(rows(k, 1));
  standing.loss = rows(k, 2);
  standing.exact_match = rows(k, 3);
  for (int b = 0; b < bins; ++b) standing.by_length.push_back(rows(k, kFixed + b));
  if (rows.cols() > kFixed + bins) {
    standing.aligned = measured(rows(k, kFixed + bins));
    standing.noise = measured(rows(k, kFixed + bins + 1));
  }
  return standing;
}

// One number for each network, where the file has them; recordings of before have none.
std::vector<int> of_each(const RecordingFile& from, const std::string& key, std::size_t racers) {
  if (!from.has(key)) return std::vector<int>(racers);
  std::vector<int> numbers = from.numbers(key);
  if (numbers.size() != racers) {
    from.fail(fmt::format("has {} numbers of \"{}\" for {} networks", numbers.size(), key, racers));
  }
  return numbers;
}

}  // namespace

void write_race(const std::filesystem::path& file, const std::string& command,
                const std::vector<RaceMoment>& moments) {
  TensorFile content = begin_recording(kKind, command);
  const RaceMoment& last = moments.back();
  content.metadata["by"] = last.by_steps ? "steps" : "seconds";
  content.metadata["names"] = joined_lines(last.names);
  content.metadata["pairs"] = joined_lines(last.pairs);
  content.metadata["parameters"] = joined_lines(last.parameters);
  content.metadata["bins"] = joined_lines(last.bins);
  for (std::size_t racer = 0; racer < last.names.size(); ++racer) {
    add_matrix(content, fmt::format("racer.{}", racer), standings_of(moments, racer));
  }
  write_safetensors(file, content);
}

std::vector<RaceMoment> read_race(const std::filesystem::path& file, const std::string& command) {
  const RecordingFile from(file, kKind, command);
  RaceMoment same;
  same.names = from.lines("names");
  same.bins = from.numbers("bins");
  same.pairs = of_each(from, "pairs", same.names.size());
  same.parameters = of_each(from, "parameters", same.names.size());
  // The first recordings neither have measured columns nor say what their moments count.
  const bool measures = from.has("by");
  same.by_steps = measures && from.text("by") == "steps";
  const int bins = static_cast<int>(same.bins.size());
  const int cols = kFixed + bins + (measures ? kMeasured : 0);
  const int count = from.matrix("racer.0", cols).rows();
  if (count < 1) from.fail("has no moments");
  std::vector<RaceMoment> moments(static_cast<std::size_t>(count), same);
  for (std::size_t racer = 0; racer < same.names.size(); ++racer) {
    const std::string name = fmt::format("racer.{}", racer);
    const Mat& rows = from.matrix(name, cols);
    if (rows.rows() != count) from.fail("has the matrix \"" + name + "\" in another shape");
    for (int k = 0; k < count; ++k) {
      moments[static_cast<std::size_t>(k)].standings.push_back(standing_of(rows, k, bins));
    }
  }
  return moments;
}

}  // namespace glassformer
