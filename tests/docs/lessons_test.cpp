#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "tests/docs/pages.h"
#include "tests/support/paths.h"

// docs/lessons.md lists the lessons as they are, and README.md counts them.
namespace glassformer::testing {
namespace {

using nlohmann::json;

struct Row {
  std::string group, title, id, minutes, lectures, shows;
};

std::vector<json> lessons() {
  std::vector<json> found;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "assets/lessons")) {
    const json file = json::parse(contents(entry.path()));
    if (file.contains("id")) found.push_back(file);
  }
  std::ranges::sort(found, {}, [](const json& lesson) { return lesson["order"].get<double>(); });
  return found;
}

std::vector<Row> rows() {
  std::vector<Row> found;
  std::string group;
  for (const std::string& line : lines_of(contents(source_dir() / "docs/lessons.md"))) {
    if (line.starts_with("## ")) group = line.substr(3);
    const std::vector<std::string> row = cells(line);
    if (row.size() == 5 && row[1].starts_with("`")) {
      found.push_back({group, row[0], code_spans(row[1])[0], row[2], row[3], row[4]});
    }
  }
  return found;
}

// Reading at 150 words a minute, 20 s for each step, 40 s for a question and a minute for a trial.
double minutes(const json& lesson) {
  double sum = 0;
  for (const json& step : lesson["steps"]) {
    std::istringstream words(step.value("text", ""));
    std::string word;
    while (words >> word) sum += 1 / 150.0;
    sum += 1 / 3.0 + (step.contains("ask") ? 2 / 3.0 : 0) + (step.contains("try") ? 1 : 0);
  }
  return sum;
}

// The lectures that a lesson's source names, also as "000 to 004": "000, 001".
std::string lectures(const std::string& source) {
  std::set<int> found;
  const std::regex range(R"re(\b00(\d) to 00(\d)\b)re"), one(R"re(\b00(\d)\b)re");
  for (std::sregex_iterator at(source.begin(), source.end(), range), end; at != end; ++at) {
    for (int n = std::stoi((*at)[1]); n <= std::stoi((*at)[2]); ++n) found.insert(n);
  }
  for (std::sregex_iterator at(source.begin(), source.end(), one), end; at != end; ++at) {
    found.insert(std::stoi((*at)[1]));
  }
  std::string text;
  for (const int n : found) text += (text.empty() ? "00" : ", 00") + std::to_string(n);
  return text.empty() ? "–" : text;
}

TEST(LessonsPage, HasARowForEachLesson) {
  const std::vector<json> all = lessons();
  const std::vector<Row> listed = rows();
  ASSERT_EQ(listed.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const json& lesson = all[i];
    const Row& row = listed[i];
    EXPECT_EQ(row.id, lesson["id"]);
    EXPECT_EQ(row.title, lesson["title"]);
    EXPECT_EQ(row.group, lesson["group"]) << row.id;
    EXPECT_EQ(row.lectures, lectures(lesson["source"])) << row.id;
    EXPECT_NEAR(std::atof(row.minutes.c_str()), minutes(lesson), 2) << row.id;
    EXPECT_FALSE(row.shows.empty()) << row.id;
  }
}

TEST(Readme, CountsTheLessonsOfEachGroup) {
  std::map<std::string, int> counts, listed;
  for (const json& lesson : lessons()) ++counts[lesson["group"].get<std::string>()];
  bool here = false;
  for (const std::string& line : lines_of(contents(source_dir() / "README.md"))) {
    if (line.starts_with("#")) here = line == "## The lessons";
    const std::vector<std::string> row = cells(line);
    if (here && row.size() == 3 && std::atoi(row[1].c_str()) > 0)
      listed[row[0]] = std::stoi(row[1]);
  }
  EXPECT_EQ(listed, counts);
}

// `./run gui bahdanau`
TEST(Docs, OpenLessonsThatAreThere) {
  std::set<std::string> ids;
  for (const json& lesson : lessons()) ids.insert(lesson["id"]);
  int named = 0;
  const std::regex opens("^(glassformer|\\./run) gui ([a-z][a-z0-9-]*)");
  for (const Page& page : pages()) {
    for (const std::string& line : page.prose) {
      for (const std::string& span : code_spans(line)) {
        std::smatch id;
        if (!std::regex_search(span, id, opens)) continue;
        ++named;
        EXPECT_TRUE(ids.contains(id[2])) << page.name << ": `" << span << "`";
      }
    }
  }
  EXPECT_GE(named, 2);
}

// A class hour names each lesson by its title and its id.
TEST(TeachersPage, NamesLessonsThatAreThere) {
  std::map<std::string, std::string> titles;
  for (const json& lesson : lessons()) titles[lesson["id"]] = lesson["title"];
  int named = 0;
  const std::regex line_of_an_hour(R"re(^\d\. .*`([a-z0-9-]+)`)re");
  for (const std::string& line : lines_of(contents(source_dir() / "docs/teachers.md"))) {
    std::smatch id;
    if (!std::regex_search(line, id, line_of_an_hour)) continue;
    ++named;
    const auto title = titles.find(id[1]);
    ASSERT_NE(title, titles.end()) << line;
    EXPECT_NE(line.find(title->second), line.npos) << line;
  }
  EXPECT_GE(named, 10);
}

}  // namespace
}  // namespace glassformer::testing
