// A document with records in an array.
#define main example_main
#include "../../examples/json/json_fixed.cpp"
#undef main

int main() {
  std::string text = "{\"rows\": [";
  for (int i = 0; i < 8; ++i) {
    text += i == 0 ? "" : ", ";
    text += "{\"id\": " + std::to_string(i * 17) + ", \"ok\": true, \"at\": [1, -2, null], \"t\": \"a\\nb\"}";
  }
  std::puts(write(Reader(text + "]}").value()).c_str());
}
