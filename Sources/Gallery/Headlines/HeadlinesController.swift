import ViewModels

struct HeadlinesController: ViewModel {
  struct Model: ModelType {}

  let viewModel = Child<Headlines>()
  let manager = Child<HeadlinesViewManager>()
  /// User input in the view.
  let refresh = Input()
  let open = Input<Int>()
  let opened = Subject<String?>()
  let fail = Subject<String>()
  let error = Subject<String>()

  var chart: Chart {
    Wire("forwardData", viewModel, manager) { _, page, manager in
      page.values(of: \.loaded).assign(to: manager, \.data)
    }
    Wire("controllerTakesRefresh", viewModel, manager) { _, page, manager in
      manager.values(of: \.refreshAsked).subscribe(page) { page, _ in page.raise(Headlines.load) }
    }
    Wire("controllerTakesOpen", viewModel, manager) { _, page, manager in
      manager.values(of: \.openAsked).subscribe(page) { page, index in page.raise(Headlines.open, index) }
    }
    Wire("relayOpened", viewModel) { me, page in page.values(of: \.opened).emit(by: me, \.opened) }
    Wire("relayFail", viewModel) { me, page in page.values(of: \.fail).emit(by: me, \.fail) }
    Wire("relayError", viewModel) { me, page in page.values(of: \.error).emit(by: me, \.error) }
    Accepts("reserved-name", at: "page", because: "it has one state, which nothing asks for")
    Region("page") {
      On(refresh) { $0[manager][HeadlinesViewManager.view].emit(HeadlinesView.refreshTouched, .null) }
      On(open) { $0[manager][HeadlinesViewManager.view].emit(HeadlinesView.rowTouched, $1) }
      State("shown")
    }
  }

  var screen: Screen {
    Screen("头条") {
      Button(refresh, "刷新")
      Button(open, "打开")
      Label(manager.view.lines, "头条")
      Push("story", on: opened)
      Tip(on: fail)
      Tip(on: error)
    }
  }
}
