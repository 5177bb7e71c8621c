/* Stands before libstdc++'s own header of this name. Its templates that are compiled into libstdc++.so (std::string,
 * streams) are instantiated in the program instead, where their writes are recorded. A definition on the command line
 * would not do: libstdc++ 12 sets the macro whatever it was. */
#pragma GCC system_header
#if __has_include_next(<bits/c++config.h>)
#include_next <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#endif
