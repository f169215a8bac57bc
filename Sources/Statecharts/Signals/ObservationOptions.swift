/// What an observer wants to be told, as key-value observing has it: the same bits, in all sixteen combinations. Without
/// any it is told that the field changed, and nothing else.
public struct ObservationOptions: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The value after a change, as `new`.
  public static let new = ObservationOptions(rawValue: 1)
  /// The value before a change, as `old`.
  public static let old = ObservationOptions(rawValue: 2)
  /// One notification while the observer is registered, without `old`.
  public static let initial = ObservationOptions(rawValue: 4)
  /// A notification before each change as well, without `new`.
  public static let prior = ObservationOptions(rawValue: 8)
}

/// What kind of change a notification tells of; the numbers are key-value observing's.
public enum ChangeKind: Int, Hashable, Sendable, CaseIterable {
  /// The field was set.
  case setting = 1
  /// Elements came into a list.
  case insertion = 2
  /// Elements were taken out of a list.
  case removal = 3
  /// Elements of a list were replaced.
  case replacement = 4
}

/// What an observer of a change is told, before it picks by its options.
struct FieldChange: Sendable {
  var kind = ChangeKind.setting
  /// The places of a list that changed.
  var indexes: [Int]?
  /// `nil` before the change, and for a removal.
  var new: Value?
  /// `nil` at registration, and for an insertion.
  var old: Value?

  /// Returns the change dictionary that an observer with these options receives.
  func members(_ options: ObservationOptions, isPrior: Bool = false) -> [Member] {
    var result = [Member("kind", .int(kind.rawValue))]
    if let indexes { result.append(Member("indexes", .list(indexes.map(Value.int)))) }
    if isPrior { result.append(Member("notificationIsPrior", true)) }
    if !isPrior, options.contains(.new), let new { result.append(Member("new", new)) }
    if options.contains(.old), let old { result.append(Member("old", old)) }
    return result
  }
}
