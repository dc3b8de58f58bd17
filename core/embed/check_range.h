#pragma once

namespace glassformer {

// Throws UserError, which names the option, for a value of a config that is not within; nan never
// is.
void check_range(const char* name, double value, double least, double most);

}  // namespace glassformer
