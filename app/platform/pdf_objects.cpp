#include "app/platform/pdf_objects.h"

#include <fmt/format.h>
#include <zlib.h>

#include <new>

namespace glassformer {

namespace {

std::string packed(std::string_view bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  // It fails for want of memory only: there is room for whatever comes out.
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()),
                Z_BEST_COMPRESSION) != Z_OK) {
    throw std::bad_alloc();
  }
  out.resize(size);
  return out;
}

}  // namespace

int PdfObjects::promise() {
  objects_.emplace_back();
  return static_cast<int>(objects_.size());
}

int PdfObjects::add(std::string object) {
  const int number = promise();
  set(number, std::move(object));
  return number;
}

int PdfObjects::add_stream(std::string_view bytes, std::string_view entries) {
  const std::string data = packed(bytes);
  return add(fmt::format("<< /Length {} /Filter /FlateDecode {} >>\nstream\n{}\nendstream",
                         data.size(), entries, data));
}

std::string PdfObjects::document(int catalog, int information) const {
  // The second line has bytes that are no letters, so that nobody takes the file for a text.
  std::string out = "%PDF-1.7\n%\xE2\xE3\xCF\xD3\n";
  std::string table = fmt::format("xref\n0 {}\n0000000000 65535 f \n", objects_.size() + 1);
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    table += fmt::format("{:010} 00000 n \n", out.size());
    out += fmt::format("{} 0 obj\n{}\nendobj\n", i + 1, objects_[i]);
  }
  const std::size_t table_at = out.size();
  return out + table +
         fmt::format("trailer\n<< /Size {} /Root {} /Info {} >>\nstartxref\n{}\n%%EOF\n",
                     objects_.size() + 1, reference(catalog), reference(information), table_at);
}

std::string reference(int number) {
  return fmt::format("{} 0 R", number);
}

std::string utf16_digits(std::u32string_view text) {
  std::string digits;
  for (const char32_t c : text) {
    if (c < 0x10000) {
      digits += fmt::format("{:04X}", static_cast<unsigned>(c));
    } else {
      const unsigned rest = static_cast<unsigned>(c) - 0x10000;
      digits += fmt::format("{:04X}{:04X}", 0xD800U + (rest >> 10U), 0xDC00U + (rest & 0x3FFU));
    }
  }
  return digits;
}

}  // namespace glassformer
