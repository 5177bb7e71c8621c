// features: threads globals loop-heads
// Sends parcels through two stages of threads that are joined by bounded queues, and prints the bills.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { kParcels = 30, kWorkers = 3, kCapacity = 4, kEnd = -1 };

typedef struct {
  int number;
  int grams;
  int zone;
  long price;
} Parcel;

// A ring of parcels; `open` becomes 0 when nothing more will be put in.
typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t not_empty, not_full;
  Parcel items[kCapacity];
  int first, count, open;
} Queue;

typedef struct {
  Queue inbox;
  int number;
  int handled;
  long weight;
} Worker;

static Worker workers[kWorkers];
static Queue finished;
static pthread_mutex_t totals_mutex = PTHREAD_MUTEX_INITIALIZER;
static long total_by_zone[5];
static int running_workers = kWorkers;

static void queue_init(Queue* queue) {
  pthread_mutex_init(&queue->mutex, NULL);
  pthread_cond_init(&queue->not_empty, NULL);
  pthread_cond_init(&queue->not_full, NULL);
  queue->first = queue->count = 0;
  queue->open = 1;
}

static void queue_destroy(Queue* queue) {
  pthread_mutex_destroy(&queue->mutex);
  pthread_cond_destroy(&queue->not_empty);
  pthread_cond_destroy(&queue->not_full);
}

static void queue_put(Queue* queue, Parcel parcel) {
  pthread_mutex_lock(&queue->mutex);
  while (queue->count == kCapacity) pthread_cond_wait(&queue->not_full, &queue->mutex);
  queue->items[(queue->first + queue->count) % kCapacity] = parcel;
  ++queue->count;
  pthread_cond_signal(&queue->not_empty);
  pthread_mutex_unlock(&queue->mutex);
}

static void queue_close(Queue* queue) {
  pthread_mutex_lock(&queue->mutex);
  queue->open = 0;
  pthread_cond_broadcast(&queue->not_empty);
  pthread_mutex_unlock(&queue->mutex);
}

// Returns 0 when the queue is empty and closed.
static int queue_take(Queue* queue, Parcel* parcel) {
  pthread_mutex_lock(&queue->mutex);
  while (queue->count == 0 && queue->open) pthread_cond_wait(&queue->not_empty, &queue->mutex);
  const int taken = queue->count > 0;
  if (taken) {
    *parcel = queue->items[queue->first];
    queue->first = (queue->first + 1) % kCapacity;
    --queue->count;
    pthread_cond_signal(&queue->not_full);
  }
  pthread_mutex_unlock(&queue->mutex);
  return taken;
}

static int zone_of(int number) {
  return (number * number + number / 3) % 5;
}

static Parcel make_parcel(int number) {
  Parcel parcel = {number, 150 + number * 377 % 4000, zone_of(number), 0};
  return parcel;
}

// A basic price for the zone, then one for each begun step of the weight, steps growing with the weight.
static long price_of(const Parcel* parcel) {
  static const int basic[] = {290, 410, 550, 780, 990};
  long price = basic[parcel->zone];
  for (int limit = 500, step = 500; limit < parcel->grams; limit += step, step += 250) {
    price += 60 + 15 * parcel->zone;
  }
  return price;
}

static void add_total(int zone, long price) {
  pthread_mutex_lock(&totals_mutex);
  total_by_zone[zone] += price;
  pthread_mutex_unlock(&totals_mutex);
}

static void worker_done(void) {
  pthread_mutex_lock(&totals_mutex);
  const int last = --running_workers == 0;
  pthread_mutex_unlock(&totals_mutex);
  if (last) queue_close(&finished);
}

static void* work(void* argument) {
  Worker* worker = argument;
  Parcel parcel;
  while (queue_take(&worker->inbox, &parcel)) {
    parcel.price = price_of(&parcel);
    if (parcel.number % 10 == 9) parcel.price -= parcel.price / 10;
    add_total(parcel.zone, parcel.price);
    worker->weight += parcel.grams;
    ++worker->handled;
    queue_put(&finished, parcel);
  }
  worker_done();
  return NULL;
}

// Heavy parcels go to the last worker, the others to the first ones in turn.
static int worker_for(const Parcel* parcel) {
  if (parcel->grams > 3000) return kWorkers - 1;
  return parcel->number % (kWorkers - 1);
}

static void* dispatch(void* argument) {
  const int* count = argument;
  for (int number = 0; number < *count; ++number) {
    const Parcel parcel = make_parcel(number);
    queue_put(&workers[worker_for(&parcel)].inbox, parcel);
  }
  for (int i = kWorkers - 1; i >= 0; --i) queue_close(&workers[i].inbox);
  return NULL;
}

// Parcels arrive in any order; each gets the place of its number.
static int collect(Parcel* bills) {
  Parcel parcel;
  int count = 0;
  while (queue_take(&finished, &parcel)) {
    bills[parcel.number] = parcel;
    ++count;
  }
  return count;
}

int main(void) {
  pthread_t dispatcher, threads[kWorkers];
  Parcel bills[kParcels];
  int count = kParcels;
  for (int i = 0; i < kParcels; ++i) bills[i].number = kEnd;
  queue_init(&finished);
  for (int i = 0; i < kWorkers; ++i) {
    queue_init(&workers[i].inbox);
    workers[i].number = i + 1;
    if (pthread_create(&threads[i], NULL, work, &workers[i]) != 0) return EXIT_FAILURE;
  }
  if (pthread_create(&dispatcher, NULL, dispatch, &count) != 0) return EXIT_FAILURE;
  const int collected = collect(bills);
  pthread_join(dispatcher, NULL);
  for (int i = 0; i < kWorkers; ++i) pthread_join(threads[i], NULL);

  for (int i = 0; i < kParcels && bills[i].number != kEnd; ++i) {
    printf("parcel %2d: %4d g to zone %d, %ld\n", bills[i].number, bills[i].grams, bills[i].zone,
           bills[i].price);
  }
  for (int i = 0; i < kWorkers; ++i) {
    printf("worker %d: %d parcels, %ld g\n", workers[i].number, workers[i].handled, workers[i].weight);
    queue_destroy(&workers[i].inbox);
  }
  queue_destroy(&finished);
  for (int zone = 0; zone < 5; ++zone) printf("zone %d: %ld\n", zone, total_by_zone[zone]);
  printf("%d collected\n", collected);
  return 0;
}
