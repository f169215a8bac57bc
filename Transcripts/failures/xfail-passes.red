%transcript 1
%machine login@fixed
%case a login
%xfail #12
| login idle
> set name "aaaaaa"
| name "" -> "aaaaaa"
