%transcript 1
%machine login@fixed
%case a login
| login idle
> set name "aaaaaa"
| name "" -> "aaaaab"

%case another
| login idle
> set name "aaaaaa"
| name "" -> "aaaaab"

%case a third
| login idle
> set name "aaaaaa"
| name "" -> "aaaaaa"
