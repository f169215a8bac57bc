%transcript 1
%machine login@fixed
%case a login
| login idle
> set name "aaaaaa"
| name "" -> "aaaaaa"
> set password $right
| password <secret> changed
> tap login
| loginEnabled false -> true
| login idle -> validating -> executing
| request authenticate {name: "aaaaaa", password: <secret>}
