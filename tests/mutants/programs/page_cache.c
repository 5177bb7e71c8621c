// features: globals loop-heads
// Compares how often three page replacement policies (least recently used, first in first out, clock) miss.
#include <stdio.h>
#include <stdlib.h>

enum { kMaxFrames = 8, kBuckets = 16, kNone = -1 };

typedef struct {
  int page;
  int newer;  // frame numbers, or kNone at the ends of the list
  int older;
  int chain;  // the next frame of the same bucket
  unsigned referenced : 1;
  unsigned dirty : 1;
  unsigned loads : 6;
} Frame;

typedef struct {
  const char* name;
  void (*touch)(int frame);
  int (*victim)(void);
} Policy;

static Frame frames[kMaxFrames];
static int buckets[kBuckets];
static int frame_limit;
static int frames_used;
static int newest;
static int oldest;
static int hand;
static struct {
  int hits, misses, written;
} statistics;

static int bucket_of(int page) {
  return (page * 7 + page / 5) % kBuckets;
}

static void reset(int limit) {
  frame_limit = limit;
  frames_used = hand = 0;
  newest = oldest = kNone;
  statistics.hits = statistics.misses = statistics.written = 0;
  for (int i = 0; i < kBuckets; ++i) buckets[i] = kNone;
  for (int i = 0; i < kMaxFrames; ++i) frames[i].loads = 0;
}

static void list_remove(int frame) {
  const int newer = frames[frame].newer, older = frames[frame].older;
  if (newer == kNone) {
    newest = older;
  } else {
    frames[newer].older = older;
  }
  if (older == kNone) {
    oldest = newer;
  } else {
    frames[older].newer = newer;
  }
}

static void list_push(int frame) {
  frames[frame].newer = kNone;
  frames[frame].older = newest;
  if (newest != kNone) frames[newest].newer = frame;
  newest = frame;
  if (oldest == kNone) oldest = frame;
}

static int lookup(int page) {
  int frame = buckets[bucket_of(page)];
  while (frame != kNone && frames[frame].page != page) frame = frames[frame].chain;
  return frame;
}

static void chain_insert(int frame) {
  int* head = &buckets[bucket_of(frames[frame].page)];
  frames[frame].chain = *head;
  *head = frame;
}

static void chain_remove(int frame) {
  int* link = &buckets[bucket_of(frames[frame].page)];
  while (*link != frame) link = &frames[*link].chain;
  *link = frames[frame].chain;
}

static void touch_recent(int frame) {
  list_remove(frame);
  list_push(frame);
}

static void touch_nothing(int frame) {
  (void)frame;
}

static void touch_reference(int frame) {
  frames[frame].referenced = 1;
}

static int victim_oldest(void) {
  return oldest;
}

// The hand passes pages that were used since it came by, and takes the first that was not.
static int victim_clock(void) {
  for (;; hand = (hand + 1) % frame_limit) {
    if (!frames[hand].referenced) break;
    frames[hand].referenced = 0;
  }
  const int found = hand;
  hand = (hand + 1) % frame_limit;
  return found;
}

static int evict(const Policy* policy) {
  const int frame = policy->victim();
  if (frames[frame].dirty) ++statistics.written;
  chain_remove(frame);
  list_remove(frame);
  return frame;
}

static int access_page(const Policy* policy, int page, int writes) {
  int frame = lookup(page);
  const int hit = frame != kNone;
  if (hit) {
    ++statistics.hits;
    policy->touch(frame);
  } else {
    ++statistics.misses;
    frame = frames_used < frame_limit ? frames_used++ : evict(policy);
    frames[frame].page = page;
    frames[frame].dirty = 0;
    frames[frame].referenced = 1;
    ++frames[frame].loads;
    chain_insert(frame);
    list_push(frame);
  }
  if (writes) frames[frame].dirty = 1;
  return hit;
}

// A loop over few pages, a walk through many, then jumps around a centre that moves.
static int page_at(int step) {
  if (step < 24) return step % 5;
  if (step < 40) return 5 + (step - 24) * 3 % 17;
  return (step * step / 3 + step / 8) % 9 + step / 20;
}

static void simulate(const Policy* policy, int limit, int steps) {
  reset(limit);
  printf("%-5s %d ", policy->name, limit);
  for (int step = 0; step < steps; ++step) {
    const int hit = access_page(policy, page_at(step), step % 7 == 3);
    if (step % 2 == 0) putchar(hit ? '.' : 'x');
  }
  printf("\n  %d hits, %d misses, %d written back; kept:", statistics.hits, statistics.misses,
         statistics.written);
  for (int frame = newest; frame != kNone; frame = frames[frame].older) {
    printf(" %d%s", frames[frame].page, frames[frame].dirty ? "*" : "");
  }
  printf("\n  loads:");
  for (int i = frame_limit - 1; i >= 0; --i) printf(" %u", frames[i].loads);
  printf("\n");
}

int main(void) {
  static const Policy policies[] = {
      {"lru", touch_recent, victim_oldest},
      {"fifo", touch_nothing, victim_oldest},
      {"clock", touch_reference, victim_clock},
  };
  for (int limit = 4; limit <= kMaxFrames; limit += 2) {
    for (size_t i = 0; i < sizeof policies / sizeof policies[0]; ++i) simulate(&policies[i], limit, 80);
  }
  return 0;
}
