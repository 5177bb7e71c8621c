// features: loop-heads
// Computes with dates: day numbers, weekdays, ISO weeks, Easter, working days and a month's calendar.
#include <stdio.h>

typedef struct {
  int year, month, day;
} Date;

enum { kDaysPerWeek = 7, kFriday = 4, kSunday = 6 };

static const char* const weekday_names[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};

static int is_leap(int year) {
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in_month(int year, int month) {
  static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : lengths[month - 1];
}

static int is_valid(Date date) {
  if (date.month < 1 || date.month > 12) return 0;
  return date.day >= 1 && date.day <= days_in_month(date.year, date.month);
}

// Days since 1 January of the year 1, which is day 0 and a Monday.
static long day_number(Date date) {
  const long past = date.year - 1;
  long days = past * 365 + past / 4 - past / 100 + past / 400;
  for (int month = 1; month < date.month; ++month) days += days_in_month(date.year, month);
  return days + date.day - 1;
}

static Date date_of(long number) {
  Date date = {(int)(number / 366) + 1, 1, 1};
  for (;;) {
    const Date next = {date.year + 1, 1, 1};
    if (day_number(next) > number) break;
    ++date.year;
  }
  long rest = number - day_number(date);
  while (rest >= days_in_month(date.year, date.month)) rest -= days_in_month(date.year, date.month++);
  date.day += (int)rest;
  return date;
}

static int weekday(Date date) {
  return (int)(day_number(date) % kDaysPerWeek);
}

static Date add_days(Date date, long days) {
  return date_of(day_number(date) + days);
}

// A day that the target month does not have becomes its last day.
static Date add_months(Date date, int months) {
  const int total = date.year * 12 + date.month - 1 + months;
  Date result = {total / 12, total % 12 + 1, date.day};
  const int last = days_in_month(result.year, result.month);
  if (result.day > last) result.day = last;
  return result;
}

// The week belongs to the year that has its Thursday.
static int iso_week(Date date, int* week_year) {
  const Date thursday = add_days(date, 3 - weekday(date));
  const Date new_year = {thursday.year, 1, 1};
  *week_year = thursday.year;
  return (int)((day_number(thursday) - day_number(new_year)) / kDaysPerWeek) + 1;
}

// The anonymous Gregorian algorithm, first printed in "Nature" in 1876.
static Date easter(int year) {
  const int golden = year % 19, century = year / 100, rest = year % 100;
  const int skipped = (century - (century + 8) / 25 + 1) / 3;
  const int moon = (19 * golden + century - century / 4 - skipped + 15) % 30;
  const int sunday = (32 + 2 * (century % 4) + 2 * (rest / 4) - moon - rest % 4) % 7;
  const int late = (golden + 11 * moon + 22 * sunday) / 451;
  const int offset = moon + sunday - 7 * late + 114;
  const Date date = {year, offset / 31, offset % 31 + 1};
  return date;
}

static int is_holiday(Date date) {
  if (date.month == 1 && date.day == 1) return 1;
  if (date.month == 5 && date.day == 1) return 1;
  if (date.month == 12 && (date.day == 25 || date.day == 26)) return 1;
  const long since_easter = day_number(date) - day_number(easter(date.year));
  return since_easter == -2 || since_easter == 1 || since_easter == 39;
}

static int working_days(Date first, Date last) {
  int count = 0;
  for (long day = day_number(first); day <= day_number(last); ++day) {
    if (day % kDaysPerWeek > kFriday) continue;
    if (!is_holiday(date_of(day))) ++count;
  }
  return count;
}

static Date nth_weekday(int year, int month, int wanted, int n) {
  Date date = {year, month, 1};
  date.day += (wanted - weekday(date) + kDaysPerWeek) % kDaysPerWeek + (n - 1) * kDaysPerWeek;
  return date;
}

static void print_date(const char* label, Date date) {
  printf("%-14s %04d-%02d-%02d %s\n", label, date.year, date.month, date.day, weekday_names[weekday(date)]);
}

static void print_month(int year, int month) {
  const Date first = {year, month, 1};
  const int last = days_in_month(year, month);
  printf("%04d-%02d\n", year, month);
  for (int day = 1 - weekday(first); day <= last; day += kDaysPerWeek) {
    for (int column = 0; column < kDaysPerWeek && day + column <= last; ++column) {
      if (day + column < 1) {
        printf("   ");
      } else {
        printf("%3d", day + column);
      }
    }
    printf("\n");
  }
}

static void print_age(Date born, Date today) {
  int months = (today.year - born.year) * 12 + today.month - born.month;
  if (today.day < born.day) --months;
  const long days = day_number(today) - day_number(add_months(born, months));
  printf("age            %d years, %d months, %ld days\n", months / 12, months % 12, days);
}

int main(void) {
  const Date start = {2023, 10, 31};
  print_date("start", start);
  for (int months = 1; months <= 16; months += 5) print_date("months later", add_months(start, months));
  for (long days = -500; days <= 1500; days += 400 + days / 5) {
    print_date("days later", add_days(start, days));
  }
  for (int year = 1999; year <= 2024; year += 5) print_date("easter", easter(year));
  for (int year = 2018; year <= 2024; year += 2) {
    int week_year;
    const Date date = add_days((Date){year, 12, 29}, (year - 2018) / 2);
    const int week = iso_week(date, &week_year);
    printf("week           %04d-%02d-%02d %d-W%02d\n", date.year, date.month, date.day, week_year, week);
  }
  printf("working days   %d\n", working_days((Date){2024, 3, 20}, (Date){2024, 5, 10}));
  print_date("third Friday", nth_weekday(2024, 3, kFriday, 3));
  print_date("first Sunday", nth_weekday(2024, 9, kSunday, 1));
  print_month(2024, 2);
  print_month(2023, 10);
  print_age((Date){1987, 8, 30}, (Date){2024, 3, 1});
  int valid = 0;
  for (int year = 1900; year <= 2000; year += 50) {
    for (int month = 0; month <= 13; ++month) {
      for (int day = 28; day <= 32; ++day) valid += is_valid((Date){year, month, day}) * (day - 27);
    }
  }
  printf("valid          %d\n", valid);
  return 0;
}
