// Reads a small part of JSON (numbers, strings, true, false, null, arrays, objects) and prints it without blanks.
//
//   Reader::value()      reads one value and what blanks stand before it
//   Reader::string()     reads a string in quotes; \n and \t are escapes, any other escaped character is itself
//   Reader::number()     reads an integer, perhaps negative
//   Reader::array(), object()   read what their brackets hold
//   Reader::expect(c)    passes over blanks and c; throws Broken if something else is there
//   write(value)         the value as text: strings in quotes, with \n, \t, \" and \\ escaped
#include <cctype>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

struct Value;
using Array = std::vector<Value>;
using Object = std::map<std::string, Value>;

struct Value {
  std::variant<std::nullptr_t, bool, long, std::string, Array, Object> is = nullptr;
};

class Broken : public std::runtime_error {
 public:
  Broken(const std::string& what, std::size_t at) : std::runtime_error(what + " at " + std::to_string(at)) {}
};

class Reader {
 public:
  explicit Reader(std::string text) : text_(std::move(text)) {}

  Value value() {
    blanks();
    switch (peek()) {
      case '{':
        return {object()};
      case '[':
        return {array()};
      case '"':
        return {string()};
      case 't':
        return word("true"), Value{true};
      case 'f':
        return word("false"), Value{false};
      case 'n':
        return word("null"), Value{nullptr};
      default:
        return {number()};
    }
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void blanks() {
    while (std::isspace(peek())) ++at_;
  }

  void expect(char c) {
    blanks();
    if (peek() != c) throw Broken(std::string("no ") + c, at_);
    ++at_;
  }

  void word(const std::string& word) {
    if (text_.compare(at_, word.size(), word) != 0) throw Broken("no " + word, at_);
    at_ += word.size();
  }

  long number() {
    const bool negative = peek() == '-';
    if (negative) ++at_;
    if (!std::isdigit(peek())) throw Broken("no value", at_);
    long magnitude = 0;
    while (std::isdigit(peek())) magnitude = magnitude * 10 + (text_[at_++] - '0');
    return negative ? -magnitude : magnitude;
  }

  std::string string() {
    std::string content;
    expect('"');
    while (peek() != '"' && peek() != '\0') content += character();
    expect('"');
    return content;
  }

  char character() {
    const char c = text_[at_++];
    if (c != '\\') return c;
    const char escaped = text_[at_++];
    return escaped == 'n' ? '\n' : escaped == 't' ? 't' : escaped;
  }

  Array array() {
    Array elements;
    expect('[');
    for (blanks(); peek() != ']'; blanks()) {
      if (!elements.empty()) expect(',');
      elements.push_back(value());
    }
    expect(']');
    return elements;
  }

  Object object() {
    Object members;
    expect('{');
    for (blanks(); peek() != '}'; blanks()) {
      if (!members.empty()) expect(',');
      blanks();
      const std::string key = string();
      expect(':');
      members[key] = value();
    }
    expect('}');
    return members;
  }

  std::string text_;
  std::size_t at_ = 0;
};

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? "\\n" : c == '\t' ? "\\t" : std::string(1, c);
  }
  return out + "\"";
}

std::string write(const Value& value) {
  if (const bool* truth = std::get_if<bool>(&value.is)) return *truth ? "true" : "false";
  if (const long* number = std::get_if<long>(&value.is)) return std::to_string(*number);
  if (const std::string* text = std::get_if<std::string>(&value.is)) return quoted(*text);
  if (std::holds_alternative<std::nullptr_t>(value.is)) return "null";
  const char* comma = "";
  std::string out;
  if (const Array* array = std::get_if<Array>(&value.is)) {
    for (const Value& element : *array) out += comma + write(element), comma = ",";
    return "[" + out + "]";
  }
  for (const auto& [key, member] : std::get<Object>(value.is)) {
    out += comma + quoted(key) + ":" + write(member), comma = ",";
  }
  return "{" + out + "}";
}

int main() {
  try {
    std::puts(write(Reader("{\"ok\": true, \"row\": [1, -2], \"t\": \"a\\tb\"}").value()).c_str());
    std::puts(write(Reader("[null, \"x\" 3]").value()).c_str());
  } catch (const Broken& problem) {
    std::puts(problem.what());
  }
}
