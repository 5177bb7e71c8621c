# Merge sort of a list, with a bug in the termination part of mergesort.
split(x)={if null(x) then (nil,nil)
          elsif null(cdr(x)) then (x,nil)
          else {(u,v)=split(cddr(x));
                return(cons(car(x),u),cons(cadr(x),v))}},
merge(x,y)={if null(x) then y
            elsif null(y) then x
            elsif car(x)<car(y)
            then cons(car(x),merge(cdr(x),y))
            else cons(car(y),merge(x,cdr(y)))},
mergesort(x)={if null(cdr(x)) then nil
              else {(u,v)=split(x);
                    return(merge(mergesort(u),mergesort(v)))}}.
