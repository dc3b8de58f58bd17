#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace glassformer {

// What a command found, a row for each thing it looked at: as a table for people and as JSON, from
// one description of the columns.
class Results {
 public:
  struct Column {
    std::string title;  // above the table, with its unit: "min ms"
    std::string key;    // in JSON: "min_ms"; empty: it is only in the table
    int width = 0;      // in characters; negative: at the left of them; 0: it is only in JSON
    int digits = 2;     // after the point of a number
  };
  using Cell = std::variant<std::monostate, std::string, double, std::int64_t>;  // empty: none
  explicit Results(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // One for each column.
  void add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }
  std::string as_text() const;
  std::string as_json() const;  // a list of objects

  // Something about all rows, for JSON alone: {"threads", 2}.
  struct Fact {
    std::string key;
    std::variant<bool, std::int64_t, double, std::string> value;
  };
  // What a benchmark prints: {FACT, …, "figures": as_json()}, or as_text() with a line below it.
  std::string report(bool json, const std::vector<Fact>& facts, const std::string& below) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace glassformer
