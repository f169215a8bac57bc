import ViewModels

/// The fields of a view model, found by key path once.
@MainActor
final class LiveTemplate {
  let fields: [@Sendable (UnsafeRawPointer) -> Value]
  private let find: (AnyKeyPath) -> Int?
  private var ports: [AnyKeyPath: Int?] = [:]

  init<V: ViewModel>(_ type: V.Type, in program: Program) {
    let template = program.templates.first { $0.name == Name(V.templateName) }
    fields = template?.fields.indices.map { template?.reader(ofPort: $0) ?? { _ in .null } } ?? []
    find = { V.port(ofField: $0) }
  }

  func number(ofRegion index: Int) -> Int { Observed.field(fields.count) + index }

  /// Nil for a property that is not a field.
  func port(of path: AnyKeyPath) -> Int? {
    if let known = ports[path] { return known }
    let port = find(path)
    ports[path] = port
    return port
  }
}
