// TREE: main() = 0
// TREE:   Animal::Animal(*)
// TREE:   Dog::Dog(*)
// TREE:     Animal::Animal(*)
// TREE:   speak(*) = 1
// TREE:     Animal::legs(*) = 1
// TREE:   speak(*) = 5
// TREE:     Dog::legs(*) = 5
// TREE:       Animal::legs(*) = 1
// TREE:   Dog::~Dog(*)
// TREE:     Animal::~Animal(*)
// TREE:   Animal::~Animal(*)
struct Animal {
  Animal() { count = 1; }
  virtual ~Animal() { count = 0; }
  virtual int legs() { return count; }
  int count;
};
struct Dog : Animal {
  Dog() { more = 4; }
  ~Dog() override { more = 0; }
  int legs() override { return Animal::legs() + more; }
  int more;
};
static int speak(Animal& animal) {
  return animal.legs();
}

int main() {
  Animal animal;
  Dog dog;
  speak(animal);
  speak(dog);
}
