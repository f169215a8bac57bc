import Traces
import Turns

extension DifferencePrinter {
  /// So many places of one value are shown; the JSON form has all.
  private static let mostChanges = 16

  /// The lines of one finding, without repetitions and carries.
  package func body(of finding: Divergence) -> [String] {
    switch finding.content {
    case .step(let side, let reactions):
      ["\(sign(side)) the step, only in \(side.rawValue)"] + reactions.map { "\(sign(side))   \(timed($0))" }
    case .absent(let side, let reason, let reactions):
      ["\(sign(side)) cannot: \(reason.escapedForDisplay)"]
        + reactions.map { "\(sign(side.other))   \(timed($0))" }
    case .stimulus: stimulus(finding.stimulus)
    case .only(let side, let reaction): ["\(sign(side)) \(timed(reaction))"]
    case .changed(let reactions, let changes): changed(reactions, changes)
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

  /// The reaction with its time, which is left out at 0.
  func timed(_ reaction: Reaction) -> String {
    (reaction.offset == 0 ? "" : time(reaction.offset) + " ") + text.line(reaction)
  }

  func time(_ offset: Int) -> String { "\(offset < 0 ? "" : "+")\(offset)ms" }

  private func stimulus(_ stimuli: Sides<Cause?>) -> [String] {
    let words = stimuli.map { $0.map(self.words) ?? "" }
    if words.a.hasBytes(of: words.b) { return ["~ stimulus  \(words.a) differs"] }
    return pair("~ stimulus", words.a, words.b)
  }

  /// The old side and the new one under each other, behind what they share.
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

  private func changed(_ reactions: Sides<Reaction>, _ changes: [ValueChange]) -> [String] {
    let isSimultaneous = reactions.a.offset == reactions.b.offset
    let shared = isSimultaneous && reactions.a.offset != 0 ? time(reactions.a.offset) + " " : ""
    let head = "~ " + shared + text.head(reactions.a.subject)
    let notes = changes.flatMap(\.notes).map { "  " + note($0) }
    guard isSimultaneous, !changes.isEmpty, changes.allSatisfy({ !$0.path.isEmpty }) else {
      return versions(head, reactions, isTimed: !isSimultaneous) + notes
    }
    let more = changes.count - Self.mostChanges
    return changes.prefix(Self.mostChanges).flatMap { change($0, head, owner: reactions.a.subject.name.text) }
      + (more > 0 ? ["  and in \(more) more places"] : [])
  }

  /// Both payloads; in full where they look the same otherwise, and unsaid where they must not be shown.
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

  /// `.title`, `[3].total`, or `[3 -> 4]` for an element that stands elsewhere.
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
  /// `U+00E9`.
  var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
