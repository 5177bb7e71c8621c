// features: recursion containers
// Parses JSON texts into variants, changes and compares them, and prints them in a compact and a wide form.
#include <cctype>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

class Value;
using Array = std::vector<Value>;
using Object = std::map<std::string, Value>;

class Value {
 public:
  Value() = default;
  template <typename T>
  explicit Value(T content) : content_(std::move(content)) {}

  template <typename T>
  const T* as() const {
    return std::get_if<T>(&content_);
  }
  template <typename T>
  T* as() {
    return std::get_if<T>(&content_);
  }

 private:
  std::variant<std::monostate, bool, double, std::string, Array, Object> content_;
};

struct ParseError {
  std::size_t position;
  std::string expected;
};

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {}

  Value document() {
    Value value = parse_value();
    skip_space();
    if (position_ < text_.size()) fail("end of text");
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const { throw ParseError{position_, expected}; }

  void skip_space() {
    while (position_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[position_])))
      ++position_;
  }

  bool accept(char c) {
    skip_space();
    if (position_ == text_.size() || text_[position_] != c) return false;
    ++position_;
    return true;
  }

  Value parse_value() {
    if (accept('{')) return Value(parse_members());
    if (accept('[')) return Value(parse_elements());
    if (accept('"')) return Value(parse_string());
    if (accept_word("true")) return Value(true);
    if (accept_word("false")) return Value(false);
    if (accept_word("null")) return Value();
    return Value(parse_number());
  }

  bool accept_word(const char* word) {
    const std::string wanted = word;
    if (text_.compare(position_, wanted.size(), wanted) != 0) return false;
    position_ += wanted.size();
    return true;
  }

  Object parse_members() {
    Object members;
    if (accept('}')) return members;
    do {
      if (!accept('"')) fail("a name");
      std::string name = parse_string();
      if (!accept(':')) fail("':'");
      members.insert_or_assign(std::move(name), parse_value());
    } while (accept(','));
    if (!accept('}')) fail("',' or '}'");
    return members;
  }

  Array parse_elements() {
    Array elements;
    if (accept(']')) return elements;
    do {
      elements.push_back(parse_value());
    } while (accept(','));
    if (!accept(']')) fail("',' or ']'");
    return elements;
  }

  std::string parse_string() {
    std::string result;
    for (; position_ < text_.size(); ++position_) {
      char c = text_[position_];
      if (c == '"') {
        ++position_;
        return result;
      }
      if (c == '\\') {
        if (++position_ == text_.size()) break;
        c = text_[position_];
        if (c == 'n') c = '\n';
        if (c == 't') c = '\t';
      }
      result += c;
    }
    fail("'\"'");
  }

  double parse_number() {
    const std::size_t start = position_;
    const bool negative = accept('-');
    double value = 0;
    int digits = 0;
    for (; is_digit(); ++position_, ++digits) value = value * 10 + (text_[position_] - '0');
    if (digits == 0) {
      position_ = start;
      fail("a value");
    }
    if (position_ < text_.size() && text_[position_] == '.') {
      double scale = 1;
      for (++position_; is_digit(); ++position_) value += (text_[position_] - '0') * (scale /= 10);
    }
    return negative ? -value : value;
  }

  bool is_digit() const {
    return position_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[position_]));
  }

  std::string text_;
  std::size_t position_ = 0;
};

static std::string quote(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

class Printer {
 public:
  explicit Printer(int width) : width_(width) {}

  // What fits into the width stands on one line.
  std::string print(const Value& value, int indent = 0) const {
    const std::string flat = compact(value);
    if (indent + static_cast<int>(flat.size()) <= width_) return flat;
    std::string result;
    const std::string blanks(static_cast<std::size_t>(indent) + 2, ' ');
    if (const Array* array = value.as<Array>()) {
      for (const Value& element : *array)
        result += (result.empty() ? "" : ",\n") + blanks + print(element, indent + 2);
      return "[\n" + result + "\n" + blanks.substr(2) + "]";
    }
    if (const Object* object = value.as<Object>()) {
      for (const auto& [name, member] : *object) {
        if (!result.empty()) result += ",\n";
        result += blanks + quote(name) + ": " + print(member, indent + 2);
      }
      return "{\n" + result + "\n" + blanks.substr(2) + "}";
    }
    return flat;
  }

  static std::string compact(const Value& value) {
    if (const bool* flag = value.as<bool>()) return *flag ? "true" : "false";
    if (const double* number = value.as<double>()) {
      char digits[32];
      std::snprintf(digits, sizeof digits, "%g", *number);
      return digits;
    }
    if (const std::string* text = value.as<std::string>()) return quote(*text);
    std::string result;
    if (const Array* array = value.as<Array>()) {
      for (const Value& element : *array) result += (result.empty() ? "" : ", ") + compact(element);
      return "[" + result + "]";
    }
    if (const Object* object = value.as<Object>()) {
      for (const auto& [name, member] : *object)
        result += (result.empty() ? "" : ", ") + quote(name) + ": " + compact(member);
      return "{" + result + "}";
    }
    return "null";
  }

 private:
  int width_;
};

// The value at a path like "rooms/1/name".
static std::optional<Value> find(const Value& value, const std::string& path) {
  if (path.empty()) return value;
  const std::size_t slash = path.find('/');
  const std::string first = path.substr(0, slash);
  const std::string rest = slash == std::string::npos ? "" : path.substr(slash + 1);
  if (const Object* object = value.as<Object>()) {
    const auto member = object->find(first);
    if (member == object->end()) return std::nullopt;
    return find(member->second, rest);
  }
  if (const Array* array = value.as<Array>()) {
    const auto index = static_cast<std::size_t>(std::stoul(first));
    if (index < array->size()) return find((*array)[index], rest);
  }
  return std::nullopt;
}

// Members of the change replace those of the target; null removes them (RFC 7396).
static void merge(Value& target, const Value& change) {
  const Object* changes = change.as<Object>();
  if (changes == nullptr) {
    target = change;
    return;
  }
  if (target.as<Object>() == nullptr) target = Value(Object());
  Object& members = *target.as<Object>();
  for (const auto& [name, member] : *changes) {
    if (Printer::compact(member) == "null") {
      members.erase(name);
    } else {
      merge(members[name], member);
    }
  }
}

static double sum_of_numbers(const Value& value) {
  double sum = 0;
  if (const double* number = value.as<double>()) return *number;
  if (const Array* array = value.as<Array>()) {
    for (const Value& element : *array) sum += sum_of_numbers(element);
  } else if (const Object* object = value.as<Object>()) {
    for (const auto& member : *object) sum += sum_of_numbers(member.second);
  }
  return sum;
}

static void report_error(const std::string& text) {
  try {
    Parser(text).document();
    std::printf("%s: correct\n", text.c_str());
  } catch (const ParseError& error) {
    std::printf("%s: %s expected at %zu\n", text.c_str(), error.expected.c_str(), error.position);
  }
}

int main() {
  Value house = Parser(R"( {"name": "House \"Linden\"", "built": 1926, "rooms": [
      {"name": "hall", "area": 12.5, "doors": 4}, {"name": "attic", "area": 31.25, "heated": false},
      {"name": "kitchen\nand bath", "area": 20, "pipes": [3, -2, [0.5, 7]]}], "garden": null} )")
                    .document();
  std::printf("%s\n", Printer(48).print(house).c_str());
  for (const char* path : {"built", "rooms/1/area", "rooms/2/pipes/2", "rooms/3", "cellar", "garden"}) {
    const std::optional<Value> found = find(house, path);
    std::printf("%s: %s\n", path, found ? Printer::compact(*found).c_str() : "nothing");
  }
  std::printf("sum %g\n", sum_of_numbers(house));
  merge(house,
        Parser(R"({"built": null, "garden": {"trees": 3, "pond": null}, "rooms": [true]})").document());
  std::printf("%s\n", Printer(200).print(house).c_str());
  for (const char* text : {"[1, 2", "{\"a\" 1}", "{\"a\": }", "[]", "\"open", "[1] 2", "{1: 2}", "-"})
    report_error(text);
  return 0;
}
