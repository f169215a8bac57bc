import Sequences
import Turns

/// The lines that turn one text into another, as `patch` and `git apply` take them: GNU's unified format.
package struct UnifiedDiff: Sendable {
  /// So many equal lines stand around what differs.
  private static let context = 3

  private let texts: Sides<[Substring.UTF8View]>
  private let endsWithLineFeed: Sides<Bool>
  private let names: Sides<String>
  /// The places of equal lines. The last lines are not equal where only one of them ends.
  private let pairs: [SequenceAlignment.Pair]

  /// - Parameters:
  ///   - texts: The one that is there, and the one that it becomes.
  ///   - path: Where the text is, below where the patch is applied.
  package init(_ texts: Sides<String>, of path: String) {
    let lines = texts.map { text in
      let lines = Substring(text).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      return Array(lines.last?.isEmpty ?? true ? lines.dropLast() : lines[...])
    }
    let ends = texts.map { $0.isEmpty || $0.utf8.last == UInt8(ascii: "\n") }
    var numbers = Numbering<Value>()
    let numbered = Sides(a: lines.a.numbered(&numbers, isWhole: ends.a), b: lines.b.numbered(&numbers, isWhole: ends.b))
    pairs = SequenceAlignment(numbered: numbered.a, numbered.b, below: numbers.count) { _ in false }.pairs
    self.texts = lines
    endsWithLineFeed = ends
    names = Sides(a: Self.name("a/\(path)"), b: Self.name("b/\(path)"))
  }

  /// The lines, without line ends; none where the texts are equal.
  package var lines: [String] {
    let hunks = hunks
    if hunks.isEmpty { return [] }
    var lines = ["--- \(names.a)", "+++ \(names.b)"]
    var rest = pairs[...]
    for hunk in hunks {
      rest = rest.drop { $0.a < hunk.a.lowerBound }
      lines += self.lines(of: hunk, rest.prefix { $0.a < hunk.a.upperBound })
    }
    return lines
  }

  // MARK: Names

  /// A path as git writes it: quoted where it would not be read as it is, and ended by a tab where it has a blank.
  private static func name(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy {
      $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain { return path.utf8.contains(UInt8(ascii: " ")) ? path + "\t" : path }
    let quoted = path.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: text += "\\" + octal(UInt8(scalar.value))
      default: text.unicodeScalars.append(scalar)
      }
    }
    return "\"\(quoted)\""
  }

  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return String(repeating: "0", count: 3 - digits.utf8.count) + digits
  }

  // MARK: What differs

  /// A stretch in which something differs, with its surroundings; counted from 0.
  private struct Hunk {
    var a: Range<Int>
    var b: Range<Int>
  }

  private var hunks: [Hunk] {
    let counts = Sides(a: texts.a.count, b: texts.b.count)
    var hunks: [Hunk] = []
    var next = (a: 0, b: 0)
    for pair in pairs + [SequenceAlignment.Pair(a: counts.a, b: counts.b)] {
      defer { next = (pair.a + 1, pair.b + 1) }
      guard pair.a > next.a || pair.b > next.b else { continue }
      let before = min(Self.context, next.a, next.b)
      let after = min(Self.context, counts.a - pair.a, counts.b - pair.b)
      let hunk = Hunk(a: next.a - before..<pair.a + after, b: next.b - before..<pair.b + after)
      if let last = hunks.last, hunk.a.lowerBound <= last.a.upperBound {
        hunks[hunks.count - 1] = Hunk(
          a: last.a.lowerBound..<hunk.a.upperBound, b: last.b.lowerBound..<hunk.b.upperBound)
      } else {
        hunks.append(hunk)
      }
    }
    return hunks
  }

  /// - Parameter inner: The pairs of equal lines in it.
  private func lines(of hunk: Hunk, _ inner: ArraySlice<SequenceAlignment.Pair>) -> [String] {
    var lines = ["@@ -\(range(hunk.a)) +\(range(hunk.b)) @@"]
    var next = (a: hunk.a.lowerBound, b: hunk.b.lowerBound)
    for pair in inner + [SequenceAlignment.Pair(a: hunk.a.upperBound, b: hunk.b.upperBound)] {
      for place in next.a..<pair.a { lines += line("-", place, of: .a) }
      for place in next.b..<pair.b { lines += line("+", place, of: .b) }
      if pair.a < hunk.a.upperBound { lines += line(" ", pair.a, of: .a) }
      next = (pair.a + 1, pair.b + 1)
    }
    return lines
  }

  private func line(_ sign: String, _ place: Int, of side: DiffSide) -> [String] {
    let isTorn = place == texts[side].count - 1 && !endsWithLineFeed[side]
    return [sign + String(Substring(texts[side][place]))] + (isTorn ? ["\\ No newline at end of file"] : [])
  }

  /// `12,7`: the first line, counted from 1, and how many; one is not counted, and none stands behind the line before.
  private func range(_ lines: Range<Int>) -> String {
    if lines.count == 1 { return "\(lines.lowerBound + 1)" }
    return lines.isEmpty ? "\(lines.lowerBound),0" : "\(lines.lowerBound + 1),\(lines.count)"
  }
}

extension [Substring.UTF8View] {
  /// Equal lines have equal numbers; the last one, where it does not end, is equal to none that does.
  fileprivate func numbered(_ numbers: inout Numbering<Value>, isWhole: Bool) -> [Int32] {
    enumerated().map { place, line in
      let isTorn = !isWhole && place == count - 1
      return numbers.number(of: .list([.string(String(Substring(line))), .bool(isTorn)]))
    }
  }
}
