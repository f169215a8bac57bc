import ViewModels

/// The controller with a view manager that has no view.
enum HeadlinesDummy: ViewModel {
  struct Model: Sendable {
    var viewModel = Ref<Headlines>(InstanceID(0))
    var manager = Ref<HeadlinesDummyManager>(InstanceID(0))
  }

  static let viewModel = Field("viewModel", \Model.viewModel)
  static let manager = Field("manager", \Model.manager)

  static let forwardData = Wiring("forwardData") { (page: Ref<Headlines>, manager: Ref<HeadlinesDummyManager>) in
    page.values(of: Headlines.loaded).assign(to: manager, HeadlinesViewManager.data)
  }

  static let definition = Definition<HeadlinesDummy>(
    Model(), fields: [viewModel, manager], inputs: [HeadlinesController.refresh, HeadlinesController.open]
  ) {
    Uses(Headlines.self)
    Uses(HeadlinesDummyManager.self)
    Uses(forwardData)
    SetUp { me in
      me[viewModel] = me.make(Headlines.self, at: "viewModel")
      me[manager] = me.make(HeadlinesDummyManager.self, at: "manager")
      me.start(forwardData, me[viewModel], me[manager])
    }
    Region("page") {
      On(HeadlinesController.refresh) { me, _ in me.raise(Headlines.load, for: me[viewModel]) }
      On(HeadlinesController.open) { me, index in me.raise(Headlines.open, index, for: me[viewModel]) }
      State("shown")
    }
  }

  static let screen = Screen("") {}
}

/// The view model alone: no view, no view manager, and a controller that only passes calls on.
enum HeadlinesHeadless: ViewModel {
  struct Model: Sendable { var viewModel = Ref<Headlines>(InstanceID(0)) }

  static let viewModel = Field("viewModel", \Model.viewModel)

  static let definition = Definition<HeadlinesHeadless>(
    Model(), fields: [viewModel], inputs: [HeadlinesController.refresh, HeadlinesController.open]
  ) {
    Uses(Headlines.self)
    SetUp { me in me[viewModel] = me.make(Headlines.self, at: "viewModel") }
    Region("page") {
      On(HeadlinesController.refresh) { me, _ in me.raise(Headlines.load, for: me[viewModel]) }
      On(HeadlinesController.open) { me, index in me.raise(Headlines.open, index, for: me[viewModel]) }
      State("shown")
    }
  }

  static let screen = Screen("") {}
}
