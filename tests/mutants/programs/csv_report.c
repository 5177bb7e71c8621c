// features: files globals loop-heads
// Writes a table of measurements to a file, reads it back as typed cells and reports groups and columns.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMaxRows = 32, kMaxColumns = 6, kMaxText = 20, kMaxLine = 200 };

typedef enum { kEmpty, kNumber, kText } CellKind;

typedef struct {
  CellKind kind;
  union {
    double number;
    char text[kMaxText];
  } value;
} Cell;

typedef struct {
  Cell cells[kMaxColumns];
  int line;
} Row;

typedef struct {
  Row rows[kMaxRows];
  char names[kMaxColumns][kMaxText];
  int row_count;
  int column_count;
} Table;

static const char path[] = "csv_report.tmp";
static Table table;
static int sort_column;
static int skipped_lines;

static int write_sample(void) {
  static const char* const sites[] = {"north", "south \"old\"", "west, quay", "east"};
  FILE* file = fopen(path, "w");
  if (file == NULL) return 0;
  fprintf(file, "site,day,level,flow,note\n");
  for (int i = 0; i < 20; ++i) {
    const char* site = sites[(i * i + i / 3) % 4];
    fputc('"', file);
    for (const char* c = site; *c != '\0'; ++c) {
      if (*c == '"') fputc('"', file);
      fputc(*c, file);
    }
    fprintf(file, "\",%d,%.2f,", i / 2 + 1, 3.5 + (i * 7 % 11) * 0.25);
    if (i % 5 != 4) fprintf(file, "%d", 120 - i * 13 % 50);
    fprintf(file, ",%s\n", i % 6 == 2 ? "checked" : "");
    if (i == 9) fprintf(file, "# half of the days\n");
  }
  return fclose(file) == 0;
}

// Copies the field at *place without its quotes, and leaves *place behind the comma or at the end.
static void read_field(const char** place, char* field) {
  const char* c = *place;
  int length = 0, quoted = 0;
  for (; *c != '\0' && (quoted || *c != ','); ++c) {
    if (*c == '"') {
      if (quoted && c[1] == '"') {
        ++c;
      } else {
        quoted = !quoted;
        continue;
      }
    }
    if (length < kMaxText - 1) field[length++] = *c;
  }
  field[length] = '\0';
  *place = *c == ',' ? c + 1 : c;
}

static Cell make_cell(const char* field) {
  Cell cell = {.kind = kEmpty};
  if (field[0] == '\0') return cell;
  char* end;
  const double number = strtod(field, &end);
  if (*end == '\0') {
    cell.kind = kNumber;
    cell.value.number = number;
  } else {
    cell.kind = kText;
    strcpy(cell.value.text, field);
  }
  return cell;
}

static int read_header(const char* line) {
  const char* place = line;
  while (*place != '\0' && table.column_count < kMaxColumns)
    read_field(&place, table.names[table.column_count++]);
  return table.column_count > 0;
}

static void read_row(const char* line, int line_number) {
  Row* row = &table.rows[table.row_count++];
  char field[kMaxText];
  row->line = line_number;
  for (int column = 0; column < table.column_count; ++column) {
    read_field(&line, field);
    row->cells[column] = make_cell(field);
  }
}

static int read_table(void) {
  char line[kMaxLine];
  int line_number = 0;
  FILE* file = fopen(path, "r");
  if (file == NULL) return 0;
  while (fgets(line, sizeof line, file) != NULL && table.row_count < kMaxRows) {
    ++line_number;
    line[strcspn(line, "\r\n")] = '\0';
    if (line[0] == '#' || line[0] == '\0') {
      ++skipped_lines;
      continue;
    }
    if (line_number == 1) {
      if (!read_header(line)) break;
    } else {
      read_row(line, line_number);
    }
  }
  fclose(file);
  return table.row_count;
}

static int compare_cells(const Cell* a, const Cell* b) {
  if (a->kind != b->kind) return (int)a->kind - (int)b->kind;
  if (a->kind == kText) return strcmp(a->value.text, b->value.text);
  if (a->kind == kEmpty) return 0;
  return (a->value.number > b->value.number) - (a->value.number < b->value.number);
}

static int compare_rows(const void* a, const void* b) {
  const Row *left = a, *right = b;
  const int order = compare_cells(&left->cells[sort_column], &right->cells[sort_column]);
  return order != 0 ? order : left->line - right->line;
}

static void sort_by(int column) {
  sort_column = column;
  qsort(table.rows, (size_t)table.row_count, sizeof table.rows[0], compare_rows);
}

static void print_cell(const Cell* cell) {
  switch (cell->kind) {
    case kEmpty:
      printf("%12s", "-");
      break;
    case kNumber:
      printf("%12.2f", cell->value.number);
      break;
    case kText:
      printf("%12s", cell->value.text);
      break;
  }
}

static void print_rows(int first, int count) {
  for (int i = first; i < first + count && i < table.row_count; ++i) {
    for (int column = 0; column < table.column_count; ++column) print_cell(&table.rows[i].cells[column]);
    printf("  line %d\n", table.rows[i].line);
  }
}

static int column_named(const char* name) {
  int column = table.column_count;
  while (--column >= 0 && strcmp(table.names[column], name) != 0) continue;
  return column;
}

// Rows must be sorted by the group's column; prints one line for each run of equal cells.
static void print_groups(int group, int column) {
  for (int first = 0, next; first < table.row_count; first = next) {
    double sum = 0;
    int numbers = 0;
    for (next = first; next < table.row_count; ++next) {
      if (compare_cells(&table.rows[first].cells[group], &table.rows[next].cells[group]) != 0) break;
      const Cell* cell = &table.rows[next].cells[column];
      if (cell->kind != kNumber) continue;
      sum += cell->value.number;
      ++numbers;
    }
    print_cell(&table.rows[first].cells[group]);
    printf(": %d rows, %d of them with %s, mean %.3f\n", next - first, numbers, table.names[column],
           numbers > 0 ? sum / numbers : 0.0);
  }
}

static void print_heading(void) {
  for (int column = 0; column < table.column_count; ++column) {
    char name[kMaxText];
    strcpy(name, table.names[column]);
    name[0] = (char)toupper((unsigned char)name[0]);
    printf("%12s", name);
  }
  printf("\n");
}

int main(void) {
  if (!write_sample() || read_table() == 0) return EXIT_FAILURE;
  if (remove(path) != 0) return EXIT_FAILURE;
  printf("%d rows, %d columns, %d lines skipped\n", table.row_count, table.column_count, skipped_lines);
  print_heading();
  sort_by(column_named("level"));
  print_rows(0, 8);
  sort_by(column_named("flow"));
  print_rows(table.row_count - 6, 6);
  sort_by(column_named("site"));
  print_groups(column_named("site"), column_named("flow"));
  sort_by(column_named("note"));
  print_groups(column_named("note"), column_named("level"));
  printf("column 'depth': %d\n", column_named("depth"));
  return 0;
}
