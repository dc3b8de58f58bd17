#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// What a file is that is known but not read (GGUF, a pickle of PyTorch or gensim, Keras, ONNX, a
// spreadsheet, a PDF, a picture …), told by its first bytes, and what opens it or makes of it what
// is read: "is a GGUF file …; convert it: …". Nothing for any other file. `file` is for the
// command.
std::optional<std::string> known_kind(std::string_view beginning,
                                      const std::filesystem::path& file);

// The same by the ending of the name alone: for a file whose bytes say nothing.
std::optional<std::string> known_ending(const std::filesystem::path& file);

// The same of a zip archive that holds files of these names.
std::optional<std::string> known_archive(const std::vector<std::string>& names,
                                         const std::filesystem::path& file);

// The command that saves a folder of Hugging Face's library as safetensors; `from` is added to what
// it reads: ", from_tf=True".
std::string saving_as_safetensors(const std::filesystem::path& folder, std::string_view from = "");

}  // namespace glassformer
