import Statecharts
import Traces

/// The label of an arrow: `event [guard] / action, action`.
struct MermaidLabel: Hashable {
  var trigger: ChartDefinition.Trigger?
  var guardName: String?
  var actions: [String] = []
  var isInternal = false
  /// The text in front of guard and actions, as written.
  var words = ""
  /// Whether the guard is the word `else`.
  var isElse = false

  var isEmpty: Bool { trigger == nil && guardName == nil && actions.isEmpty && !isElse }

  init() {}

  /// - Throws: What is not understood.
  init(_ written: String, at place: Place, _ names: inout UsableNames) throws(DiagramProblem) {
    var text = written.replacingBreaks.trimmingBlanks
    if let rest = text.withoutEnd("(internal)") { (text, isInternal) = (rest.trimmingBlanks, true) }
    let (cause, actions) = text.splitAtSlash
    if let actions {
      if actions.trimmingBlanks.utf8.last == UInt8(ascii: "]"), actions.split(at: " [") != nil {
        throw place.notUnderstood("the guard stands behind the actions", "write 'event [guard] / action'")
      }
      self.actions = try MermaidLabel.actions(actions, at: place)
    } else if (cause.split(at: "[")?.head ?? cause).split(at: "/") != nil {
      throw place.notUnderstood("a '/' without blanks", "write 'event / action', or '#47;' in a name")
    }
    words = cause
    if let (event, guarded) = cause.split(at: "[") {
      guard cause.utf8.last == UInt8(ascii: "]"), cause.utf8.count(where: { $0 == UInt8(ascii: "]") }) == 1 else {
        throw place.notUnderstood(
          "the guard of '\(cause)' does not end with ']'", "write 'event [guard] / action'")
      }
      let name = String(Substring(guarded.utf8.dropLast())).trimmingBlanks
      if name.isEmpty { throw place.notUnderstood("the guard is empty", "name it, as in '[valid]'") }
      (isElse, guardName, words) = (name == "else", name.decodingEntities, event.trimmingBlanks)
    } else {
      isElse = words == "else"
    }
    trigger = words == "else" ? nil : try MermaidLabel.trigger(words, at: place, &names)
  }

  static func actions(_ text: String, at place: Place) throws(DiagramProblem) -> [String] {
    let parts = text.splitAtCommas.map { $0.trimmingBlanks.decodingEntities }
    guard !parts.contains(where: \.isEmpty) else {
      throw place.notUnderstood("an action is missing after '/'", "write it, or remove the '/'")
    }
    return parts
  }

  private static func trigger(
    _ text: String, at place: Place, _ names: inout UsableNames
  ) throws(DiagramProblem) -> ChartDefinition.Trigger? {
    if text.isEmpty { return nil }
    if text == "always" || text == "otherwise" { return .always }
    let (word, rest) = text.splitBehind { $0 != 0x20 && $0 != UInt8(ascii: "(") }
    if word.lowercased() == "after", let first = rest.utf8.first, "0123456789.-+(".utf8.contains(first) {
      guard let delay = Delay.milliseconds(rest) else {
        throw place.notUnderstood(
          "'\(rest)' is not a duration", "write one such as 'after 500ms', 'after 5s' or 'after 2m'")
      }
      return .after(delay)
    }
    let words = text.utf8.split(separator: 0x20).map { String(Substring($0)).decodingEntities }
    let descriptors = words.joined(separator: "_").utf8.split(separator: 0x20).map { String(Substring($0)) }
    let usable = descriptors.map { $0.utf8.contains(UInt8(ascii: "*")) ? $0 : names.name(of: $0) }
    return .event(usable.joined(separator: " "))
  }
}

/// Durations such as `500ms`, `1.5s`, `2m`, `1h`.
package enum Delay {
  /// Nil if the text is no duration of whole milliseconds, or longer than a hundred years.
  package static func milliseconds(_ text: String) -> Int? {
    let (number, unit) = text.splitBehind { $0.isDigit || $0 == UInt8(ascii: ".") }
    let factors = [
      ("ms", 1), ("s", 1000), ("sec", 1000), ("seconds", 1000), ("m", 60_000), ("min", 60_000), ("h", 3_600_000),
    ]
    guard let factor = factors.first(where: { $0.0 == unit })?.1 else { return nil }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), number.utf8.contains(where: \.isDigit) else { return nil }
    guard let whole = parts[0].isEmpty ? 0 : Int(parts[0]), whole <= 3_153_600_000_000 / factor else { return nil }
    var (rest, share) = (0, factor)
    for digit in (parts.count == 2 ? parts[1] : "").utf8 {
      guard share % 10 == 0 || digit == UInt8(ascii: "0") else { return nil }
      share /= 10
      rest += Int(digit - UInt8(ascii: "0")) * share
    }
    return whole * factor + rest
  }
}

extension String {
  var trimmingBlanks: String {
    let bytes = utf8.drop(while: \.isBlank)
    guard let last = bytes.lastIndex(where: { !$0.isBlank }) else { return "" }
    return String(Substring(bytes[...last]))
  }

  func withoutStart(_ prefix: String) -> String? {
    utf8.starts(with: prefix.utf8) ? String(Substring(utf8.dropFirst(prefix.utf8.count))) : nil
  }

  func withoutEnd(_ suffix: String) -> String? {
    guard utf8.count >= suffix.utf8.count, utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) else { return nil }
    return String(Substring(utf8.dropLast(suffix.utf8.count)))
  }

  /// At most 40 scalars, for messages.
  var cut: String {
    unicodeScalars.count > 40 ? String(String.UnicodeScalarView(unicodeScalars.prefix(37))) + "..." : self
  }

  /// With blanks for `<br/>` and `\n`.
  var replacingBreaks: String {
    guard utf8.contains(UInt8(ascii: "<")) || utf8.contains(UInt8(ascii: "\\")) else { return self }
    let marks = ["<br/>", "<br />", "<br>", "\\n"]
    var result: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.first {
      let mark = marks.first { rest.starts(with: $0.utf8) }
      result.append(mark == nil ? byte : 0x20)
      rest = rest.dropFirst(mark?.utf8.count ?? 1)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Splits at a mark's first occurrence; nil if there is none.
  func split(at mark: String) -> (head: String, tail: String)? {
    guard let first = mark.utf8.first else { return nil }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: mark.utf8) {
        return (String(self[..<start]), String(Substring(rest.dropFirst(mark.utf8.count))))
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Splits behind the first bytes that are accepted; the tail has no blanks at its ends.
  func splitBehind(_ isAccepted: (UInt8) -> Bool) -> (head: String, tail: String) {
    let head = utf8.prefix(while: isAccepted)
    return (String(Substring(head)), String(self[head.endIndex...]).trimmingBlanks)
  }

  /// Splits at the slash that is first, or follows a blank or a bracket.
  fileprivate var splitAtSlash: (cause: String, actions: String?) {
    var before = UInt8(ascii: " ")
    for index in utf8.indices {
      if utf8[index] == UInt8(ascii: "/"), before == 0x20 || before == UInt8(ascii: "]") {
        return (String(self[..<index]).trimmingBlanks, String(self[utf8.index(after: index)...]))
      }
      before = utf8[index]
    }
    return (trimmingBlanks, nil)
  }

  /// Splits at commas and semicolons outside of brackets and entities.
  fileprivate var splitAtCommas: [String] {
    var (depth, isEntity) = (0, false)
    let parts = utf8.split(omittingEmptySubsequences: false) { byte in
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "#"): isEntity = true
      case UInt8(ascii: ";") where isEntity: isEntity = false
      case UInt8(ascii: ","), UInt8(ascii: ";"): return depth <= 0
      default: if !(byte.isDigit || byte.isLetter) { isEntity = false }
      }
      return false
    }
    return parts.map { String(Substring($0)) }
  }

  /// With Mermaid's entities (`#34;`, `#quot;`) and Signalbox's escapes resolved.
  var decodingEntities: String {
    guard utf8.contains(UInt8(ascii: "#")) || utf8.contains(UInt8(ascii: "\\")) else { return self }
    var result = String.UnicodeScalarView()
    var rest = Substring(self).unicodeScalars
    while let scalar = rest.popFirst() {
      let end = scalar == "#" ? rest.prefix(9).firstIndex(of: ";") : nil
      if let end, let meant = String.entity(String(rest[..<end])) {
        result.append(meant)
        rest = rest[rest.index(after: end)...]
      } else {
        result.append(scalar)
      }
    }
    return String(result).unspelled
  }

  private static func entity(_ name: String) -> Unicode.Scalar? {
    let named: [(String, Unicode.Scalar)] = [
      ("quot", "\""), ("amp", "&"), ("lt", "<"), ("gt", ">"), ("semi", ";"), ("colon", ":"), ("num", "#"),
    ]
    return named.first { $0.0 == name }?.1 ?? UInt32(name).flatMap(Unicode.Scalar.init)
  }

  /// A name that commands can contain: letters, digits, `_`, `-`, and dots between such names.
  package var asUsableName: String {
    let parts = split(separator: ".", omittingEmptySubsequences: false).map { part -> String in
      var result = ""
      for character in part {
        let isPlain = character.isLetter || character.isNumber || character == "_" || character == "-"
        if isPlain { result.append(character) } else if result.last != "_" { result.append("_") }
      }
      while result.count > 1, result.last == "_", part.last != "_" { result.removeLast() }
      guard let first = result.first, first.isLetter || first == "_" else { return "_" + result }
      return result
    }
    return parts.isEmpty ? "_" : parts.joined(separator: ".")
  }
}
