#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace glassformer {

// The sentence with "FILE:LINE: " before it. What a lesson lacks is often found by what it makes:
// the line is that of the key that the sentence begins with ("steps[2].text: …") or speaks of ("the
// given wq is 3 × 2"), else that of the model. A sentence that names the file stays as it is.
std::string placed(const std::filesystem::path& file, std::string_view sentence);

}  // namespace glassformer
