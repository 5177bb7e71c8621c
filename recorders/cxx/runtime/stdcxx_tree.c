/* libstdc++'s red-black trees (std::map, std::set and their kin): the functions that its library has compiled, written
 * anew so that every load and store is logged. `header` is the node in the container: its parent is the root, its left and right
 * the first and the last node. Cost: O(log n), as there. */
#include "recorders/cxx/runtime/wrap.h"

enum { RED = 0, BLACK = 1 };
struct node {
  uint32_t color;
  struct node *parent, *left, *right;
};

static void set(struct node** to, struct node* value) {
  *to = value;
  culprit_cxx_write8(to, (uint64_t)value, culprit_told_line());
}
static struct node* get(struct node* const* from) {
  culprit_was_read(from, 8);
  return *from;
}
#define GET(node, link) get(&(node)->link)
static uint32_t color_of(const struct node* node) {
  culprit_was_read(&node->color, 4);
  return node->color;
}
static void paint(struct node* node, uint32_t color) {
  node->color = color;
  culprit_cxx_write4(&node->color, color, culprit_told_line());
}

/* `to` takes the place of `from` below from's parent. */
static void replace(struct node* from, struct node* to, struct node* header) {
  if (GET(header, parent) == from) {
    set(&header->parent, to);
  } else if (GET(GET(from, parent), left) == from) {
    set(&GET(from, parent)->left, to);
  } else {
    set(&GET(from, parent)->right, to);
  }
}

/* The child on the other side rises over x. */
static void rotate(struct node* x, int to_left, struct node* header) {
  struct node* y = to_left ? GET(x, right) : GET(x, left);
  struct node* between = to_left ? GET(y, left) : GET(y, right);
  set(to_left ? &x->right : &x->left, between);
  if (between) set(&between->parent, x);
  set(&y->parent, GET(x, parent));
  replace(x, y, header);
  set(to_left ? &y->left : &y->right, x);
  set(&x->parent, y);
}

static void rebalance_inserted(struct node* x, struct node* header) {
  while (x != GET(header, parent) && color_of(GET(x, parent)) == RED) {
    struct node *parent = GET(x, parent), *grand = GET(parent, parent);
    int is_left = parent == GET(grand, left);
    struct node* uncle = is_left ? GET(grand, right) : GET(grand, left);
    if (uncle && color_of(uncle) == RED) {
      paint(parent, BLACK);
      paint(uncle, BLACK);
      paint(grand, RED);
      x = grand;
      continue;
    }
    if (x == (is_left ? GET(parent, right) : GET(parent, left))) {
      rotate(parent, is_left, header);
      parent = x;
    }
    paint(parent, BLACK);
    paint(grand, RED);
    rotate(grand, !is_left, header);
    break;
  }
  paint(GET(header, parent), BLACK);
}

WRAP(void, _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_,
     (_Bool to_left, struct node* x, struct node* parent, struct node* header)) {
  set(&x->parent, parent);
  set(&x->left, NULL);
  set(&x->right, NULL);
  paint(x, RED);
  if (to_left) {
    set(&parent->left, x); /* the first one, if the tree was empty */
    if (parent == header) {
      set(&header->parent, x);
      set(&header->right, x);
    } else if (parent == GET(header, left)) {
      set(&header->left, x);
    }
  } else {
    set(&parent->right, x);
    if (parent == GET(header, right)) set(&header->right, x);
  }
  rebalance_inserted(x, header);
}

/* x (perhaps none, below `parent`) lacks a black node on its paths. */
static void rebalance_erased(struct node* x, struct node* parent, struct node* header) {
  while (x != GET(header, parent) && (!x || color_of(x) == BLACK)) {
    int is_left = x == GET(parent, left);
    struct node* other = is_left ? GET(parent, right) : GET(parent, left);
    if (color_of(other) == RED) {
      paint(other, BLACK);
      paint(parent, RED);
      rotate(parent, is_left, header);
      other = is_left ? GET(parent, right) : GET(parent, left);
    }
    struct node *near = is_left ? GET(other, left) : GET(other, right),
                *far = is_left ? GET(other, right) : GET(other, left);
    if ((!near || color_of(near) == BLACK) && (!far || color_of(far) == BLACK)) {
      paint(other, RED);
      x = parent;
      parent = GET(parent, parent);
      continue;
    }
    if (!far || color_of(far) == BLACK) {
      paint(near, BLACK);
      paint(other, RED);
      rotate(other, !is_left, header);
      other = is_left ? GET(parent, right) : GET(parent, left);
      far = is_left ? GET(other, right) : GET(other, left);
    }
    paint(other, color_of(parent));
    paint(parent, BLACK);
    if (far) paint(far, BLACK);
    rotate(parent, is_left, header);
    break;
  }
  if (x) paint(x, BLACK);
}

static struct node* leftmost(struct node* x) {
  while (GET(x, left)) x = GET(x, left);
  return x;
}
static struct node* rightmost(struct node* x) {
  while (GET(x, right)) x = GET(x, right);
  return x;
}

/* z has two children: the next node y, which has no left one, moves to its place. Gives where y's right child x then
 * hangs. */
static struct node* put_in_place(struct node* z, struct node* y, struct node* x, struct node* header) {
  struct node* hangs_from = y;
  set(&GET(z, left)->parent, y);
  set(&y->left, GET(z, left));
  if (y != GET(z, right)) {
    hangs_from = GET(y, parent);
    if (x) set(&x->parent, GET(y, parent));
    set(&GET(y, parent)->left, x);
    set(&y->right, GET(z, right));
    set(&GET(z, right)->parent, y);
  }
  replace(z, y, header);
  set(&y->parent, GET(z, parent));
  uint32_t color = color_of(y);
  paint(y, color_of(z));
  paint(z, color);
  return hangs_from;
}

WRAP(struct node*, _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_,
     (struct node * z, struct node* header)) {
  struct node *x, *parent;
  if (GET(z, left) && GET(z, right)) {
    struct node* y = leftmost(GET(z, right));
    x = GET(y, right);
    parent = put_in_place(z, y, x, header);
  } else {
    x = GET(z, left) ? GET(z, left) : GET(z, right);
    parent = GET(z, parent);
    if (x) set(&x->parent, parent);
    replace(z, x, header);
    if (GET(header, left) == z) set(&header->left, GET(z, right) ? leftmost(x) : GET(z, parent));
    if (GET(header, right) == z) set(&header->right, GET(z, left) ? rightmost(x) : GET(z, parent));
  }
  if (color_of(z) == BLACK) rebalance_erased(x, parent, header);
  return z;
}

/* The nodes before and behind one, in order; the header stands behind the last. */
static struct node* next_of(struct node* x) {
  struct node* right = GET(x, right);
  if (right) return leftmost(right);
  struct node* y = GET(x, parent);
  while (x == GET(y, right)) {
    x = y;
    y = GET(y, parent);
  }
  return GET(x, right) != y ? y : x;
}
static struct node* previous_of(struct node* x) {
  if (color_of(x) == RED && GET(GET(x, parent), parent) == x) return GET(x, right); /* the header */
  struct node* left = GET(x, left);
  if (left) return rightmost(left);
  struct node* y = GET(x, parent);
  while (x == GET(y, left)) {
    x = y;
    y = GET(y, parent);
  }
  return y;
}
WRAP(struct node*, _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base, (struct node * x)) {
  return next_of(x);
}
WRAP(struct node*, _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base, (struct node * x)) {
  return next_of(x);
}
WRAP(struct node*, _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base, (struct node * x)) {
  return previous_of(x);
}
WRAP(struct node*, _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base, (struct node * x)) {
  return previous_of(x);
}
