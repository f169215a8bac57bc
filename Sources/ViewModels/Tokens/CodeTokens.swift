import Statecharts

/// Code for timers, delays and observations. Name and captures form a value; a parameter without a capture receives
/// the event's value.
public struct HandlerToken<V: ViewModel, each P: ValueConvertible>: DeclaredToken {
  package static var kind: TokenKind { .handler }

  let declared: Unmanaged<NamedDeclaration<Declared>>

  /// Makes a handler.
  public init(
    _ name: Name? = nil, file: StaticString = #fileID, line: Int = #line,
    _ run: @escaping @Sendable (borrowing Handle<V>, repeat each P) -> Void
  ) {
    declared = .passRetained(
      NamedDeclaration(name, file, line) { name in
        .handler(
          HandlerDefinition(name) { turn, values, value in
            var captures = CaptureReader(values, of: name, then: value)
            do throws(CaptureMisfit) {
              let me = try captures.next(Ref<V>.self)
              run(Handle(turn: TurnContext(sharing: turn), me: me), repeat try captures.next((each P).self))
            } catch {
              turn.fault(.misfit(error))
            }
          })
      })
  }

  package var declaration: TokenDeclaration { declared._withUnsafeGuaranteedRef { $0 } }
  var declaredCode: Declared { declared._withUnsafeGuaranteedRef { $0.made } }

  func value(of me: Ref<V>, _ captures: repeat each P) -> HandlerValue {
    HandlerValue(name, me.capturing(repeat each captures))
  }

  func value(of me: Ref<V>) -> HandlerValue { HandlerValue(name, me.capturing()) }
}

/// A named subscription: `cell.start(showTotal, row)`.
public struct WiringToken<V: ViewModel, each C: ValueConvertible>: DeclaredToken {
  package static var kind: TokenKind { .wiring }

  let declared: Unmanaged<NamedDeclaration<Declared>>

  /// Makes a subscription; `build` returns its link for the instance and the captures.
  public init(
    _ name: Name? = nil, file: StaticString = #fileID, line: Int = #line,
    _ build: @escaping @Sendable (Ref<V>, repeat each C) -> Link
  ) {
    declared = .passRetained(NamedDeclaration(name, file, line) { .wiring(WiringDefinition($0, of: build)) })
  }

  package var declaration: TokenDeclaration { declared._withUnsafeGuaranteedRef { $0 } }
  var declaredCode: Declared { declared._withUnsafeGuaranteedRef { $0.made } }
}

/// A named signal. Name and captures form a value, which signals can send and a model can keep.
public struct SignalToken<V: ViewModel, Element: ValueConvertible, each C: ValueConvertible>: DeclaredToken {
  package static var kind: TokenKind { .signal }

  let declared: Unmanaged<NamedDeclaration<Declared>>

  /// Makes a signal; `build` returns it for the instance and the captures.
  public init(
    _ name: Name? = nil, file: StaticString = #fileID, line: Int = #line,
    _ build: @escaping @Sendable (Ref<V>, repeat each C) -> Signal<Element>
  ) {
    declared = .passRetained(
      NamedDeclaration(name, file, line) { name in
        .wiring(WiringDefinition(name) { try CaptureReader.apply(build, to: $0, of: name).started })
      })
  }

  /// The signal as a value.
  public func callAsFunction(_ me: Ref<V>, _ captures: repeat each C) -> SignalRef<Element> {
    SignalRef(.wiring(name, me.capturing(repeat each captures)))
  }

  package var declaration: TokenDeclaration { declared._withUnsafeGuaranteedRef { $0 } }
  var declaredCode: Declared { declared._withUnsafeGuaranteedRef { $0.made } }
}

protocol DeclaredToken: TableToken {
  var declaredCode: Declared { get }
}

/// A declaration of which something is made when it has its name.
final class NamedDeclaration<Made>: TokenDeclaration, @unchecked Sendable {
  private let make: @Sendable (_ name: Name) -> Made

  init(_ name: Name?, _ file: StaticString, _ line: Int, _ make: @escaping @Sendable (Name) -> Made) {
    self.make = make
    super.init(name, file, line)
  }

  var made: Made { make(name) }
}

/// A view model that set-up makes as part of this one. Its tokens are members: `table.cells`.
@dynamicMemberLookup
public struct ChildToken<V: ViewModel, W: ViewModel>: TableToken {
  package static var kind: TokenKind { .child }

  let declared: Unmanaged<DeclaredChild>

  /// Makes a child; `name` is its path.
  public init(_ name: Name? = nil, file: StaticString = #fileID, line: Int = #line) {
    declared = .passRetained(DeclaredChild(W.self, name, file, line))
  }

  package var declaration: TokenDeclaration { declared._withUnsafeGuaranteedRef { $0 } }
  var position: Int { declaration.port }

  /// A field.
  public subscript<T>(dynamicMember token: KeyPath<W, FieldToken<W, T>>) -> ChildField<T> { path[dynamicMember: token] }
  /// A subject.
  public subscript<P>(dynamicMember token: KeyPath<W, SubjectToken<W, P>>) -> ChildSubject<P> {
    path[dynamicMember: token]
  }
  /// A child.
  public subscript<X>(dynamicMember token: KeyPath<W, ChildToken<W, X>>) -> ChildPath<X> { path[dynamicMember: token] }
  private var path: ChildPath<W> { ChildPath(path: name) }
}

/// A child of a child: `manager.view.lines`.
@dynamicMemberLookup
public struct ChildPath<W: ViewModel>: Sendable {
  let path: Name

  /// A field.
  public subscript<T>(dynamicMember token: KeyPath<W, FieldToken<W, T>>) -> ChildField<T> {
    ChildField(bound: Bound(path: path, field: W.tokens[keyPath: token].name))
  }
  /// A subject.
  public subscript<P>(dynamicMember token: KeyPath<W, SubjectToken<W, P>>) -> ChildSubject<P> {
    ChildSubject(bound: Bound(path: path, field: W.tokens[keyPath: token].name))
  }
  /// A child.
  public subscript<X>(dynamicMember token: KeyPath<W, ChildToken<W, X>>) -> ChildPath<X> {
    ChildPath<X>(path: "\(path).\(W.tokens[keyPath: token].name)")
  }
}

final class DeclaredChild: TokenDeclaration, @unchecked Sendable {
  let template: TemplateSource
  let make: @Sendable (_ turn: borrowing TurnContext, _ parent: InstanceID, _ name: Name) -> Void

  init<W: ViewModel>(_ type: W.Type, _ name: Name?, _ file: StaticString, _ line: Int) {
    template = .of(type)
    make = { turn, parent, name in turn.makeChild(W.definition.name, of: parent, at: name) }
    super.init(name, file, line)
  }
}

/// A child's field.
public struct ChildField<Content: ValueConvertible>: Shown {
  public let bound: Bound
}

/// A child's subject.
public struct ChildSubject<Payload>: Sendable {
  let bound: Bound
}
