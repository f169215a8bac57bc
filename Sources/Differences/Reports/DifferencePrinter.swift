import Traces
import Turns

/// Writes a difference as text. `-` marks what only run a does, `+` what only run b does, `~` a change, `@` another
/// time and `^` another order.
package struct DifferencePrinter: Sendable {
  let text: ReactionText
  let whole: ReactionText

  package init(names: NamedValues = NamedValues()) {
    text = ReactionText(printer: ValuePrinter(.folded, names: names))
    whole = ReactionText(printer: ValuePrinter(.whole, names: names))
  }

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
    return "step \(name(of: finding.place))  \(stimulus(of: finding))"
  }

  /// `4`, or `4 (a), 5 (b)` if the numbers differ, or `5 (b)`.
  func name(of place: Divergence.Place) -> String {
    if let a = place.a, place.a == place.b { return String(a) }
    let names = [place.a.map { "\($0) (a)" }, place.b.map { "\($0) (b)" }]
    return names.compactMap { $0 }.joined(separator: ", ")
  }

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

extension DifferencePrinter {
  /// Unequal counts over the whole runs: `push home  1 instead of 2`.
  func tallies(_ difference: TraceDifference) -> [String] {
    guard !difference.tallies.isEmpty else { return [] }
    let heads = difference.tallies.map { text.head($0.subject) }
    let width = heads.map(\.displayWidth).max() ?? 0
    return ["", "in all"]
      + zip(heads, difference.tallies).map { "  \($0.padded(toWidth: width))  \(comparison($1.counts))" }
  }

  private func comparison(_ counts: Sides<Int>) -> String {
    switch (counts.a, counts.b) {
    case (0, let b): "\(b), only in b"
    case (let a, 0): "\(a), only in a"
    case (let a, let b): "\(b) instead of \(a)"
    }
  }

  func summary(_ difference: TraceDifference) -> String {
    guard !difference.findings.isEmpty else {
      return "no differences in \(difference.stimuli.a.counted("stimulus", "stimuli")): identical"
    }
    let counts = difference.counts
    let total = counts.reduce(0) { $0 + $1.count }
    let places = Set(difference.findings.flatMap { [$0.place] + $0.repetitions }).count
    let classes = counts.map { "\($0.count) \($0.key.rawValue)" }
    return total.counted("difference") + " in " + places.counted("step") + " ("
      + classes.joined(separator: ", ") + "): " + difference.verdict.rawValue
  }

  func internals(_ differences: [TraceDifference]) -> String {
    let count = differences.reduce(0) { $0 + $1.internalCount }
    return count == 0 ? "" : "; omitted: \(count) in internal fields ('--internal' includes them)"
  }
}

extension DifferencePrinter {
  func header(_ difference: TraceDifference) -> [String] {
    runs(difference.headers) + origins(difference.headers) + [stimuli(difference)]
      + DiffSide.allCases.filter { !difference.isComplete[$0] }.map {
        "\($0.rawValue) is truncated: anything after its last step is not known"
      }
      + difference.coarse.map {
        "aligned coarsely: steps \(range($0.a)) (a) with steps \(range($0.b)) (b); more steps may match"
      }
  }

  func runs(_ headers: Sides<Trace.Header>) -> [String] {
    let machines = headers.map { $0.machine.escapedForDisplay }
    let width = max(machines.a.displayWidth, machines.b.displayWidth)
    return DiffSide.allCases.map { side in
      let definition = headers[side].definition.escapedForDisplay
      let machine = definition.isEmpty ? machines[side] : machines[side].padded(toWidth: width) + "  " + definition
      return "\(sign(side)) \(side.rawValue)  \(machine)"
    }
  }

  func origins(_ headers: Sides<Trace.Header>) -> [String] {
    var lines: [String] = []
    let definitions = headers.map(\.definition)
    if !definitions.a.hasBytes(of: definitions.b) { lines.append("different definitions") }
    let seeds = headers.map { $0.seed ?? 0 }
    if seeds.a != seeds.b { lines.append("different seeds: \(seeds.a) (a), \(seeds.b) (b)") }
    let titles = headers.map { $0.title.isEmpty ? "none" : $0.title.quoted }
    if !titles.a.utf8.elementsEqual(titles.b.utf8) {
      lines.append("different cases: \(titles.a) (a), \(titles.b) (b)")
    }
    return lines
  }

  func stimuli(_ difference: TraceDifference) -> String {
    difference.hasSameStimuli
      ? "same stimuli: \(difference.stimuli.a)"
      : "different stimuli: \(difference.stimuli.a) (a), \(difference.stimuli.b) (b)"
  }

  private func range(_ steps: Range<Int>) -> String {
    steps.count == 1 ? "\(steps.lowerBound)" : "\(steps.lowerBound)-\(max(steps.upperBound - 1, steps.lowerBound))"
  }
}

extension DifferencePrinter {
  /// The JSON form has no such limit.
  private static let mostChanges = 16

  /// The lines of the findings of one step. What differs in the same way in many rows is written once, as in the
  /// first of them.
  package func folded(_ findings: [Divergence]) -> [String] {
    findings.folded(by: \.rowFoldKey).flatMap { first, count in
      Self.counted(body(of: first, foldsRows: true), rows: count)
    }
  }

  /// Says behind the first line how many rows it is about.
  private static func counted(_ lines: [String], rows: Int) -> [String] {
    if rows == 1 { return lines }
    return lines.enumerated().map { $0.offset == 0 ? "\($0.element)  (\(rows) rows)" : $0.element }
  }

  package func body(of finding: Divergence, foldsRows: Bool = false) -> [String] {
    switch finding.content {
    case .step(let side, let reactions):
      ["\(sign(side)) the step, only in \(side.rawValue)"] + reactions.map { "\(sign(side))   \(timed($0))" }
    case .absent(let side, let reason, let reactions):
      ["\(sign(side)) cannot: \(reason.escapedForDisplay)"]
        + reactions.map { "\(sign(side.other))   \(timed($0))" }
    case .stimulus: stimulus(finding.stimulus)
    case .only(let side, let reaction): ["\(sign(side)) \(timed(reaction))"]
    case .changed(let reactions, let changes): changed(reactions, changes, foldsRows: foldsRows)
    case .shifted(let pairs): shifted(pairs)
    case .reordered(let reaction, let side, let neighbour):
      [
        "^ \(timed(reaction))  before \(text.line(neighbour)) in \(side.rawValue), after it in \(side.other.rawValue)"
      ]
    }
  }

  func sign(_ side: DiffSide) -> String {
    switch side {
    case .a: "-"
    case .b: "+"
    }
  }

  func timed(_ reaction: Reaction) -> String {
    (reaction.offset == 0 ? "" : time(reaction.offset) + " ") + text.line(reaction)
  }

  func time(_ offset: Int) -> String { "\(offset < 0 ? "" : "+")\(offset)ms" }

  private func stimulus(_ stimuli: Sides<Cause?>) -> [String] {
    let words = stimuli.map { $0.map(self.words) ?? "" }
    if words.a.hasBytes(of: words.b) { return ["~ stimulus  \(words.a) differs"] }
    return pair("~ stimulus", words.a, words.b)
  }

  private func pair(_ head: String, _ a: String?, _ b: String?) -> [String] {
    let sides = [a.map { "- " + $0 }, b.map { "+ " + $0 }].compactMap { $0 }
    let indent = String(repeating: " ", count: head.displayWidth)
    return sides.enumerated().map { ($0.offset == 0 ? head : indent) + "  " + $0.element }
  }

  private func shifted(_ pairs: [Sides<Reaction>]) -> [String] {
    guard let first = pairs.first else { return [] }
    let head = "@ \(time(first.a.offset)) -> \(time(first.b.offset))"
    let indent = String(repeating: " ", count: head.displayWidth)
    return pairs.enumerated().map { ($0.offset == 0 ? head : indent) + "  " + text.line($0.element.a) }
  }

  private func changed(_ reactions: Sides<Reaction>, _ changes: [ValueChange], foldsRows: Bool) -> [String] {
    let isSimultaneous = reactions.a.offset == reactions.b.offset
    let shared = isSimultaneous && reactions.a.offset != 0 ? time(reactions.a.offset) + " " : ""
    let head = "~ " + shared + text.head(reactions.a.subject)
    let notes = changes.flatMap(\.notes).map { "  " + note($0) }
    guard isSimultaneous, !changes.isEmpty, changes.allSatisfy({ !$0.path.isEmpty }) else {
      return versions(head, reactions, isTimed: !isSimultaneous) + notes
    }
    let folds = foldsRows ? changes.folded { $0.rowFoldKey } : changes.map { (first: $0, count: 1) }
    let more = folds.count - Self.mostChanges
    return folds.prefix(Self.mostChanges).flatMap { fold in
      Self.counted(change(fold.first, head, owner: reactions.a.subject.name.text), rows: fold.count)
    } + (more > 0 ? ["  and in \(more) more places"] : [])
  }

  /// Unfolds payloads that look equal; never prints secrets.
  private func versions(_ head: String, _ reactions: Sides<Reaction>, isTimed: Bool) -> [String] {
    let times = reactions.map { isTimed ? time($0.offset) + " " : "" }
    var bodies = reactions.map(text.body)
    if bodies.a.hasBytes(of: bodies.b) { bodies = reactions.map(whole.body) }
    if isTimed || !bodies.a.hasBytes(of: bodies.b) {
      return pair(head, times.a + bodies.a, times.b + bodies.b)
    }
    return ["\(head)  \(text.last(reactions.a)) differs"]
  }

  private func change(_ change: ValueChange, _ head: String, owner: String) -> [String] {
    var texts = change.sides.map { $0.map { text.printer.text(of: $0, for: owner) } }
    if let a = texts.a, let b = texts.b, a.hasBytes(of: b) {
      texts = change.sides.map { $0.map { whole.printer.text(of: $0, for: owner) } }
    }
    let head = head + path(change.path)
    guard let a = texts.a, let b = texts.b, a.hasBytes(of: b) else {
      return pair(head, texts.a, texts.b) + change.notes.map { "  " + note($0) }
    }
    return ["\(head)  \(a) differs"]
  }

  /// `.title`, `[3].total`, or `[3 -> 4]` for a moved element.
  func path(_ path: [ValueChange.PathElement]) -> String {
    path.map { element in
      switch element {
      case .member(let name): "." + name.text.asKey
      case .index(let places):
        switch (places.a, places.b) {
        case (let a?, let b?): a == b ? "[\(a)]" : "[\(a) -> \(b)]"
        case (let index?, nil), (nil, let index?): "[\(index)]"
        case (nil, nil): "[*]"
        }
      }
    }.joined()
  }

  private func note(_ note: TextNote) -> String {
    switch note {
    case .normalisation(let scalars):
      "note: the same text, composed differently: \(names(scalars.a)) (a), \(names(scalars.b)) (b)"
    case .invisible(let scalars):
      "note: only characters that cannot be seen differ: \(names(scalars.a)) (a), \(names(scalars.b)) (b)"
    case .firstDifference(let place): "note: the first \(place) characters are equal"
    }
  }

  private func names(_ scalars: [Unicode.Scalar]) -> String {
    if scalars.isEmpty { return "none" }
    let shown = scalars.prefix(8).map(\.codePoint).joined(separator: " ")
    return scalars.count > 8 ? "\(shown) and \(scalars.count - 8) more" : shown
  }
}

extension Unicode.Scalar {
  var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

/// What findings in several rows share when they are written as one.
private struct RowFoldKey: Hashable {
  let cause: DifferenceCause.Key
  let offset: Int
}

/// What changes in several rows share when they are written as one.
private struct ChangeFoldKey: Hashable {
  let path: [ValueChange.PathElement]
  let has: Sides<Bool>
}

extension Divergence {
  /// Nil for what is in no row.
  fileprivate var rowFoldKey: RowFoldKey? {
    let reactions = content.reactions
    guard reactions.count == 1, reactions[0].subject.name.utf8.contains(UInt8(ascii: "[")) else { return nil }
    return RowFoldKey(cause: causeKey, offset: reactions[0].offset)
  }
}

extension ValueChange {
  fileprivate var rowFoldKey: ChangeFoldKey {
    let path = path.map { element in
      if case .index(let places) = element, places.a != nil || places.b != nil {
        return PathElement.index(places.map { $0.map { _ in 0 } })
      }
      return element
    }
    return ChangeFoldKey(path: path, has: sides.map { $0 != nil })
  }
}

extension Array {
  /// The first element with each key and how many have it, in the order of the first ones. Without a key, each
  /// element counts alone.
  fileprivate func folded<Key: Hashable>(by key: (Element) -> Key?) -> [(first: Element, count: Int)] {
    var places: [Key: Int] = [:]
    var result: [(first: Element, count: Int)] = []
    for element in self {
      let key = key(element)
      if let place = key.flatMap({ places[$0] }) {
        result[place].count += 1
      } else {
        if let key { places[key] = result.count }
        result.append((element, 1))
      }
    }
    return result
  }
}
