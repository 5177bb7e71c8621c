# Merge sort of a list.
split(x) = {if null(x) then (nil,nil)
            elsif null(cdr(x)) then (x,nil)
            else {(u,v)=split(cddr(x)); return(cons(car(x),u),cons(cadr(x),v))}}
merge(x,y) = {if null(x) then y
              elsif null(y) then x
              elsif car(x)<car(y) then cons(car(x),merge(cdr(x),y))
              else cons(car(y),merge(x,cdr(y)))}
mergesort(x) = {if null(cdr(x)) then x else {(u,v)=split(x); return(merge(mergesort(u),mergesort(v)))}}
#! run mergesort({list})
#! help sorted(x) = null(x) or null(cdr(x)) or (car(x) <= cadr(x) and sorted(cdr(x)))
#! admissible merge(x,y): sorted(x) and sorted(y)
#! admissible mergesort(x): not null(x)
#! bug recursive merge: merge(x,y) = {if null(x) then y elsif null(y) then x elsif car(x)<car(y) then cons(car(x),merge(cdr(x),y)) else cons(car(y),merge(cdr(x),cdr(y)))}
#! bug termination merge: merge(x,y) = {if null(x) then y elsif null(y) then nil elsif car(x)<car(y) then cons(car(x),merge(cdr(x),y)) else cons(car(y),merge(x,cdr(y)))}
#! bug recursive split: split(x) = {if null(x) then (nil,nil) elsif null(cdr(x)) then (x,nil) else {(u,v)=split(cddr(x)); return(cons(car(x),u),cons(car(x),v))}}
#! bug termination mergesort: mergesort(x) = {if null(cdr(x)) then nil else {(u,v)=split(x); return(merge(mergesort(u),mergesort(v)))}}
#! bug caller mergesort: mergesort(x) = {if null(cdr(x)) then x else {(u,v)=split(x); return(merge(mergesort(u),v))}}
