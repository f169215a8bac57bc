%transcript 1
%machine login@fixed
%mute password
%case a login
| login idle
> set name "aaaaaa"
| name "" -> "aaaaaa"
> set password $right
| loginEnabled false -> false
