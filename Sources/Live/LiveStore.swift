import ViewModels

/// Where an app keeps the data that a machine stores, such as a file or the user defaults.
@MainActor
public protocol LiveStore {
  /// The data of the last run, sorted by name; empty at the first.
  func load() -> [Member]
  /// Keeps all data. Called after each step that changed it; errors are the store's own matter.
  func save(_ members: [Member])
}
