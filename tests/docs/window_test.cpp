#include <gtest/gtest.h>

#include <regex>
#include <string_view>

#include "tests/docs/pages.h"
#include "tests/support/paths.h"

namespace glassformer::testing {
namespace {

// The keys of the window's own help, "Ctrl Z   Ctrl Y" each by itself.
std::vector<std::string> keys_of_the_help() {
  const std::string source = contents(source_dir() / "app/shell/help.cpp");
  const std::size_t begin = source.find("kKeys = "), end = source.find("});", begin);
  const std::string table = source.substr(begin, end - begin);
  const std::regex entry(R"re(\{"([^"]+)",)re"), between(" {2,}(or {2,})?");
  std::vector<std::string> keys;
  for (std::sregex_iterator at(table.begin(), table.end(), entry), last; at != last; ++at) {
    const std::string all = (*at)[1];
    keys.insert(keys.end(), std::sregex_token_iterator(all.begin(), all.end(), between, -1),
                std::sregex_token_iterator());
  }
  return keys;
}

TEST(WindowPage, ListsEveryKeyOfTheHelp) {
  std::string listed;
  for (const std::string& line : lines_of(contents(source_dir() / "docs/window.md"))) {
    const std::vector<std::string> row = cells(line);
    if (row.size() == 2) listed += " " + row[0] + " ";
  }
  const auto lists = [&](const std::string& key) {
    for (std::size_t at = listed.find(key); at != listed.npos; at = listed.find(key, at + 1)) {
      const std::string_view edges = " ,;/";
      if (edges.find(listed[at - 1]) != edges.npos &&
          edges.find(listed[at + key.size()]) != edges.npos)
        return true;
    }
    return false;
  };
  const std::vector<std::string> keys = keys_of_the_help();
  EXPECT_GT(keys.size(), 25U);
  for (const std::string& key : keys) {
    EXPECT_TRUE(lists(key)) << "docs/window.md lacks the key '" << key << "'";
  }
}

}  // namespace
}  // namespace glassformer::testing
