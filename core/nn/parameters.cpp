#include "core/nn/parameters.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"

namespace glassformer {

int Declaration::add(std::string_view name, Shape shape, Parameter::Init init, double deviation) {
  parameters_.push_back({prefix_ + std::string(name), shape, part_, init, deviation});
  return static_cast<int>(parameters_.size()) - 1;
}

int Declaration::add_table(std::string_view name, Shape shape, double deviation) {
  const int index = add(name, shape, Parameter::Init::normal, deviation);
  parameters_.back().is_table = true;
  return index;
}

Declaration::Scope::Scope(Declaration& declaration, std::string_view name, std::string_view part)
    : declaration_(declaration),
      length_(declaration.prefix_.size()),
      part_before_(declaration.part_) {
  if (!name.empty()) declaration_.prefix_.append(name).push_back('.');
  if (!part.empty()) declaration_.part_ = part;
}

Declaration::Scope::~Scope() {
  declaration_.prefix_.resize(length_);
  declaration_.part_ = std::move(part_before_);
}

Params make_params(const std::vector<Parameter>& parameters, std::uint64_t seed) {
  double cells = 0;
  for (const Parameter& p : parameters) cells += static_cast<double>(p.shape.cells());
  check_memory(fmt::format("a model of {:.1f} million numbers", cells / 1e6), cells * sizeof(Real),
               "make it narrower or with fewer layers");
  Params params;
  for (const Parameter& p : parameters) {
    switch (p.init) {
      case Parameter::Init::glorot:
        params.add_uniform(p.name, p.shape, seed);
        break;
      case Parameter::Init::normal:
        params.add_normal(p.name, p.shape, p.deviation, seed);
        break;
      case Parameter::Init::zeros:
        params.add_filled(p.name, p.shape, 0);
        break;
      case Parameter::Init::ones:
        params.add_filled(p.name, p.shape, 1);
        break;
    }
  }
  return params;
}

Params matched_params(const std::vector<Parameter>& parameters, Params given,
                      const std::string& file) {
  Params params;
  for (const Parameter& p : parameters) {
    const int found = given.find(p.name);
    if (found < 0) {
      throw UserError(fmt::format(
          "{}: the matrix {} is missing; the file does not hold what its configuration describes",
          file, p.name));
    }
    if (given.shape(found) != p.shape) {
      throw UserError(fmt::format("{}: {} is {}, but the configuration asks for {}", file, p.name,
                                  to_string(given.shape(found)), to_string(p.shape)));
    }
    if (const StoredMat* const stored = given.stored(found)) {
      params.add(p.name, *stored);
    } else {
      params.add(p.name, std::move(given.value(found)));
    }
  }
  for (int i = 0; i < given.size(); ++i) {
    if (params.find(given.name(i)) >= 0) continue;
    throw UserError(fmt::format("{}: the configuration has no matrix {}", file, given.name(i)));
  }
  return params;
}

std::vector<PartCount> parameter_counts(const std::vector<Parameter>& parameters) {
  std::vector<PartCount> counts;
  for (const Parameter& p : parameters) {
    const auto found = std::ranges::find(counts, p.part, &PartCount::part);
    PartCount& count = found == counts.end() ? counts.emplace_back(PartCount{p.part, 0}) : *found;
    count.cells += static_cast<std::int64_t>(p.shape.cells());
  }
  return counts;
}

std::int64_t parameter_count(const std::vector<Parameter>& parameters) {
  std::int64_t cells = 0;
  for (const Parameter& p : parameters) cells += static_cast<std::int64_t>(p.shape.cells());
  return cells;
}

}  // namespace glassformer
