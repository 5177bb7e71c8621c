# Evaluates expressions: ("num" 3), ("neg" e), ("add" e f), ("mul" e f); pairs numbers up into one.
power(b,n) = if n = 0 then 1 else b * power(b,n-1)
eval(e) = if car(e) = "num" then cadr(e) elsif car(e) = "neg" then -eval(cadr(e)) elsif car(e) = "add" then eval(cadr(e)) + eval(caddr(e)) elsif car(e) = "mul" then eval(cadr(e)) * eval(caddr(e)) else power(eval(cadr(e)), eval(caddr(e)))
leaf(n) = list("num", n)
poly(x,b) = if null(x) then leaf(0) else list("add", list("mul", leaf(car(x)), list("pow", leaf(b), leaf(length(x)-1))), poly(cdr(x),b))
value(x,b) = eval(poly(x,b))
#! run value({list}, 2)
#! admissible power(b,n): n >= 0
#! bug recursive power: power(b,n) = if n = 0 then 1 else b + power(b,n-1)
#! bug termination power: power(b,n) = if n = 0 then 0 else b * power(b,n-1)
#! bug recursive eval: eval(e) = if car(e) = "num" then cadr(e) elsif car(e) = "neg" then -eval(cadr(e)) elsif car(e) = "add" then eval(cadr(e)) - eval(caddr(e)) elsif car(e) = "mul" then eval(cadr(e)) * eval(caddr(e)) else power(eval(cadr(e)), eval(caddr(e)))
#! bug termination poly: poly(x,b) = if null(x) then leaf(1) else list("add", list("mul", leaf(car(x)), list("pow", leaf(b), leaf(length(x)-1))), poly(cdr(x),b))
#! bug caller eval: eval(e) = if car(e) = "num" then cadr(e) elsif car(e) = "neg" then -eval(cadr(e)) elsif car(e) = "add" then eval(cadr(e)) + eval(caddr(e)) elsif car(e) = "mul" then eval(cadr(e)) * eval(caddr(e)) else power(eval(cadr(e)), -eval(caddr(e)) + 100 - 101 + length(list(1)))
