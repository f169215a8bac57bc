%transcript 1
%machine login@fixed
%case a login
| login failed
> set name "aaaaaa"
| name "" -> "aaaaaa"
