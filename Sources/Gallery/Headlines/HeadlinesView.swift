import ViewModels

/// The view: it shows what it is given and tells what was touched.
enum HeadlinesView: ViewModel {
  struct Model: Hashable, Sendable { var lines: [String] = [] }

  static let lines = Field("lines", \Model.lines)
  static let refreshTouched = Subject<Value>("refreshTouched")
  static let rowTouched = Subject<Int>("rowTouched")

  static let definition = Definition<HeadlinesView>(
    Model(), fields: [lines], subjects: [refreshTouched, rowTouched], isView: true
  ) {}
}

/// The view manager: it takes the view's events, and the data that the controller hands it, and binds the view to them.
enum HeadlinesViewManager: ViewModel {
  struct Model: Sendable {
    var view = Ref<HeadlinesView>(InstanceID(0))
    var data: [Headline] = []
  }

  static let view = Field("view", \Model.view)
  static let data = Field("data", \Model.data)
  static let refreshAsked = Subject<Value>("refreshAsked")
  static let openAsked = Subject<Int>("openAsked")

  static let show = Wiring("showHeadlines") { (me: Ref<HeadlinesViewManager>, view: Ref<HeadlinesView>) in
    me.values(data).map { $0.map { "\($0.title) - \($0.author)" } }.assign(to: view, HeadlinesView.lines)
  }
  static let refreshTouched = Handler("refreshTouched") { (turn, _, me: Ref<HeadlinesViewManager>) in
    turn.emit(refreshAsked, .null, by: me)
  }
  static let rowTouched = Handler("rowTouched") { (turn, value, me: Ref<HeadlinesViewManager>) in
    if let index = Int(value) { turn.emit(openAsked, index, by: me) }
  }
  static let takeRefresh = Wiring("takeRefresh") { (me: Ref<HeadlinesViewManager>, view: Ref<HeadlinesView>) in
    view.values(of: HeadlinesView.refreshTouched).subscribe(next: refreshTouched(me))
  }
  static let takeRow = Wiring("takeRow") { (me: Ref<HeadlinesViewManager>, view: Ref<HeadlinesView>) in
    view.values(of: HeadlinesView.rowTouched).subscribe(next: rowTouched(me))
  }

  static let definition = Definition<HeadlinesViewManager>(
    Model(), fields: [view, data], subjects: [refreshAsked, openAsked], isView: true
  ) {
    Uses(HeadlinesView.self)
    Uses(show, refreshTouched, rowTouched, takeRefresh, takeRow)
    SetUp { me in
      let view = me.make(HeadlinesView.self, at: "view")
      me[HeadlinesViewManager.view] = view
      me.start(show, me.me, view)
      me.start(takeRefresh, me.me, view)
      me.start(takeRow, me.me, view)
    }
  }
}

/// A view manager without a view: the controller cannot tell them apart.
enum HeadlinesDummyManager: ViewModel {
  typealias Model = HeadlinesViewManager.Model

  static let definition = Definition<HeadlinesDummyManager>(
    Model(), fields: [HeadlinesViewManager.view, HeadlinesViewManager.data],
    subjects: [HeadlinesViewManager.refreshAsked, HeadlinesViewManager.openAsked], isView: true
  ) {}
}
