import Statecharts

/// What a row of a list sends by a subject, as its parent's chart waits for it: the event `items.selected`.
public struct RowEvent<Row: ViewModel, Payload>: Event {
  public let name: String
  private let decode: @Sendable (Value) -> Payload?

  public init<Model>(_ rows: Field<Model, [Ref<Row>]>, _ subject: Subject<Payload>) {
    name = "\(rows.name).\(subject.name)"
    decode = subject.decode
  }

  public var isOfRow: Bool { true }

  public func payload(_ value: Value) -> FromRow<Row, Payload>? {
    guard case .list(let parts) = value, parts.count == 3, let row = Ref<Row>(parts[0]), let index = Int(parts[1]),
      let value = decode(parts[2])
    else { return nil }
    return FromRow(row: row, index: index, value: value)
  }
}

/// A value that a row sent.
public struct FromRow<Row: ViewModel, Payload> {
  public let row: Ref<Row>
  /// Where it stood in its list when it sent.
  public let index: Int
  public let value: Payload
}

extension Field {
  /// What the rows of this list send by a subject, for `On`.
  public func sends<Row: ViewModel, Payload>(_ subject: Subject<Payload>) -> RowEvent<Row, Payload>
  where Value == [Ref<Row>] {
    RowEvent(self, subject)
  }
}
