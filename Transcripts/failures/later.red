%transcript 1
%machine login@fixed
%case a login
| login idle
> set name "aaaaaa"
| name "" -> "aaaaaa"
> set password $right
| password <secret> changed
| loginEnabled false -> true
> service authenticate 1200ms
> tap login
| login idle -> validating -> executing
| request authenticate {name: "aaaaaa", password: <secret>}
> advance
| +1000ms reply authenticate ok $session
| +1000ms login executing -> succeeded
| +1000ms success {session: "s-1"}
| +1000ms push home
