%transcript 1
%machine login@fixed 0123456789ab
%case a login
| login idle -> idle
> set name "aaaaaa"
| name "" -> "aaaaaa"
