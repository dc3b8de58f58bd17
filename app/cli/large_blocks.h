#pragma once

namespace glassformer {

// Large blocks go back to the system as soon as they are freed. The C library learns from each that
// is freed to keep the next ones, up to 32 MB, and matrices that come and go leave holes between
// them: LSA of 40,000 words held 161 MB instead of 74. A window, which asks for the same blocks in
// every frame, is better off with them kept.
void free_large_blocks_at_once();

}  // namespace glassformer
