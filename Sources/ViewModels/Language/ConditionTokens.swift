import Statecharts

/// What may stand behind `when:`: a guard, or a field that is true or false.
public protocol Condition<Owner>: Sendable {
  associatedtype Owner: ViewModel
  var guardCondition: ChartDefinition.Guard { get }
}

/// A named condition over a model: named by its label, or by a sentence.
public struct GuardToken<V: ViewModel>: Token, Condition {
  public typealias Owner = V
  public static var kind: TokenKind { .condition }

  let declared: Unmanaged<DeclaredGuard<V.Model>>

  /// Makes a guard.
  ///
  /// - Parameters:
  ///   - sentence: What `why` says; the token's name without one.
  ///   - reads: What it depends on, for whoever asks why it does not hold.
  public init(
    _ sentence: String? = nil, reads: any (PartialKeyPath<V.Model> & Sendable)..., file: StaticString = #fileID,
    line: Int = #line, _ holds: @escaping @Sendable (V.Model) -> Bool
  ) {
    declared = .passRetained(DeclaredGuard(sentence, reads, .model(holds), file, line))
  }

  /// Makes a guard of a property that is true or false.
  public init(
    _ sentence: String? = nil, _ path: any KeyPath<V.Model, Bool> & Sendable,
    reads: any (PartialKeyPath<V.Model> & Sendable)..., file: StaticString = #fileID, line: Int = #line
  ) {
    self.init(sentence, paths: reads, file, line) { $0[keyPath: path] }
  }

  private init(
    _ sentence: String?, paths: [any (PartialKeyPath<V.Model> & Sendable)], _ file: StaticString, _ line: Int,
    _ holds: @escaping @Sendable (V.Model) -> Bool
  ) {
    declared = .passRetained(DeclaredGuard(sentence, paths, .model(holds), file, line))
  }

  init(inState state: StateID, _ file: StaticString, _ line: Int) {
    declared = .passRetained(DeclaredGuard("in \(state.name)", [], .state(state), file, line))
  }

  public var declaration: TokenDeclaration { declared._withUnsafeGuaranteedRef { $0 } }

  public var guardCondition: ChartDefinition.Guard {
    let guarded = declared._withUnsafeGuaranteedRef { $0 }
    switch guarded.test {
    case .state(let state): return .isIn(state.name)
    case .model(let holds):
      let reads = guarded.reads.map { V.fieldName(of: $0) ?? "\($0)" }
      return ChartDefinition.Guard(guarded.sentence ?? guarded.name, reads: reads) { turn, me, _ in
        guard let model = turn.location(of: me, ObjectIdentifier(V.Model.self)) else { return false }
        return holds(model.assumingMemoryBound(to: V.Model.self).pointee)
      }
    }
  }
}

/// What a guard declares.
final class DeclaredGuard<Model: Sendable>: TokenDeclaration, @unchecked Sendable {
  enum Test: Sendable {
    case model(@Sendable (Model) -> Bool)
    /// SCXML's `In`: holds while a state is active.
    case state(StateID)
  }

  let sentence: String?
  let reads: [any (PartialKeyPath<Model> & Sendable)]
  let test: Test

  init(
    _ sentence: String?, _ reads: [any (PartialKeyPath<Model> & Sendable)], _ test: Test, _ file: StaticString,
    _ line: Int
  ) {
    self.sentence = sentence
    self.reads = reads
    self.test = test
    super.init(nil, file, line)
  }
}

extension FieldToken: Condition where T == Bool {
  public typealias Owner = V

  public var guardCondition: ChartDefinition.Guard {
    let path = path
    return ChartDefinition.Guard(name, reads: [name]) { turn, me, _ in
      guard let model = turn.location(of: me, ObjectIdentifier(V.Model.self)) else { return false }
      return model.assumingMemoryBound(to: V.Model.self).pointee[keyPath: path]
    }
  }
}
