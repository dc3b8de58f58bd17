#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>

#include "tests/docs/pages.h"
#include "tests/support/paths.h"

namespace glassformer::testing {
namespace {

namespace fs = std::filesystem;

// The anchor that a heading has on the web: small letters, digits and hyphens for spaces.
std::string anchor(std::string heading) {
  std::string name;
  for (const char c : heading.substr(heading.find_first_not_of("# "))) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_') {
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (c == ' ') {
      name += '-';
    }
  }
  return name;
}

std::set<std::string> anchors(const fs::path& file) {
  std::set<std::string> found;
  for (const std::string& line : lines_of(contents(file))) {
    if (line.starts_with("#")) found.insert(anchor(line));
  }
  return found;
}

// The targets of links and pictures that are no address on the web.
std::vector<std::string> links(const Page& page) {
  static const std::regex pattern(R"re(\]\(([^)\s]+)\))re");
  std::string prose;  // a link's text may stand on two lines
  for (const std::string& line : page.prose) prose += line + "\n";
  std::vector<std::string> found;
  for (std::sregex_iterator link(prose.begin(), prose.end(), pattern), end; link != end; ++link) {
    if ((*link)[1].str().find("://") == std::string::npos) found.push_back((*link)[1]);
  }
  return found;
}

TEST(Docs, EveryLinkLeadsSomewhere) {
  int followed = 0;
  for (const Page& page : pages()) {
    for (const std::string& link : links(page)) {
      const std::size_t hash = std::min(link.find('#'), link.size());
      const fs::path here = source_dir() / page.name;
      const fs::path file = hash == 0 ? here : here.parent_path() / link.substr(0, hash);
      ++followed;
      EXPECT_TRUE(fs::exists(file)) << page.name << " links to " << link;
      if (hash < link.size() && fs::exists(file)) {
        EXPECT_TRUE(anchors(file).contains(link.substr(hash + 1)))
            << page.name << " links to " << link << ", a heading that is not there";
      }
    }
  }
  EXPECT_GT(followed, 40);
}

// Whoever reads README.md finds every page.
TEST(Docs, ReadmeLeadsToEveryPage) {
  const std::vector<Page> all = pages();
  const auto readme = std::ranges::find(all, "README.md", &Page::name);
  ASSERT_NE(readme, all.end());
  for (const Page& page : all) {
    if (!page.name.starts_with("docs/")) continue;
    EXPECT_TRUE(std::ranges::any_of(links(*readme), [&](const std::string& link) {
      return link.substr(0, link.find('#')) == page.name;
    })) << page.name;
  }
}

// A front page, not a notebook.
TEST(Docs, ReadmeIsShort) {
  EXPECT_LE(fs::file_size(source_dir() / "README.md"), 8000U);
}

}  // namespace
}  // namespace glassformer::testing
