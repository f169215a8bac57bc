%transcript 1
%machine login@fixed
%case a login
| login idle
> set password $right
| password <secret as word> changed
| loginEnabled <=word> -> true
