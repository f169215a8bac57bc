import Statecharts

/// What a control shows: a field of the view model, or of a child of it.
public protocol Shown<Content>: Sendable {
  /// What the field holds.
  associatedtype Content: ValueConvertible
  /// Which field it is, seen from the screen. The words ask, a view model does not.
  var bound: Bound { get }
}

/// What has the words of a screen that need no type of a view model.
public protocol ScreenWords {}

extension ScreenWords {
  /// A text field bound to a field of the view model in both directions.
  ///
  /// - Parameter name: What the console calls it, if not what the field is called.
  public func TextField<F: Shown>(_ field: F, _ label: String, named name: Name? = nil) -> ScreenPart {
    .control(
      Control(
        name: name ?? field.bound.field, label: label,
        kind: .text(field.bound, edited: nil, isSecure: F.Content.isSecret)))
  }

  /// The same with its text hidden.
  public func SecureField<F: Shown, T>(_ field: F, _ label: String) -> ScreenPart where F.Content == Secret<T> {
    TextField(field, label)
  }
  public func SecureField<F: Shown, T>(_ field: F, _ label: String) -> ScreenPart where F.Content == Secret<T>? {
    TextField(field, label)
  }

  /// A text that shows a field; nobody taps it.
  public func Label(_ field: some Shown, _ label: String, named name: Name? = nil) -> ScreenPart {
    .control(Control(name: name ?? field.bound.field, label: label, kind: .label(field.bound)))
  }

  /// A mark that is seen while a field is true.
  public func Badge(_ field: some Shown<Bool>, _ label: String) -> ScreenPart {
    .control(Control(name: field.bound.field, label: label, kind: .badge(field.bound)))
  }
}

/// The words in which a screen is declared.
extension ViewModel {
  /// A text field of the view's own: programmatic changes fire no edit event, an edit is told by the subject.
  ///
  /// - Parameters:
  ///   - field: The field that it ends in, by whose name the console calls it.
  ///   - text: What the view shows.
  public func TextField<F: Shown, P>(
    _ field: some Shown, _ label: String, text: F, edited: ChildSubject<P>
  ) -> ScreenPart {
    TextField(field.bound.field, label, text.bound, F.Content.isSecret, edited.bound.field)
  }

  /// The same where no field of the view model is what it ends in.
  public func TextField<F: Shown, P>(
    _ text: F, _ label: String, named name: Name, edited: ChildSubject<P>
  ) -> ScreenPart {
    TextField(name, label, text.bound, F.Content.isSecret, edited.bound.field)
  }

  /// The same over the view model's own field and subject.
  public func TextField<F: Shown, P>(_ text: F, _ label: String, edited: Subject<P>) -> ScreenPart {
    TextField(text.bound.field, label, text.bound, F.Content.isSecret, edited.name)
  }

  private func TextField(
    _ name: Name, _ label: String, _ text: Bound, _ isSecure: Bool, _ edited: Name
  ) -> ScreenPart {
    .control(Control(name: name, label: label, kind: .text(text, edited: edited, isSecure: isSecure)))
  }

  /// A button that calls an input of the view model, while a field is true if one is given; an input with a value takes the one
  /// that it is tapped with. In a row it calls the row's input.
  public func Button<W: ViewModel, P>(
    _ input: InputToken<W, P>, _ label: String, enabled: (any Shown<Bool>)? = nil
  ) -> ScreenPart {
    .control(
      Control(
        name: input.name, label: label, kind: .button(input: input.name, enabled: enabled?.bound),
        takes: input.shape))
  }

  /// A button that executes a command.
  public func Button<W: ViewModel, I, O>(
    _ command: CommandToken<W, I, O>, _ label: String, enabled: (any Shown<Bool>)? = nil
  ) -> ScreenPart {
    Button(command.execute, label, enabled: enabled)
  }

  /// Rows that are view models of their own: `items[3]`.
  ///
  /// - Parameters:
  ///   - select: The input that is given the index of the row that was tapped.
  ///   - controls: What a row shows, made of its tokens. A row's button, `items[3].like`, calls the row's input.
  public func List<W: ViewModel>(
    _ rows: some Shown<[Ref<W>]>, _ label: String, named name: Name? = nil, select: Input<Int>? = nil,
    @ScreenParts _ controls: (W) -> [ScreenPart]
  ) -> ScreenPart {
    .list(rows.bound, label, named: name, select: select?.name, controls(W.tokens))
  }

  /// Pictures by address; the input is given the index of the one that was tapped: `banners[2]`.
  ///
  /// - Parameter isHidden: Whether none of them can be seen, nor tapped.
  public func Banner(
    _ pictures: some Shown<[String]>, _ label: String, select: Input<Int>, hidden isHidden: (any Shown<Bool>)? = nil
  ) -> ScreenPart {
    .control(
      Control(
        name: pictures.bound.field, label: label,
        kind: .banner(input: select.name, pictures.bound, isHidden: isHidden?.bound)))
  }

  /// What loads when it is pulled, at the head or the foot of a list.
  ///
  /// - Parameters:
  ///   - isRefreshing: Whether it turns now.
  ///   - isHidden: Whether it cannot be seen, nor pulled.
  public func Refresh(
    _ input: Input<Void>, _ label: String, while isRefreshing: (any Shown<Bool>)? = nil,
    hidden isHidden: (any Shown<Bool>)? = nil
  ) -> ScreenPart {
    .control(
      Control(
        name: input.name, label: label,
        kind: .refresh(input: input.name, isRefreshing: isRefreshing?.bound, isHidden: isHidden?.bound)))
  }

  /// An input that no control calls: a phone call, a push message, the app's life cycle. Searches call it with its samples whatever
  /// the page shows, as long as the page was not left; `send` calls it by hand. Among the controls of a list it is the rows'.
  public func Environment<W: ViewModel, P>(_ input: InputToken<W, P>) -> ScreenPart { .environment(input: input.name) }

  /// How far the page is scrolled; `tap offset 476` scrolls there.
  public func Scroll(_ offset: some Shown<Double>, _ label: String, _ input: Input<Double>) -> ScreenPart {
    .control(Control(name: offset.bound.field, label: label, kind: .scroll(input: input.name, offset.bound)))
  }
}

/// Parts of screens whose inputs and subjects are known by name.
extension ScreenPart {
  /// A button that calls an input.
  package static func button(
    _ input: Name, _ label: String, takes: Shape, enabled: Bound? = nil
  ) -> ScreenPart {
    .control(Control(name: input, label: label, kind: .button(input: input, enabled: enabled), takes: takes))
  }

  /// Rows that are instances of their own.
  package static func list(
    _ rows: Bound, _ label: String, named name: Name? = nil, select: Name? = nil, _ parts: [ScreenPart]
  ) -> ScreenPart {
    .control(
      Control(
        name: name ?? rows.field, label: label, kind: .list(rows, select: select, parts.controls),
        environment: parts.environment))
  }

  /// An alert that a subject or a field shows; each button calls an input, or none.
  package static func alert(
    _ title: String, on source: Bound, isOfField: Bool = false, _ buttons: [(title: String, input: Name?)]
  ) -> ScreenPart {
    let buttons = buttons.map { AlertButton($0.title, input: $0.input) }
    let kind = Route.Kind.alert(title: title, buttons: buttons)
    return .route(Route(source: source, kind: kind, isOfField: isOfField))
  }

  /// A page that a subject pushes.
  package static func push(_ page: Page, on subject: Name) -> ScreenPart {
    .route(Route(source: Bound(field: subject), kind: .push(page)))
  }

  /// A page for each element of a field.
  package static func push(each field: Bound) -> ScreenPart {
    .route(Route(source: field, kind: .pushEach, isOfField: true))
  }
}
