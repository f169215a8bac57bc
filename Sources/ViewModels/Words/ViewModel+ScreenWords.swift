import Statecharts

/// A field that a control shows, of the view model or of a child.
public protocol Shown<Content>: Sendable {
  /// The shown value.
  associatedtype Content: ValueConvertible
  /// The shown field.
  var bound: Bound { get }
}

/// Screen words without a view model's type.
public protocol ScreenWords {}

extension ScreenWords {
  /// A text field with two-way binding. `name` is its name in the console, the field's by default.
  public func TextField<F: Shown>(_ field: F, _ label: String, named name: Name? = nil) -> ScreenPart {
    .control(name ?? field.bound.field, label, .text(field.bound, edited: nil, isSecure: F.Content.isSecret))
  }

  /// A text field with hidden text.
  public func SecureField<F: Shown, T>(_ field: F, _ label: String) -> ScreenPart where F.Content == Secret<T> {
    TextField(field, label)
  }
  public func SecureField<F: Shown, T>(_ field: F, _ label: String) -> ScreenPart where F.Content == Secret<T>? {
    TextField(field, label)
  }

  /// A text that shows a field.
  public func Label(_ field: some Shown, _ label: String, named name: Name? = nil) -> ScreenPart {
    .control(name ?? field.bound.field, label, .label(field.bound))
  }

  /// A mark shown while a field is true.
  public func Badge(_ field: some Shown<Bool>, _ label: String) -> ScreenPart {
    .control(field.bound.field, label, .badge(field.bound))
  }

  /// A progress indicator while a field is true; if it `covers`, it blocks the page.
  public func HUD(_ text: String, while isBusy: some Shown<Bool>, covers: Bool = true) -> ScreenPart {
    .route(Route(source: isBusy.bound, kind: .hud(text, covers: covers)))
  }
}

extension ViewModel {
  /// A text field with its own text: changes by the program send no edit; the subject reports edits. The control is
  /// named by `field`.
  public func TextField<F: Shown, P>(
    _ field: some Shown, _ label: String, text: F, edited: ChildSubject<P>
  ) -> ScreenPart {
    .control(
      field.bound.field, label, .text(text.bound, edited: edited.bound.field, isSecure: F.Content.isSecret))
  }

  /// A text field with its own text and an explicit name.
  public func TextField<F: Shown, P>(
    _ text: F, _ label: String, named name: Name, edited: ChildSubject<P>
  ) -> ScreenPart {
    .control(name, label, .text(text.bound, edited: edited.bound.field, isSecure: F.Content.isSecret))
  }

  /// A text field with its own text; the subject reports edits.
  public func TextField<F: Shown, P>(_ text: F, _ label: String, edited: Subject<P>) -> ScreenPart {
    .control(text.bound.field, label, .text(text.bound, edited: edited.name, isSecure: F.Content.isSecret))
  }

  /// A button that calls an input, or a row's input; enabled while a field is true. A tap gives the input's value.
  public func Button<W: ViewModel, P>(
    _ input: InputToken<W, P>, _ label: String, enabled: (any Shown<Bool>)? = nil
  ) -> ScreenPart {
    .button(input.name, label, takes: input.shape, enabled: enabled?.bound)
  }

  /// A button that executes a command.
  public func Button<W: ViewModel, I, O>(
    _ command: CommandToken<W, I, O>, _ label: String, enabled: (any Shown<Bool>)? = nil
  ) -> ScreenPart {
    Button(command.execute, label, enabled: enabled)
  }

  /// Rows that are view models: `items[3]`. `select` receives the tapped row's index; a row's button is
  /// `items[3].like`.
  public func List<W: ViewModel>(
    _ rows: some Shown<[Ref<W>]>, _ label: String, named name: Name? = nil, select: Input<Int>? = nil,
    @ScreenParts _ controls: (W) -> [ScreenPart]
  ) -> ScreenPart {
    .list(rows.bound, label, named: name, select: select?.name, controls(W.tokens))
  }

  /// Pictures by address; `select` receives the tapped one's index: `banners[2]`.
  public func Banner(
    _ pictures: some Shown<[String]>, _ label: String, select: Input<Int>, hidden isHidden: (any Shown<Bool>)? = nil
  ) -> ScreenPart {
    .control(
      pictures.bound.field, label, .banner(input: select.name, pictures.bound, isHidden: isHidden?.bound))
  }

  /// A pull-to-load control at the head or foot of a list.
  public func Refresh(
    _ input: Input<Void>, _ label: String, while isRefreshing: (any Shown<Bool>)? = nil,
    hidden isHidden: (any Shown<Bool>)? = nil
  ) -> ScreenPart {
    .control(
      input.name, label,
      .refresh(input: input.name, isRefreshing: isRefreshing?.bound, isHidden: isHidden?.bound))
  }

  /// An input that no control calls, such as a push message. Searches call it with its samples while the page is
  /// open, even if covered. In a list it is the rows' input.
  public func Environment<W: ViewModel, P>(_ input: InputToken<W, P>) -> ScreenPart { .environment(input: input.name) }

  /// The scroll offset of the page: `tap offset 476`.
  public func Scroll(_ offset: some Shown<Double>, _ label: String, _ input: Input<Double>) -> ScreenPart {
    .control(offset.bound.field, label, .scroll(input: input.name, offset.bound))
  }
}

extension ScreenPart {
  package static func button(
    _ input: Name, _ label: String, takes: Shape, enabled: Bound? = nil
  ) -> ScreenPart {
    .control(input, label, .button(input: input, enabled: enabled), takes: takes)
  }

  /// Rows that are instances of their own.
  package static func list(
    _ rows: Bound, _ label: String, named name: Name? = nil, select: Name? = nil, _ parts: [ScreenPart]
  ) -> ScreenPart {
    .control(
      name ?? rows.field, label, .list(rows, select: select, parts.controls), environment: parts.environment)
  }

  /// An alert that a subject or a field shows; each button calls an input, or none.
  package static func alert(
    _ title: String, on source: Bound, isOfField: Bool = false, _ buttons: [(title: String, input: Name?)]
  ) -> ScreenPart {
    let buttons = buttons.map { AlertButton(title: $0.title, input: $0.input) }
    let kind = Route.Kind.alert(title: title, buttons: buttons)
    return .route(Route(source: source, kind: kind, isOfField: isOfField))
  }

  package static func push(_ page: Page, on subject: Name) -> ScreenPart {
    .route(Route(source: Bound(field: subject), kind: .push(page)))
  }

  /// A page for each element of a field.
  package static func push(each field: Bound) -> ScreenPart {
    .route(Route(source: field, kind: .pushEach, isOfField: true))
  }
}
