import Statecharts
import ViewModels

/// A property of the class: `Field(\.query)`.
public struct AdapterField<A: RowAdapter, T: ValueConvertible>: AdapterToken, ViewModels.Shown {
  /// The property's type.
  public typealias Content = T

  package let declaration: TokenDeclaration
  let samples: [(name: String, value: Value)]
  private let read: @MainActor @Sendable (AnyObject) -> Value
  private let write: (@MainActor @Sendable (AnyObject, Value) -> Bool)?

  /// Makes a writable field. Transcripts and exploration use `samples`.
  @MainActor
  public init(
    _ path: ReferenceWritableKeyPath<A.Object, T>, named name: Name? = nil, samples: KeyValuePairs<String, T> = [:],
    file: StaticString = #fileID, line: Int = #line
  ) {
    let path = Unchecked(value: path)
    self.init(name, samples, file, line) {
      A.object($0)[keyPath: path.value].value
    } write: { object, value in
      guard let typed = T(value) else { return false }
      A.object(object)[keyPath: path.value] = typed
      return true
    }
  }

  /// Makes a read-only field.
  @MainActor
  public init(
    _ path: KeyPath<A.Object, T>, named name: Name? = nil, samples: KeyValuePairs<String, T> = [:],
    file: StaticString = #fileID, line: Int = #line
  ) {
    let path = Unchecked(value: path)
    // The path may include a private setter, which must not be used.
    self.init(name, samples, file, line, read: { A.object($0)[keyPath: path.value].value }, write: nil)
  }

  /// Makes a field over what an actor holds, which is read whenever none of its jobs runs: `Field { $0.count }`.
  @MainActor
  public init(
    named name: Name? = nil, file: StaticString = #fileID, line: Int = #line,
    _ read: @escaping @Sendable (isolated A.Object) -> T
  ) where A.Object: Actor {
    self.init(
      name, [:], file, line, read: { object in SwiftRuntime.on(A.object(object), read).value }, write: nil)
  }

  private init(
    _ name: Name?, _ samples: KeyValuePairs<String, T>, _ file: StaticString, _ line: Int,
    read: @escaping @MainActor @Sendable (AnyObject) -> Value,
    write: (@MainActor @Sendable (AnyObject, Value) -> Bool)?
  ) {
    declaration = .ofToken(name, file, line)
    self.samples = samples.map { ($0.key, $0.value.value) }
    (self.read, self.write) = (read, write)
  }

  public var bound: Bound { Bound(field: name) }

  func add(to parts: inout AdapterParts, _ table: inout AdapterTable) {
    let field = ObjectField(name: name, read: read, write: write)
    parts.fields.append(.init(field: field, shape: T.shape, samples: samples))
  }

  func typed(_ value: Value) -> T {
    guard let typed = T(value) else { preconditionFailure("a field of an adapter holds a value of its type") }
    return typed
  }
}

/// A read-only property of any type, shown by reflection: `Shown(\.photos)`.
public struct AdapterView<A: RowAdapter>: AdapterToken, ViewModels.Shown {
  /// The reflected value.
  public typealias Content = Value

  package let declaration: TokenDeclaration
  private let read: @MainActor @Sendable (AnyObject) -> Value
  /// Sets it to nothing, or takes the last elements away: what a view does with an alert and with a path.
  private let takeBack: (@MainActor @Sendable (AnyObject, Value) -> Bool)?

  /// Makes a view. Sets and dictionaries are sorted; deep nesting is cut.
  @MainActor
  public init<T>(
    _ path: KeyPath<A.Object, T>, named name: Name? = nil, file: StaticString = #fileID, line: Int = #line
  ) {
    self.init(path, name, file, line, takeBack: nil)
  }

  /// Makes a view of an optional property, which an alert or a page may set to nil.
  @MainActor
  public init<T>(
    _ path: ReferenceWritableKeyPath<A.Object, T?>, named name: Name? = nil, file: StaticString = #fileID,
    line: Int = #line
  ) {
    let writable = Unchecked(value: path)
    self.init(path, name, file, line) { object, value in
      if value == .null { A.object(object)[keyPath: writable.value] = nil }
      return value == .null
    }
  }

  /// Makes a view of a list, of which `back` takes the last element away.
  @MainActor
  public init<T>(
    _ path: ReferenceWritableKeyPath<A.Object, [T]>, named name: Name? = nil, file: StaticString = #fileID,
    line: Int = #line
  ) {
    let writable = Unchecked(value: path)
    self.init(path, name, file, line) { object, value in
      let object = A.object(object)
      guard case .list(let elements) = value, elements.count < object[keyPath: writable.value].count else {
        return false
      }
      object[keyPath: writable.value].removeLast(object[keyPath: writable.value].count - elements.count)
      return true
    }
  }

  @MainActor
  private init<T>(
    _ path: KeyPath<A.Object, T>, _ name: Name?, _ file: StaticString, _ line: Int,
    takeBack: (@MainActor @Sendable (AnyObject, Value) -> Bool)?
  ) {
    declaration = .ofToken(name, file, line)
    let path = Unchecked(value: path)
    read = { Value(reflecting: A.object($0)[keyPath: path.value]) }
    self.takeBack = takeBack
  }

  public var bound: Bound { Bound(field: name) }

  func add(to parts: inout AdapterParts, _ table: inout AdapterTable) {
    let field = ObjectField(name: name, read: read, write: takeBack)
    parts.fields.append(.init(field: field, shape: .any, samples: []))
  }
}

/// A method of the class that the view or the program calls.
public struct AdapterInput<A: RowAdapter, Payload>: AdapterToken {
  package let declaration: TokenDeclaration
  let shape: Shape
  let samples: [(name: String, value: Value)]
  private let run: ObjectInput

  private init(
    _ name: Name?, _ shape: Shape, _ samples: [(name: String, value: Value)], _ run: ObjectInput,
    _ file: StaticString, _ line: Int
  ) {
    declaration = .ofToken(name, file, line)
    (self.shape, self.samples, self.run) = (shape, samples, run)
  }

  /// Makes an input that calls a method.
  public init(
    _ name: Name? = nil, file: StaticString = #fileID, line: Int = #line,
    _ run: @escaping @MainActor @Sendable (A.Object) -> Void
  ) where Payload == Void {
    self.init(name, .void, [], .plain { object, _ in run(A.object(object)) }, file, line)
  }

  /// Makes an input that calls an async method in a task of the main actor. Its region has the phases `idle`,
  /// `executing`, `succeeded`, `failed` and `cancelled`; the subject `NAME.failed` sends errors.
  public init(
    _ name: Name? = nil, file: StaticString = #fileID, line: Int = #line,
    _ run: @escaping @MainActor @Sendable (A.Object) async throws -> Void
  ) where Payload == Void {
    self.init(name, .void, [], .async { object, _ in try await run(A.object(object)) }, file, line)
  }

  /// Makes an input that calls a method with a value.
  public init(
    _ name: Name? = nil, samples: KeyValuePairs<String, Payload> = [:], file: StaticString = #fileID,
    line: Int = #line, _ run: @escaping @MainActor @Sendable (A.Object, Payload) -> Void
  ) where Payload: ValueConvertible {
    let plain = ObjectInput.plain { object, value in
      if let value = Payload(value) { run(A.object(object), value) }
    }
    self.init(name, Payload.shape, samples.map { ($0.key, $0.value.value) }, plain, file, line)
  }

  /// Makes an input that calls an async method with a value.
  public init(
    _ name: Name? = nil, samples: KeyValuePairs<String, Payload> = [:], file: StaticString = #fileID,
    line: Int = #line, _ run: @escaping @MainActor @Sendable (A.Object, Payload) async throws -> Void
  ) where Payload: ValueConvertible {
    let async = ObjectInput.async { object, value in
      if let value = Payload(value) { try await run(A.object(object), value) }
    }
    self.init(name, Payload.shape, samples.map { ($0.key, $0.value.value) }, async, file, line)
  }

  func add(to parts: inout AdapterParts, _ table: inout AdapterTable) {
    parts.inputs.append((name, shape, samples, run))
    if run.isAsync { parts.subjects.append("\(name).failed") }
  }

  /// The errors of an async input, as a subject: `Alert("Failed", on: submit.failed, ["OK"])`.
  public var failed: AdapterSubject<A, String> { AdapterSubject("\(name).failed") }
}

/// A service that the object asks.
public struct AdapterService<A: Adapter, Input: ValueConvertible, Output: ValueConvertible>: AdapterToken {
  package let declaration: TokenDeclaration
  private let delay: Duration
  private let timeout: Timeout?
  private let samples: KeyValuePairs<String, Output>
  private let rejection: @Sendable (String) -> any Error
  private let breakdown: @Sendable (String) -> any Error
  private let answer: @Sendable (Input) -> Answer<Output>

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - delay: The default time to the answer.
  ///   - timeout: When the transport gives up; nil for never.
  ///   - samples: Named answers; the first is used for a success if `answer` gives none.
  ///   - fails: Makes the thrown error from a refusal's reason.
  ///   - breaks: Makes the thrown error from a transport failure's message.
  ///   - answer: The default answer; a pure function of the input.
  public init(
    _ name: Name? = nil, after delay: Duration, timeout: Timeout? = nil,
    samples: KeyValuePairs<String, Output> = [:],
    fails: (@Sendable (String) -> any Error)? = nil, breaks: (@Sendable (String) -> any Error)? = nil,
    file: StaticString = #fileID, line: Int = #line, _ answer: @escaping @Sendable (Input) -> Answer<Output>
  ) {
    declaration = .ofToken(name, file, line)
    (self.delay, self.timeout, self.samples) = (delay, timeout, samples)
    rejection = fails ?? { ServiceError(isRejection: true, description: $0) }
    breakdown = breaks ?? { ServiceError(isRejection: false, description: $0) }
    self.answer = answer
  }

  func result(of answered: ObjectRun.Answered) -> Result<Output, any Error> {
    switch answered {
    case .cancelled: .failure(CancellationError())
    case .with(.ok, let value): Output(value).map(Result.success) ?? .failure(breakdown("the answer has another type"))
    case .with(.fail, let value): .failure(rejection(value.reason))
    case .with(.error, let value): .failure(breakdown(value.reason))
    }
  }

  func add(to parts: inout AdapterParts, _ table: inout AdapterTable) {
    let answer = answer
    let definition = ServiceDefinition(name, delay: delay.milliseconds, timeout: timeout?.inMilliseconds) { value in
      Input(value).map { answer($0).answer } ?? ServiceAnswer(.error, "the request does not have the service's type")
    }
    parts.services.append(ServiceFacts(definition, Output.shape, samples.map { ($0.key, $0.value.value) }))
  }
}

/// Repeated events, such as notifications. The driver sends each element as an input: `send updates "new"`.
public struct AdapterStream<A: Adapter, Element: ValueConvertible>: AdapterToken {
  package let declaration: TokenDeclaration
  private let samples: [(name: String, value: Value)]

  /// Makes a stream.
  public init(
    _ name: Name? = nil, samples: KeyValuePairs<String, Element> = [:], file: StaticString = #fileID,
    line: Int = #line
  ) {
    declaration = .ofToken(name, file, line)
    self.samples = samples.map { ($0.key, $0.value.value) }
  }

  func add(to parts: inout AdapterParts, _ table: inout AdapterTable) {
    let name = name
    let run = ObjectInput.plain { _, value in SwiftRuntime.current?.yield(value, to: name) }
    parts.inputs.append((name, Element.shape, samples, run))
    parts.streams.append(name)
  }
}

/// The object's reports by closures, delegates and streams.
public struct AdapterSubject<A: RowAdapter, Payload: ValueConvertible>: AdapterToken {
  package let declaration: TokenDeclaration

  /// Makes a subject.
  public init(_ name: Name? = nil, file: StaticString = #fileID, line: Int = #line) {
    declaration = .ofToken(name, file, line)
  }

  func add(to parts: inout AdapterParts, _ table: inout AdapterTable) { parts.subjects.append(name) }
}

extension RowAdapter {
  /// An object of the class, whose type is forgotten where it runs.
  nonisolated static func object(_ object: AnyObject) -> Object { unsafeDowncast(object, to: Object.self) }
}

extension Value {
  fileprivate var reason: String { if case .string(let text) = self { text } else { plainText } }
}
