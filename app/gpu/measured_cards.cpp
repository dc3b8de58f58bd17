#include "app/gpu/measured_cards.h"

#include <nlohmann/json.hpp>

#include "core/formats/file.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::size_t largest_file = 64 * 1024;

// What other cards wrote there, and no more than what can be read.
nlohmann::json read_all(const std::filesystem::path& file) {
  std::error_code none;
  if (file.empty() || !std::filesystem::exists(file, none)) return nlohmann::json::object();
  try {
    auto all = nlohmann::json::parse(read_file(file, largest_file), nullptr, false);
    return all.is_object() ? all : nlohmann::json::object();
  } catch (const UserError&) {
    return nlohmann::json::object();
  }
}

}  // namespace

std::string kept_of_card(const std::filesystem::path& file, const std::string& card,
                         const std::string& what) {
  const nlohmann::json all = read_all(file);
  const auto entries = all.find(card);
  if (entries == all.end() || !entries->is_object()) return {};
  const auto found = entries->find(what);
  return found == entries->end() ? std::string() : found->dump();
}

void keep_of_card(const std::filesystem::path& file, const std::string& card,
                  const std::string& what, std::string_view entry) {
  if (file.empty()) return;
  nlohmann::json all = read_all(file);
  nlohmann::json& entries = all[card];
  if (!entries.is_object()) entries = nlohmann::json::object();
  entries[what] = nlohmann::json::parse(entry);
  std::error_code none;
  std::filesystem::create_directories(file.parent_path(), none);
  try {
    write_file(file, all.dump(2) + "\n");
  } catch (const UserError&) {
  }
}

}  // namespace glassformer
