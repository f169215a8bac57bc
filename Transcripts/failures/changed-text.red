%transcript 1
%machine login@fixed
%case 密码错误
| login idle
> set name "aaaaaa"
| name "" -> "aaaaaa"
> set password $right
| password <secret> changed
| loginEnabled false -> true
> service authenticate fail "用户名或密码错误"
> tap login
| login idle -> validating -> executing
| request authenticate {name: "aaaaaa", password: <secret>}
> advance
| +1000ms reply authenticate fail "用户名或密码错误"
| +1000ms login executing -> failed
| +1000ms fail "用户名或密码错误"
| +1000ms alert "登录失败" "网络错误" ["确定"]
