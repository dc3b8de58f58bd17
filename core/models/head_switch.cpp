#include "core/models/head_switch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "core/text/trimmed.h"

namespace glassformer {

namespace {

using Stack = AttentionPlace::Stack;
using Kind = AttentionPlace::Kind;

struct Attention {
  std::string_view name;
  Stack stack;
  Kind kind;
};
constexpr std::array<Attention, 3> attentions{{{"encoder", Stack::encoder, Kind::self},
                                               {"decoder", Stack::decoder, Kind::self},
                                               {"cross", Stack::decoder, Kind::cross}}};

[[noreturn]] void wrong(std::string_view part, const std::string& why) {
  throw UserError(fmt::format(
      "head_scale: \"{}\" {}; write PLACE.LAYER.HEAD=FACTOR or …=@PLACE.LAYER.HEAD, for example "
      "cross.1.2=0 or encoder.0.1=@encoder.0.2",
      excerpt(part, 40), why));
}

// What stands before the next `sign`, which is taken off too.
std::string_view take(std::string_view& text, char sign) {
  const auto at = text.find(sign);
  const std::string_view part = text.substr(0, at);
  text = at == text.npos ? "" : text.substr(at + 1);
  return trimmed(part);
}

template <class Number>
bool read(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

AttentionPlace read_place(std::string_view part, std::string_view text, const HeadCounts& counts) {
  std::string_view rest = text;
  const std::string_view name = take(rest, '.'), layer = take(rest, '.');
  const auto found = std::ranges::find(attentions, name, &Attention::name);
  AttentionPlace place;
  if (found == attentions.end() || !read(layer, place.layer) || !read(trimmed(rest), place.head)) {
    wrong(part, "names no head");
  }
  place.stack = found->stack;
  place.kind = found->kind;
  const bool absent = place.kind == Kind::cross && counts.encoder_layers == 0;
  const int layers = absent                          ? 0
                     : place.stack == Stack::encoder ? counts.encoder_layers
                                                     : counts.decoder_layers;
  if (place.layer < 0 || place.layer >= layers || place.head < 1 || place.head > counts.heads) {
    wrong(part, fmt::format("is not there: the model has {} such layers, from 0, of {} heads each, "
                            "from 1",
                            layers, counts.heads));
  }
  return place;
}

// In which order the heads are computed: a copy must come from an earlier head, or one beside it.
int order(const AttentionPlace& place) {
  return 2 * place.layer + (place.kind == Kind::cross ? 1 : 0);
}

}  // namespace

std::vector<HeadSwitch> parse_head_switches(std::string_view text, const HeadCounts& counts) {
  std::vector<HeadSwitch> switches;
  while (!text.empty()) {
    const std::string_view part = take(text, ',');
    if (part.empty()) continue;
    std::string_view value = part;
    HeadSwitch made;
    made.head = read_place(part, take(value, '='), counts);
    value = trimmed(value);
    if (value.starts_with('@')) {
      made.copies = true;
      made.from = read_place(part, value.substr(1), counts);
      if (made.head.stack != made.from.stack) {
        wrong(part, "copies between encoder and decoder, whose sentences differ in length");
      }
      if (order(made.from) > order(made.head)) wrong(part, "copies a head that comes later");
    } else if (!read(value, made.factor) || !std::isfinite(made.factor)) {
      wrong(part, "gives no number");
    }
    for (const HeadSwitch& other : switches) {
      if (other.head == made.head) wrong(part, "sets a head a second time");
    }
    switches.push_back(made);
  }
  return switches;
}

std::string with_head_switch(std::string_view switches, std::string_view head,
                             std::string_view to) {
  std::string text;
  const auto add = [&](std::string_view part) {
    if (!text.empty()) text += ", ";
    text += part;
  };
  while (!switches.empty()) {
    const std::string_view part = take(switches, ',');
    if (std::string_view rest = part; !part.empty() && take(rest, '=') != head) add(part);
  }
  if (!to.empty()) add(fmt::format("{}={}", head, to));
  return text;
}

}  // namespace glassformer
