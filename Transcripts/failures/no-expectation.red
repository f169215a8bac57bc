%transcript 1
%machine login@fixed
%case a login
> set name "aaaaaa"
