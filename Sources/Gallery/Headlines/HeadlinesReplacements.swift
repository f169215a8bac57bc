import ViewModels

/// A controller that only passes calls on.
protocol HeadlinesReplacement: ViewModel {
  var viewModel: Child<Headlines> { get }
  var refresh: Input<Void> { get }
  var open: Input<Int> { get }
}

extension HeadlinesReplacement {
  @Parts<Self> var page: Chart {
    Accepts("reserved-name", at: "page", because: "it has one state, which nothing asks for")
    Region("page") {
      On(refresh) { $0[viewModel].raise(Headlines.load) }
      On(open) { $0[viewModel].raise(Headlines.open, $1) }
      State("shown")
    }
  }
}

struct HeadlinesDummy: HeadlinesReplacement {
  struct Model: ModelType {}

  let viewModel = Child<Headlines>()
  let manager = Child<HeadlinesDummyManager>()
  let refresh = Input()
  let open = Input<Int>()

  var chart: Chart {
    Wire("forwardData", viewModel, manager) { _, page, manager in
      page.values(of: \.loaded).assign(to: manager, \.data)
    }
    page
  }
}

struct HeadlinesHeadless: HeadlinesReplacement {
  struct Model: ModelType {}

  let viewModel = Child<Headlines>()
  let refresh = Input()
  let open = Input<Int>()

  var chart: Chart { page }
}
