%transcript 1
%machine login@fixed
%case a login
| login idle
> set name "aaaaaa"
| name "" -> "bbbbbb"
> set password $right
| password <secret> changed
| loginEnabled false -> true
> tap login
| login idle -> executing
| request authenticate {name: "aaaaaa", password: <secret>}
> advance
| +1000ms reply authenticate ok $session
| +1000ms login executing -> succeeded
| +1000ms success {session: "s-2"}
| +1000ms push home
