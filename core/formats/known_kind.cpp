#include "core/formats/known_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

namespace glassformer {

namespace {

using std::string_view_literals::operator""sv;

std::string python(const std::string& program) {
  return fmt::format("python3 -c \"{}\"", program);
}

std::string of_pytorch(const std::filesystem::path& file) {
  return fmt::format(
      "is an archive of PyTorch (.pt, .bin), whatever its name: a pickle, which may run code and "
      "is "
      "never opened. Of a Hugging Face folder convert all of it: {}; of tensors alone: {}",
      saving_as_safetensors(file.parent_path()),
      python(fmt::format("import torch; from safetensors.torch import save_file; "
                         "save_file(torch.load('{}', weights_only=True), 'out.safetensors')",
                         file.string())));
}

std::string of_gensim(std::string_view beginning, const std::filesystem::path& file) {
  const bool model = beginning.find("Word2Vec") != beginning.npos ||
                     beginning.find("FastText\n") != beginning.npos;
  return fmt::format(
      "is gensim's own save, a pickle of Python, which may run code and is never opened; convert "
      "it: {}",
      python(fmt::format(
          "from gensim.{0} load('{1}'){2}.save_word2vec_format('out.bin', binary=True)",
          model ? "models import Word2Vec as W; W." : "models import KeyedVectors as K; K.",
          file.string(), model ? ".wv" : "")));
}

std::string of_sheet(std::string_view program, const std::filesystem::path& file) {
  return fmt::format(
      "is a spreadsheet of {}; save it as a table of text first: libreoffice --headless "
      "--convert-to csv {}",
      program, file.string());
}

std::string of_keras(const std::filesystem::path& file) {
  return fmt::format(
      "holds weights of Keras (HDF5), which are not read; those of a Hugging Face folder "
      "(tf_model.h5) can be converted: {}; vectors can be saved from Keras with numpy.save",
      saving_as_safetensors(file.parent_path(), ", from_tf=True"));
}

std::string of_gguf(const std::filesystem::path& file) {
  return fmt::format(
      "is a GGUF file of llama.cpp, whose weights are mostly quantised; get the model as "
      "safetensors, or convert it: {}",
      python(fmt::format("from transformers import AutoModelForCausalLM as M; "
                         "M.from_pretrained('{}', gguf_file='{}').save_pretrained('out')",
                         file.has_parent_path() ? file.parent_path().string() : ".",
                         file.filename().string())));
}

constexpr std::string_view pickled =
    "is a pickle of Python, which may run code and is never opened; save weights with "
    "safetensors, vectors with gensim's save_word2vec_format or numpy.save";
constexpr std::string_view onnx =
    "is an ONNX model: a graph of operators, which says not what model it is; get the safetensors "
    "with the config.json that it was exported from";
constexpr std::string_view document =
    "is a document of an office program, which that opens; to learn from its text, save that "
    "first: libreoffice --headless --convert-to txt {}";
constexpr std::string_view picture = "is a picture, which a picture viewer opens";
constexpr std::string_view sound = "is sound or video, which a media player opens";
constexpr std::string_view archive =
    "is an archive; unpack it, and open one of the files or folders that it holds";

// By their first bytes; {} is the file.
struct Mark {
  std::string_view bytes;
  std::string_view is;
  std::size_t at = 0;
};
constexpr Mark marks[] = {
    {"%PDF-",
     "is a PDF document, which a PDF viewer opens; to learn from its text, save that first: "
     "pdftotext {}"},
    {"\x89PNG", picture},
    {"\xff\xd8\xff", picture},
    {"GIF8", picture},
    {"ARROW1",
     "is an Arrow table; Python's pandas opens it, and its text or its vectors saved as .tsv open "
     "here"},
    {"SQLite format 3", "is a database, which sqlite3 opens"},
    {"\x7f"
     "ELF",
     "is a program, which a shell runs"},
    {"{\\rtf", document},
    {"ID3", sound},
    {"OggS", sound},
    {"fLaC", sound},
    {"7z\xbc\xaf", archive},
    {"\xfd"
     "7zXZ",
     archive},
    {"Rar!", archive},
    {"BZh", archive},
    {"\x28\xb5\x2f\xfd"sv, archive},
    {"ustar", archive, 257},
};

// By the endings of their names.
struct Ending {
  std::string_view ending;
  std::string_view is;
};
constexpr Ending endings[] = {
    {".pkl", pickled},
    {".onnx", onnx},
    {".docx", document},
    {".odt", document},
    {".pptx", document},
    {".epub", document},
    {".svg", picture},
    {".html",
     "is a web page, which a browser opens; its text saved as .txt can be learned from here"},
    {".htm",
     "is a web page, which a browser opens; its text saved as .txt can be learned from here"},
    {".py", "is a program in Python, which python3 runs"},
    {".ipynb", "is a notebook, which Jupyter opens"},
    {".rar", archive},
};

std::string said_of(std::string_view is, const std::filesystem::path& file) {
  return fmt::format(fmt::runtime(is), file.string());
}

// A text may begin with the few letters of a mark too.
bool has_controls(std::string_view start) {
  return std::ranges::any_of(start,
                             [](unsigned char c) { return c < '\t' || (c > '\r' && c < 27); });
}

// Of an archive whose list of files, at its end, is not looked at.
std::optional<std::string> of_zip(std::string_view start, const std::filesystem::path& file) {
  const auto holds = [&](std::string_view part) {
    return start.substr(0, 4096).find(part) != start.npos;
  };
  if (holds("data.pkl")) return of_pytorch(file);
  if (holds("xl/")) return of_sheet("Excel", file);
  if (holds("[Content_Types].xml") || holds("mimetypeapplication/")) {
    return said_of(document, file);
  }
  return std::nullopt;
}

// A protocol buffer whose first field is the version of the format, as ONNX writes it, and whose
// next is a text or the operators.
bool is_onnx(std::string_view start) {
  return start.size() > 4 && start[0] == 0x08 && start[1] >= 3 && start[1] <= 20 &&
         (start[2] == 0x12 || start[2] == 0x3a || start[2] == 0x42) && start[3] > 0;
}

// The length of a header, eight bytes from the smallest on, and the header: such a length may look
// like the first bytes of another format.
bool is_safetensors(std::string_view start) {
  return start.size() > 8 && start.substr(4, 4) == std::string_view("\0\0\0\0", 4) &&
         start[8] == '{';
}

}  // namespace

std::string saving_as_safetensors(const std::filesystem::path& folder, std::string_view from) {
  return python(fmt::format(
      "from transformers import AutoModelForPreTraining as M, AutoTokenizer as T; f='{}'; "
      "M.from_pretrained(f{}).save_pretrained('out'); T.from_pretrained(f).save_pretrained('out')",
      folder.empty() ? "." : folder.string(), from));
}

std::optional<std::string> known_kind(std::string_view start, const std::filesystem::path& file) {
  if (is_safetensors(start)) return std::nullopt;
  const auto begins = [&](std::string_view bytes) { return start.starts_with(bytes); };
  if (begins("GGUF") || begins("ggjt") || begins("tjgg") || begins("lmgg") || begins("fmgg")) {
    return of_gguf(file);
  }
  if (start.size() > 2 && start[0] == '\x80' && start[1] >= 2 && start[1] <= 5) {
    if (start.find("gensim") != start.npos) return of_gensim(start, file);
    const bool torch = start.find("torch") != start.npos ||
                       start.substr(2).starts_with("\x8a\x0al\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19");
    if (torch) return of_pytorch(file);
    return std::string(pickled);
  }
  if (begins("\x89HDF\r\n\x1a\n")) return of_keras(file);
  if (begins({"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8})) return of_sheet("Excel (.xls)", file);
  if (begins("PAR1") && has_controls(start)) {
    return fmt::format("is a Parquet table; save it as text first: {}",
                       python(fmt::format("import pandas; pandas.read_parquet('{}').to_csv("
                                          "'out.tsv', sep='\\t', index=False)",
                                          file.string())));
  }
  if (is_onnx(start) && (file.extension() == ".onnx" || start.find("pytorch") != start.npos ||
                         start.find("onnx") != start.npos || start.find("tf2onnx") != start.npos)) {
    return std::string(onnx);
  }
  if (begins("PK\x03\x04")) return of_zip(start, file);
  const std::string_view behind = start.substr(std::min<std::size_t>(start.size(), 8));
  if (begins("RIFF") && behind.starts_with("WEBP")) return said_of(picture, file);
  if (begins("RIFF") && behind.starts_with("WAVE")) return said_of(sound, file);
  if (begins({"\0\0\0", 3}) && start.size() > 8 && start.substr(4).starts_with("ftyp"))
    return said_of(sound, file);
  for (const Mark& mark : marks) {
    if (start.size() < mark.at || !start.substr(mark.at).starts_with(mark.bytes)) continue;
    constexpr std::size_t no_accident = 5;
    const bool letters = mark.bytes[0] > ' ' && mark.bytes[0] < '\x7f';
    if (letters && mark.bytes.size() < no_accident && !has_controls(start)) continue;
    return said_of(mark.is, file);
  }
  return std::nullopt;
}

std::optional<std::string> known_ending(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (ending == ".pt" || ending == ".pth" || ending == ".ckpt") return of_pytorch(file);
  if (ending == ".h5" || ending == ".keras") return of_keras(file);
  if (ending == ".gguf") return of_gguf(file);
  if (ending == ".xlsx" || ending == ".ods") return of_sheet("an office program", file);
  const auto* const known = std::ranges::find(endings, ending, &Ending::ending);
  if (known == std::end(endings)) return std::nullopt;
  return said_of(known->is, file);
}

std::optional<std::string> known_archive(const std::vector<std::string>& names,
                                         const std::filesystem::path& file) {
  const auto has = [&](std::string_view ending) {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return name.ends_with(ending); });
  };
  if (has("data.pkl")) return of_pytorch(file);  // torch.save() writes NAME/data.pkl
  if (has("model.weights.h5")) return of_keras(file);
  if (has("xl/workbook.xml") || has("xl/workbook.bin")) return of_sheet("Excel", file);
  if (has("META-INF/manifest.xml") && has("content.xml") && file.extension() != ".odt") {
    return of_sheet("LibreOffice", file);
  }
  if (has("word/document.xml") || (has("META-INF/manifest.xml") && has("content.xml"))) {
    return said_of(document, file);
  }
  return std::nullopt;
}

}  // namespace glassformer
