import Observation

/// What one `Live` shows, as numbered key paths: the model, its phases, the machine and the route, then the fields, then the regions.
struct Observed: Observable {
  static let model = 0
  static let phases = 1
  static let machine = 2
  static let route = 3
  static func field(_ port: Int) -> Int { 4 + port }

  /// Kept, because a key path with an argument is allocated each time it is written.
  @MainActor private static var paths: [KeyPath<Observed, Void>] = []

  private let registrar = ObservationRegistrar()

  subscript(number number: Int) -> Void { () }

  @MainActor func access(_ number: Int) { registrar.access(self, keyPath: Self.path(number)) }
  @MainActor func willChange(_ number: Int) { registrar.willSet(self, keyPath: Self.path(number)) }
  @MainActor func didChange(_ number: Int) { registrar.didSet(self, keyPath: Self.path(number)) }

  @MainActor private static func path(_ number: Int) -> KeyPath<Observed, Void> {
    while paths.count <= number { paths.append(\Observed.[number: paths.count]) }
    return paths[number]
  }
}
