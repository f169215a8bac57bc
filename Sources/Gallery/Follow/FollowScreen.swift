import ViewModels

/// The screen that both variants of the follow list share.
enum FollowScreen {
  static func screen<V: ViewModel>(
    of _: V.Type, _ users: Field<V.Model, [Ref<FollowRow>]>, _ executing: Field<V.Model, Bool>, _ follow: Input<String>,
    _ cancel: Input<Void>, @ScreenParts _ alerts: () -> [ScreenPart]
  ) -> Screen {
    let alerts = alerts()
    return Screen("关注列表") {
      V.Button(follow, "加载")
      V.Button(cancel, "取消")
      V.List(users, "推荐关注") {
        V.Label(FollowRow.userID, "ID")
        V.Label(FollowRow.name, "昵称")
      }
      V.HUD("加载中...", while: executing, covers: false)
      alerts
    }
  }
}
