/// A line that tells how a field or region changed: `name "" -> "a" -> "b"`.
struct FieldLine {
  /// The field or region, as the line names it.
  let path: FieldContent
  /// What it was before.
  let before: FieldContent
  /// What it was in the end.
  let after: FieldContent
  /// Where the value before stands among the line's fields.
  let beforeIndex: Int
  /// Whether the line tells of one step from the one to the other.
  let isOneStep: Bool

  init?(_ line: LineFields) {
    let start = line.hasOffset ? 1 : 0
    let fields = line.fields
    guard fields.count >= start + 4, case .word = fields[start].content,
      fields[start + 2].content == FieldLine.arrow,
      let last = fields.lastIndex(where: { $0.content == FieldLine.arrow }), last + 1 < fields.count
    else { return nil }
    path = fields[start].content
    before = fields[start + 1].content
    after = fields[last + 1].content
    beforeIndex = start + 1
    isOneStep = last == start + 2 && fields.count == start + 4
  }

  private static let arrow = FieldContent.word("->")
}
