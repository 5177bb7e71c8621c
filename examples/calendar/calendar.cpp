// A bank statement with dates: when is a bill due, and what interest does it cost to be late?
//
//   leap(year)                 a year of 366 days: divisible by 4, not by 100 unless by 400
//   days_in(month, year)       the days of that month
//   day_of_year(date)          1 for the 1st of January, 365 or 366 for the last of December
//   day_number(date)           the days from the 1st of January 1900 (number 1) to the date, both counted
//   days_between(from, to)     how many days later `to` is; negative if it is earlier
//   next_month(date)           the same day of the next month; the month's last day, if it is too short
//   add_months(date, n)        n months later, in steps of next_month from the date
//   late_fee(cents, days)      1 percent of the amount for each started week; nothing if it is not late
#include <cstdio>

struct Date {
  int year;
  int month;
  int day;
};

bool leap(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int days_in(int month, int year) {
  switch (month) {
    case 2:
      return leap(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
      return 30;
    default:
      return 31;
  }
}

int day_of_year(Date date) {
  int days = date.day;
  for (int month = 1; month < date.month; ++month) days += days_in(month, date.year);
  return days;
}

int leap_years_before(int year) {
  return year / 4 - year / 100;
}

int day_number(Date date) {
  const int years = date.year - 1900;
  const int leap_days = leap_years_before(date.year - 1) - leap_years_before(1899);
  return years * 365 + leap_days + day_of_year(date);
}

int days_between(Date from, Date to) {
  return day_number(to) - day_number(from);
}

Date next_month(Date date) {
  Date next = date;
  next.month = date.month == 12 ? 1 : date.month + 1;
  next.year = date.month == 12 ? date.year + 1 : date.year;
  const int longest = days_in(next.month, next.year);
  if (next.day > longest) next.day = longest;
  return next;
}

Date add_months(Date date, int months) {
  return months == 0 ? date : add_months(next_month(date), months - 1);
}

long late_fee(long cents, int days) {
  if (days <= 0) return 0;
  const int weeks = (days + 6) / 7;
  return cents * weeks / 100;
}

void statement(const char* customer, long cents, Date billed, Date paid) {
  const Date due = add_months(billed, 2);
  const int late = days_between(due, paid);
  std::printf("%-5s due %d-%02d-%02d, %d days late, fee %ld\n", customer, due.year, due.month, due.day, late,
              late_fee(cents, late));
}

int main() {
  statement("Ada", 50000, {1999, 11, 30}, {2000, 2, 25});
  statement("Bob", 80000, {1999, 10, 31}, {2001, 1, 6});
}
