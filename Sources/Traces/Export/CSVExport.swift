import Turns

/// A run as a table for a spreadsheet, by RFC 4180: a row for each thing that happened, with its step, its command and its
/// time, so that rows can be filtered and counted without looking at those above them.
///
/// Texts stand without quotes of ours and numbers as numbers; what has parts stands as the console writes it. Each row is one
/// line: control characters are spelled, and no text begins like a formula.
package struct CSVExport {
  static let columns = [
    "step", "command", "ms", "by", "event", "on", "what", "name", "before", "outcome", "value",
  ]

  private let run: TracedRun
  private let text = ReactionText(printer: ValuePrinter(.literal))

  package init(_ run: TracedRun) { self.run = run }

  /// Hands on the lines, without their ends.
  package func write<Stop>(_ line: (String) throws(Stop) -> Void) throws(Stop) {
    try line(Self.columns.joined(separator: ","))
    let opening = Turn(time: 0, cause: .opening)
    for reaction in run.trace.header.initialReactions { try line(row(0, opening, told(reaction))) }
    for (number, step) in run.steps.enumerated() {
      for turn in run.trace.turns[step.turns] {
        for effect in turn.effects { try line(row(number, turn, told(effect))) }
        if turn.effects.isEmpty, turn.cause.source == .user { try line(row(number, turn, Told())) }
      }
    }
  }

  /// The cells behind those of the turn.
  private struct Told {
    var what = ""
    var name = ""
    var before = ""
    var outcome = ""
    var value = ""
  }

  private func row(_ step: Int, _ turn: Turn, _ told: Told) -> String {
    let cause = [turn.cause.source.rawValue, turn.cause.event, turn.cause.target].map(\.cellText)
    let cells = [String(step), run.steps[step].command.cellText, String(turn.time)] + cause
    return (cells + [told.what, told.name.cellText, told.before, told.outcome, told.value]).map(\.cell)
      .joined(separator: ",")
  }

  private func told(_ effect: Effect) -> Told {
    var result = told(Reaction(of: effect))
    switch effect {
    case .set(_, let old, _): result.before = content(old)
    case .moved(_, let from, _): result.before = from.cellText
    default: break
    }
    return result
  }

  private func told(_ reaction: Reaction) -> Told {
    let row = reaction.subject.kind.row
    var result = Told(what: reaction.subject.kind.rawValue, name: reaction.subject.name)
    var values = reaction.values[...]
    if row.payload == .outcome, case .string(let outcome)? = values.first {
      result.outcome = outcome
      values.removeFirst()
    }
    guard values.count == 1, let value = values.first else {
      result.value = values.isEmpty ? "" : text.body(reaction).cellText
      return result
    }
    let isNothing = value == .null && row.payload != .chain
    result.value = isNothing ? "" : content(value)
    return result
  }

  private func content(_ value: Value) -> String {
    switch value {
    case .string(let text): text.cellText
    case .int, .bool: text.printer.text(of: value)
    case .double(let number) where number.isFinite: text.printer.text(of: value)
    default: text.printer.text(of: value).cellText
    }
  }
}

extension String {
  /// The text on one line, behind an apostrophe where a spreadsheet would take it for a formula.
  fileprivate var cellText: String {
    let text = escapedForDisplay
    guard let first = text.unicodeScalars.first, Self.formulaStarts.contains(first) else { return text }
    return "'" + text
  }

  /// Also the wide ones, which some spreadsheets read alike.
  private static let formulaStarts: [Unicode.Scalar] = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  /// The text as a field of RFC 4180: in quotes where something in it would end or change it.
  fileprivate var cell: String {
    if allBytes({ !Self.separators.contains($0) }) { return self }
    // By scalars: a mark that joins a quote hides it from a comparison of characters.
    return unicodeScalars.reduce(into: "\"") { result, scalar in
      if scalar == "\"" { result += "\"" }
      result.unicodeScalars.append(scalar)
    } + "\""
  }

  /// What separates cells here or in some spreadsheet.
  private static let separators = Array(",\";\t ".utf8)
}
