%transcript 1
%machine home@fixed
%case the timer never stops
|* home
> advance 1000000s
| +2000ms timer tick
