import Statecharts

/// What a row of a list sends by a subject, as its parent's chart waits for it: the event `items.selected`.
public struct RowTrigger<Owner: ViewModel, Row: ViewModel, Payload>: Trigger {
  public let name: String
  private let decode: @Sendable (Value) -> Payload?

  init(_ rows: String, _ subject: SubjectToken<Row, Payload>) {
    name = "\(rows).\(subject.name)"
    decode = { subject.decode($0) }
  }

  public var isHeard: Bool { true }

  public func payload(_ value: Value) -> FromRow<Row, Payload>? {
    guard case .list(let parts) = value, parts.count == 3, let row = Ref<Row>(parts[0]), let index = Int(parts[1]),
      let value = decode(parts[2])
    else { return nil }
    return FromRow(row: row, index: index, value: value)
  }
}

/// A value that a row sent.
public struct FromRow<Row: ViewModel, Payload> {
  /// The row.
  public let row: Ref<Row>
  /// Where it stood in its list when it sent.
  public let index: Int
  /// What it sent.
  public let value: Payload
}
