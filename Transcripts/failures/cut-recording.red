%transcript 1 recorded
%machine login@fixed
%case a login
| login idle
> set name "aaaaaa"
| name "" -> "aaaaaa"
