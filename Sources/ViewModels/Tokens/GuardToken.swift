import Statecharts

/// A condition for `when:`: a guard or a Boolean field.
public protocol Condition<Owner>: Sendable {
  /// The view model of the guard.
  associatedtype Owner: ViewModel
  /// The chart's guard.
  var guardCondition: ChartDefinition.Guard { get }
}

/// A named condition.
public struct GuardToken<V: ViewModel>: TableToken, Condition {
  /// The view model of the guard.
  public typealias Owner = V
  package static var kind: TokenKind { .condition }

  @usableFromInline let declared: Unmanaged<DeclaredGuard<V.Model>>

  // Inlinable, so that the guard is compiled for its model.

  /// Makes a guard; `why` shows the sentence and the values of `reads`.
  @inlinable
  public init(
    _ sentence: String? = nil, reads: any (PartialKeyPath<V.Model> & Sendable)..., file: StaticString = #fileID,
    line: Int = #line, _ holds: @escaping @Sendable (V.Model) -> Bool
  ) {
    self.init(sentence, reading: reads, file, line, holds)
  }

  /// Makes a guard that also reads other instances: `Guard { model, rows in rows[model.queue[0]].isReady }`.
  @inlinable
  public init(
    _ sentence: String? = nil, reads: any (PartialKeyPath<V.Model> & Sendable)..., file: StaticString = #fileID,
    line: Int = #line, _ holds: @escaping @Sendable (V.Model, borrowing Rows) -> Bool
  ) {
    declared = .passRetained(
      DeclaredGuard(
        sentence, reads,
        .model { turn, me, _ in
          guard let model = turn.location(of: me, ObjectIdentifier(V.Model.self)) else { return false }
          return holds(model.assumingMemoryBound(to: V.Model.self).pointee, Rows(turn))
        }, nil, file, line))
  }

  /// Makes a guard from a Boolean property.
  @inlinable
  public init(
    _ sentence: String? = nil, _ path: any KeyPath<V.Model, Bool> & Sendable,
    reads: any (PartialKeyPath<V.Model> & Sendable)..., file: StaticString = #fileID, line: Int = #line
  ) {
    self.init(sentence, reading: reads, file, line) { $0[keyPath: path] }
  }

  @inlinable
  init(
    _ sentence: String?, reading reads: [any (PartialKeyPath<V.Model> & Sendable)], _ file: StaticString, _ line: Int,
    _ holds: @escaping @Sendable (V.Model) -> Bool
  ) {
    declared = .passRetained(
      DeclaredGuard(
        sentence, reads,
        .model { turn, me, _ in
          guard let model = turn.location(of: me, ObjectIdentifier(V.Model.self)) else { return false }
          return holds(model.assumingMemoryBound(to: V.Model.self).pointee)
        }, holds, file, line))
  }

  init(inState state: StateID, _ file: StaticString, _ line: Int) {
    declared = .passRetained(DeclaredGuard("in \(state.name)", [], .state(state), nil, file, line))
  }

  package var declaration: TokenDeclaration { declared._withUnsafeGuaranteedRef { $0 } }

  public var guardCondition: ChartDefinition.Guard {
    let guarded = declared._withUnsafeGuaranteedRef { $0 }
    switch guarded.test {
    case .state(let state): return .isIn(state.name)
    case .model(let holds):
      let reads = guarded.reads.map { V.fieldName(of: $0) ?? Name("\($0)") }
      return ChartDefinition.Guard(guarded.sentence.map { Name($0) } ?? guarded.name, reads: reads, holds)
    }
  }
}

/// Other instances' models, for `Guard` and `Invoke`: `rows[model.queue[0]].id`. Valid only during the call.
public struct Rows: ~Copyable {
  private let turn: TurnContext

  @usableFromInline
  init(_ turn: borrowing TurnContext) {
    self.turn = TurnContext(sharing: turn)
  }

  /// A copy of the model; a fault if the instance is gone.
  public subscript<W: ViewModel>(row: Ref<W>) -> W.Model { turn.model(of: row) }
}

/// `isFree && isComplete`; refusals and `why` name the part that does not hold.
public struct Conjunction<Owner: ViewModel>: Condition {
  fileprivate let left: any Condition<Owner>
  fileprivate let right: any Condition<Owner>

  public var guardCondition: ChartDefinition.Guard { .all([left.guardCondition, right.guardCondition]) }
}

extension Condition {
  /// The second is evaluated only if the first holds.
  public static func && (left: Self, right: some Condition<Owner>) -> Conjunction<Owner> {
    Conjunction(left: left, right: right)
  }
}

extension DeclaredGuard {
  /// Nil if a declared read is not a field.
  func dependency(_ fieldName: (AnyKeyPath) -> Name?) -> Dependency? {
    let names = reads.compactMap { fieldName($0) }
    guard let holds, !names.isEmpty, names.count == reads.count else { return nil }
    return Dependency(fault: DefinitionFault.hiddenRead, name: name, declared: names) {
      .bool(holds($0.assumingMemoryBound(to: Model.self).pointee))
    }
  }
}

@usableFromInline
final class DeclaredGuard<Model: Sendable>: TokenDeclaration, @unchecked Sendable {
  @usableFromInline
  enum Test: Sendable {
    case model(ChartDefinition.Guard.Condition)
    /// SCXML's `In`.
    case state(StateID)
  }

  let sentence: String?
  let reads: [any (PartialKeyPath<Model> & Sendable)]
  let test: Test
  /// Tests any model, without an instance; nil for `In`.
  let holds: (@Sendable (Model) -> Bool)?

  @usableFromInline
  init(
    _ sentence: String?, _ reads: [any (PartialKeyPath<Model> & Sendable)], _ test: Test,
    _ holds: (@Sendable (Model) -> Bool)?, _ file: StaticString, _ line: Int
  ) {
    self.sentence = sentence
    self.reads = reads
    self.test = test
    self.holds = holds
    super.init(nil, file, line)
  }
}

extension FieldToken: Condition where T == Bool {
  /// The view model of the field.
  public typealias Owner = V

  public var guardCondition: ChartDefinition.Guard {
    let (path, offset, model) = (path, offset, ObjectIdentifier(V.Model.self))
    return ChartDefinition.Guard(name, reads: [name]) { turn, me, _ in
      guard let model = turn.location(of: me, model) else { return false }
      if offset >= 0 { return (model + offset).assumingMemoryBound(to: Bool.self).pointee }
      return model.assumingMemoryBound(to: V.Model.self).pointee[keyPath: path]
    }
  }
}
