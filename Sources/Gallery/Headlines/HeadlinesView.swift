import ViewModels

struct HeadlinesView: InternalViewModel {
  struct Model: ModelType, Hashable { var lines: [String] = [] }

  let lines = Field(\.lines)
  let refreshTouched = Subject<Value>()
  let rowTouched = Subject<Int>()
}

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

/// The controller cannot distinguish it from a view manager with a view.
struct HeadlinesDummyManager: InternalViewModel {
  typealias Model = HeadlinesViewManager.Model

  let data = Field(\.data)
  let refreshAsked = Subject<Value>()
  let openAsked = Subject<Int>()
}
