/* libstdc++'s list nodes, and the hash tables' policy: what its library has compiled, written anew or called, so that
 * loads and stores are logged. */
#include "recorders/cxx/runtime/wrap.h"

struct link {
  struct link *next, *previous;
};
static void set(struct link** to, struct link* value) {
  *to = value;
  culprit_cxx_write8(to, (uint64_t)value, culprit_told_line());
}

static struct link* get(struct link* const* from) {
  culprit_was_read(from, 8);
  return *from;
}
#define GET(node, link) get(&(node)->link)

WRAP(void, _ZNSt8__detail15_List_node_base7_M_hookEPS0_, (struct link * self, struct link* position)) {
  set(&self->next, position);
  set(&self->previous, GET(position, previous));
  set(&GET(position, previous)->next, self);
  set(&position->previous, self);
}
WRAP(void, _ZNSt8__detail15_List_node_base9_M_unhookEv, (struct link * self)) {
  struct link *next = GET(self, next), *previous = GET(self, previous);
  set(&previous->next, next);
  set(&next->previous, previous);
}
/* The nodes from `first` up to, without, `last` move before `self`. */
WRAP(void, _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_,
     (struct link * self, struct link* first, struct link* last)) {
  if (self == last) return;
  set(&GET(last, previous)->next, self);
  set(&GET(first, previous)->next, last);
  set(&GET(self, previous)->next, first);
  struct link* before = GET(self, previous);
  set(&self->previous, GET(last, previous));
  set(&last->previous, GET(first, previous));
  set(&first->previous, before);
}
WRAP(void, _ZNSt8__detail15_List_node_base10_M_reverseEv, (struct link * self)) {
  struct link* at = self;
  do {
    struct link* next = GET(at, next);
    set(&at->next, GET(at, previous));
    set(&at->previous, next);
    at = next;
  } while (at != self);
}
/* The ring of one head goes to the other; a head without nodes points to itself. */
static void take_over(struct link* head, struct link from, const struct link* from_head) {
  int is_empty = from.next == from_head;
  set(&head->next, is_empty ? head : from.next);
  set(&head->previous, is_empty ? head : from.previous);
  if (is_empty) return;
  set(&GET(head, next)->previous, head);
  set(&GET(head, previous)->next, head);
}
WRAP(void, _ZNSt8__detail15_List_node_base4swapERS0_S1_, (struct link * a, struct link* b)) {
  struct link was_a = {GET(a, next), GET(a, previous)}, was_b = {GET(b, next), GET(b, previous)};
  take_over(a, was_b, b);
  take_over(b, was_a, a);
}

/* std::__detail::_Prime_rehash_policy: a load factor, and the size at which it grows. */
struct policy {
  float load;
  size_t next_resize;
};
struct decision {
  _Bool is_needed;
  size_t buckets;
};
extern struct decision _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(struct policy*, size_t,
                                                                                 size_t, size_t) IN_LIBSTDCXX;
extern size_t _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(struct policy*, size_t) IN_LIBSTDCXX;
WRAP(struct decision, _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm,
     (struct policy * self, size_t buckets, size_t elements, size_t more)) {
  size_t before = self->next_resize;
  culprit_cxx_readn(self, sizeof *self);
  struct decision result =
      _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(self, buckets, elements, more);
  if (self->next_resize != before) culprit_wrote8(&self->next_resize);
  return result;
}
WRAP(size_t, _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm, (struct policy * self, size_t least)) {
  culprit_was_read(&self->load, 4);
  size_t result = _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(self, least);
  culprit_wrote8(&self->next_resize);
  return result;
}
