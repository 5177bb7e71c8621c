// features: recursion loop-heads
// Draws a grey picture and works on it: blur, median, edges, halving, and the areas that hang together.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kWidth = 24, kHeight = 10, kLevels = 256, kMaxAreas = 32 };

typedef struct {
  int width, height;
  unsigned char pixels[kWidth * kHeight];
} Image;

typedef struct {
  int weights[9];
  int divisor;
  int offset;
} Kernel;

static int clamp(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}

// Outside of the picture, the nearest pixel of its border.
static int pixel(const Image* image, int x, int y) {
  return image->pixels[clamp(y, 0, image->height - 1) * image->width + clamp(x, 0, image->width - 1)];
}

static void set_pixel(Image* image, int x, int y, int value) {
  image->pixels[y * image->width + x] = (unsigned char)clamp(value, 0, kLevels - 1);
}

static void fill_rectangle(Image* image, int left, int top, int right, int bottom, int value) {
  for (int y = top; y < bottom; ++y) memset(image->pixels + y * image->width + left, value, right - left);
}

static void draw_scene(Image* image) {
  image->width = kWidth;
  image->height = kHeight;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; x += 2) {
      image->pixels[y * kWidth + x] = (unsigned char)(20 + x + y);
      image->pixels[y * kWidth + x + 1] = (unsigned char)(24 + x - y);
    }
  }
  fill_rectangle(image, 2, 2, 9, 6, 200);
  fill_rectangle(image, 4, 3, 6, 5, 60);
  fill_rectangle(image, 13, 1, 15, 9, 230);
  fill_rectangle(image, 15, 7, 22, 9, 180);
  for (int i = 17, step = 1; i < kWidth * (kHeight - 1); i += 23 + step++) image->pixels[i] = 255;
}

static int weighted_sum(const Image* image, const Kernel* kernel, int x, int y) {
  const int* weight = kernel->weights;
  int sum = 0;
  for (int row = -1; row <= 1; ++row, weight += 3) {
    sum += weight[0] * pixel(image, x - 1, y + row);
    sum += weight[1] * pixel(image, x, y + row);
    sum += weight[2] * pixel(image, x + 1, y + row);
  }
  return sum / kernel->divisor + kernel->offset;
}

static void convolve(const Image* source, const Kernel* kernel, Image* target) {
  target->width = source->width;
  target->height = source->height;
  for (int y = 0; y < source->height; ++y) {
    for (int x = 0; x < source->width; ++x) set_pixel(target, x, y, weighted_sum(source, kernel, x, y));
  }
}

// The middle one of the pixel, its left and right, upper and lower neighbours.
static int middle_of(const Image* image, int x, int y) {
  int sorted[5] = {pixel(image, x, y), pixel(image, x - 1, y), pixel(image, x + 1, y), pixel(image, x, y - 1),
                   pixel(image, x, y + 1)};
  for (int i = 1; i < 5; ++i) {
    const int value = sorted[i];
    int place = i;
    for (; place > 0 && sorted[place - 1] > value; --place) sorted[place] = sorted[place - 1];
    sorted[place] = value;
  }
  return sorted[2];
}

// Replaces those that stand out; looks at every other pixel only, as at one colour of a chess board.
static int despeckle(Image* image, int tolerance) {
  const Image source = *image;
  int replaced = 0;
  for (int y = 0; y < image->height; ++y) {
    for (int x = y % 2; x < image->width; x += 2) {
      const int middle = middle_of(&source, x, y);
      if (abs(pixel(&source, x, y) - middle) <= tolerance) continue;
      set_pixel(image, x, y, middle);
      ++replaced;
    }
  }
  return replaced;
}

static void halve(const Image* source, Image* target) {
  target->width = source->width / 2;
  target->height = source->height / 2;
  for (int y = 0; y + 1 < source->height; y += 2) {
    for (int x = 0; x + 1 < source->width; x += 2) {
      const int sum = pixel(source, x, y) + pixel(source, x + 1, y) + pixel(source, x, y + 1) +
                      pixel(source, x + 1, y + 1);
      set_pixel(target, x / 2, y / 2, (sum + 2) / 4);
    }
  }
}

// The level that separates dark from bright best (Otsu's method on 16 bins); 0 if there is only one level.
static int best_threshold(const Image* image) {
  enum { kBins = 16 };
  int bins[kBins] = {0};
  const int total = image->width * image->height;
  long sum = 0, sum_dark = 0, dark = 0;
  double best = -1;
  int threshold = 0;
  for (int i = 0; i < total; ++i) ++bins[image->pixels[i] / (kLevels / kBins)];
  for (int i = 0; i < kBins; ++i) sum += (long)i * bins[i];
  for (int i = 0; i < kBins - 1; ++i) {
    dark += bins[i];
    sum_dark += (long)i * bins[i];
    if (dark == 0) continue;
    if (dark == total) break;
    const double distance =
        (double)sum_dark / (double)dark - (double)(sum - sum_dark) / (double)(total - dark);
    const double spread = (double)dark * (double)(total - dark) * distance * distance;
    if (spread <= best) continue;
    best = spread;
    threshold = (i + 1) * (kLevels / kBins);
  }
  return threshold;
}

// Marks the area of (x, y) and returns how many pixels it has.
static int flood(const Image* image, int threshold, int x, int y, char mark, char* marks) {
  if (x < 0 || y < 0 || x >= image->width || y >= image->height) return 0;
  char* here = &marks[y * image->width + x];
  if (*here != '.' || pixel(image, x, y) < threshold) return 0;
  *here = mark;
  int size = 1;
  for (int direction = 0; direction < 4; ++direction) {
    const int dx = (direction - 1) % 2, dy = (2 - direction) % 2;
    size += flood(image, threshold, x + dx, y + dy, mark, marks);
  }
  return size;
}

static int mark_areas(const Image* image, int threshold, char* marks, int* sizes) {
  int count = 0;
  memset(marks, '.', (size_t)(image->width * image->height));
  for (int y = 0; y < image->height; ++y) {
    for (int x = 0; x < image->width; ++x) {
      if (count == kMaxAreas) return count;
      const int size = flood(image, threshold, x, y, (char)('a' + count), marks);
      if (size > 0) sizes[count++] = size;
    }
  }
  return count;
}

static void print_image(const char* title, const Image* image) {
  static const char shades[] = " .:-=+*#%@";
  unsigned checksum = 0;
  for (int i = 0; i < image->width * image->height; ++i) checksum = checksum * 31 + image->pixels[i];
  printf("%s, %d by %d, checksum %08x\n", title, image->width, image->height, checksum);
  for (int y = 0; y < image->height; ++y) {
    for (int x = 0; x < image->width; ++x) putchar(shades[pixel(image, x, y) * 10 / kLevels]);
    putchar('\n');
  }
}

int main(void) {
  const Kernel blur = {{1, 2, 1, 2, 4, 2, 1, 2, 1}, 16, 0};
  const Kernel relief = {{-2, -1, 0, -1, 1, 1, 0, 1, 2}, 2, 96};
  Image scene, small, filtered;
  char marks[kWidth * kHeight];
  int sizes[kMaxAreas];

  draw_scene(&scene);
  print_image("scene", &scene);
  const int threshold = best_threshold(&scene);
  printf("%d speckles, threshold %d\n", despeckle(&scene, 70), threshold);
  halve(&scene, &small);
  print_image("half", &small);
  convolve(&small, &blur, &filtered);
  print_image("blurred", &filtered);
  convolve(&small, &relief, &filtered);
  print_image("relief", &filtered);
  const int areas = mark_areas(&scene, threshold, marks, sizes);
  for (int y = 0; y < scene.height; ++y) printf("%.*s\n", scene.width, marks + y * scene.width);
  for (int i = 0; i < areas; ++i) printf("area %c: %d\n", 'a' + i, sizes[i]);
  return 0;
}
