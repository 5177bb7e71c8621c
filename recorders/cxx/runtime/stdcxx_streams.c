/* std::__basic_file, through which std::filebuf reads and writes: text stays in a buffer, unseen, until it is looked for. */
#include "recorders/cxx/runtime/file_buffers.h"
#include "recorders/cxx/runtime/files.h"
#include "recorders/cxx/runtime/interpose.h"

#define IN_FILE(type, name, parameters) INTERPOSE(type, _ZNSt12__basic_fileIcE##name, parameters)
#define REAL_IN_FILE(name) THE_REAL(_ZNSt12__basic_fileIcE##name)
#define FUNCTION(type, name, parameters) type _ZNSt12__basic_fileIcE##name parameters

FUNCTION(void*, 4openEPKcSt13_Ios_Openmodei, (void*, const char*, int, int));
FUNCTION(void*, 8sys_openEP8_IO_FILESt13_Ios_Openmode, (void*, void*, int));
FUNCTION(void*, 8sys_openEiSt13_Ios_Openmode, (void*, int, int));
FUNCTION(void*, 5closeEv, (void*));
FUNCTION(long, 6xsgetnEPcl, (void*, char*, long));
FUNCTION(long, 6xsputnEPKcl, (void*, const char*, long));
FUNCTION(long, 8xsputn_2EPKclS2_l, (void*, const char*, long, const char*, long));
FUNCTION(long, 7seekoffElSt12_Ios_Seekdir, (void*, long, int));
void _ZNSt12__basic_fileIcED1Ev(void*);
void _ZNSt12__basic_fileIcED2Ev(void*);

IN_FILE(void*, 4openEPKcSt13_Ios_Openmodei, (void* file, const char* path, int mode, int rights)) {
  void* opened = REAL_IN_FILE(4openEPKcSt13_Ios_Openmodei)(file, path, mode, rights);
  if (opened) culprit_watch_buffer(file);
  return opened;
}
IN_FILE(void*, 8sys_openEP8_IO_FILESt13_Ios_Openmode, (void* file, void* stream, int mode)) {
  void* opened = REAL_IN_FILE(8sys_openEP8_IO_FILESt13_Ios_Openmode)(file, stream, mode);
  if (opened) culprit_watch_buffer(file);
  return opened;
}
IN_FILE(void*, 8sys_openEiSt13_Ios_Openmode, (void* file, int descriptor, int mode)) {
  void* opened = REAL_IN_FILE(8sys_openEiSt13_Ios_Openmode)(file, descriptor, mode);
  if (opened) culprit_watch_buffer(file);
  return opened;
}
IN_FILE(void*, 5closeEv, (void* file)) {
  culprit_buffer_seeks(file, 0);
  culprit_unwatch_buffer(file);
  return REAL_IN_FILE(5closeEv)(file);
}
INTERPOSE(void, _ZNSt12__basic_fileIcED1Ev, (void* file)) {
  culprit_unwatch_buffer(file);
  THE_REAL(_ZNSt12__basic_fileIcED1Ev)(file);
}
INTERPOSE(void, _ZNSt12__basic_fileIcED2Ev, (void* file)) {
  culprit_unwatch_buffer(file);
  THE_REAL(_ZNSt12__basic_fileIcED2Ev)(file);
}

IN_FILE(long, 6xsgetnEPcl, (void* file, char* to, long n)) {
  culprit_buffer_reads(file);
  culprit_quiet++;
  long got = REAL_IN_FILE(6xsgetnEPcl)(file, to, n);
  culprit_quiet--;
  culprit_buffer_has_read(file, to, got);
  return got;
}
IN_FILE(long, 6xsputnEPKcl, (void* file, const char* from, long n)) {
  culprit_buffer_writes(file);
  culprit_quiet++;
  long written = REAL_IN_FILE(6xsputnEPKcl)(file, from, n);
  culprit_quiet--;
  if (!culprit_buffer_has_written(file, from)) culprit_buffer_passed(file, from, written);
  return written;
}
/* What lies in the buffer, and what goes past it. */
IN_FILE(long, 8xsputn_2EPKclS2_l, (void* file, const char* own, long length, const char* from, long n)) {
  culprit_buffer_writes(file);
  culprit_quiet++;
  long written = REAL_IN_FILE(8xsputn_2EPKclS2_l)(file, own, length, from, n);
  culprit_quiet--;
  culprit_buffer_has_written(file, own);
  culprit_buffer_passed(file, from, written - length);
  return written;
}
IN_FILE(long, 7seekoffElSt12_Ios_Seekdir, (void* file, long offset, int from)) {
  enum { FROM_HERE = 1 };
  culprit_buffer_seeks(file, offset != 0 || from != FROM_HERE);
  return REAL_IN_FILE(7seekoffElSt12_Ios_Seekdir)(file, offset, from);
}
