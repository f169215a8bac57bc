%transcript 1
%machine login@fixed
%let long = "aaaaaaaa"
%case a login
| login idle
