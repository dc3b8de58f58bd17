#include "app/cli/results.h"

#include <fmt/format.h>

namespace glassformer {

namespace {

std::string cell_text(const nlohmann::ordered_json& cell, int digits) {
  if (cell.is_null()) return "";
  return cell.is_string() ? cell.get<std::string>()
                          : fmt::format("{:.{}f}", cell.get<double>(), digits);
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

nlohmann::ordered_json Results::as_json() const {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& row : rows_) {
    nlohmann::ordered_json& entry = list.emplace_back(nlohmann::ordered_json::object());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!columns_[i].key.empty() && !row[i].is_null()) entry[columns_[i].key] = row[i];
    }
  }
  return list;
}

}  // namespace glassformer
