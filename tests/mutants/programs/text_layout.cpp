// features: containers loop-heads stdin
// Sets the text of standard input in justified, ragged and centred paragraphs, columns, lists and tables.
#include <algorithm>
#include <cctype>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

using Words = std::vector<std::string>;
using Lines = std::vector<std::string>;

constexpr int kWidth = 40;

static int length_of(const std::string& text) {
  return static_cast<int>(text.size());
}

static Words split(const std::string& text) {
  Words words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

static std::string join(const Words& words, std::size_t first, std::size_t end) {
  std::string line;
  for (std::size_t i = first; i < end; ++i) {
    if (i > first) line += ' ';
    line += words[i];
  }
  return line;
}

// The first words of lines, such that the squares of the free places add up to the least sum.
static std::vector<std::size_t> break_lines(const Words& words, int width) {
  const std::size_t n = words.size();
  std::vector<long> cost(n + 1, std::numeric_limits<long>::max());
  std::vector<std::size_t> next(n + 1, n);
  cost[n] = 0;
  for (std::size_t first = n; first-- > 0;) {
    int used = -1;
    for (std::size_t end = first + 1; end <= n; ++end) {
      used += 1 + length_of(words[end - 1]);
      if (used > width && end > first + 1) break;
      const long free = std::max(0, width - used);
      const long total = cost[end] + (end == n ? 0 : free * free);
      if (total >= cost[first]) continue;
      cost[first] = total;
      next[first] = end;
    }
  }
  std::vector<std::size_t> starts;
  for (std::size_t first = 0; first < n; first = next[first]) starts.push_back(first);
  starts.push_back(n);
  return starts;
}

// Wider gaps come from the left and from the right in turn.
static std::string stretch(const Words& words, std::size_t first, std::size_t end, int width,
                           bool from_left) {
  const int gaps = static_cast<int>(end - first) - 1;
  int blanks = width;
  for (std::size_t i = first; i < end; ++i) blanks -= length_of(words[i]);
  if (gaps == 0 || blanks < gaps) return join(words, first, end);
  std::string line = words[first];
  const int each = blanks / gaps, wider = blanks % gaps;
  for (int gap = 0; gap < gaps; ++gap) {
    const bool is_wider = from_left ? gap < wider : gap >= gaps - wider;
    line.append(static_cast<std::size_t>(each + (is_wider ? 1 : 0)), ' ');
    line += words[first + static_cast<std::size_t>(gap) + 1];
  }
  return line;
}

static Lines justified(const Words& words, int width) {
  Lines lines;
  bool from_left = true;
  const std::vector<std::size_t> starts = break_lines(words, width);
  for (std::size_t i = 0; i + 1 < starts.size(); ++i, from_left = !from_left) {
    if (starts[i + 1] == words.size()) {
      lines.push_back(join(words, starts[i], words.size()));
    } else {
      lines.push_back(stretch(words, starts[i], starts[i + 1], width, from_left));
    }
  }
  return lines;
}

// As many words as fit; a word that is too long is cut with hyphens.
static Lines ragged(const Words& words, int width) {
  Lines lines;
  std::string line;
  for (std::string word : words) {
    if (!line.empty() && length_of(line) + 1 + length_of(word) > width) {
      lines.push_back(line);
      line.clear();
    }
    for (; length_of(word) > width; word.erase(0, static_cast<std::size_t>(width) - 1))
      lines.push_back(word.substr(0, static_cast<std::size_t>(width) - 1) + "-");
    line += (line.empty() ? "" : " ") + word;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

static Lines centred(const Words& words, int width) {
  Lines lines = ragged(words, width - 8);
  for (std::string& line : lines)
    line.insert(0, static_cast<std::size_t>(std::max(0, (width - length_of(line)) / 2)), ' ');
  return lines;
}

static Lines two_columns(const Words& words, int width) {
  const int column = (width - 3) / 2;
  const Lines narrow = ragged(words, column);
  const std::size_t rows = (narrow.size() + 1) / 2;
  Lines lines;
  for (std::size_t row = 0; row < rows; ++row) {
    std::string line = narrow[row];
    if (row + rows < narrow.size()) {
      line.resize(static_cast<std::size_t>(column), ' ');
      line += " | " + narrow[row + rows];
    }
    lines.push_back(line);
  }
  return lines;
}

static std::string roman(int number) {
  static const struct {
    int value;
    const char* digits;
  } parts[] = {{10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}};
  std::string text;
  for (const auto& part : parts) {
    for (; number >= part.value; number -= part.value) text += part.digits;
  }
  return text;
}

// Items are separated by semicolons.
static Lines numbered_list(const std::string& text, int width) {
  Lines lines;
  std::istringstream stream(text);
  int number = 0;
  for (std::string item; std::getline(stream, item, ';');) {
    std::string margin = roman(++number) + ". ";
    margin.insert(0, static_cast<std::size_t>(std::max(0, 6 - length_of(margin))), ' ');
    for (const std::string& line : ragged(split(item), width - length_of(margin))) {
      lines.push_back(margin + line);
      margin.assign(margin.size(), ' ');
    }
  }
  return lines;
}

static bool is_number(const std::string& cell) {
  return !cell.empty() &&
         std::all_of(cell.begin(), cell.end(), [](unsigned char c) { return std::isdigit(c); });
}

// Cells are words, rows are separated by semicolons; numbers stand to the right.
static Lines table(const std::string& text) {
  std::vector<Words> rows;
  std::vector<int> widths;
  std::istringstream stream(text);
  for (std::string row; std::getline(stream, row, ';');) {
    rows.push_back(split(row));
    if (rows.back().size() > widths.size()) widths.resize(rows.back().size());
    for (std::size_t i = 0; i < rows.back().size(); ++i)
      widths[i] = std::max(widths[i], length_of(rows.back()[i]));
  }
  Lines lines;
  for (const Words& row : rows) {
    std::string line = "|";
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::string cell = i < row.size() ? row[i] : "";
      const std::string blanks(static_cast<std::size_t>(widths[i] - length_of(cell)), ' ');
      line += " " + (is_number(cell) ? blanks + cell : cell + blanks) + " |";
    }
    lines.push_back(line);
  }
  return lines;
}

static Lines layout(const std::string& style, const std::string& text) {
  if (style == "justified") return justified(split(text), kWidth);
  if (style == "ragged") return ragged(split(text), kWidth / 2);
  if (style == "centred") return centred(split(text), kWidth);
  if (style == "columns") return two_columns(split(text), kWidth);
  if (style == "list") return numbered_list(text, kWidth);
  if (style == "table") return table(text);
  return {"unknown style " + style};
}

int main() {
  std::string style = "ragged", paragraph;
  int page_lines = 0;
  const auto flush = [&] {
    if (paragraph.empty()) return;
    for (const std::string& line : layout(style, paragraph)) {
      std::cout << line << "\n";
      if (++page_lines % 12 == 0) std::cout << "-- " << page_lines / 12 << " --\n";
    }
    paragraph.clear();
  };
  for (std::string line; std::getline(std::cin, line);) {
    if (line.empty()) {
      flush();
    } else if (line[0] == '.') {
      flush();
      style = line.substr(1);
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + line;
    }
  }
  flush();
  std::cout << page_lines << " lines\n";
  return 0;
}
