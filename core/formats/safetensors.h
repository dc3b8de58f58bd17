#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/tensor/mat.h"
#include "core/tensor/stored_mat.h"

namespace glassformer {

// A matrix of a file of weights. `value` has the last dimension of `shape` as its columns and all
// others together as its rows: [n] is 1 × n, [a, b, c] is a·b × c, a number alone is 1 × 1.
struct NamedTensor {
  std::string name;
  std::vector<std::int64_t> shape;
  Mat value;
  std::string stored = "F32";  // how the file holds its numbers, as the format calls it
};

struct TensorFile {
  std::map<std::string, std::string> metadata;
  std::vector<NamedTensor> tensors;  // in the order of the file's bytes
};

// The safetensors format (Hugging Face, github.com/huggingface/safetensors, "Format"): 8 bytes with
// the length of a JSON header, the header, the numbers. Reads F64, F32, F16, BF16, the integers up
// to 64 bits and BOOL; all become Real.
// A file that came from anywhere is safe to read: every length is held against the file's size
// before memory is taken; the bytes of the tensors must cover the data without overlap and without
// a hole, and match shape and type. Throws UserError, one sentence with file, tensor and remedy.
TensorFile read_safetensors(const std::filesystem::path& file);

// Whether a file that begins so is one of them, whatever its name. `beginning`: nine bytes or more.
bool begins_like_safetensors(std::string_view beginning);
bool has_safetensors(const std::filesystem::path& file);  // false: also of one that cannot be read

// A tensor whose numbers stay in the file, which is mapped, until they are asked for. What is
// stored in another way than as F32, F16 or BF16 is a Mat at once.
struct LazyTensor {
  LazyTensor(NamedTensor tensor)
      : name(std::move(tensor.name)),
        stored(std::move(tensor.stored)),
        value(std::move(tensor.value)) {}
  LazyTensor(std::string named, std::string stored_as, StoredMat mat)
      : name(std::move(named)), stored(std::move(stored_as)), value(std::move(mat)) {}
  Shape shape() const;
  Mat mat() const;  // a copy

  std::string name, stored;
  std::variant<Mat, StoredMat> value;
};
struct LazyTensorFile {
  std::map<std::string, std::string> metadata;
  std::vector<LazyTensor> tensors;
};
// As read_safetensors(), but takes no memory for the numbers.
LazyTensorFile map_safetensors(const std::filesystem::path& file);

// Its metadata alone; the numbers are not read.
std::map<std::string, std::string> read_safetensors_metadata(const std::filesystem::path& file);
TensorFile parse_safetensors(std::string_view bytes, const std::filesystem::path& named);

// What is written from where it lies: a model and its optimizer take gigabytes, and are not copied.
struct TensorRef {
  std::string name;
  std::vector<std::int64_t> shape;
  const Mat* value;
};
struct TensorRefs {
  std::map<std::string, std::string> metadata;
  std::vector<TensorRef> tensors;
};

enum class Stored { f32, f16 };
// Whole or not at all (core/formats/file.h). Names must differ, shapes must fit the values. Throws
// UserError; also for a number that f16 cannot hold (over 65504).
void write_safetensors(const std::filesystem::path& file, const TensorRefs& content,
                       Stored stored = Stored::f32);
void write_safetensors(const std::filesystem::path& file, const TensorFile& content,
                       Stored stored = Stored::f32);
std::string safetensors_bytes(const TensorFile& content, Stored stored = Stored::f32);

}  // namespace glassformer
