// features: loop-heads args
// Computes with integers of any length: the argument's factorial, its root, powers, and digits of e.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Not negative; limbs of four decimal digits, the lowest first, without zeros at the top.
class Big {
 public:
  Big(unsigned value = 0) {
    for (; value > 0; value /= kBase) limbs_.push_back(value % kBase);
  }

  static Big parse(const std::string& digits) {
    Big result;
    for (std::size_t end = digits.size(); end > 0; end -= std::min<std::size_t>(end, kDigits)) {
      const std::size_t start = end > kDigits ? end - kDigits : 0;
      unsigned limb = 0;
      for (std::size_t i = start; i < end; ++i) {
        if (digits[i] < '0' || digits[i] > '9') throw std::invalid_argument("not a digit: " + digits);
        limb = limb * 10 + static_cast<unsigned>(digits[i] - '0');
      }
      result.limbs_.push_back(limb);
    }
    result.trim();
    return result;
  }

  bool is_zero() const { return limbs_.empty(); }
  std::size_t limbs() const { return limbs_.size(); }

  std::string text() const {
    if (is_zero()) return "0";
    std::string result = std::to_string(limbs_.back());
    for (std::size_t i = limbs_.size() - 1; i-- > 0;) {
      const std::string part = std::to_string(limbs_[i]);
      result.append(kDigits - part.size(), '0');
      result += part;
    }
    return result;
  }

  Big& operator+=(const Big& other) {
    if (limbs_.size() < other.limbs_.size()) limbs_.resize(other.limbs_.size());
    unsigned carry = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
      if (i >= other.limbs_.size() && carry == 0) break;
      const unsigned sum = limbs_[i] + carry + (i < other.limbs_.size() ? other.limbs_[i] : 0);
      limbs_[i] = sum % kBase;
      carry = sum / kBase;
    }
    if (carry > 0) limbs_.push_back(carry);
    return *this;
  }

  Big& operator-=(const Big& other) {
    if (*this < other) throw std::underflow_error("negative difference");
    unsigned borrow = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
      const unsigned less = borrow + (i < other.limbs_.size() ? other.limbs_[i] : 0);
      borrow = limbs_[i] < less ? 1 : 0;
      limbs_[i] = limbs_[i] + borrow * kBase - less;
    }
    trim();
    return *this;
  }

  friend Big operator*(const Big& a, const Big& b) {
    Big result;
    result.limbs_.resize(a.limbs_.size() + b.limbs_.size());
    for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
      unsigned carry = 0;
      for (std::size_t j = 0; j < b.limbs_.size() || carry > 0; ++j) {
        const unsigned factor = j < b.limbs_.size() ? b.limbs_[j] : 0;
        const unsigned sum = result.limbs_[i + j] + a.limbs_[i] * factor + carry;
        result.limbs_[i + j] = sum % kBase;
        carry = sum / kBase;
      }
    }
    result.trim();
    return result;
  }

  // Divides in place and returns the rest.
  unsigned divide(unsigned divisor) {
    if (divisor == 0) throw std::domain_error("division by zero");
    unsigned rest = 0;
    for (auto limb = limbs_.rbegin(); limb != limbs_.rend(); ++limb) {
      const unsigned value = rest * kBase + *limb;
      *limb = value / divisor;
      rest = value % divisor;
    }
    trim();
    return rest;
  }

  friend bool operator<(const Big& a, const Big& b) {
    if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() < b.limbs_.size();
    return std::lexicographical_compare(a.limbs_.rbegin(), a.limbs_.rend(), b.limbs_.rbegin(),
                                        b.limbs_.rend());
  }
  friend bool operator==(const Big& a, const Big& b) { return a.limbs_ == b.limbs_; }

 private:
  static constexpr unsigned kBase = 10000;
  static constexpr std::size_t kDigits = 4;

  void trim() {
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
  }

  std::vector<std::uint32_t> limbs_;
};

static Big power(Big base, unsigned exponent) {
  Big result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1u) != 0) result = result * base;
    if (exponent > 1) base = base * base;
  }
  return result;
}

static Big factorial(unsigned n) {
  Big result = 1;
  for (unsigned i = n; i > 1; --i) result = result * i;
  return result;
}

static Big fibonacci(unsigned n) {
  Big a = 0, b = 1;
  while (n-- > 0) {
    a += b;
    std::swap(a, b);
  }
  return a;
}

// The whole part of the square root, digit by digit from the top.
static Big square_root(const Big& number) {
  Big root;
  const std::size_t digits = (number.text().size() + 1) / 2;
  for (std::size_t place = digits; place-- > 0;) {
    const Big step = Big::parse("1" + std::string(place, '0'));
    for (int digit = 1; digit <= 9; ++digit) {
      Big next = root;
      next += step;
      if (number < next * next) break;
      root = next;
    }
  }
  return root;
}

// e as the sum of reciprocal factorials, with guard digits that are cut off.
static std::string digits_of_e(unsigned digits) {
  constexpr unsigned kGuard = 4;
  Big term = Big::parse("1" + std::string(digits + kGuard, '0'));
  Big sum = term;
  for (unsigned i = 1; !term.is_zero(); ++i) {
    sum += term;
    term.divide(i + 1);
  }
  std::string text = sum.text();
  text.resize(text.size() - kGuard);
  return text.insert(1, ".");
}

static int trailing_zeros(const Big& number) {
  int zeros = 0;
  for (Big rest = number; rest.divide(10) == 0 && !rest.is_zero();) ++zeros;
  return zeros;
}

static unsigned digit_sum(const Big& number) {
  unsigned sum = 0;
  for (const char digit : number.text()) sum += static_cast<unsigned>(digit - '0');
  return sum;
}

int main(int argc, char** argv) {
  const int argument = argc > 1 ? std::atoi(argv[1]) : 20;
  if (argument < 1 || argument > 60) {
    std::fprintf(stderr, "a number from 1 to 60 is expected\n");
    return EXIT_FAILURE;
  }
  const auto n = static_cast<unsigned>(argument);
  const Big product = factorial(n);
  std::printf("%u! = %s, %d zeros, digit sum %u\n", n, product.text().c_str(), trailing_zeros(product),
              digit_sum(product));
  for (unsigned i = 2; i < n; i += 3 + i / 2) std::printf("%u^%u = %s\n", i, n, power(i, n).text().c_str());
  for (unsigned i = n; i <= 4 * n; i += n) std::printf("F(%u) = %s\n", i, fibonacci(i).text().c_str());
  const Big root = square_root(product);
  Big rest = product;
  rest -= root * root;
  std::printf("root %s, rest %s\n", root.text().c_str(), rest.text().c_str());
  std::printf("e = %s\n", digits_of_e(n).c_str());
  Big quotient = product;
  for (unsigned divisor = 7; divisor < 9000; divisor = divisor * divisor - 1) {
    const unsigned remainder = quotient.divide(divisor);
    std::printf("/ %u = %s, rest %u\n", divisor, quotient.text().c_str(), remainder);
  }
  std::printf("%zu limbs, %s\n", product.limbs(),
              Big::parse(product.text()) == product ? "same" : "different");
  for (const char* text : {"12x4", "00012345678"}) {
    try {
      Big difference = Big::parse(text);
      difference -= Big::parse("99990000");
      std::printf("%s\n", difference.text().c_str());
    } catch (const std::exception& error) {
      std::printf("%s\n", error.what());
    }
  }
  return 0;
}
