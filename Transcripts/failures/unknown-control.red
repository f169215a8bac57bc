%transcript 1
%machine login@fixed
%case a login
| login idle
> tap logon
| login idle
