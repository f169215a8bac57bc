%transcript 1
%machine login@fixed
%cas a login
| login idle
