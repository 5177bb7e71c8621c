# The towers of Hanoi: the moves (from to) of n discs, and what they leave on the pegs.
hanoi(n,a,b,c) = if n = 0 then nil else append(hanoi(n-1,a,c,b), cons(list(a,b), hanoi(n-1,c,b,a)))
discs(n) = if n = 0 then nil else append(discs(n-1), list(n))
take(p,k) = if k = 1 then cons(cdr(car(p)), cdr(p)) else cons(car(p), take(cdr(p), k-1))
top(p,k) = if k = 1 then car(car(p)) else top(cdr(p), k-1)
give(p,k,d) = if k = 1 then cons(cons(d, car(p)), cdr(p)) else cons(car(p), give(cdr(p), k-1, d))
move(p,m) = give(take(p, car(m)), cadr(m), top(p, car(m)))
play(p,l) = if null(l) then p else play(move(p, car(l)), cdr(l))
towers(n) = play(list(discs(n), nil, nil), hanoi(n, 1, 2, 3))
#! run towers({tower})
#! help count(p,k) = if k = 1 then length(car(p)) else count(cdr(p), k-1)
#! admissible top(p,k): k >= 1 and k <= length(p) and count(p,k) > 0
#! admissible take(p,k): k >= 1 and k <= length(p) and count(p,k) > 0
#! admissible give(p,k,d): k >= 1 and k <= length(p)
#! admissible hanoi(n,a,b,c): n >= 0
#! bug recursive hanoi: hanoi(n,a,b,c) = if n = 0 then nil else append(hanoi(n-1,a,c,b), cons(list(a,b), hanoi(n-1,a,b,c)))
#! bug termination hanoi: hanoi(n,a,b,c) = if n = 0 then nil elsif n = 1 then list(list(a,c)) else append(hanoi(n-1,a,c,b), cons(list(a,b), hanoi(n-1,c,b,a)))
#! bug termination give: give(p,k,d) = if k = 1 then cons(append(car(p), list(d)), cdr(p)) else cons(car(p), give(cdr(p), k-1, d))
#! bug caller towers: towers(n) = play(list(discs(n), nil, nil), hanoi(n, 2, 1, 3))
#! bug recursive play: play(p,l) = if null(l) then p elsif null(cdr(l)) then p else play(move(p, car(l)), cdr(l))
