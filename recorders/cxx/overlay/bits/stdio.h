/* Stands before the C library's own header of this name, whose getc_unlocked and its like read and write the buffers of streams
 * without a call that could be seen. */
#pragma GCC system_header
#if __has_include_next(<bits/stdio.h>)
#pragma push_macro("__USE_EXTERN_INLINES")
#undef __USE_EXTERN_INLINES
#include_next <bits/stdio.h>
#pragma pop_macro("__USE_EXTERN_INLINES")
#endif
