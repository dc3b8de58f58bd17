#include "app/views/attention/route.h"

#include <fmt/format.h>

namespace glassformer {

namespace {

using Kind = SubLayer::Kind;

Role role_of(const SubLayer& stop) {
  switch (stop.kind) {
    case Kind::embedding:
      return Role::input;
    case Kind::self_attention:
    case Kind::cross_attention:
      return Role::query;
    case Kind::add_and_norm:
      return Role::plain;
    case Kind::feed_forward:
      return Role::key;
    case Kind::words:
      return Role::output;
  }
  return Role::plain;
}

}  // namespace

const char* short_name(const SubLayer& stop) {
  switch (stop.kind) {
    case Kind::embedding:
      return "words";
    case Kind::self_attention:
      return "self";
    case Kind::cross_attention:
      return "cross";
    case Kind::add_and_norm:
      return stop.sum ? "add" : "norm";
    case Kind::feed_forward:
      return "ffn";
    case Kind::words:
      return "next";
  }
  return "";
}

Color color_of(const Theme& theme, const SubLayer& stop) {
  return stop.kind == Kind::add_and_norm ? theme.faint_ink : theme.tensor(role_of(stop));
}

std::string full_name(const SubLayer& stop) {
  return stop.layer < 0 ? title_of(stop)
                        : fmt::format("Layer {}: {}", stop.layer + 1, title_of(stop));
}

const char* title_of(const SubLayer& stop) {
  switch (stop.kind) {
    case Kind::embedding:
      return "Embedding and position";
    case Kind::self_attention:
      return stop.decoder ? "Masked self-attention" : "Self-attention";
    case Kind::cross_attention:
      return "Cross-attention";
    case Kind::add_and_norm:
      if (!stop.sum) return "The last norm";
      return stop.norm ? "Add and norm" : "Add";
    case Kind::feed_forward:
      return "Feed-forward";
    case Kind::words:
      return "The next word";
  }
  return "";
}

int stop_of(const std::vector<SubLayer>& stops, const Tape& tape, std::string_view path) {
  const Var var = tape.find(path);
  int found = -1;
  for (std::size_t i = 0; i < stops.size(); ++i) {
    const SubLayer& stop = stops[i];
    const bool made_here = var && (var == stop.sum || var == stop.norm);
    const bool here = made_here || (!stop.scope.empty() && is_within(path, stop.scope) &&
                                    (stop.kind != Kind::embedding || found < 0));
    if (here) found = static_cast<int>(i);
  }
  if (found < 0 && !stops.empty() && var) found = static_cast<int>(stops.size()) - 1;
  return found;
}

}  // namespace glassformer
