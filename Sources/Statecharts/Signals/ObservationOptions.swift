/// Key-value observing's options, with the same bits. Without any, the observer learns only that the field changed.
public struct ObservationOptions: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Includes the value after a change.
  public static let new = ObservationOptions(rawValue: 1)
  /// Includes the value before a change.
  public static let old = ObservationOptions(rawValue: 2)
  /// Sends one notification at registration, without `old`.
  public static let initial = ObservationOptions(rawValue: 4)
  /// Sends another notification before each change, without `new`.
  public static let prior = ObservationOptions(rawValue: 8)
}

/// Key-value observing's kinds of change, with its numbers.
public enum ChangeKind: Int, Hashable, Sendable, CaseIterable {
  /// The field was set.
  case setting = 1
  /// Elements were inserted.
  case insertion = 2
  /// Elements were removed.
  case removal = 3
  /// Elements were replaced.
  case replacement = 4
}

/// The data of a change, before options select from it.
struct FieldChange: Sendable {
  var kind = ChangeKind.setting
  var indexes: [Int]?
  /// Nil before the change and for a removal.
  var new: Value?
  /// Nil at registration and for an insertion.
  var old: Value?

  func members(_ options: ObservationOptions, isPrior: Bool = false) -> [Member] {
    var result = [Member("kind", .int(kind.rawValue))]
    if let indexes { result.append(Member("indexes", .list(indexes.map(Value.int)))) }
    if isPrior { result.append(Member("notificationIsPrior", true)) }
    if !isPrior, options.contains(.new), let new { result.append(Member("new", new)) }
    if options.contains(.old), let old { result.append(Member("old", old)) }
    return result
  }
}
