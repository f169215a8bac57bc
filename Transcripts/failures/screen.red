%transcript 1
%machine login@fixed
%case a login
| login idle
> set name "aaaaaa"
| name "" -> "aaaaaa"
> set password $right
| password <secret> changed
| loginEnabled false -> true
> screen
| login
| == 登录 ==
| name      用户名 [bbbbbb]
| password  密码   [<secret>]
| login     ( 登录 ) disabled
