import Statecharts

/// The words for what a view shows when its view model says something. All of it comes one hop through the main queue later.
extension ViewModel {
  /// An alert whose message is the value that a subject sends.
  ///
  /// - Parameter dismissed: The input that is called when a button was pressed.
  public func Alert<P>(
    _ title: String, on subject: Subject<P>, _ buttons: [String], _ dismissed: Input<Void>? = nil
  ) -> ScreenPart {
    alert(title, subject, buttons.map { AlertButton($0, input: dismissed?.name) })
  }

  /// An alert each of whose buttons calls an input of its own.
  public func Alert<P>(
    _ title: String, on subject: Subject<P>, _ buttons: KeyValuePairs<String, Input<Void>?>
  ) -> ScreenPart {
    alert(title, subject, buttons.map { AlertButton($0.key, input: $0.value?.name) })
  }

  private func alert<P>(_ title: String, _ subject: Subject<P>, _ buttons: [AlertButton]) -> ScreenPart {
    route(subject, .alert(title: title, buttons: buttons))
  }

  private func route<P>(_ subject: Subject<P>, _ kind: Route.Kind, for value: Value? = nil) -> ScreenPart {
    .route(Route(source: Bound(field: subject.name), kind: kind, only: value))
  }

  /// A page that is pushed when a subject sends.
  public func Push<P>(_ page: Page, on subject: Subject<P>) -> ScreenPart { route(subject, .push(page)) }

  /// A page that is pushed when a subject sends just this value: so the controller chooses among the routes of a yellow light.
  public func Push<P>(_ page: Page, on subject: Subject<P>, for value: P) -> ScreenPart {
    route(subject, .push(page), for: subject.encode(value))
  }

  /// A page whose title is what the subject sends; nil crashes, as a nil title does.
  public func Push(_ page: String, on subject: Subject<String?>) -> ScreenPart { route(subject, .pushTitled(page)) }

  /// The page of the view model that a subject sends: navigation asks for a view model, and the machine's pages say which
  /// page it has. One that has none crashes, as pushing no controller does.
  ///
  /// - Parameter title: The field of the view model that is the page's title.
  public func Push<W: ViewModel>(
    titled title: KeyPath<W, FieldToken<W, String>>, on subject: Subject<Value>
  ) -> ScreenPart {
    route(subject, .pushModel(title: W.tokens[keyPath: title].name))
  }

  /// The top page goes when a subject sends.
  public func Pop<P>(on subject: Subject<P>) -> ScreenPart { route(subject, .pop) }

  /// All pages but the first go when a subject sends.
  public func PopToRoot<P>(on subject: Subject<P>) -> ScreenPart { route(subject, .popToRoot) }

  /// The keyboard goes when a subject sends: the text field that is being edited ends.
  public func EndEditing<P>(on subject: Subject<P>) -> ScreenPart { route(subject, .endEditing) }

  /// A text that is seen for a second and is in nobody's way.
  public func Tip(on subject: Subject<String>) -> ScreenPart { route(subject, .tip) }

  /// A sign of work that is seen while a field is true.
  ///
  /// - Parameter covers: Whether nothing below it can be used meanwhile.
  public func HUD(_ text: String, while isBusy: some Shown<Bool>, covers: Bool = true) -> ScreenPart {
    .route(Route(source: isBusy.bound, kind: .hud(text, covers: covers)))
  }

  /// The input that is called when the page above this one was left.
  public func Reappeared(_ input: Input<Void>) -> ScreenPart { .reappeared(input: input.name) }
  /// The event that is raised when the page above this one was left. The program cannot call it, so it never comes before.
  public func Reappeared(_ event: Event<Void>) -> ScreenPart { .reappeared(input: event.name) }
  /// The input that is called when this page was left for the one below it; the view model may live on.
  public func Disappeared(_ input: Input<Void>) -> ScreenPart { .disappeared(input: input.name) }
  /// The event that is raised when this page was left for the one below it, which the program cannot call.
  public func Disappeared(_ event: Event<Void>) -> ScreenPart { .disappeared(input: event.name) }
}
