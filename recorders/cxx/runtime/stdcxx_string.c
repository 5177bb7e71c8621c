/* Reading into a std::string is done inside libstdc++: the string and its characters are logged afterwards. */
#include "recorders/cxx/runtime/wrap.h"

struct string {
  char* data;
  size_t length;
  char inside[16];
};
static void wrote_string_object(const struct string* text) {
  culprit_wrote(text, sizeof *text);
  if (text->data != text->inside) culprit_wrote(text->data, text->length + 1);
}

/* std::getline(std::istream&, std::string&, char), and the input of a word. An exception passes through, after which the
 * string is in doubt; the compiler's comparison of arguments does not see it either. */
extern void*
_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_(
    void*, struct string*, char) IN_LIBSTDCXX;
WRAP(
    void*,
    _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_,
    (void* stream, struct string* text, char end)) {
  void* result =
      _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_(
          stream, text, end);
  wrote_string_object(text);
  return result;
}
extern void*
_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE(
    void*, struct string*) IN_LIBSTDCXX;
WRAP(void*,
     _ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE,
     (void* stream, struct string* text)) {
  void* result =
      _ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE(
          stream, text);
  wrote_string_object(text);
  return result;
}
