#include "app/cli/results.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace glassformer {

namespace {

std::string cell_text(const Results::Cell& cell, int digits) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* number = std::get_if<double>(&cell))
    return fmt::format("{:.{}f}", *number, digits);
  if (const auto* count = std::get_if<std::int64_t>(&cell))
    return fmt::format("{:.{}f}", static_cast<double>(*count), digits);
  return {};
}

nlohmann::ordered_json json_of(const Results::Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* number = std::get_if<double>(&cell)) return *number;
  return std::get<std::int64_t>(cell);
}

std::string line_of(const std::vector<Results::Column>& columns, const auto& text_of) {
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const int width = columns[i].width;
    if (width < 0) line += fmt::format("{:<{}}", text_of(i), -width);
    if (width > 0) line += fmt::format("{:>{}}", text_of(i), width);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string Results::as_text() const {
  std::string text = line_of(columns_, [&](std::size_t i) { return columns_[i].title; });
  for (const auto& row : rows_) {
    text += line_of(columns_, [&](std::size_t i) { return cell_text(row[i], columns_[i].digits); });
  }
  return text;
}

std::string Results::as_json() const {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& row : rows_) {
    nlohmann::ordered_json& entry = list.emplace_back(nlohmann::ordered_json::object());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!columns_[i].key.empty() && row[i].index() > 0) {
        entry[columns_[i].key] = json_of(row[i]);
      }
    }
  }
  return list.dump();
}

std::string Results::report(bool json, const std::vector<Fact>& facts,
                            const std::string& below) const {
  if (!json) return as_text() + below + "\n";
  nlohmann::ordered_json all;
  for (const Fact& fact : facts) {
    std::visit([&](const auto& value) { all[fact.key] = value; }, fact.value);
  }
  all["figures"] = nlohmann::ordered_json::parse(as_json());
  return all.dump(2) + "\n";
}

}  // namespace glassformer
