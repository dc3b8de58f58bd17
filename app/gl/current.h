#pragma once

namespace glassformer {

// Whether this thread has an OpenGL context. After a reset of the card a driver may take it away,
// and refuse to make it current again; OpenGL must not be called then, not even to give memory
// back.
bool has_current_context();

}  // namespace glassformer
