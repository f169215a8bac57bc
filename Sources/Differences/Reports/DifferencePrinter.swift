import Traces
import Turns

/// Writes a difference for people: for each step what only the first run does (`-`), what only the second does (`+`),
/// what changed (`~`), what comes at another time (`@`) or in another order (`^`), and one line of counts.
package struct DifferencePrinter: Sendable {
  let text: ReactionText
  let whole: ReactionText

  /// Values that have a name among `names` are written by name.
  package init(names: NamedValues = NamedValues()) {
    text = ReactionText(printer: ValuePrinter(.folded, names: names))
    whole = ReactionText(printer: ValuePrinter(.whole, names: names), isWhole: true)
  }

  /// The lines, without line ends.
  package func lines(_ difference: TraceDifference) -> [String] {
    header(difference) + steps(difference) + tallies(difference) + ["", summary(difference) + internals([difference])]
  }

  private func steps(_ difference: TraceDifference) -> [String] {
    var lines: [String] = []
    var place: Divergence.Place?
    for finding in difference.findings {
      if finding.place != place { lines += ["", title(of: finding)] }
      place = finding.place
      lines += body(of: finding).map { "  " + $0 }
      lines += (repetitions(of: finding) + finding.carries.map(carry)).map { "    " + $0 }
    }
    return lines
  }

  private func title(of finding: Divergence) -> String {
    if finding.place == Sides(a: 0, b: 0) { return "step 0  opening" }
    let stimulus = finding.stimulus.a ?? finding.stimulus.b
    return "step \(name(of: finding.place))  \(stimulus.map(words) ?? "opening")"
  }

  /// `4`, or `4 (a), 5 (b)` where the runs count differently, or `5 (b)`.
  func name(of place: Divergence.Place) -> String {
    if let a = place.a, place.a == place.b { return String(a) }
    let names = [place.a.map { "\($0) (a)" }, place.b.map { "\($0) (b)" }]
    return names.compactMap { $0 }.joined(separator: ", ")
  }

  /// A stimulus as it would be typed.
  func words(of cause: Cause) -> String { text.printer.words(of: cause) }

  private func repetitions(of finding: Divergence) -> [String] {
    guard !finding.repetitions.isEmpty else { return [] }
    let shown = finding.repetitions.prefix(5).map(name).joined(separator: "; ")
    let rest = finding.repetitions.count - 5
    return ["×\(finding.count), also in step \(shown)" + (rest > 0 ? " and \(rest) more" : "")]
  }

  private func carry(_ carry: Divergence.Carry) -> String {
    var parts: [String] = []
    if carry.laterSteps == 1 { parts.append("1 later step carries it") }
    if carry.laterSteps > 1 { parts.append("\(carry.laterSteps) later steps carry it") }
    parts.append(carry.reconverges.map { "re-converges at step \(name(of: $0))" } ?? "never re-converges")
    return "\(text.head(carry.subject)): \(parts.joined(separator: ", "))"
  }
}
