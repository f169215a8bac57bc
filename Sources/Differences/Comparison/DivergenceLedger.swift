import Sequences
import Traces
import Turns

/// The regions and fields that differ at present, with the finding that began it.
struct DivergenceLedger {
  private struct Entry {
    /// Nil if that finding repeats an earlier one.
    var finding: Int?
    var row: Int
  }

  private var entries: [Reaction.Subject: Entry] = [:]

  var isEmpty: Bool { entries.isEmpty }

  func isOpen(_ subject: Reaction.Subject) -> Bool { entries[subject] != nil }

  func subjects(inRowsOf field: Reaction.Subject) -> [Reaction.Subject] {
    entries.keys.filter { $0.isInRow(of: field) }.sorted { $0.precedes($1) }
  }

  /// A subject that already differs keeps its first finding.
  mutating func open(_ subject: Reaction.Subject, by finding: Int?, row: Int) {
    if entries[subject] == nil { entries[subject] = Entry(finding: finding, row: row) }
  }

  mutating func close(
    _ subject: Reaction.Subject, row: Int, at place: Divergence.Place
  ) -> (finding: Int, carry: Divergence.Carry)? {
    guard let entry = entries.removeValue(forKey: subject), let finding = entry.finding else { return nil }
    let later = row - entry.row - 1
    return (finding, Divergence.Carry(subject: subject, laterSteps: later, reconverges: place))
  }

  /// Omits subjects that no later step carries.
  func remaining(rows: Int) -> [(finding: Int, carry: Divergence.Carry)] {
    let open = entries.compactMap { subject, entry -> (finding: Int, carry: Divergence.Carry)? in
      let later = rows - entry.row - 1
      guard let finding = entry.finding, later > 0 else { return nil }
      return (finding, Divergence.Carry(subject: subject, laterSteps: later, reconverges: nil))
    }
    return open.sorted { left, right in
      left.finding == right.finding
        ? left.carry.subject.precedes(right.carry.subject) : left.finding < right.finding
    }
  }
}

extension SequenceAlignment {
  init(_ a: [Value], _ b: [Value]) {
    self.init(a, b) { $0.precedes($1) }
  }
}
