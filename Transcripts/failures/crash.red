%transcript 1
%machine user@original
%case 名字从未绑定
| user.name nil -> ""
| user.pwd <secret> changed
| log "loginBtnIsValid 0"
| login idle
> assign user.name nil
| user.name "" -> nil
| log "loginBtnIsValid 0"
> send login
| login idle -> executing -> succeeded
| log "点击登录按钮"
| success ["abcd", <secret>]
| push home
