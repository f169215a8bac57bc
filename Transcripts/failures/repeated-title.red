%transcript 1
%machine login@fixed
%case a login
| login idle

%case a login
| login idle
