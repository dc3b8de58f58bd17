#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/embed/files/read_vectors.h"
#include "core/embed/vectors/word_vectors.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/support/temporary_folder.h"

// Word vectors to write, and what comes of reading.
namespace glassformer::testing {

inline Rows rows_of(std::size_t count, std::size_t dim, float first) {
  RowsBuilder rows(count, dim);
  for (std::size_t r = 0; r < count; ++r) {
    for (std::size_t k = 0; k < dim; ++k) {
      rows[r][k] = first + static_cast<float>(r) - static_cast<float>(k) / 3;
    }
  }
  return rows.finish();
}

inline WordVectors some(const std::vector<std::string>& words, std::size_t dim = 3) {
  WordVectors v;
  for (const std::string& word : words) v.words.add(word);
  v.vectors = rows_of(words.size(), dim, 0.1F);
  return v;
}

inline void expect_same_rows(const Rows& a, const Rows& b) {
  ASSERT_EQ(a.count(), b.count());
  if (a.empty()) return;
  ASSERT_EQ(a.dim(), b.dim());
  for (std::size_t r = 0; r < a.count(); ++r) {
    for (std::size_t k = 0; k < a.dim(); ++k) EXPECT_EQ(a[r][k], b[r][k]) << r << "," << k;
  }
}

inline std::string of_floats(std::initializer_list<float> numbers) {
  std::string bytes;
  for (const float n : numbers) bytes.append(reinterpret_cast<const char*>(&n), sizeof n);
  return bytes;
}

inline WordVectorsPtr read_text(const std::string& text) {
  const TemporaryFolder folder;
  write_file(folder / "made-up.txt", text);
  return read_vectors(folder / "made-up.txt");
}

inline std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace glassformer::testing
