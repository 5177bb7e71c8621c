# Fibonacci numbers, and sums of them.
fr(n) = if n <= 2 then 1 else fr(n-1) + fr(n-2)
sum_of(n) = if n = 0 then 0 else fr(n) + sum_of(n-1)
#! run sum_of({small})
#! admissible fr(n): n >= 1
#! admissible sum_of(n): n >= 0
#! bug recursive fr: fr(n) = if n <= 2 then 1 else fr(n-1) + fr(n-3)
#! bug termination fr: fr(n) = if n <= 2 then n else fr(n-1) + fr(n-2)
#! bug termination sum_of: sum_of(n) = if n = 0 then 1 else fr(n) + sum_of(n-1)
#! bug caller sum_of: sum_of(n) = if n = 0 then 0 else fr(n-1) + sum_of(n-1)
