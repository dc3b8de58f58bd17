#include "app/gpu/combine.h"

#include <fmt/format.h>

#include "app/gpu/cells.h"

namespace glassformer {

namespace {

using Of = Combine::Of;

const char* place_of_b(Of of) {
  switch (of) {
    case Of::row:
      return "at % uint(cols)";
    case Of::column:
      return "at / uint(cols)";
    case Of::all:
      return "0";
    default:
      return "at";
  }
}

}  // namespace

void combine(Device& device, const Combine& what) {
  const Kernel kernel{"combine.comp",
                      fmt::format("#define F {}\n#define B_AT {}\n{}", what.f,
                                  place_of_b(what.b_of), what.add ? "#define ADD\n" : "")};
  const bool shared = what.b_of == Of::row || what.b_of == Of::all;
  for (const RowBlock rows : row_blocks(device, what.c.shape())) {
    device.run(kernel,
               {rows.of(device, what.a), shared ? device.whole(what.b) : rows.of(device, what.b),
                rows.of(device, what.c)},
               {rows.cells, what.c.shape().cols}, {what.factor}, rows.groups());
  }
}

}  // namespace glassformer
