import Terminal
import Traces

/// The colours of session and report lines; the words alone suffice.
///
/// Green is success, yellow failure, red broken. In differences, red is removed and green added. Times and disabled
/// controls are dim.
enum LineColors {
  typealias Part = (text: String, style: TerminalStyle)

  static func recorded(_ text: String) -> [Part] {
    guard !text.isEmpty else { return [("|", .plain)] }
    let (offset, line) = offset(of: text)
    let head = word(of: line)
    let start: [Part] = [("| ", .plain), (offset, .dim)]
    return switch head {
    case "broken", "crash:", "limit": start + [(line, .red)]
    case "refused", "late": start + [(line, .yellow)]
    case "reply": start + reply(line)
    default: start + moves(line)
    }
  }

  static func talk(_ text: String) -> [Part] {
    let indentation = String(Substring(text.utf8.prefix { $0 == UInt8(ascii: " ") }))
    let line = String(Substring(text.utf8.dropFirst(indentation.utf8.count)))
    let start: [Part] = [("  " + indentation, .plain)]
    if let style = sideStyle(of: line.utf8) { return start + [(line, style)] }
    if line.utf8.starts(with: "break: ".utf8) { return start + [(line, .bold)] }
    return start + words(line)
  }

  /// Side a and failures are red; side b and successes are green.
  static func report(_ text: String) -> [Part] {
    let indentation = String(Substring(text.utf8.prefix { $0 == UInt8(ascii: " ") }))
    let line = String(Substring(text.utf8.dropFirst(indentation.utf8.count)))
    let start: [Part] = [(indentation, .plain)]
    if let style = sideStyle(of: line.utf8) { return start + [(line, style)] }
    if ["broken", "crash:", "limit"].contains(word(of: line)) { return start + [(line, .red)] }
    if let parts = sides(of: line) ?? cells(of: line) { return start + parts }
    return start + verdicts(of: line)
  }

  private static func sideStyle(of line: some Sequence<UInt8>) -> TerminalStyle? {
    if line.starts(with: "- ".utf8) { return .red }
    if line.starts(with: "+ ".utf8) { return .green }
    return nil
  }

  /// Splits `~ login  - idle  + failed` at double blanks outside quotes; nil without sides.
  private static func sides(of line: String) -> [Part]? {
    let bytes = Array(line.utf8)
    var (isQuoted, cuts) = (false, [0])
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "\\") where isQuoted: continue
      case UInt8(ascii: "\"") where index == 0 || bytes[index - 1] != UInt8(ascii: "\\"): isQuoted.toggle()
      case UInt8(ascii: " ") where !isQuoted && bytes[index...].starts(with: "  ".utf8):
        if sideStyle(of: bytes[(index + 2)...]) != nil { cuts.append(index + 2) }
      default: break
      }
    }
    guard cuts.count > 1 else { return nil }
    return zip(cuts, cuts.dropFirst() + [bytes.count]).map { start, end in
      let part = bytes[start..<end]
      return (String(decoding: part, as: UTF8.self), sideStyle(of: part) ?? .plain)
    }
  }

  /// Colours `green` and `red 1` in table columns; nil without them.
  private static func cells(of line: String) -> [Part]? {
    guard !line.utf8.contains(UInt8(ascii: "\"")) else { return nil }
    let cells = line.split(separator: "  ", omittingEmptySubsequences: false)
    let styles = cells.map { cell -> TerminalStyle? in
      let words = cell.split(separator: " ")
      if words == ["green"] { return .green }
      return words.count == 2 && words[0] == "red" && words[1].utf8.first?.isDigit == true ? .red : nil
    }
    guard styles.contains(where: { $0 != nil }) else { return nil }
    return zip(cells, styles).enumerated().map { index, cell in
      ((index == 0 ? "" : "  ") + cell.0, cell.1 ?? .plain)
    }
  }

  private static func verdicts(of line: String) -> [Part] {
    guard let colon = line.firstRange(of: ": "), !line.utf8.contains(UInt8(ascii: "\"")) else {
      return [(line, .plain)]
    }
    var parts: [Part] = [(String(line[..<colon.upperBound]), .plain)]
    for (index, piece) in line[colon.upperBound...].split(separator: ", ", omittingEmptySubsequences: false)
      .enumerated()
    {
      let words = piece.split { " ;(:".contains($0) }.filter { !$0.utf8.allSatisfy(\.isDigit) }
      let style = words.first.flatMap { verdictStyles[String($0)] } ?? .plain
      parts.append((index == 0 ? "" : ", ", .plain))
      parts.append((String(piece), style))
    }
    return parts
  }

  /// Only for lookup: the iteration order is random.
  private static let verdictStyles: [String: TerminalStyle] = [
    "passed": .green, "identical": .green, "equivalent": .green, "compatible": .green, "failed": .red, "breaking": .red,
    "broken": .red, "crash": .red, "skipped": .yellow, "inconclusive": .yellow, "not": .yellow,
  ]

  private static func style(of state: Substring) -> TerminalStyle? {
    switch state {
    case "succeeded", "ok": .green
    case "failed", "fail": .yellow
    case "error": .red
    default: nil
    }
  }

  // MARK: Parts

  private static func offset(of text: String) -> (String, String) {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "+") else { return ("", text) }
    let digits = bytes.dropFirst().prefix(while: \.isDigit)
    guard !digits.isEmpty, bytes[digits.endIndex...].starts(with: "ms ".utf8) else { return ("", text) }
    let end = bytes.index(digits.endIndex, offsetBy: 3)
    return (String(text[..<end]), String(text[end...]))
  }

  private static func word(of line: String) -> String {
    String(Substring(line.utf8.prefix { $0 != UInt8(ascii: " ") }))
  }

  private static func reply(_ line: String) -> [Part] {
    let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count > 2, let style = style(of: words[2]) else { return [(line, .plain)] }
    let rest = words.count > 3 ? " " + words[3] : ""
    return [("\(words[0]) \(words[1]) ", .plain), (String(words[2]), style), (rest, .plain)]
  }

  /// Colours states in `login idle -> executing -> succeeded`; quoted text may contain the same words.
  private static func moves(_ line: String) -> [Part] {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count > 3, parts[2] == "->", !line.utf8.contains(UInt8(ascii: "\"")) else { return [(line, .plain)] }
    return parts.enumerated().flatMap { index, part -> [Part] in
      let blank = index == 0 ? "" : " "
      guard index > 0, let style = style(of: part) else { return [(blank + part, .plain)] }
      return [(blank, .plain), (String(part), style)]
    }
  }

  /// Colours the state after the name; dims disabled controls.
  private static func words(_ line: String) -> [Part] {
    let isDisabled = line.utf8.reversed().starts(with: " disabled".utf8.reversed())
    if isDisabled { return [(line, .dim)] }
    let name = word(of: line)
    let behind = line.utf8.dropFirst(name.utf8.count)
    let blanks = behind.prefix { $0 == UInt8(ascii: " ") }
    let state = behind[blanks.endIndex...]
    guard !name.isEmpty, let style = style(of: Substring(state)) else { return [(line, .plain)] }
    return [(name + String(Substring(blanks)), .plain), (String(Substring(state)), style)]
  }
}
