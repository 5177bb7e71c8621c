# Fibonacci numbers, with a bug in the recursive part: the product should be a sum.
fr(n) = {if n <= 2 then 1 else fr(n-1) * fr(n-2)}.
