import Statecharts

/// The words in which a screen is declared.
extension ViewModel {
  /// A text field bound to a field of the view model in both directions.
  public static func TextField<M, T>(_ field: Field<M, T>, _ label: String) -> ScreenPart {
    .control(
      Control(
        name: field.name, label: label,
        kind: .text(Bound(field: field.name), edited: nil, isSecure: T.isSecret)))
  }

  /// The same with its text hidden.
  public static func SecureField<M, T>(_ field: Field<M, Secret<T>>, _ label: String) -> ScreenPart {
    TextField(field, label)
  }
  public static func SecureField<M, T>(_ field: Field<M, Secret<T>?>, _ label: String) -> ScreenPart {
    TextField(field, label)
  }

  /// A text field of the view's own: programmatic changes fire no edit event, an edit is told by the subject.
  ///
  /// - Parameters:
  ///   - name: What the console calls it; the field's name of the view model that it ends in.
  ///   - view: The path of the instance that holds the text.
  public static func TextField<M, T, P>(
    named name: String, _ label: String, in view: String, text: Field<M, T>, edited: Subject<P>
  ) -> ScreenPart {
    .control(
      Control(
        name: name, label: label,
        kind: .text(Bound(path: view, field: text.name), edited: edited.name, isSecure: T.isSecret)))
  }

  /// A button that calls an input of the view model; an input with a value takes the one that it is tapped with.
  public static func Button<T>(_ input: Input<T>, _ label: String) -> ScreenPart {
    .control(
      Control(name: input.name, label: label, kind: .button(input: input.name, enabled: nil), takes: input.shape))
  }

  /// A button that is enabled while a field is true.
  ///
  /// - Parameter view: The path of the instance that holds the field; the view model's own without one.
  public static func Button<T, M>(
    _ input: Input<T>, _ label: String, enabled: Field<M, Bool>, in view: String = ""
  ) -> ScreenPart {
    .control(
      Control(
        name: input.name, label: label,
        kind: .button(input: input.name, enabled: Bound(path: view, field: enabled.name)),
        takes: input.shape))
  }

  /// A text that shows a field.
  public static func Label<M, T>(
    _ field: Field<M, T>, _ label: String, named name: String? = nil, in view: String = ""
  ) -> ScreenPart {
    .control(Control(name: name ?? field.name, label: label, kind: .label(Bound(path: view, field: field.name))))
  }

  /// A mark that is seen while a field is true.
  public static func Badge<M>(_ field: Field<M, Bool>, _ label: String, in view: String = "") -> ScreenPart {
    .control(Control(name: field.name, label: label, kind: .badge(Bound(path: view, field: field.name))))
  }
}
