import Statecharts

/// The words for what a view shows when its view model says something. All of it comes one hop through the main queue later.
extension ViewModel {
  /// An alert whose message is the value that a subject sends.
  ///
  /// - Parameter dismissed: The input that is called when a button was pressed.
  public static func Alert<P>(
    _ title: String, on subject: Subject<P>, _ buttons: [String], _ dismissed: Input<Void>? = nil
  ) -> ScreenPart {
    Alert(title, on: subject, buttons.map { AlertButton($0, dismissed) })
  }

  /// An alert each of whose buttons calls an input of its own.
  public static func Alert<P>(_ title: String, on subject: Subject<P>, _ buttons: [AlertButton]) -> ScreenPart {
    .route(Route(source: Bound(field: subject.name), kind: .alert(title: title, buttons: buttons)))
  }

  /// A page that is pushed when a subject sends.
  public static func Push<P>(_ page: Page, on subject: Subject<P>) -> ScreenPart {
    .route(Route(source: Bound(field: subject.name), kind: .push(page)))
  }

  /// A page that is pushed when a subject sends just this value: so the controller chooses among the routes of a yellow light.
  public static func Push<P>(_ page: Page, on subject: Subject<P>, for value: P) -> ScreenPart {
    .route(Route(source: Bound(field: subject.name), kind: .push(page), only: subject.encode(value)))
  }

  /// A page whose title is what the subject sends; nil crashes, as a nil title does.
  public static func Push(_ page: String, on subject: Subject<String?>) -> ScreenPart {
    .route(Route(source: Bound(field: subject.name), kind: .pushTitled(page)))
  }

  /// The page of the view model that a subject sends: navigation asks for a view model, and the machine's pages say which
  /// page it has. One that has none crashes, as pushing no controller does.
  ///
  /// - Parameter title: The field of the view model that is the page's title.
  public static func Push<W: ViewModel>(
    _ type: W.Type, titled title: Field<W.Model, String>, on subject: Subject<Value>
  )
    -> ScreenPart
  {
    .route(Route(source: Bound(field: subject.name), kind: .pushModel(title: title.name)))
  }

  /// The top page goes when a subject sends.
  public static func Pop<P>(on subject: Subject<P>) -> ScreenPart {
    .route(Route(source: Bound(field: subject.name), kind: .pop))
  }

  /// All pages but the first go when a subject sends.
  public static func PopToRoot<P>(on subject: Subject<P>) -> ScreenPart {
    .route(Route(source: Bound(field: subject.name), kind: .popToRoot))
  }

  /// A text that is seen for a second and is in nobody's way.
  public static func Tip(on subject: Subject<String>) -> ScreenPart {
    .route(Route(source: Bound(field: subject.name), kind: .tip))
  }

  /// A sign of work that is seen while a field is true.
  ///
  /// - Parameters:
  ///   - covers: Whether nothing below it can be used meanwhile.
  ///   - view: The path of the instance that holds the field; the view model's own without one.
  public static func HUD<M>(
    _ text: String, while isBusy: Field<M, Bool>, in view: String = "", covers: Bool = true
  ) -> ScreenPart {
    .route(Route(source: Bound(path: view, field: isBusy.name), kind: .hud(text, covers: covers)))
  }

  /// The input that is called when the page above this one was left.
  public static func Reappeared(_ input: Input<Void>) -> ScreenPart { .reappeared(input: input.name) }
  /// The input that is called when this page was left for the one below it; the view model may live on.
  public static func Disappeared(_ input: Input<Void>) -> ScreenPart { .disappeared(input: input.name) }
}
