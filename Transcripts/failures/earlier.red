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
| request authenticate {name: "aaaaaa", password: <secret>}
> advance
| +1500ms reply authenticate ok $session
| +1500ms login executing -> succeeded
| +1500ms success {session: "s-1"}
| +1500ms push home
