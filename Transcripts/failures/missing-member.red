%transcript 1
%machine login@fixed
%case a login
| login idle
> set name "aaaaaa"
| name "" -> "aaaaaa"
> set password $right
| password <secret> changed
| loginEnabled false -> true
> tap login
| login idle -> validating -> executing
| request authenticate {name: "aaaaaa"}
