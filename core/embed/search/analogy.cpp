#include "core/embed/search/analogy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>

#include "core/embed/search/neighbours.h"
#include "core/embed/search/row_search.h"
#include "core/embed/search/scan.h"
#include "core/embed/search/spelling.h"
#include "core/embed/vectors/subwords.h"
#include "core/formats/json.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr double never_zero = 0.001;  // the ε of Levy and Goldberg

double shifted(float cosine) {
  return (static_cast<double>(cosine) + 1) / 2;
}

double multiplied(const std::vector<WordTerm>& terms, std::span<const float> cosines) {
  double product = 1;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const double cosine = shifted(cosines[i]);
    const double base = cosine < 0 ? 0 : cosine;  // what is no number stays none
    const double factor = terms[i].factor;
    product *= factor < 0 ? std::pow(base + never_zero, factor) : std::pow(base, factor);
  }
  return product;
}

// From the products of unit vectors alone: |x − c|² = 2 − 2 x·c.
double stepped(const std::vector<WordTerm>& terms, const Parallelogram& at,
               std::span<const float> cosines) {
  const auto dot = [&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t k = 0; k < terms[i].direction.size(); ++k) {
      sum += static_cast<double>(terms[i].direction[k]) * terms[j].direction[k];
    }
    return sum;
  };
  const double away = 2 - 2 * static_cast<double>(cosines[at.c]);
  const double step = 2 - 2 * dot(at.a, at.b);
  if (away <= 1e-9) return 0;
  const double along =
      static_cast<double>(cosines[at.b]) - cosines[at.a] - (dot(at.c, at.b) - dot(at.c, at.a));
  return along / std::sqrt(away * step);
}

double added(const std::vector<WordTerm>& terms, std::span<const float> cosines, double length) {
  double sum = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) sum += terms[i].factor * cosines[i];
  return sum / length;
}

std::function<double(std::span<const float>)> scorer(const std::vector<WordTerm>& terms,
                                                     AnalogyMethod method) {
  switch (method) {
    case AnalogyMethod::multiply:
      return [&terms](std::span<const float> cosines) { return multiplied(terms, cosines); };
    case AnalogyMethod::direction: {
      Parallelogram at{};
      if (!is_parallelogram(terms, at)) {
        throw UserError(
            "the direction of a pair needs a question of the form b - a + c, as in "
            "'king - man + woman'");
      }
      std::vector<float> step = terms[at.b].direction;
      for (std::size_t k = 0; k < step.size(); ++k) step[k] -= terms[at.a].direction[k];
      if (norm(step) < 1e-4) {
        throw UserError("the two words of the pair are one, so it has no direction; change one");
      }
      return [&terms, at](std::span<const float> cosines) { return stepped(terms, at, cosines); };
    }
    case AnalogyMethod::add:
      break;
  }
  const double length = norm(target_of(terms));
  if (length < 1e-6) {
    throw UserError("the words take each other away, so nothing is left to look for; change one");
  }
  return [&terms, length](std::span<const float> cosines) { return added(terms, cosines, length); };
}

// Of length 1; what has none is near nothing, and to ask for it is a mistake.
std::vector<float> direction_of(const std::string& word, std::span<const float> vector) {
  if (!std::all_of(vector.begin(), vector.end(), [](float x) { return std::isfinite(x); })) {
    throw UserError("the vector of '" + excerpt(word, 60) +
                    "' holds a number that is infinite or none at all, so nothing can be near it; "
                    "ask for another word");
  }
  return unit(vector);
}

}  // namespace

std::string_view name_of(AnalogyMethod method) {
  switch (method) {
    case AnalogyMethod::add:
      return "3CosAdd";
    case AnalogyMethod::multiply:
      return "3CosMul";
    case AnalogyMethod::direction:
      return "pair direction";
  }
  return {};
}

WordTerm term_of(const WordVectors& vectors, const std::string& typed, float factor) {
  const std::string listed = spelling_of(vectors, typed);
  const bool asked = listed.empty() && typed.size() > 1 && typed.front() == compose_mark;
  const std::string word =
      !listed.empty() ? listed : as_composed(vectors, asked ? typed.substr(1) : typed);
  WordTerm term{word, vectors.words.find(asked ? "" : word), factor, {}};
  if (term.id >= 0) {
    term.direction = direction_of(word, vectors.vectors[static_cast<std::size_t>(term.id)]);
    return term;
  }
  if (word.find_first_not_of(" \t\r\n") == word.npos) {
    throw UserError("a word of nothing but spaces has no vector; type one with letters");
  }
  std::vector<float> made(vectors.dim());
  const bool composes = vectors.subwords && vectors.subwords->compose(word, made);
  if (asked && !composes) {
    throw UserError(
        fmt::format("there is nothing to compose '{}' of: these vectors have no n-grams "
                    "that fit it; leave the {} out to look for the word itself",
                    excerpt(word, 60), compose_mark));
  }
  if (typed == std::string(1, compose_mark) && vectors.subwords) {
    throw UserError(
        fmt::format("{0} composes the vector of the word behind it, and there is none; "
                    "write one, as in {0}lowest",
                    compose_mark));
  }
  if (!asked && composes && !spelt_like(vectors, word, 1).empty()) {
    throw UserError(fmt::format("{} {}{} composes a vector from its parts",
                                about_unknown(vectors, word), compose_mark, word));
  }
  if (!composes) throw UserError(about_unknown(vectors, typed));
  term.direction = direction_of(word, made);
  return term;
}

std::vector<float> target_of(const std::vector<WordTerm>& terms) {
  std::vector<float> target(terms.empty() ? 0 : terms.front().direction.size());
  for (const WordTerm& term : terms) {
    for (std::size_t k = 0; k < target.size(); ++k) target[k] += term.factor * term.direction[k];
  }
  return target;
}

bool is_parallelogram(const std::vector<WordTerm>& terms, Parallelogram& order) {
  if (terms.size() != 3) return false;
  std::vector<std::size_t> added, taken;
  for (std::size_t i = 0; i < 3; ++i) {
    if (std::abs(terms[i].factor) != 1) return false;
    (terms[i].factor > 0 ? added : taken).push_back(i);
  }
  if (added.size() != 2) return false;
  order = {taken[0], added[0], added[1]};
  return true;
}

float score_of(const std::vector<WordTerm>& terms, const std::vector<float>& cosines,
               AnalogyMethod method) {
  return static_cast<float>(scorer(terms, method)(cosines));
}

std::vector<Answer> answers(const WordVectors& vectors, const std::vector<WordTerm>& terms,
                            AnalogyMethod method, const AnalogyOptions& options) {
  std::vector<std::span<const float>> queries;
  std::vector<int> excluded;
  for (const WordTerm& term : terms) {
    queries.emplace_back(term.direction);
    if (options.exclude && term.id >= 0) excluded.push_back(term.id);
  }
  const auto score = scorer(terms, method);
  const auto cosines_of = [&](std::span<float> products, float squared) {
    const float length = squared > 0 ? std::sqrt(squared) : 1;
    for (float& cell : products) cell /= length;
  };
  const RowProducts products(vectors.vectors, queries);
  const auto scored = [&](std::span<float> found, float squared) {
    cosines_of(found, squared);
    return static_cast<float>(score(found));
  };
  // 3CosAdd is a cosine with one vector: a search of neighbours finds those that come into
  // question.
  std::optional<std::vector<int>> near;
  if (method == AnalogyMethod::add) {
    near = found_elsewhere(vectors.vectors, target_of(terms), options.count + excluded.size(),
                           Nearness::cosine, options.first);
  }
  std::vector<Scored> best;
  if (near) {
    Best of_those(options.count);
    std::vector<float> found(queries.size());
    for (const int id : *near) {
      if (std::find(excluded.begin(), excluded.end(), id) != excluded.end()) continue;
      const float squared = products.row(static_cast<std::size_t>(id), found);
      of_those.offer(id, scored(found, squared));
    }
    best = of_those.sorted();
  } else {
    best = scan(vectors.vectors, queries, options.count, excluded, options.first, scored);
  }
  std::vector<Answer> made;
  for (const Scored& s : best) {
    Answer answer{s.id, s.score, std::vector<float>(terms.size())};
    const float squared = products.row(static_cast<std::size_t>(s.id), answer.cosines);
    cosines_of(answer.cosines, squared);
    made.push_back(std::move(answer));
  }
  return made;
}

}  // namespace glassformer
