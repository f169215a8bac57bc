%transcript 1
%machine login@fixed
%case a login
|/ login failed
|/ login error
> set name "aaaaaa"
| name "" -> "aaaaaa"
