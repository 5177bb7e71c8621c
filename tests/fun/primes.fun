# Prime numbers in a range.
divides(d,n) = n mod d = 0
has_divisor(n,d) = if d * d > n then false elsif divides(d,n) then true else has_divisor(n,d+1)
prime(n) = n >= 2 and not has_divisor(n,2)
primes(a,b) = if a > b then nil elsif prime(a) then cons(a, primes(a+1,b)) else primes(a+1,b)
#! run primes(2, {size})
#! admissible divides(d,n): d >= 1
#! admissible has_divisor(n,d): d >= 2 and n >= 2
#! bug recursive has_divisor: has_divisor(n,d) = if d * d > n then false elsif divides(d,n) then true else has_divisor(n,d+2)
#! bug termination has_divisor: has_divisor(n,d) = if d * d >= n then false elsif divides(d,n) then true else has_divisor(n,d+1)
#! bug caller prime: prime(n) = n >= 2 and not has_divisor(n,1)
#! bug recursive primes: primes(a,b) = if a > b then nil elsif prime(a) then cons(a, primes(a+2,b)) else primes(a+1,b)
#! bug termination divides: divides(d,n) = n mod d <= 1
