#include "app/foreign_file.h"

#include <algorithm>
#include <array>

namespace glassformer {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view kPytorch =
    "weights as PyTorch pickles them, which can run any program when they are read; in Python, "
    "safetensors.torch.save_file writes them as .safetensors, which opens here";
constexpr std::string_view kGguf =
    "a model for llama.cpp; that opens it, and its original as a Hugging Face folder opens here if "
    "it is a GPT-2 or a BERT";
constexpr std::string_view kHdf5 =
    "an HDF5 file, as Keras saves models; Python's h5py opens it, and an array saved with "
    "numpy.save "
    "opens here as word vectors";
constexpr std::string_view kOffice =
    "a document of an office program; that opens it, and its text saved as .txt can be learned "
    "from here";
constexpr std::string_view kPicture = "a picture; a picture viewer opens it";
constexpr std::string_view kSound = "sound or video; a media player opens it";
constexpr std::string_view kArchive =
    "an archive; unpack it, and open one of the files or folders that it holds";

struct Mark {
  std::string_view bytes;
  std::string_view is;
  std::size_t at = 0;
};
constexpr std::array<Mark, 25> kMarks{{
    {"%PDF-",
     "a PDF document; a PDF viewer opens it, and its text saved as .txt can be learned from here"},
    {"\x89PNG", kPicture},
    {"\xff\xd8\xff", kPicture},
    {"GIF8", kPicture},
    {"WEBP", kPicture, 8},
    {"GGUF", kGguf},
    {"\x89HDF\r\n", kHdf5},
    {"PAR1",
     "a Parquet table; Python's pandas opens it, and its text or its vectors saved as .tsv open "
     "here"},
    {"ARROW1",
     "an Arrow table; Python's pandas opens it, and its text or its vectors saved as "
     ".tsv open here"},
    {"SQLite format 3", "a database; sqlite3 opens it"},
    {"\x7f"
     "ELF",
     "a program; a shell runs it"},
    {"{\\rtf", kOffice},
    {"\xd0\xcf\x11\xe0", kOffice},
    {"ID3", kSound},
    {"OggS", kSound},
    {"fLaC", kSound},
    {"WAVE", kSound, 8},
    {"ftyp", kSound, 4},
    {"7z\xbc\xaf", kArchive},
    {"\xfd"
     "7zXZ",
     kArchive},
    {"BZh", kArchive},
    {"\x28\xb5\x2f\xfd"sv, kArchive},
    {"Rar!", kArchive},
    {"ustar", kArchive, 257},
    {"\x80\x02", kPytorch},
}};

struct Ending {
  std::string_view ending;
  std::string_view is;
};
constexpr std::array<Ending, 17> kEndings{{
    {".pt", kPytorch},
    {".pth", kPytorch},
    {".ckpt", kPytorch},
    {".pkl",
     "objects that Python pickled, which can run any program when they are read; Python "
     "opens them, and an array saved with numpy.save opens here as word vectors"},
    {".h5", kHdf5},
    {".keras", kHdf5},
    {".gguf", kGguf},
    {".onnx",
     "a model in the ONNX format; onnxruntime opens it, and its original as a Hugging Face "
     "folder opens here if it is a GPT-2 or a BERT"},
    {".docx", kOffice},
    {".odt", kOffice},
    {".pptx", kOffice},
    {".xlsx", kOffice},
    {".epub", kOffice},
    {".svg", "a picture; a browser opens it"},
    {".html",
     "a web page; a browser opens it, and its text saved as .txt can be learned from "
     "here"},
    {".py", "a program in Python; python3 runs it"},
    {".ipynb", "a notebook; Jupyter opens it"},
}};

// Zip files hold all sorts of things.
std::string_view of_zip(std::string_view bytes) {
  const std::string_view start = bytes.substr(0, 4096);
  if (start.find("data.pkl") != start.npos) return kPytorch;
  if (start.find("[Content_Types].xml") != start.npos ||
      start.find("mimetypeapplication/") != start.npos) {
    return kOffice;
  }
  return {};
}

}  // namespace

std::string foreign_file(std::string_view first_bytes, std::string_view ending) {
  if (first_bytes.starts_with("PK\x03\x04")) {
    if (const std::string_view is = of_zip(first_bytes); !is.empty()) return std::string(is);
  }
  const bool binary = first_bytes.find('\0') != first_bytes.npos;
  for (const Mark& mark : kMarks) {
    if (first_bytes.size() < mark.at + mark.bytes.size()) continue;
    // A text may begin with such letters too.
    constexpr std::size_t no_accident = 5;
    const bool letters = mark.bytes[0] > ' ' && mark.bytes[0] < '\x7f';
    if (letters && !binary && mark.bytes.size() < no_accident) continue;
    if (first_bytes.substr(mark.at, mark.bytes.size()) == mark.bytes) return std::string(mark.is);
  }
  const auto* const known = std::ranges::find(kEndings, ending, &Ending::ending);
  return known == kEndings.end() ? std::string{} : std::string(known->is);
}

}  // namespace glassformer
