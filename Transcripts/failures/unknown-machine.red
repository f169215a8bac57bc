%transcript 1
%machine logn@fixed
%case a login
| login idle
