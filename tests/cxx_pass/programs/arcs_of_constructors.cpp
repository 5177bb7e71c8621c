// FLAGS: -Xclang -mno-constructor-aliases
// A complete constructor that only calls the base one is no node: arcs name the base one.
int f(int), g(int);
struct Object {
  int n;
  Object(int m);
};
Object::Object(int m) : n(m) {}
void constructs() {
  Object object(f(2));
  g(object.n);
}
// ARC: Object calls Object
// ARC: constructs calls f
// ARC: constructs calls g
// ARC: constructs calls Object
// ARC: f -> Object 1 in constructs
// ARC: Object -> g 0 in constructs
