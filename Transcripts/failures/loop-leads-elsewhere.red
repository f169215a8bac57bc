%transcript 1
%machine login@fixed
%case what was typed is gone again
| login idle
%loop
| goes round
> set name "aaaaaa"
| name "" -> "aaaaaa"
> set name "a"
| name "aaaaaa" -> "a"
