%transcript 1
%machine follow@fixed
%case 取消之后没有结果
| followCommand idle
> tap follow $me
| followCommand idle -> executing
| user $user.nobody -> $me
| followCommand.executing false -> true
| request getFollowList "10086"
| hud "加载中..."
> advance 300ms
> tap cancel
| followCommand.executing true -> false
| cancelled getFollowList
| followCommand executing -> idle
| cancelled
| hud closed
> advance 700ms
| +700ms reply getFollowList ok $experts
