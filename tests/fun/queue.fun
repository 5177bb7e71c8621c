# A queue of two lists: what comes out next is first in the front list; the front is empty only if the queue is.
turn(x,y) = if null(x) then y else turn(cdr(x), cons(car(x),y))
settle(f,b) = if null(f) then (turn(b,nil), nil) else (f,b)
push(e,q) = {(f,b) = q; return settle(f, cons(e,b))}
first(q) = {(f,b) = q; return car(f)}
pop(q) = {(f,b) = q; return settle(cdr(f), b)}
is_empty(q) = {(f,b) = q; return null(f)}
fill(x,q) = if null(x) then q else fill(cdr(x), push(car(x),q))
drain(q) = if is_empty(q) then nil else cons(first(q), drain(pop(q)))
through(x) = drain(fill(x, (nil,nil)))
#! run through({list})
#! help valid(q) = {(f,b) = q; return not null(f) or null(b)}
#! admissible push(e,q): valid(q)
#! admissible first(q): valid(q) and not is_empty(q)
#! admissible pop(q): valid(q) and not is_empty(q)
#! admissible is_empty(q): valid(q)
#! admissible fill(x,q): valid(q)
#! admissible drain(q): valid(q)
#! bug recursive turn: turn(x,y) = if null(x) then y else turn(cdr(x), append(y, list(car(x))))
#! bug termination turn: turn(x,y) = if null(x) then nil else turn(cdr(x), cons(car(x),y))
#! bug recursive drain: drain(q) = if is_empty(q) then nil else cons(first(q), cdr(drain(pop(q))))
#! bug caller push: push(e,q) = {(f,b) = q; return settle(f, append(b, list(e)))}
#! bug termination fill: fill(x,q) = if null(x) then (nil,nil) else fill(cdr(x), push(car(x),q))
#! bug caller pop: pop(q) = {(f,b) = q; return (cdr(f), b)}
