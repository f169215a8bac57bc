import Statecharts
import ViewModels

/// Describes an existing class, which the simulator runs unchanged. The tokens are the members shown; their names
/// are those of the properties.
///
/// ```swift
/// @MainActor struct SearchBox: Adapter {
///   let query = Field(\.query, samples: ["a": "a", "ab": "ab"])
///   let results = Field(\.results)
///   let refresh = Input { $0.refresh() }
///   let submit = Input { try await $0.submit() }
///   let search = Service<String, [String]>(after: .milliseconds(200)) { .ok(["for \($0)"]) }
///
///   func make(_ world: World<Self>) -> SearchModel {
///     SearchModel(api: FakeAPI { try await world.ask(search, $0) })
///   }
/// }
/// ```
///
/// If Swift cannot infer the class from `make`, add `typealias Object = SearchModel`.
@MainActor
public protocol Adapter: RowAdapter {
  /// The class.
  associatedtype Object
  /// Makes an object for each run and each replay; `world` connects it to services and subjects. An error ends the
  /// run with a fault.
  func make(_ world: World<Self>) throws -> Object
  /// Resets what outlives an object, such as singletons; called before `make`. With it, one object is used at a time.
  func reset()
  /// The simulated view; without one, inputs are sent directly.
  var screen: Screen { get }
}

/// Describes a class whose objects another object makes and lists, as `Rows` says: an adapter without `make`.
@MainActor
public protocol RowAdapter: ScreenWords, Sendable {
  /// The class.
  associatedtype Object: AnyObject
  /// Makes the tokens; every stored property needs an initial value.
  init()
  /// What each object is held to.
  @AdapterLaws<Self> var laws: [AdapterLaw<Self>] { get }
}

extension RowAdapter {
  /// The parts of `laws`.
  public typealias Chart = [AdapterLaw<Self>]
  /// A property: `let query = Field(\.query)`. Users can assign it if it is writable.
  public typealias Field<T: ValueConvertible> = AdapterField<Self, T>
  /// A read-only property of any type: `let photos = Shown(\.photos)`.
  public typealias Shown = AdapterView<Self>
  /// A method: `let select = Input<Int> { $0.select($1) }`. An async one has a region with its phases.
  public typealias Input<Payload> = AdapterInput<Self, Payload>
  /// Objects that the object lists: `let items = Rows<ItemRow>(\.items, key: \.id)`.
  public typealias Rows<Row: RowAdapter> = AdapterRows<Self, Row>

  public var laws: [AdapterLaw<Self>] { [] }
}

extension Adapter {
  /// A service: `let search = Service<String, [String]>(after: .seconds(1)) { .ok([$0]) }`.
  public typealias Service<I: ValueConvertible, O: ValueConvertible> = AdapterService<Self, I, O>
  /// Repeated events: `let updates = Stream<String>()`, received by `world.stream(updates)`.
  public typealias Stream<Element: ValueConvertible> = AdapterStream<Self, Element>
  /// Reports by closures and delegates: `let failed = Subject<String>()`.
  public typealias Subject<Payload: ValueConvertible> = AdapterSubject<Self, Payload>

  public func reset() { ObjectFamily.of(Self.self).hasReset = false }
  public var screen: Screen { Screen("") {} }
}

extension Adapter {
  /// A button that calls an input, while a field is true if one is given. An input with a value takes the one that
  /// it is tapped with. In a row it calls the row's input.
  public func Button<B: RowAdapter, P>(
    _ input: AdapterInput<B, P>, _ label: String, enabled: AdapterField<B, Bool>? = nil
  ) -> ScreenPart {
    .button(input.name, label, takes: input.shape, enabled: enabled?.bound)
  }

  /// Rows with what each shows, made of its tokens: `List(items, "Items") { row in Button(row.like, "Like") }`. A
  /// row's button, `items[3].like`, calls the row's input.
  ///
  /// - Parameter select: The input that is given the index of the row that was tapped.
  public func List<Row>(
    _ rows: Rows<Row>, _ label: String, select: Input<Int>? = nil, @ScreenParts _ controls: (Row) -> [ScreenPart]
  ) -> ScreenPart {
    .list(Bound(field: rows.name), label, select: select?.name, controls(rows.adapter))
  }

  /// An alert that shows the subject's value; each button calls the input, if any.
  public func Alert<P>(
    _ title: String, on subject: Subject<P>, _ buttons: [String], _ dismissed: Input<Void>? = nil
  ) -> ScreenPart {
    .alert(title, on: Bound(field: subject.name), buttons.map { ($0, dismissed?.name) })
  }

  /// The same with an input for each button: `Alert("Failed", on: error, ["Retry": load, "Cancel": dismissed])`.
  public func Alert<P>(
    _ title: String, on subject: Subject<P>, _ buttons: KeyValuePairs<String, Input<Void>>
  ) -> ScreenPart {
    .alert(title, on: Bound(field: subject.name), buttons.map { ($0.key, $0.value.name) })
  }

  /// An alert as long as a property holds something: a text, an optional value or `true`. A button calls an input,
  /// if any, and then the view sets the property to nil or `false`, as `.alert` of SwiftUI does; one that the view
  /// cannot set is the input's to set.
  public func Alert(
    _ title: String, on field: some ViewModels.Shown, _ buttons: [String], _ dismissed: Input<Void>? = nil
  ) -> ScreenPart {
    .alert(title, on: field.bound, isOfField: true, buttons.map { ($0, dismissed?.name) })
  }

  /// A page for each element of a property, or one as long as it holds a value or `true`: a navigation path. `back`
  /// takes the last one away. A page has the name of its case, else that of the field.
  public func Push(on field: some ViewModels.Shown) -> ScreenPart { .push(each: field.bound) }

  /// Pushes a page when a subject sends.
  public func Push<P>(_ page: Page, on subject: Subject<P>) -> ScreenPart { .push(page, on: subject.name) }
}

/// Replaces the outside world for an object.
public struct World<A: Adapter>: Sendable {
  let run: ObjectRun
  let subjects: [Name]
  let services: [Name]
  let streams: [Name]

  /// A clock of the simulated time. `ContinuousClock`, `SuspendingClock` and `Date` show that time too.
  public var clock: ContinuousClock { ContinuousClock() }

  /// Asks a service and waits for the answer. Cancelling the task cancels the request.
  ///
  /// - Throws: The service's error, or `CancellationError`.
  nonisolated(nonsending) public func ask<I, O>(_ service: AdapterService<A, I, O>, _ input: I) async throws -> O {
    let asking = Asking()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        asking.number = ask(service.name, input.value) { continuation.resume(with: service.result(of: $0)) }
      }
    } onCancel: {
      if let number = asking.number { run.giveUp(number) }
    }
  }

  /// Asks a service and calls a closure on the main actor's thread.
  public func ask<I, O>(
    _ service: AdapterService<A, I, O>, _ input: I, _ completion: @escaping @Sendable (Result<O, any Error>) -> Void
  ) {
    _ = ask(service.name, input.value) { completion(service.result(of: $0)) }
  }

  private func ask(
    _ service: Name, _ input: Value, _ answer: @escaping @Sendable (ObjectRun.Answered) -> Void
  ) -> Int? {
    if services.contains(service) { return run.ask(service, input, answer) }
    Escape.note(.undeclared("service"), by: run)
    answer(.cancelled)
    return nil
  }

  /// The elements that the driver sends; ends with the object.
  public func stream<T>(_ stream: AdapterStream<A, T>) -> AsyncStream<T> {
    if !streams.contains(stream.name) { Escape.note(.undeclared("stream"), by: run) }
    return AsyncStream { continuation in
      run.listen(
        to: stream.name,
        { value in
          guard let value else { return continuation.finish() }
          if let element = T(value) { continuation.yield(element) }
        })
    }
  }

  /// Sends a value by a subject.
  public func send<P>(_ subject: AdapterSubject<A, P>, _ value: P) {
    guard run.isCalled(for: .foreignSubject(subject.name.text)) else { return }
    guard let index = subjects.firstIndex(of: subject.name) else { return Escape.note(.undeclared("subject"), by: run) }
    run.deeds.append(.sent(subject: index, value.value))
  }
}

private final class Asking: @unchecked Sendable {
  // Only the object's thread accesses it.
  var number: Int?
}

/// A service's failure, if the adapter gives no error.
public struct ServiceError: Error, Hashable, CustomStringConvertible {
  /// Whether the business refused; otherwise the transport failed.
  public let isRejection: Bool
  /// The reason or message.
  public let description: String
}

extension Machine {
  /// Makes a machine that runs a class. It runs only in the package's own tool, on Linux: see *Your app* in
  /// Documentation.
  ///
  /// - Parameters:
  ///   - page: By default the machine's name.
  ///   - mostWork: A search lets the user act only below this much work and open requests. Otherwise a class that
  ///     starts a task at each edit has endless states. Reports name this bound.
  ///   - domains: The searches that `--domain NAME` selects.
  public init<A: Adapter>(
    _ type: A.Type, name: Name, variant: Name, summary: String, page: Name? = nil, mostWork: Int = 4,
    domains: KeyValuePairs<String, SearchDomain> = [:], limits: Limits = Limits()
  ) {
    self.init(
      name: name, variant: variant, summary: summary, domains: domains, objects: Adaptation.operations(of: type),
      definition: Adaptation.definition(of: type, page: page ?? name, limits))
    self.mostWork = mostWork
  }
}
