#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/card/vector_engines.h"
#include "app/cli/backend_option.h"
#include "app/cli/command_options.h"
#include "app/cli/long_run.h"
#include "app/cli/output.h"
#include "app/cli/vectors_argument.h"
#include "app/cli/vectors_parts.h"
#include "app/cli/where_to_save.h"
#include "app/cli/whole_number.h"
#include "core/formats/file.h"
#include "core/formats/json.h"
#include "core/project/finite_rows.h"
#include "core/project/pca.h"
#include "core/project/tsne.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

struct ProjectArguments {
  VectorsArgument vectors;
  std::string method = "pca";
  int components = 2;
  int iterations = 1000;
  TsneSettings tsne;
  std::string out, backend = "cpu";
  bool json = false;
};

std::string csv_cell(std::string_view text) {
  std::string cell = readable(text);
  if (cell.find_first_of(",\"\n") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

using Json = nlohmann::ordered_json;

// Places of rows, and what is to be said about them: as a sentence, and as numbers.
struct Projection {
  Mat points;
  std::string told;
  Json facts = Json::object();
};

Projection by_components(const Rows& rows, int components) {
  const Pca pca = principal_components(rows, components);
  Projection made{projected(rows, pca.mean, pca.axes), {}, {}};
  Json& shares = made.facts["explained_variance"] = Json::array();
  double all = 0;
  for (const double variance : pca.variances) all += variance;
  if (!(all > 0)) {
    made.told = "explained variance: none, all points are in one place";
    return made;
  }
  for (int c = 0; c < made.points.cols(); ++c) {
    const double share = pca.variances[static_cast<std::size_t>(c)] / all;
    shares.push_back(share);
    made.told += fmt::format("{}{:.1f} %", c == 0 ? "explained variance: " : ", ", 100 * share);
  }
  return made;
}

Projection by_neighbours(const Rows& rows, const ProjectArguments& arguments) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  const Interrupts interrupts;
  ProgressLine line;
  Tsne tsne(rows, arguments.tsne, [&](double share) {
    line.show(fmt::format("neighbours {:.0f} %", 100 * share), false);
    return !interrupts.asked();
  });
  if (tsne.ready()) {
    if (auto forces = tsne_forces(chosen_backend(arguments.backend))) {
      tsne.compute_with(std::move(forces));
    }
  }
  while (tsne.ready() && tsne.iteration() < arguments.iterations && !interrupts.asked()) {
    tsne.step();
    if (tsne.iteration() % 10 != 0) continue;
    const double left = seconds() / tsne.iteration() * (arguments.iterations - tsne.iteration());
    line.show(fmt::format("iteration {} of {}, {} left", tsne.iteration(), arguments.iterations,
                          time_text(left)),
              false);
  }
  if (!tsne.ready()) throw UserError("stopped before the first iteration: nothing was written");
  tsne.synchronise();
  if (!tsne.fallback().empty()) std::fprintf(stderr, "glassformer: %s\n", tsne.fallback().c_str());
  Projection made{Mat(static_cast<int>(rows.count()), 2), {}, {}};
  for (std::size_t r = 0; r < rows.count(); ++r) {
    made.points(static_cast<int>(r), 0) = static_cast<Real>(tsne.positions().x[r]);
    made.points(static_cast<int>(r), 1) = static_cast<Real>(tsne.positions().y[r]);
  }
  const double took = seconds();
  const bool all = tsne.iteration() >= arguments.iterations;
  made.told =
      fmt::format("t-SNE: {}{}, Kullback–Leibler divergence {:.3f}, {}",
                  all ? "" : "stopped after ", number_of(tsne.iteration(), "iteration"),
                  tsne.divergence(), took < 60 ? fmt::format("{:.1f} s", took) : time_text(took));
  made.facts = {{"iterations", tsne.iteration()}, {"kl_divergence", tsne.divergence()}};
  return made;
}

std::string as_csv(const WordVectors& v, const std::vector<std::size_t>& kept, const Mat& points,
                   const char* axis) {
  std::string text = "word";
  for (int c = 0; c < points.cols(); ++c) text += fmt::format(",{}{}", axis, c + 1);
  text += v.groups.empty() ? "\n" : ",group\n";
  for (std::size_t r = 0; r < kept.size(); ++r) {
    text += csv_cell(v.words[kept[r]]);
    for (int c = 0; c < points.cols(); ++c) {
      text += "," + shortest(static_cast<float>(points(static_cast<int>(r), c)));
    }
    if (!v.groups.empty()) text += "," + csv_cell(v.groups[kept[r]]);
    text += "\n";
  }
  return text;
}

std::string as_json(const WordVectors& v, const std::vector<std::size_t>& kept,
                    const Projection& made, const std::string& method) {
  Json list = Json::array();
  for (std::size_t r = 0; r < kept.size(); ++r) {
    Json point{{"word", readable(v.words[kept[r]])}, {"place", Json::array()}};
    for (const Real x : made.points.row(static_cast<int>(r))) point["place"].push_back(x);
    if (!v.groups.empty()) point["group"] = readable(v.groups[kept[r]]);
    list.push_back(std::move(point));
  }
  Json object{{"method", method}};
  object.update(made.facts);
  object["points"] = std::move(list);
  return object.dump(2) + "\n";
}

// Options of the other method.
void tell_idle(const ProjectArguments& arguments, const CommandOptions& given) {
  const bool tsne = arguments.method == "tsne";
  const std::vector<std::string> idle =
      tsne ? std::vector<std::string>{"--components"}
           : std::vector<std::string>{"--iterations", "--perplexity", "--rate", "--exaggeration",
                                      "--seed"};
  for (const std::string& name : idle) {
    if (given.count(name) == 0) continue;
    std::fprintf(stderr, "glassformer: %s does nothing with --method %s\n", name.c_str(),
                 arguments.method.c_str());
  }
}

int run_project(const ProjectArguments& arguments) {
  LaterOutput out(arguments.out);
  if (!arguments.out.empty()) {
    const std::filesystem::path written[] = {arguments.out};
    check_apart(arguments.vectors.file, written);
    check_apart(arguments.vectors.options.words.string(), written);
  }
  const WordVectorsPtr v = open_vectors(arguments.vectors);
  const std::vector<std::size_t> kept = finite_rows(v->vectors);
  if (kept.empty()) throw UserError("no vector has numbers throughout, so none has a place");
  const Rows rows = only(v->vectors, kept);
  const bool tsne = arguments.method == "tsne";
  const Projection made =
      tsne ? by_neighbours(rows, arguments) : by_components(rows, arguments.components);
  if (!tsne && made.points.cols() < arguments.components) {
    std::fprintf(stderr, "glassformer: vectors of %s have no more components\n",
                 number_of(v->dim(), "dimension").c_str());
  }
  const std::string text = arguments.json ? as_json(*v, kept, made, arguments.method)
                                          : as_csv(*v, kept, made.points, tsne ? "tsne" : "pc");
  if (arguments.out.empty()) {
    print(text);
  } else {
    out.write(text);
  }
  std::fprintf(stderr, "glassformer: %s\n", made.told.c_str());
  return 0;
}

}  // namespace

std::function<int()> declare_vectors_project(const CommandOptions& app) {
  auto arguments = std::make_shared<ProjectArguments>();
  app.add_option("file", arguments->vectors.file, "If left out, the shipped vectors")
      .check(file_name);
  arguments->vectors.usual_real = true;
  add_vector_file_options(app, arguments->vectors);
  app.add_option("--method", arguments->method,
                 "pca: along the directions of greatest variance; tsne: neighbours side by side, "
                 "in the plane")
      .one_of({"pca", "tsne"})
      .shows_default();
  app.add_option("--components", arguments->components, "pca: how many")
      .range(1, 100)
      .shows_default();
  app.add_option("--iterations", arguments->iterations, "tsne: steps of the descent")
      .range(1, 1'000'000)
      .shows_default();
  TsneSettings& tsne = arguments->tsne;
  app.add_option("--perplexity", tsne.perplexity, "tsne: roughly how many neighbours count")
      .shows_default();
  app.add_option("--rate", tsne.learning_rate,
                 "tsne: learning rate; 0: words / exaggeration, at least 200")
      .shows_default();
  app.add_option("--exaggeration", tsne.exaggeration, "tsne: in the first 250 iterations")
      .shows_default();
  app.add_option("--seed", tsne.seed, "tsne: seed of the initial positions")
      .check(whole_number)
      .shows_default();
  declare_backend(app, arguments->backend);  // tsne's forces
  app.add_option("-o,--out", arguments->out, "The file to write; left out: standard output");
  app.add_flag("--json", arguments->json, "As JSON instead of CSV");
  const CommandOptions declared = app;
  return [arguments, declared] {
    tell_idle(*arguments, declared);
    return run_project(*arguments);
  };
}

}  // namespace glassformer
