import Traces
import Turns

/// The sorts of lines in two stored traces: what each says of which fields and regions.
struct LineClasses {
  /// What the lines of a sort have in common.
  struct Row {
    /// What it sets or moves, by number, and how many values each takes.
    var names: [(name: Int, values: Int)]
    /// Whether a line of it has to be read wherever it stands.
    var isOpaque: Bool
    /// What it tells of beside fields and regions, without payloads that tell nothing of the kind.
    var others: [Reaction]
  }

  /// The sort of every line that a look does not tell enough of.
  static let opaque = 0
  /// Sorts beyond this many are not told apart.
  private static let limit = 65_536

  private(set) var rows = [Row(names: [], isOpaque: true, others: [])]
  /// What fields and regions are called, by their numbers.
  private(set) var subjects: [Reaction.Subject] = []

  private var numbers: [Reaction.Subject: Int] = [:]
  private var classes: [LineKey: Int] = [:]
  /// The last ones, by the first bits of their keys.
  private var recent = [(key: LineKey, number: Int)](repeating: (LineKey(), -1), count: 256)

  /// The number of a field or region; nil when no line that is known says anything of it.
  func number(of subject: Reaction.Subject) -> Int? { numbers[subject] }

  /// The sort of a line that was looked at.
  ///
  /// - Parameter read: Reads the line, when it is the first of its sort; nil when it is not right.
  /// - Returns: Nil when the line is not right.
  mutating func number(
    of scan: TraceLineScan, in bytes: UnsafePointer<UInt8>, read: () -> Turn?
  ) -> Int? {
    let place = Int(truncatingIfNeeded: scan.key.first & 0xFF)
    if recent[place].key == scan.key, recent[place].number >= 0 { return recent[place].number }
    if let known = classes[scan.key] {
      recent[place] = (scan.key, known)
      return known
    }
    guard let turn = read() else { return nil }
    guard rows.count < Self.limit else { return Self.opaque }
    let names = scan.names.map { name in
      let text = String(decoding: UnsafeBufferPointer(start: bytes + name.start, count: name.count), as: UTF8.self)
      return (number(ofNew: Reaction.Subject(name.isRegion ? .transition : .field, text)), name.values)
    }
    let others = scan.hasOthers ? turn.effects.map(Reaction.init(of:)).filter { !$0.subject.kind.isStateful } : []
    rows.append(Row(names: names, isOpaque: scan.hasRows, others: others))
    classes[scan.key] = rows.count - 1
    return rows.count - 1
  }

  /// The numbers that the sorts of another table have here; those that are new here are taken in.
  mutating func numbers(of other: LineClasses) -> [UInt32] {
    var result = [UInt32](repeating: UInt32(Self.opaque), count: other.rows.count)
    for (key, number) in other.classes.sorted(by: { $0.value < $1.value }) {
      if let known = classes[key] {
        result[number] = UInt32(known)
      } else if rows.count < Self.limit {
        var row = other.rows[number]
        row.names = row.names.map { (self.number(ofNew: other.subjects[$0.name]), $0.values) }
        rows.append(row)
        classes[key] = rows.count - 1
        result[number] = UInt32(rows.count - 1)
      }
    }
    return result
  }

  private mutating func number(ofNew subject: Reaction.Subject) -> Int {
    if let known = numbers[subject] { return known }
    subjects.append(subject)
    numbers[subject] = subjects.count - 1
    return subjects.count - 1
  }
}
