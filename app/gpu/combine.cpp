#include "app/gpu/combine.h"

#include <fmt/format.h>

#include "app/gpu/cells.h"

namespace glassformer {

namespace {

using Of = Combine::Of;

const char* b_is(Of of) {
  switch (of) {
    case Of::row:
      return "#define B_TYPE Pack\n#define B_AT at % uint(cols / PACK)\n";
    case Of::column:
      return "#define B_TYPE float\n#define B_AT at / uint(cols / PACK)\n";
    case Of::all:
      return "#define B_TYPE float\n#define B_AT 0\n";
    default:
      return "#define B_TYPE Pack\n#define B_AT at\n";
  }
}

}  // namespace

void combine(Device& device, const Combine& what) {
  const bool add = what.add && !what.c.take_zeros();
  const Kernel kernel{"combine.comp",
                      fmt::format("#define F {}\n{}{}{}", what.f, b_is(what.b_of),
                                  packed(what.c.shape().cols), add ? "#define ADD\n" : "")};
  const bool shared = what.b_of == Of::row || what.b_of == Of::all;
  for (const RowBlock rows : row_blocks(device, what.c.shape())) {
    device.run(kernel,
               {rows.of(device, what.a), shared ? device.whole(what.b) : rows.of(device, what.b),
                rows.of(device, what.c)},
               {rows.cells, what.c.shape().cols}, {what.factor}, rows.groups());
  }
}

}  // namespace glassformer
