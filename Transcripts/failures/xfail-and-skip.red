%transcript 1
%machine login@fixed
%case the server is down
%skip no server
| login idle

%case a login
%xfail #12
| login failed

%case another
| login failed
