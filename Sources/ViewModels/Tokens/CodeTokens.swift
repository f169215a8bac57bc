import Statecharts

/// Code that timers, delays and observations call: its name and what it captured are a value. What it is not given when it is
/// handed over is what came.
public struct HandlerToken<V: ViewModel, each P: ValueConvertible>: DeclaredToken {
  package static var kind: TokenKind { .handler }

  let declared: Unmanaged<DeclaredCode>

  /// Makes a handler.
  ///
  /// - Parameter name: What the trace calls it, if not what the token is called.
  public init(
    _ name: Name? = nil, file: StaticString = #fileID, line: Int = #line,
    _ run: @escaping @Sendable (borrowing Handle<V>, repeat each P) -> Void
  ) {
    declared = .passRetained(
      DeclaredCode(name, file, line) { name in
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
  var declaredCode: Declared { declared._withUnsafeGuaranteedRef { $0.code } }

  func value(of me: Ref<V>, _ captures: repeat each P) -> HandlerValue {
    HandlerValue(name, me.capturing(repeat each captures))
  }

  /// The handler that is given what comes.
  func value(of me: Ref<V>) -> HandlerValue { HandlerValue(name, me.capturing()) }
}

/// A subscription by name that is started with captures: `cell.start(showTotal, row)`.
public struct WiringToken<V: ViewModel, each C: ValueConvertible>: DeclaredToken {
  package static var kind: TokenKind { .wiring }

  let declared: Unmanaged<DeclaredCode>

  /// Makes a subscription by name.
  ///
  /// - Parameters:
  ///   - name: What the trace calls it, if not what the token is called.
  ///   - build: Says what is subscribed, of the instance and of what was captured.
  public init(
    _ name: Name? = nil, file: StaticString = #fileID, line: Int = #line,
    _ build: @escaping @Sendable (Ref<V>, repeat each C) -> Link
  ) {
    declared = .passRetained(DeclaredCode(name, file, line) { .wiring(WiringDefinition($0, of: build)) })
  }

  package var declaration: TokenDeclaration { declared._withUnsafeGuaranteedRef { $0 } }
  var declaredCode: Declared { declared._withUnsafeGuaranteedRef { $0.code } }
}

/// A signal by name: its name and what it captured are a value, so it can be sent through signals, and kept in a model.
public struct SignalToken<V: ViewModel, Element: ValueConvertible, each C: ValueConvertible>: DeclaredToken {
  package static var kind: TokenKind { .signal }

  let declared: Unmanaged<DeclaredCode>

  /// Makes a signal by name.
  ///
  /// - Parameters:
  ///   - name: What the trace calls it, if not what the token is called.
  ///   - build: Makes the signal, of the instance and of what was captured.
  public init(
    _ name: Name? = nil, file: StaticString = #fileID, line: Int = #line,
    _ build: @escaping @Sendable (Ref<V>, repeat each C) -> Signal<Element>
  ) {
    declared = .passRetained(
      DeclaredCode(name, file, line) { name in
        .wiring(WiringDefinition(name) { try CaptureReader.apply(build, to: $0, of: name).started })
      })
  }

  /// The signal of an instance with its captures, as a value.
  public func callAsFunction(_ me: Ref<V>, _ captures: repeat each C) -> SignalRef<Element> {
    SignalRef(.wiring(name, me.capturing(repeat each captures)))
  }

  package var declaration: TokenDeclaration { declared._withUnsafeGuaranteedRef { $0 } }
  var declaredCode: Declared { declared._withUnsafeGuaranteedRef { $0.code } }
}

/// A token for code that snapshots mention by name.
protocol DeclaredToken: TableToken {
  var declaredCode: Declared { get }
}

/// What a handler, a wiring or a signal declares.
final class DeclaredCode: TokenDeclaration, @unchecked Sendable {
  private let make: @Sendable (_ name: Name) -> Declared

  init(_ name: Name?, _ file: StaticString, _ line: Int, _ make: @escaping @Sendable (Name) -> Declared) {
    self.make = make
    super.init(name, file, line)
  }

  var code: Declared { make(name) }
}

/// A view model that this one has from its set-up on, at the path that is its label. Its tokens are members: `table.cells`.
@dynamicMemberLookup
public struct ChildToken<V: ViewModel, W: ViewModel>: TableToken {
  package static var kind: TokenKind { .child }

  let declared: Unmanaged<DeclaredChild>

  /// Makes a child.
  ///
  /// - Parameter name: Its path, if not what the token is called.
  public init(_ name: Name? = nil, file: StaticString = #fileID, line: Int = #line) {
    declared = .passRetained(DeclaredChild(W.self, name, file, line))
  }

  package var declaration: TokenDeclaration { declared._withUnsafeGuaranteedRef { $0 } }
  /// Its place among the children.
  var position: Int { declaration.port }

  /// A field of the child, for a screen.
  public subscript<T>(dynamicMember token: KeyPath<W, FieldToken<W, T>>) -> ChildField<T> { path[dynamicMember: token] }
  /// A subject of the child, for a screen.
  public subscript<P>(dynamicMember token: KeyPath<W, SubjectToken<W, P>>) -> ChildSubject<P> {
    path[dynamicMember: token]
  }
  /// A child of the child.
  public subscript<X>(dynamicMember token: KeyPath<W, ChildToken<W, X>>) -> ChildPath<X> { path[dynamicMember: token] }
  private var path: ChildPath<W> { ChildPath(path: name) }
}

/// A child of a child, by its tokens: `manager.view.lines`.
@dynamicMemberLookup
public struct ChildPath<W: ViewModel>: Sendable {
  let path: Name

  /// A field, for a screen.
  public subscript<T>(dynamicMember token: KeyPath<W, FieldToken<W, T>>) -> ChildField<T> {
    ChildField(bound: Bound(path: path, field: W.tokens[keyPath: token].name))
  }
  /// A subject, for a screen.
  public subscript<P>(dynamicMember token: KeyPath<W, SubjectToken<W, P>>) -> ChildSubject<P> {
    ChildSubject(bound: Bound(path: path, field: W.tokens[keyPath: token].name))
  }
  /// A child of it.
  public subscript<X>(dynamicMember token: KeyPath<W, ChildToken<W, X>>) -> ChildPath<X> {
    ChildPath<X>(path: "\(path).\(W.tokens[keyPath: token].name)")
  }
}

/// What a child declares.
final class DeclaredChild: TokenDeclaration, @unchecked Sendable {
  let template: TemplateSource
  let make: @Sendable (_ turn: borrowing TurnContext, _ parent: InstanceID, _ name: Name) -> Void

  init<W: ViewModel>(_ type: W.Type, _ name: Name?, _ file: StaticString, _ line: Int) {
    template = .of(type)
    make = { turn, parent, name in turn.makeChild(W.definition.name, of: parent, at: name) }
    super.init(name, file, line)
  }
}

/// A field of a child, as a screen shows it.
public struct ChildField<Content: ValueConvertible>: Shown {
  public let bound: Bound
}

/// A subject of a child, as a screen uses it.
public struct ChildSubject<Payload>: Sendable {
  let bound: Bound
}
