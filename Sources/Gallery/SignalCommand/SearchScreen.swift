import ViewModels

/// The screen that both variants have, and what both are held to.
enum SearchScreen {
  static func screen<V: ViewModel>(
    of type: V.Type, _ query: Field<V.Model, String>, _ canSearch: Field<V.Model, Bool>,
    _ isBusy: Field<V.Model, Bool>, _ found: Field<V.Model, [String]>, _ search: Input<Void>,
    error: Subject<String>, rejected: Subject<String>, dismissed: Input<Void>
  ) -> Screen {
    Screen("搜索") {
      V.TextField(query, "关键字")
      V.Button(search, "搜索", enabled: canSearch)
      V.Label(found, "结果")
      V.HUD("搜索中...", while: isBusy, covers: false)
      V.Alert("搜索出错", on: error, ["确定"], dismissed)
      V.Tip(on: rejected)
    }
  }

  static func laws<V: ViewModel>(
    isBusy: Field<V.Model, Bool>, found: Field<V.Model, [String]>, error: Subject<String>, rejected: Subject<String>
  ) -> [Property<V>] {
    CommandLaws(
      ofSignalCommand: "searching", isConcurrent: true, isExecuting: { $0[isBusy] }, tellsError: .sent(error),
      showsValue: .set(found), tellsRefusal: .sent(rejected)
    ).properties
  }
}

extension Value {
  /// What an alert says of an error: the reason of a failure, or the error's text.
  var errorText: String { String(failureReason ?? self) ?? "" }
}
