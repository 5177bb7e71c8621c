# The fewest letters to insert, delete or replace that turn one list into another.
least(a,b,c) = min(a, min(b,c))
cost(a,b) = if a = b then 0 else 1
distance(x,y) = if null(x) then length(y) elsif null(y) then length(x) else least(distance(cdr(x),y) + 1, distance(x,cdr(y)) + 1, distance(cdr(x),cdr(y)) + cost(car(x),car(y)))
#! run distance({short}, {other})
#! bug recursive distance: distance(x,y) = if null(x) then length(y) elsif null(y) then length(x) else least(distance(cdr(x),y) + 1, distance(x,cdr(y)), distance(cdr(x),cdr(y)) + cost(car(x),car(y)))
#! bug termination distance: distance(x,y) = if null(x) then length(y) elsif null(y) then 0 else least(distance(cdr(x),y) + 1, distance(x,cdr(y)) + 1, distance(cdr(x),cdr(y)) + cost(car(x),car(y)))
#! bug recursive least: least(a,b,c) = min(a,c)
#! bug termination cost: cost(a,b) = if a = b then 1 else 0
#! bug caller distance: distance(x,y) = if null(x) then length(y) elsif null(y) then length(x) else least(distance(cdr(x),y) + 1, distance(x,cdr(y)) + 1, distance(cdr(x),cdr(y)) + cost(car(x),car(x)))
