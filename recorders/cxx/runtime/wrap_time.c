/* <time.h>, <sys/time.h>. */
#define _GNU_SOURCE
#include <sys/time.h>
#include <time.h>

#include "recorders/cxx/runtime/files.h"
#include "recorders/cxx/runtime/wrap.h"

static struct tm* wrote_tm(struct tm* broken_down) {
  if (!broken_down) return NULL;
  culprit_wrote(broken_down, sizeof *broken_down);
  culprit_wrote_string(broken_down->tm_zone);
  return broken_down;
}
WRAP(time_t, time, (time_t* to)) {
  time_t now = time(to);
  culprit_log_asked(CULPRIT_ASKED_TIME, "time", &now, sizeof now);
  if (to) culprit_wrote8(to);
  return now;
}
WRAP(int, gettimeofday, (struct timeval * to, void* zone)) {
  int result = gettimeofday(to, zone);
  if (result == 0) culprit_log_asked(CULPRIT_ASKED_TIME, "gettimeofday", to, sizeof *to);
  culprit_wrote(to, sizeof *to);
  return result;
}
WRAP(int, clock_gettime, (clockid_t clock, struct timespec* to)) {
  int result = clock_gettime(clock, to);
  if (result == 0) culprit_log_asked(CULPRIT_ASKED_TIME, "clock_gettime", to, sizeof *to);
  if (result == 0) culprit_wrote(to, sizeof *to);
  return result;
}
WRAP(int, clock_getres, (clockid_t clock, struct timespec* to)) {
  int result = clock_getres(clock, to);
  if (result == 0) culprit_wrote(to, sizeof *to);
  return result;
}
WRAP(int, timespec_get, (struct timespec * to, int base)) {
  int result = timespec_get(to, base);
  if (result) culprit_log_asked(CULPRIT_ASKED_TIME, "timespec_get", to, sizeof *to);
  if (result) culprit_wrote(to, sizeof *to);
  return result;
}
WRAP(int, nanosleep, (const struct timespec* wanted, struct timespec* left)) {
  int result = nanosleep(wanted, left);
  if (result != 0) culprit_wrote(left, sizeof *left);
  return result;
}
WRAP(struct tm*, localtime, (const time_t* when)) {
  return wrote_tm(localtime(when));
}
WRAP(struct tm*, gmtime, (const time_t* when)) {
  return wrote_tm(gmtime(when));
}
WRAP(struct tm*, localtime_r, (const time_t* when, struct tm* to)) {
  return wrote_tm(localtime_r(when, to));
}
WRAP(struct tm*, gmtime_r, (const time_t* when, struct tm* to)) {
  return wrote_tm(gmtime_r(when, to));
}
WRAP(time_t, mktime, (struct tm * broken_down)) {
  time_t when = mktime(broken_down);
  culprit_wrote(broken_down, sizeof *broken_down);
  return when;
}
WRAP(time_t, timegm, (struct tm * broken_down)) {
  time_t when = timegm(broken_down);
  culprit_wrote(broken_down, sizeof *broken_down);
  return when;
}
WRAP(char*, asctime, (const struct tm* broken_down)) {
  return (char*)culprit_wrote_string(asctime(broken_down));
}
WRAP(char*, ctime, (const time_t* when)) {
  return (char*)culprit_wrote_string(ctime(when));
}
WRAP(char*, asctime_r, (const struct tm* broken_down, char* to)) {
  return (char*)culprit_wrote_string(asctime_r(broken_down, to));
}
WRAP(char*, ctime_r, (const time_t* when, char* to)) {
  return (char*)culprit_wrote_string(ctime_r(when, to));
}
WRAP(size_t, strftime, (char* to, size_t room, const char* format, const struct tm* broken_down)) {
  size_t length = strftime(to, room, format, broken_down);
  if (length) culprit_wrote(to, length + 1);
  return length;
}
WRAP(char*, strptime, (const char* text, const char* format, struct tm* to)) {
  char* rest = strptime(text, format, to);
  culprit_wrote(to, sizeof *to);
  return rest;
}
