import ViewModels

/// The view: it shows what it is given and tells what was touched.
struct HeadlinesView: InternalViewModel {
  struct Model: ModelType, Hashable { var lines: [String] = [] }

  let lines = Field(\.lines)
  let refreshTouched = Subject<Value>()
  let rowTouched = Subject<Int>()
}

/// The view manager: it takes the view's events, and the data that the controller hands it, and binds the view to them.
struct HeadlinesViewManager: InternalViewModel {
  struct Model: ModelType { var data: [Headline] = [] }

  let data = Field(\.data)
  let refreshAsked = Subject<Value>()
  let openAsked = Subject<Int>()
  let view = Child<HeadlinesView>()

  var chart: Chart {
    Wire("showHeadlines", view) { me, view in
      me.values(\.data).map { $0.map { "\($0.title) - \($0.author)" } }.assign(to: view, \.lines)
    }
    Wire("takeRefresh", view) { me, view in view.values(of: \.refreshTouched).emit(by: me, \.refreshAsked) }
    Wire("takeRow", view) { me, view in view.values(of: \.rowTouched).emit(by: me, \.openAsked) }
  }
}

/// A view manager without a view: the controller cannot tell them apart.
struct HeadlinesDummyManager: InternalViewModel {
  typealias Model = HeadlinesViewManager.Model

  let data = Field(\.data)
  let refreshAsked = Subject<Value>()
  let openAsked = Subject<Int>()
}
