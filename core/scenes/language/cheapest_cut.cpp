#include "core/scenes/language/cheapest_cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/nn/axes.h"
#include "core/tensor/error.h"
#include "core/text/tokenize.h"
#include "core/text/unigram/lattice.h"
#include "core/text/unigram/train_unigram.h"

namespace glassformer {

namespace {

constexpr int kPaths = 8;  // that are listed
constexpr double kUnknown = 10;

std::vector<double> numbers(const Mat& row) {
  return {row.cells().begin(), row.cells().end()};
}

void add_unknown_letters(const std::vector<std::string>& letters, PieceCosts& costs) {
  double dearest = 0;
  for (const auto& [piece, cost] : costs) dearest = std::max(dearest, cost);
  for (const std::string& letter : letters) {
    const auto known = [&](const auto& piece) { return piece.first == letter; };
    if (std::ranges::none_of(costs, known)) costs.emplace_back(letter, dearest + kUnknown);
  }
}

std::vector<PiecesRecord::Edge> edges_of(const std::vector<std::string>& letters,
                                         const PieceCosts& costs) {
  std::vector<PiecesRecord::Edge> edges;
  for (std::size_t begin = 0; begin < letters.size(); ++begin) {
    std::string text;
    for (std::size_t end = begin; end < letters.size(); ++end) {
      text += letters[end];
      for (std::size_t piece = 0; piece < costs.size(); ++piece) {
        if (costs[piece].first != text) continue;
        edges.push_back(
            {static_cast<int>(begin), static_cast<int>(end) + 1, static_cast<int>(piece)});
      }
    }
  }
  return edges;
}

std::string path_name(const std::vector<int>& path, const std::vector<PiecesRecord::Edge>& edges,
                      const Axis& pieces) {
  std::string name;
  for (const int edge : path) {
    if (!name.empty()) name += " + ";
    name += axis_label(pieces, edges[static_cast<std::size_t>(edge)].piece);
  }
  return name;
}

// The cheapest way to each place, and in words what it is the smallest of.
Part name_reached(Sheet& sheet, const PiecesRecord& record, const std::vector<double>& costs) {
  const std::size_t places = record.letters.size() + 1;
  Mat reached(1, static_cast<int>(places), std::numeric_limits<Real>::infinity());
  reached(0, 0) = 0;
  std::vector<std::string> why(places, "The word begins here: nothing is paid yet.");
  for (std::size_t end = 1; end < places; ++end) {
    std::string all;
    for (const PiecesRecord::Edge& edge : record.edges) {
      if (edge.end != static_cast<int>(end)) continue;
      const double before = reached(0, edge.begin),
                   cost = costs[static_cast<std::size_t>(edge.piece)];
      const double sum = before + cost;
      reached(0, edge.end) = std::min(reached(0, edge.end), static_cast<Real>(sum));
      all += fmt::format("{}{:.3g} + {:.3g} = {:.3g}", all.empty() ? "" : ", ", before, cost, sum);
    }
    why[end] = "The smallest of what comes here: " + all + ".";
  }
  Axis ends{"up to", {"the start"}, -1};
  for (const std::string& letter : record.letters) ends.labels.push_back(letter);
  return sheet.put(std::move(reached),
                   {"reached", "d", Role::plain, numbered(""), std::move(ends),
                    [why](int, int col) { return why[static_cast<std::size_t>(col)]; }});
}

}  // namespace

PieceCosts read_piece_costs(const std::string& list) {
  PieceCosts costs;
  std::string piece;
  for (const std::string& token : tokens_of(list)) {
    if (token == "," || token == ";") continue;
    constexpr std::size_t longest = 20;
    const bool number = !piece.empty() && token.size() <= longest && token != "." &&
                        token.find_first_not_of("0123456789.") == std::string::npos;
    if (number) {
      costs.emplace_back(piece, std::stod(token));
      piece.clear();
      continue;
    }
    if (!piece.empty())
      throw UserError(fmt::format("pieces: “{}” has no cost; type a number after it", piece));
    piece = token;
  }
  if (!piece.empty())
    throw UserError(fmt::format("pieces: “{}” has no cost; type a number after it", piece));
  return costs;
}

PieceCosts learn_piece_costs(const std::vector<Spelled>& words, int size) {
  std::vector<std::pair<std::string, std::int64_t>> counted;
  for (const Spelled& word : words) {
    std::string text;
    for (const std::string& letter : word.pieces) text += letter;
    if (word.count >= 1) counted.emplace_back(text, static_cast<std::int64_t>(word.count));
  }
  if (counted.empty()) throw UserError("pieces: no word comes at all; give one a count");
  const UnigramPieces learned = train_unigram(counted, {.size = size});
  PieceCosts costs;
  for (std::size_t i = 0; i < learned.pieces.size(); ++i) {
    costs.emplace_back(learned.pieces[i], -learned.scores[i]);
  }
  return costs;
}

void name_cheapest_cut(Sheet& sheet, PiecesRecord& record, PieceCosts costs,
                       std::vector<std::string>& notes) {
  add_unknown_letters(record.letters, costs);
  Axis pieces{"piece", {}, -1};
  Mat given(1, static_cast<int>(costs.size()));
  for (std::size_t i = 0; i < costs.size(); ++i) {
    pieces.labels.push_back(costs[i].first);
    given(0, static_cast<int>(i)) = static_cast<Real>(costs[i].second);
  }
  const Part c = sheet.put(std::move(given),
                           {"costs", "c", Role::score, numbered(""), pieces,
                            all_cells("What the piece costs: −log p, the rarer, the more.")});
  record.costs = c;
  record.edges = edges_of(record.letters, costs);
  const std::vector<double> paid = numbers(c.value());  // some may have been set by hand
  Lattice lattice(static_cast<int>(record.letters.size()));
  for (const PiecesRecord::Edge& edge : record.edges) {
    lattice.add(edge.begin, edge.end, edge.piece, -paid[static_cast<std::size_t>(edge.piece)]);
  }
  std::vector<Lattice::Path> paths = lattice.best(kPaths + 1);
  if (paths.size() > kPaths) {
    paths.pop_back();
    notes.push_back(fmt::format(
        "Of all cuts the {} cheapest are listed, and only they share the probability", kPaths));
  }
  Axis names{"cut", {}, -1};
  Mat uses(static_cast<int>(paths.size()), static_cast<int>(costs.size()));
  for (std::size_t p = 0; p < paths.size(); ++p) {
    record.paths.push_back(paths[p].edges);
    names.labels.push_back(path_name(paths[p].edges, record.edges, pieces));
    for (const int edge : paths[p].edges) {
      uses(static_cast<int>(p), record.edges[static_cast<std::size_t>(edge)].piece) += 1;
    }
  }
  const Part u = sheet.put(std::move(uses), {"uses", "U", Role::mask, names, pieces,
                                             all_cells("How often the cut takes the piece.")});
  const Part sums = (c * transposed(u)).as("paths", "c U^{\\top}", {.role = Role::score});
  record.path_costs = sums;
  record.path_shares = softmax(-1 * sums).as("share", "p");
  record.reached = name_reached(sheet, record, paid);
}

}  // namespace glassformer
