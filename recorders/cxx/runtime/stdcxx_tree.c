/* libstdc++'s red-black trees (std::map, std::set and their kin): the two functions that its library has compiled, written
 * anew so that every store is logged. `header` is the node in the container: its parent is the root, its left and right
 * the first and the last node. Cost: O(log n), as there. */
#include "recorders/cxx/runtime/wrap.h"

enum { RED = 0, BLACK = 1 };
struct node {
  uint32_t color;
  struct node *parent, *left, *right;
};

static void set(struct node** to, struct node* value) {
  *to = value;
  culprit_cxx_write8(to, (uint64_t)value, 0);
}
static void paint(struct node* node, uint32_t color) {
  node->color = color;
  culprit_cxx_write4(&node->color, color, 0);
}

/* `to` takes the place of `from` below from's parent. */
static void replace(struct node* from, struct node* to, struct node* header) {
  if (header->parent == from) {
    set(&header->parent, to);
  } else if (from->parent->left == from) {
    set(&from->parent->left, to);
  } else {
    set(&from->parent->right, to);
  }
}

/* The child on the other side rises over x. */
static void rotate(struct node* x, int to_left, struct node* header) {
  struct node* y = to_left ? x->right : x->left;
  struct node* between = to_left ? y->left : y->right;
  set(to_left ? &x->right : &x->left, between);
  if (between) set(&between->parent, x);
  set(&y->parent, x->parent);
  replace(x, y, header);
  set(to_left ? &y->left : &y->right, x);
  set(&x->parent, y);
}

static void rebalance_inserted(struct node* x, struct node* header) {
  while (x != header->parent && x->parent->color == RED) {
    struct node *parent = x->parent, *grand = parent->parent;
    int is_left = parent == grand->left;
    struct node* uncle = is_left ? grand->right : grand->left;
    if (uncle && uncle->color == RED) {
      paint(parent, BLACK);
      paint(uncle, BLACK);
      paint(grand, RED);
      x = grand;
      continue;
    }
    if (x == (is_left ? parent->right : parent->left)) {
      rotate(parent, is_left, header);
      parent = x;
    }
    paint(parent, BLACK);
    paint(grand, RED);
    rotate(grand, !is_left, header);
    break;
  }
  paint(header->parent, BLACK);
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
    } else if (parent == header->left) {
      set(&header->left, x);
    }
  } else {
    set(&parent->right, x);
    if (parent == header->right) set(&header->right, x);
  }
  rebalance_inserted(x, header);
}

/* x (perhaps none, below `parent`) lacks a black node on its paths. */
static void rebalance_erased(struct node* x, struct node* parent, struct node* header) {
  while (x != header->parent && (!x || x->color == BLACK)) {
    int is_left = x == parent->left;
    struct node* other = is_left ? parent->right : parent->left;
    if (other->color == RED) {
      paint(other, BLACK);
      paint(parent, RED);
      rotate(parent, is_left, header);
      other = is_left ? parent->right : parent->left;
    }
    struct node *near = is_left ? other->left : other->right, *far = is_left ? other->right : other->left;
    if ((!near || near->color == BLACK) && (!far || far->color == BLACK)) {
      paint(other, RED);
      x = parent;
      parent = parent->parent;
      continue;
    }
    if (!far || far->color == BLACK) {
      paint(near, BLACK);
      paint(other, RED);
      rotate(other, !is_left, header);
      other = is_left ? parent->right : parent->left;
      far = is_left ? other->right : other->left;
    }
    paint(other, parent->color);
    paint(parent, BLACK);
    if (far) paint(far, BLACK);
    rotate(parent, is_left, header);
    break;
  }
  if (x) paint(x, BLACK);
}

static struct node* leftmost(struct node* x) {
  while (x->left) x = x->left;
  return x;
}
static struct node* rightmost(struct node* x) {
  while (x->right) x = x->right;
  return x;
}

/* z has two children: the next node y, which has no left one, moves to its place. Gives where y's right child x then
 * hangs. */
static struct node* put_in_place(struct node* z, struct node* y, struct node* x, struct node* header) {
  struct node* hangs_from = y;
  set(&z->left->parent, y);
  set(&y->left, z->left);
  if (y != z->right) {
    hangs_from = y->parent;
    if (x) set(&x->parent, y->parent);
    set(&y->parent->left, x);
    set(&y->right, z->right);
    set(&z->right->parent, y);
  }
  replace(z, y, header);
  set(&y->parent, z->parent);
  uint32_t color = y->color;
  paint(y, z->color);
  paint(z, color);
  return hangs_from;
}

WRAP(struct node*, _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_,
     (struct node * z, struct node* header)) {
  struct node *x, *parent;
  if (z->left && z->right) {
    struct node* y = leftmost(z->right);
    x = y->right;
    parent = put_in_place(z, y, x, header);
  } else {
    x = z->left ? z->left : z->right;
    parent = z->parent;
    if (x) set(&x->parent, parent);
    replace(z, x, header);
    if (header->left == z) set(&header->left, z->right ? leftmost(x) : z->parent);
    if (header->right == z) set(&header->right, z->left ? rightmost(x) : z->parent);
  }
  if (z->color == BLACK) rebalance_erased(x, parent, header);
  return z;
}
