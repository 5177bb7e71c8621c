# Greatest common divisors and least common multiples of lists.
gcd(a,b) = if b = 0 then a else gcd(b, a mod b)
lcm(a,b) = a / gcd(a,b) * b
gcd_all(x) = if null(cdr(x)) then car(x) else gcd(car(x), gcd_all(cdr(x)))
lcm_all(x) = if null(cdr(x)) then car(x) else lcm(car(x), lcm_all(cdr(x)))
both(x) = list(gcd_all(x), lcm_all(x))
#! run both({list})
#! admissible gcd(a,b): a >= 0 and b >= 0 and a + b > 0
#! admissible lcm(a,b): a >= 1 and b >= 1
#! admissible gcd_all(x): not null(x)
#! admissible lcm_all(x): not null(x)
#! bug recursive gcd: gcd(a,b) = if b = 0 then a else gcd(b, a / b)
#! bug termination gcd: gcd(a,b) = if b = 0 then 1 else gcd(b, a mod b)
#! bug recursive lcm: lcm(a,b) = a / gcd(a,b) + b
#! bug termination lcm_all: lcm_all(x) = if null(cdr(x)) then 1 else lcm(car(x), lcm_all(cdr(x)))
#! bug caller lcm_all: lcm_all(x) = if null(cdr(x)) then car(x) else lcm(0, lcm_all(cdr(x)))
