import ViewModels

/// The controller: it binds view manager and view model, forwards data one way and events the other, and owns both.
enum HeadlinesController: ViewModel {
  struct Model: Sendable {
    var viewModel = Ref<Headlines>(InstanceID(0))
    var manager = Ref<HeadlinesViewManager>(InstanceID(0))
  }

  static let viewModel = Field("viewModel", \Model.viewModel)
  static let manager = Field("manager", \Model.manager)
  /// The user's hand on the view.
  static let refresh = Input<Void>("refresh")
  static let open = Input<Int>("open")
  static let opened = Subject<String?>("opened")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")

  static let askLoad = Handler("askLoad") { (turn, _, page: Ref<Headlines>) in
    turn.raise(Headlines.load.name, for: page.id)
  }
  static let askOpen = Handler("askOpen") { (turn, index, page: Ref<Headlines>) in
    turn.raise(Headlines.open.name, index, for: page.id)
  }
  static let forwardData = Wiring("forwardData") { (page: Ref<Headlines>, manager: Ref<HeadlinesViewManager>) in
    page.values(of: Headlines.loaded).assign(to: manager, HeadlinesViewManager.data)
  }
  static let takeRefresh = Wiring("controllerTakesRefresh") {
    (page: Ref<Headlines>, manager: Ref<HeadlinesViewManager>) in
    manager.values(of: HeadlinesViewManager.refreshAsked).subscribe(next: askLoad(page))
  }
  static let takeOpen = Wiring("controllerTakesOpen") {
    (page: Ref<Headlines>, manager: Ref<HeadlinesViewManager>) in
    manager.values(of: HeadlinesViewManager.openAsked).subscribe(next: askOpen(page))
  }
  static let relayOpened = Wiring("relayOpened") { (page: Ref<Headlines>, me: Ref<HeadlinesController>) in
    page.values(of: Headlines.opened).output(by: me, opened)
  }
  static let relayFail = Wiring("relayFail") { (page: Ref<Headlines>, me: Ref<HeadlinesController>) in
    page.values(of: Headlines.fail).output(by: me, fail)
  }
  static let relayError = Wiring("relayError") { (page: Ref<Headlines>, me: Ref<HeadlinesController>) in
    page.values(of: Headlines.error).output(by: me, error)
  }

  static let definition = Definition<HeadlinesController>(
    Model(), fields: [viewModel, manager], inputs: [refresh, open], subjects: [opened, fail, error]
  ) {
    Uses(Headlines.self)
    Uses(HeadlinesViewManager.self)
    Uses(askLoad, askOpen, forwardData, takeRefresh, takeOpen, relayOpened, relayFail, relayError)
    SetUp { me in
      let (page, manager) = (
        me.make(Headlines.self, at: "viewModel"), me.make(HeadlinesViewManager.self, at: "manager")
      )
      me[viewModel] = page
      me[HeadlinesController.manager] = manager
      me.start(forwardData, page, manager)
      me.start(takeRefresh, page, manager)
      me.start(takeOpen, page, manager)
      me.start(relayOpened, page, me.me)
      me.start(relayFail, page, me.me)
      me.start(relayError, page, me.me)
    }
    Region("page") {
      On(refresh) { me, _ in
        me.turn.emit(HeadlinesView.refreshTouched, .null, by: me[me[manager], HeadlinesViewManager.view])
      }
      On(open) { me, index in
        me.turn.emit(HeadlinesView.rowTouched, index, by: me[me[manager], HeadlinesViewManager.view])
      }
      State("shown")
    }
  }

  static let screen = Screen("头条") {
    Button(refresh, "刷新")
    Button(open, "打开")
    Label(HeadlinesView.lines, "头条", in: "manager.view")
    Push("story", on: opened)
    Tip(on: fail)
    Tip(on: error)
  }
}
